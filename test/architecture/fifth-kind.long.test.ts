import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { linkPackages, parts } from './copied-tree.ts';

/*
 * Where a fifth kind has to be said. TypeScript is given the tree with one more name in `Kind`: every table by kind then wants a
 * line for it. CONTRIBUTING says what stands in no table.
 */
const NAMES = "'wallet' | 'token' | 'trade' | 'funder'";
const CHECK_FILE = 'packages/core/src/rules/check.ts';

/** The files that do not compile when the tree has a kind that nobody made yet. */
function filesThatWantIt(name: string): readonly string[] {
  const tree = mkdtempSync(join(tmpdir(), 'assay-kind-'));
  for (const path of ['src', ...Object.values(parts), 'package.json', 'tsconfig.json'])
    cpSync(path, join(tree, path), { recursive: true });
  linkPackages(tree);
  const config = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: false },
    include: [],
    files: ['src/main.ts'],
  };
  writeFileSync(join(tree, 'kind.json'), JSON.stringify(config));
  const text = readFileSync(CHECK_FILE, 'utf8');
  expect(text).toContain(`readonly name: ${NAMES};`);
  writeFileSync(
    join(tree, CHECK_FILE),
    text.replace(`readonly name: ${NAMES};`, `readonly name: ${NAMES} | '${name}';`),
  );
  const compiler = resolve('node_modules/typescript7/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', 'kind.json'], {
    cwd: tree,
    encoding: 'utf8',
  });
  rmSync(tree, { recursive: true });
  return [...new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error /gm)].map(([, file = '']) => file))].sort();
}

it('is asked for by every table of kinds, which are these', () => {
  expect(filesThatWantIt('throwaway')).toEqual([
    'packages/core/src/rules/catalogue.ts',
    'packages/core/src/rules/index.ts',
    'src/http/questions/calls.ts',
    'src/pages/questions.ts',
    'src/payments/challenge.ts',
    'src/payments/prices.ts',
    'src/schema/operation/admission.ts',
    'src/schema/vocabulary.ts',
    'src/transport/a2a/question.ts',
    'src/transport/mcp/words.ts',
  ]);
});
