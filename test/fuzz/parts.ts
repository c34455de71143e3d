import { existsSync, readFileSync } from 'node:fs';
import { filesBelow, SOURCES, TESTS } from '../architecture/files-below.ts';

/** What one round of a part does: a program of Node, its arguments, and what it is told by its environment. */
interface Round {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A part of the long run. A round with the same seed is the same round. */
export interface Part {
  readonly name: string;
  round(seed: number): Round;
}

/** How long each property is asked again with other seeds before the next one has its turn. */
const PROPERTY_MS = 2_000;
/** Each run of the books goes through thousands of transactions of a database. */
const LEDGER_MS = 20_000;
const TOKEN_MUTATIONS = 50_000;
const WALLET_HISTORIES = 10;
const ORACLE_CASES = 1_000;
const VITEST = 'node_modules/vitest/vitest.mjs';

/** Where property suites lie, by part; a file belongs to the first that names its place. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  venues: ['packages/core/src/venues/', 'test/fuzz/venues', 'packages/sandbox/test/swaps'],
  decoders: [
    'packages/core/src/chain/',
    'packages/core/src/solana/',
    'packages/core/src/lib/',
    'packages/core/src/gather/',
    'packages/core/src/derive/',
    'packages/core/test/chain/',
    'test/chain/',
    'test/fuzz/decoders',
  ],
  books: [
    'packages/core/src/rules/wallet/',
    'packages/core/src/facts/wallet/',
    'packages/core/test/wallet/',
    'test/wallet/',
    'test/schema/wallet',
  ],
  judgement: ['packages/core/src/rules/', 'test/schema/', 'packages/core/test/token/', 'test/token/', 'test/moves/'],
  graphql: ['src/schema/', 'test/graphql/', 'test/fuzz/graphql'],
  agents: ['src/transport/a2a/', 'src/transport/mcp/', 'test/a2a/', 'test/mcp/', 'test/fuzz/messages'],
  pages: ['src/pages/'],
  rest: ['src/transport/', 'src/http/', 'test/rest/', 'test/fuzz/requests'],
  schedules: ['test/payments/schedules'],
  payments: ['src/payments/', 'test/payments/', 'test/fuzz/payments'],
  ledger: ['test/ledger/'],
  sandbox: ['packages/sandbox/src/', 'packages/sandbox/test/', 'test/sandbox/'],
  others: [''],
};
/** Installed apart, with configurations of their own. */
const APART = ['test/peers', 'labs/oracles', 'test/browser'];

/** All parts, of which each takes from half a minute to some minutes a round. */
export function fuzzParts(): readonly Part[] {
  const files = propertyFiles();
  const suites = Object.keys(PLACES).map((name) => ({ name, own: files.filter((file) => partOf(file) === name) }));
  return [
    program('tokens', (seed) => ['test/fuzz/token.ts', '--mutations', `${TOKEN_MUTATIONS}`, '--seed', `${seed}`]),
    program('wallets', (seed) => [
      'packages/core/test/wallet/truth/run.ts',
      '--histories',
      `${WALLET_HISTORIES}`,
      '--seed',
      `${seed}`,
    ]),
    ...suites
      .filter(({ own }) => own.length > 0)
      .map(({ name, own }) => suite(name, 'test/fuzz/vitest.config.ts', own)),
    ...(existsSync('labs/oracles/node_modules') ? [suite('oracles', 'labs/oracles/vitest.config.ts', [])] : []),
  ];
}

function program(name: string, argsOf: (seed: number) => readonly string[]): Part {
  return { name, round: (seed) => ({ args: ['--import', 'tsx', ...argsOf(seed)], env: {} }) };
}

function suite(name: string, config: string, files: readonly string[]): Part {
  const env = { FUZZ_MS: `${name === 'ledger' ? LEDGER_MS : PROPERTY_MS}`, ORACLE_CASES: `${ORACLE_CASES}` };
  const args = [VITEST, 'run', '--config', config, ...files];
  return { name, round: (seed) => ({ args, env: { ...env, FUZZ_SEED: `${seed}` } }) };
}

function partOf(file: string): string | undefined {
  return Object.entries(PLACES).find(([, places]) => places.some((place) => file.startsWith(place)))?.[0];
}

function propertyFiles(): readonly string[] {
  return [...SOURCES, ...TESTS]
    .flatMap(filesBelow)
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => !APART.some((folder) => file.startsWith(`${folder}/`)))
    .filter((file) => readFileSync(file, 'utf8').includes("from 'fast-check'"))
    .sort();
}
