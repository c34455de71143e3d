import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Express } from 'express';
import { printSchema } from 'graphql';
import { entityTag, type SharedDocument } from '#http/reply.ts';
import { schema } from '#schema/schema.ts';
import { filesIn, mountFiles } from './files.ts';

/** The output of `build.mjs` from `client/`. */
const OWN = [
  'dashboard.js',
  'docs.js',
  'enhance.js',
  'graphiql.js',
  'status.js',
  'test-wallet.js',
  'topup.js',
  'pages.css',
];

/** For files whose names never change: a browser keeps them, and asks whether they are current. */
const REVALIDATED = 'no-cache';

/**
 * Serves the files of the pages, independent of the installation folder. A browser keeps a file and revalidates it, so a page and its
 * script are always of one release although their names never change.
 */
export function mountAssets(app: Express): void {
  const ownFile = filesIn(join(packageFolder(import.meta.dirname), 'dist', 'web'), OWN, REVALIDATED);
  let sdl: SharedDocument | null = null;
  mountFiles(app, '/web', (name) => {
    if (name !== 'schema.graphql') return ownFile(name);
    sdl ??= schemaFile();
    return sdl;
  });
}

/** The schema for the page of GraphQL, in the order in which it is written: a tenth of what an answer to an introspection query is. */
function schemaFile(): SharedDocument {
  const bytes = Buffer.from(printSchema(schema));
  const headers = { 'cache-control': REVALIDATED, etag: entityTag(bytes) };
  return { mediaType: 'text/plain; charset=utf-8', bytes, headers };
}

/** The nearest folder above with a manifest: the same one from the bundle and from the sources. */
function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return packageFolder(dirname(folder));
}
