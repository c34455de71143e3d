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
