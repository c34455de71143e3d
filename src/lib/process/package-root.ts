import { existsSync, readFileSync } from 'node:fs';

/** The project's folder as a file URL. Sources and the bundle made of them lie at different depths below it. */
export const packageRoot: URL = findRoot(new URL('.', import.meta.url));

/** The version of the service as package.json, `/` and the OpenAPI document give it. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version;

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('no package.json above the code');
  return findRoot(parent);
}
