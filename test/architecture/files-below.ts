import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The files in a folder and below it. Installed packages are left out and not looked at: they may be installed meanwhile. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'node_modules' ? [] : filesBelow(path);
  });
}

/** The sources of the service, of core and of the sandbox. */
export const SOURCES = ['src', 'packages/core/src', 'packages/sandbox/src'];

/** Where tests lie that are beside no source. */
export const TESTS = ['test', 'labs', 'packages/core/test', 'packages/sandbox/test'];

/** The files of a folder that run in the service or in browsers: all but tests. */
export function productionBelow(folder: string): readonly string[] {
  return filesBelow(folder).filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file));
}
