import { existsSync } from 'node:fs';

/** The folder that is built, as a file URL. Sources and the bundle made of them lie at different depths below it. */
export const projectFolder: URL = above(new URL('.', import.meta.url));

function above(folder: URL): URL {
  if (existsSync(new URL('build.mjs', folder))) return folder;
  const parent = new URL('..', folder);
  if (parent.href === folder.href) throw new Error('no build.mjs above the sandbox');
  return above(parent);
}
