import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Express } from 'express';
import { mountRead } from '#http/mount-page.ts';
import { entityTag, type SharedDocument, sendUnlessKept } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';

/** The file of a name, where there is one. */
type FileOf = (name: string) => SharedDocument | undefined;

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** Serves files below a path, by their names. */
export function mountFiles(app: Express, path: string, fileOf: FileOf): void {
  mountRead<{ file: string }>(app, `${path}/:file`, async ({ params }, response) => {
    const file = fileOf(params.file);
    if (!file) throw new Fault('not_found');
    await sendUnlessKept(response, file);
  });
}

/**
 * These files of a folder and no others. Each is read when it is asked for the first time, because no start shall wait for it, together
 * with its brotli form if the build made one.
 */
export function filesIn(folder: string, names: readonly string[], cacheControl: string): FileOf {
  const kept = new Map<string, SharedDocument>();
  return (name) => {
    const path = join(folder, name);
    const before = kept.get(name);
    if (before || !names.includes(name) || !existsSync(path)) return before;
    const bytes = readFileSync(path);
    const packed = `${path}.br`;
    const file: SharedDocument = {
      mediaType: name.endsWith('.css') ? STYLES : SCRIPT,
      bytes,
      headers: { 'cache-control': cacheControl, etag: entityTag(bytes) },
      ...(existsSync(packed) && { brotli: readFileSync(packed) }),
    };
    kept.set(name, file);
    return file;
  };
}
