import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The parts of the project as imports name them, each with its folder. */
export const parts: Readonly<Record<string, string>> = {
  'assay-core': 'packages/core',
  'assay-sandbox': 'packages/sandbox',
};

/** Gives a copy of the tree the installed packages, and its own parts in the place of those that it was copied from. */
export function linkPackages(tree: string): void {
  mkdirSync(join(tree, 'node_modules'));
  for (const name of readdirSync('node_modules'))
    symlinkSync(
      name in parts ? join(tree, parts[name] ?? '') : resolve('node_modules', name),
      join(tree, 'node_modules', name),
    );
}
