import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A line that breaks one rule, and the words by which the tool that must refuse it names the rule. */
interface Sabotage {
  readonly file: string;
  readonly line: string;
  readonly refusedAs: string;
}

const imports: readonly Sabotage[] = [
  { file: 'src/checks/funder/a.ts', line: "import '#chain/model.ts';", refusedAs: 'checks-looks-only-down' },
  { file: 'src/checks/funder/b.ts', line: "import 'node:fs';", refusedAs: 'checks-import-no-package' },
  {
    file: 'src/checks/wallet/c.ts',
    line: "import '#checks/funder/index.ts';",
    refusedAs: 'kinds-do-not-know-each-other',
  },
  {
    file: 'src/evidence/d.ts',
    line: "import { judgeFunder } from '#checks/funder/index.ts';\nexport const d = judgeFunder;",
    refusedAs: 'evidence-knows-only-the-shape',
  },
  { file: 'src/chain/e.ts', line: "import '#ledger/model.ts';", refusedAs: 'chain-looks-only-down' },
  {
    file: 'src/transport/f.ts',
    line: "import type { Ledger } from '#ledger/model.ts';\nexport type F = Ledger;",
    refusedAs: 'transport-looks-only-down',
  },
  { file: 'src/schema/g.ts', line: "import 'express';", refusedAs: 'express-stays-home' },
  { file: 'src/schema/h.ts', line: "import '#config/config.ts';", refusedAs: 'nothing-below-app-reads-config' },
  {
    file: 'src/transport/web/client/i.ts',
    line: "import '#lib/money.ts';",
    refusedAs: 'browser-code-stands-alone',
  },
  {
    file: 'src/transport/web/j.ts',
    line: "import './client/base58.ts';",
    refusedAs: 'browser-code-stays-in-browsers',
  },
  { file: 'src/app-extra.ts', line: "import '#sandbox/json-rpc.ts';", refusedAs: 'sandbox-is-loaded-on-demand' },
  {
    file: 'src/watching/k.ts',
    line: "import '#evidence/funder/first-funder.ts';",
    refusedAs: 'watching-looks-only-down',
  },
  { file: 'src/workers/l.ts', line: "import '#payments/till/till.ts';", refusedAs: 'workers-looks-only-down' },
  { file: 'src/operator/m.ts', line: "import '../watching/given.ts';", refusedAs: 'watching-stands-outside' },
  { file: 'src/app-more.ts', line: "import './workers/crew.ts';", refusedAs: 'workers-stand-outside' },
  { file: 'src/lib/alone.ts', line: 'export const alone = 1;', refusedAs: 'no-orphans' },
];

const lint: readonly Sabotage[] = [
  {
    file: 'src/checks/funder/clock.ts',
    line: 'export const now = (): number => Date.now();',
    refusedAs: 'noRestrictedGlobals',
  },
  { file: 'src/chain/environment.ts', line: 'export const home = process.env.HOME;', refusedAs: 'noProcessEnv' },
  { file: 'src/chain/BadName.ts', line: 'export const name = 1;', refusedAs: 'useFilenamingConvention' },
];

let folder: string;
/** The sources without their tests, which no rule here is about and which would take the cruiser as long again. */
let copy: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-sabotage-'));
  copy = treeOf('copy', 'src');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A tree with these sources, all that is needed to check it, and nothing else. */
function treeOf(name: string, ...sources: readonly string[]): string {
  const tree = join(folder, name);
  for (const empty of ['test', 'bench']) mkdirSync(join(tree, empty), { recursive: true });
  const needed = [
    'test/architecture/cruise.mjs',
    'package.json',
    'tsconfig.json',
    'biome.json',
    '.dependency-cruiser.mjs',
  ];
  for (const path of [...sources, ...needed]) {
    cpSync(path, join(tree, path), { recursive: true, filter: (from) => !from.endsWith('.test.ts') });
  }
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  return tree;
}

interface Ran {
  readonly status: number;
  readonly output: string;
}

function run(command: string, args: readonly string[], cwd = copy): Ran {
  try {
    return { status: 0, output: execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' }) };
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
    return { status, output: `${stdout}${stderr}` };
  }
}

describe('the architecture check', () => {
  it('passes an untouched copy and refuses each sabotaged import by the name of its rule', () => {
    const before = run('node', ['test/architecture/cruise.mjs']);
    expect(before.output).toContain('no violation');
    mkdirSync(join(copy, 'src/checks/wallet'), { recursive: true });
    for (const { file, line } of imports) writeFileSync(join(copy, file), `${line}\n`, { flag: 'wx' });
    const after = run('node', ['test/architecture/cruise.mjs']);
    expect(after.status).toBe(1);
    expect(imports.filter(({ file, refusedAs }) => !after.output.includes(`${refusedAs}: ${file}`))).toEqual([]);
    for (const { file } of imports) rmSync(join(copy, file));
  });

  it('refuses a tree in which it saw no module', () => {
    const { status, output } = run('node', ['test/architecture/cruise.mjs'], treeOf('bare', 'src/lib/money.ts'));
    expect([status, output]).toEqual([1, expect.stringContaining('the rules were not applied')]);
  });
});

describe('lint', () => {
  it('refuses a clock in a judgement, the environment outside config, and a file name out of form', () => {
    for (const { file, line } of lint) writeFileSync(join(copy, file), `${line}\n`, { flag: 'wx' });
    const files = lint.map(({ file }) => file);
    const { status, output } = run('node_modules/.bin/biome', [
      'lint',
      '--vcs-enabled=false',
      '--max-diagnostics=200',
      ...files,
    ]);
    expect(status).toBe(1);
    expect(lint.filter(({ refusedAs }) => !output.includes(refusedAs))).toEqual([]);
  });
});
