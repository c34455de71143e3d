import { existsSync, readFileSync } from 'node:fs';
import type { OutgoingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Express } from 'express';
import { mountRead } from '#http/mount-page.ts';
import { entityTag, sendUnlessKept } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';

/** A file that a page loads. */
export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  readonly headers: OutgoingHttpHeaders;
}

/** The file of a name, where there is one. */
type FileOf = (name: string) => PageFile | undefined | Promise<PageFile | undefined>;

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** A script or a style sheet. */
export function pageFile(name: string, bytes: Uint8Array, headers: OutgoingHttpHeaders): PageFile {
  return { mediaType: name.endsWith('.css') ? STYLES : SCRIPT, bytes, headers };
}

/** Serves files below a path, by their names. */
export function mountFiles(app: Express, path: string, fileOf: FileOf): void {
  mountRead<{ file: string }>(app, `${path}/:file`, async ({ params }, response) => {
    const file = await fileOf(params.file);
    if (!file) throw new Fault('not_found');
    sendUnlessKept(response, file.mediaType, file.bytes, file.headers);
  });
}

/** These files of a folder and no others. Each is read when it is asked for the first time, because no start shall wait for it. */
export function filesIn(folder: string, names: readonly string[], cacheControl: string): FileOf {
  const kept = new Map<string, PageFile>();
  return (name) => {
    const path = join(folder, name);
    const before = kept.get(name);
    if (before || !names.includes(name) || !existsSync(path)) return before;
    const bytes = readFileSync(path);
    const file = pageFile(name, bytes, { 'cache-control': cacheControl, etag: entityTag(bytes) });
    kept.set(name, file);
    return file;
  };
}
