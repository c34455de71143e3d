import { existsSync } from 'node:fs';

/** The project's folder as a file URL. Sources and the bundle made of them lie at different depths below it. */
export const packageRoot: URL = findRoot(new URL('.', import.meta.url));

function findRoot(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('no package.json above the code');
  return findRoot(parent);
}
