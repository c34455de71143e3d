import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express } from 'express';
import { filesIn, mountFiles } from './files.ts';
import { graphiqlFile } from './graphiql/files.ts';

/** The output of `build.mjs` from `client/`. */
const OWN = [
  'dashboard.js',
  'docs.js',
  'docs.css',
  'graphiql.js',
  'graphiql.css',
  'enhance.js',
  'markup.js',
  'status.js',
  'test-wallet.js',
  'topup.js',
  'pages.css',
];

/**
 * Serves the files of the pages, independent of the installation folder. A browser keeps a file and revalidates it, so a page and its
 * script are always of one release although their names never change.
 */
export function mountAssets(app: Express): void {
  mountFiles(app, '/web', filesIn(join(packageFolder(import.meta.dirname), 'dist', 'web'), OWN, 'no-cache'));
  // They change with a release of their package only.
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  mountFiles(app, '/docs', filesIn(swagger, ['swagger-ui.css', 'swagger-ui-bundle.js'], 'public, max-age=3600'));
  mountFiles(app, '/graphiql', graphiqlFile);
}

/** The nearest folder above with a manifest: the same one from the bundle and from the sources. */
function packageFolder(folder: string): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return packageFolder(dirname(folder));
}
