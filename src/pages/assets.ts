import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Express } from 'express';
import { mountRead } from '#http/mount-page.ts';
import { entityTag, sendUnlessKept } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';

/** What the pages load: `build.mjs` bundles it from `client/`. Nothing else of the folder is served. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  'dashboard.js': 'text/javascript; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'graphiql.js': 'text/javascript; charset=utf-8',
  'graphiql.css': 'text/css; charset=utf-8',
  'enhance.js': 'text/javascript; charset=utf-8',
  'markup.js': 'text/javascript; charset=utf-8',
  'status.js': 'text/javascript; charset=utf-8',
  'test-wallet.js': 'text/javascript; charset=utf-8',
  'topup.js': 'text/javascript; charset=utf-8',
  'pages.css': 'text/css; charset=utf-8',
};

interface Asset {
  readonly bytes: Uint8Array;
  readonly etag: string;
}

/**
 * Serves what the pages load. A browser keeps a file and asks whether it is still the same, so a page and its script are
 * always of one release although their names never change.
 */
export function mountWebAssets(app: Express): void {
  const read = reader();
  mountRead<{ file: string }>(app, '/web/:file', ({ params: { file } }, response) => {
    const mediaType = Object.hasOwn(MEDIA_TYPES, file) ? MEDIA_TYPES[file] : undefined;
    const asset = mediaType === undefined ? null : read(file);
    if (mediaType === undefined || !asset) throw new Fault('not_found');
    sendUnlessKept(response, mediaType, asset.bytes, { etag: asset.etag, 'cache-control': 'no-cache' });
  });
}

/** Reads a built file once; null where the build has not made it. */
function reader(): (file: string) => Asset | null {
  const folder = join(packageFolder(import.meta.dirname), 'dist', 'web');
  const kept = new Map<string, Asset>();
  return (file) => {
    const before = kept.get(file);
    if (before) return before;
    const path = join(folder, file);
    if (!existsSync(path)) return null;
    const bytes = readFileSync(path);
    const asset = { bytes, etag: entityTag(bytes) };
    kept.set(file, asset);
    return asset;
  };
}

/** The nearest folder above with a manifest: the same one from the bundle and from the sources. */
function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return packageFolder(dirname(folder));
}
