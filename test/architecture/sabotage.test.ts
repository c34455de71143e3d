import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bounds } from './bounds.mjs';
import { linkPackages, parts } from './copied-tree.ts';

/** A line that breaks one rule, and the words by which the tool that must refuse it names the rule. */
interface Sabotage {
  readonly file: string;
  readonly line: string;
  readonly refusedAs: string;
}

const imports: readonly Sabotage[] = [
  {
    file: 'packages/core/src/rules/funder/a.ts',
    line: "import '#chain/chain-reader.ts';",
    refusedAs: 'core-rules-looks-only-down',
  },
  { file: 'packages/core/src/rules/funder/b.ts', line: "import 'node:fs';", refusedAs: 'judgement-imports-no-package' },
  {
    file: 'packages/core/src/rules/wallet/c.ts',
    line: "import '../funder/codes.ts';",
    refusedAs: 'kinds-do-not-know-each-other',
  },
  {
    file: 'packages/core/src/gather/d.ts',
    line: "import { judgeFunder } from '#rules/funder/codes.ts';\nexport const d = judgeFunder;",
    refusedAs: 'evidence-knows-only-the-shape',
  },
  {
    file: 'packages/core/src/chain/e.ts',
    line: "import '../../../../src/ledger/books.ts';",
    refusedAs: 'core-stands-alone',
  },
  { file: 'packages/core/src/check/e.ts', line: "import 'express';", refusedAs: 'core-needs-no-service' },
  {
    file: 'packages/sandbox/src/e.ts',
    line: "import 'assay-core/rules/funder/codes.ts';",
    refusedAs: 'sandbox-looks-only-down',
  },
  {
    file: 'src/transport/f.ts',
    line: "import type { Ledger } from '#ledger/books.ts';\nexport type F = Ledger;",
    refusedAs: 'transport-looks-only-down',
  },
  { file: 'src/schema/g.ts', line: "import 'express';", refusedAs: 'express-stays-home' },
  { file: 'src/schema/h.ts', line: "import '#config/config.ts';", refusedAs: 'nothing-below-app-reads-config' },
  {
    file: 'src/pages/client/i.ts',
    line: "import 'assay-core/lib/money.ts';",
    refusedAs: 'browser-code-stands-alone',
  },
  {
    file: 'src/pages/j.ts',
    line: "import './client/base58.ts';",
    refusedAs: 'browser-code-stays-in-browsers',
  },
  {
    file: 'src/pages/errors/document.ts',
    line: "import './view.tsx';",
    refusedAs: 'documents-know-no-view',
  },
  { file: 'src/app/extra.ts', line: "import 'assay-sandbox/json-rpc.ts';", refusedAs: 'sandbox-is-loaded-on-demand' },
  {
    file: 'src/observability/k.ts',
    line: "import 'assay-core/gather/sources/first-funder.ts';",
    refusedAs: 'observability-looks-only-down',
  },
  {
    file: 'src/app/workers/l.ts',
    line: "import '#payments/billing/billing.ts';",
    refusedAs: 'workers-do-not-open-parts',
  },
  {
    file: 'src/app/workers/n.ts',
    line: "import 'assay-core/gather/sources/first-funder.ts';",
    refusedAs: 'workers-do-not-open-parts',
  },
  {
    file: 'src/operator/m.ts',
    line: "import '../observability/tallies.ts';",
    refusedAs: 'observability-stands-outside',
  },
  { file: 'src/app/more.ts', line: "import './workers/primary.ts';", refusedAs: 'workers-stand-outside' },
  {
    file: 'src/transport/o.ts',
    line: "import '../../packages/assay-client/src/bytes.ts';",
    refusedAs: 'source-imports-no-product',
  },
  {
    file: 'packages/sandbox/src/o.ts',
    line: "import '../../assay-client/src/bytes.ts';",
    refusedAs: 'source-imports-no-product',
  },
  {
    file: 'packages/assay/src/p.ts',
    line: "import '../../core/src/lib/money.ts';",
    refusedAs: 'packages-stand-alone',
  },
  { file: 'packages/assay/src/q.ts', line: "import '../../other/src/r.ts';", refusedAs: 'packages-share-the-client' },
  { file: 'packages/assay-client/src/s.ts', line: "import 'node:fs';", refusedAs: 'client-runs-anywhere' },
  { file: 'src/lib/alone.ts', line: 'export const alone = 1;', refusedAs: 'no-orphans' },
];

const lint: readonly Sabotage[] = [
  {
    file: 'packages/core/src/rules/funder/clock.ts',
    line: 'export const now = (): number => Date.now();',
    refusedAs: 'noRestrictedGlobals',
  },
  {
    file: 'packages/core/src/chain/environment.ts',
    line: 'export const home = process.env.HOME;',
    refusedAs: 'noProcessEnv',
  },
  { file: 'packages/core/src/chain/BadName.ts', line: 'export const name = 1;', refusedAs: 'useFilenamingConvention' },
];

/** What the sabotaged imports lead to in the real tree. */
const IMPORTED = [
  'packages/core/src/chain/chain-reader.ts',
  'packages/core/src/rules/funder/codes.ts',
  'src/config/config.ts',
  'src/ledger/books.ts',
  'packages/assay-client/src/bytes.ts',
  'packages/core/src/gather/sources/first-funder.ts',
  'packages/core/src/lib/money.ts',
  'src/payments/billing/billing.ts',
  'packages/sandbox/src/json-rpc.ts',
  'src/pages/client/base58.ts',
  'src/pages/errors/view.tsx',
  'src/observability/tallies.ts',
  'src/app/workers/primary.ts',
];
/** Enough modules that look only down for the cruiser to be believed. */
const LOYAL = [
  ...['lib', 'solana', 'venues', 'chain', 'rules', 'derive', 'gather', 'facts', 'check'].map(
    (one) => `packages/core/src/${one}`,
  ),
  ...['lib', 'config', 'ledger', 'payments', 'schema', 'transport', 'http', 'observability', 'pages'].map(
    (one) => `src/${one}`,
  ),
  'packages/sandbox/src',
].map((layer) => ({ file: `${layer}/loyal.ts`, line: "import './loyal-part.ts';" }));
/** Packages of a sabotaged tree that are no part of the real one. */
const OTHER_PACKAGES = ['packages/other/src/r.ts'];
const loyalParts = LOYAL.map(({ file }) => file.replace('.ts', '-part.ts'));
const EMPTY = 'export const nothing = 0;';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sabotage-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * A tree with these files and all that is needed to check it. The rules look at paths and imports alone, so the modules of the
 * real tree, which `npm run arch` checks, are not needed to see what each rule refuses.
 */
function treeOf(name: string, files: readonly Pick<Sabotage, 'file' | 'line'>[]): string {
  const tree = join(folder, name);
  for (const empty of ['src', 'test', 'bench', 'labs', 'packages']) mkdirSync(join(tree, empty), { recursive: true });
  const needed = [
    ...['bounds.mjs', 'cruise.mjs', 'folders.mjs', 'measure.mjs'].map((name) => `test/architecture/${name}`),
    ...Object.values(parts).map((folder) => join(folder, 'package.json')),
    'package.json',
    'tsconfig.json',
    'biome.json',
    '.dependency-cruiser.mjs',
  ];
  for (const path of needed) cpSync(path, join(tree, path));
  for (const { file, line } of files) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), `${line}\n`, { flag: 'wx' });
  }
  linkPackages(tree);
  return tree;
}

interface Ran {
  readonly status: number;
  readonly output: string;
}

function run(cwd: string, command: string, args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return { status: status ?? -1, output: `${stdout}${stderr}` };
}

const cruised = (tree: string) => run(tree, 'node', ['test/architecture/cruise.mjs']);

describe('the architecture check', () => {
  it('refuses each sabotaged import by the name of its rule, and no other module', () => {
    expect(IMPORTED.filter((file) => !existsSync(file))).toEqual([]);
    const untouched = [
      ...LOYAL,
      ...[...loyalParts, ...IMPORTED, ...OTHER_PACKAGES].map((file) => ({ file, line: EMPTY })),
    ];
    const { status, output } = cruised(treeOf('sabotaged', [...untouched, ...imports]));
    expect(status).toBe(1);
    expect(imports.filter(({ file, refusedAs }) => !output.includes(`${refusedAs}: ${file}`))).toEqual([]);
    const refused = [...output.matchAll(/^error \S+: (\S+) ->/gm)].map(([, file]) => file);
    expect(refused.filter((file) => !imports.some((one) => one.file === file))).toEqual([]);
  });

  it('refuses folders that import each other, though no file does', () => {
    const { status, output } = cruised(
      treeOf('folders', [
        ...[...LOYAL, ...loyalParts.map((file) => ({ file, line: EMPTY }))],
        { file: 'src/lib/a/one.ts', line: "import '../b/two.ts';" },
        { file: 'src/lib/b/two.ts', line: EMPTY },
        { file: 'src/lib/b/three.ts', line: "import '../a/four.ts';" },
        { file: 'src/lib/a/four.ts', line: EMPTY },
      ]),
    );
    expect(status).toBe(1);
    expect(output).toContain('no-folder-circles: src/lib/a <-> src/lib/b');
  });

  it('refuses a tree that exceeds a bound, and says what the bound is for', () => {
    const crowd = Array.from({ length: bounds['files side by side in a folder'].max + 1 }, (_, n) => ({
      file: `src/lib/crowd/n${n}.ts`,
      line: n === 0 ? EMPTY : `import './n${n - 1}.ts';`,
    }));
    const user = { file: 'src/lib/user.ts', line: `import './crowd/n${crowd.length - 1}.ts';` };
    const untouched = [...LOYAL, ...loyalParts.map((file) => ({ file, line: EMPTY }))];
    const { status, output } = cruised(treeOf('crowded', [...untouched, ...crowd, user]));
    expect(status).toBe(1);
    expect(output).toContain(`error bound: ${crowd.length} files side by side in a folder`);
    expect(output).toContain(bounds['files side by side in a folder'].why);
  });

  it('refuses a tree in which it saw no module', () => {
    const { status, output } = cruised(treeOf('bare', [{ file: 'packages/core/src/lib/money.ts', line: EMPTY }]));
    expect([status, output]).toEqual([1, expect.stringContaining('the rules were not applied')]);
  });
});

describe('lint', () => {
  it('refuses a clock in a judgement, the environment outside config, and a file name out of form', () => {
    const files = lint.map(({ file }) => file);
    const args = ['lint', '--vcs-enabled=false', '--max-diagnostics=200', ...files];
    const { status, output } = run(treeOf('linted', lint), 'node_modules/.bin/biome', args);
    expect(status).toBe(1);
    expect(lint.filter(({ refusedAs }) => !output.includes(refusedAs))).toEqual([]);
  });
});
