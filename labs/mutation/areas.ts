import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Area {
  /** Beginnings of the paths of the files that are mutated. */
  readonly sources: readonly string[];
  /** Beginnings of the paths of the tests that count. */
  readonly tests: readonly string[];
  /** Of these, tests of `npm test` that take seconds each, which is too much for each mutant; counted when they are asked for. */
  readonly slow?: readonly string[];
  readonly needsDatabase?: boolean;
}

interface Files {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

export const areas: Readonly<Record<string, Area>> = {
  checks: {
    sources: ['packages/core/src/rules/', 'packages/core/src/facts/wallet/book/'],
    tests: [
      'packages/core/src/rules/',
      'src/schema/',
      'packages/core/src/gather/',
      'packages/core/src/derive/',
      'packages/core/src/facts/',
      'test/funder/',
      'test/schema/',
      'test/token/',
      'packages/core/test/funder/',
      'packages/core/test/token/',
      'packages/core/test/trade/',
      'packages/core/test/wallet/',
      'test/wallet/',
    ],
    slow: ['test/schema/overload', 'test/schema/together', 'test/token/fuzz', 'packages/core/test/token/together'],
    needsDatabase: true,
  },
  billing: {
    sources: ['src/payments/billing/'],
    tests: ['src/payments/', 'test/payments/', 'test/graphql/money', 'test/schema/'],
    needsDatabase: true,
  },
  holds: {
    sources: [
      'src/ledger/accounts',
      'src/ledger/holds',
      'src/ledger/postgres/outage',
      'src/ledger/postgres/transaction',
      'src/ledger/free-calls',
    ],
    tests: ['src/ledger/', 'test/ledger/', 'src/payments/billing/', 'test/payments/billing-'],
    slow: ['test/ledger/cluster'],
    needsDatabase: true,
  },
  venues: {
    sources: ['packages/core/src/venues/'],
    tests: [
      'packages/core/src/venues/',
      'packages/core/src/gather/',
      'packages/core/src/derive/',
      'packages/core/src/facts/',
      'packages/core/test/trade/',
      'packages/core/test/venues/',
      'packages/sandbox/test/swaps',
    ],
  },
  effects: {
    sources: ['packages/core/src/derive/effects/effect'],
    tests: [
      'packages/core/src/gather/',
      'packages/core/src/derive/',
      'test/ledger/wallet',
      'packages/core/test/wallet/',
      'test/wallet/',
    ],
    needsDatabase: true,
  },
};

/**
 * The files of an area that are mutated, and its test files, those first that are cheap, relative to the root. Tests of
 * `npm run test:slow` and `test:long` do not count: most of them start the service in another process, where no mutant is.
 */
export function filesOf(root: string, area: Area, withSlow: boolean): Files {
  const all = ['src', 'test', 'packages/core/src', 'packages/core/test', 'packages/sandbox'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  const within = (path: string, beginnings: readonly string[]) => beginnings.some((one) => path.startsWith(one));
  const isTest = (path: string) => path.endsWith('.test.ts');
  const code = all.filter((path) => path.endsWith('.ts')).sort();
  const left = withSlow ? [] : (area.slow ?? []);
  const counts = (path: string) =>
    within(path, area.tests) && !within(path, left) && !/\.(slow|long)\.test\.ts$/.test(path);
  const tests = code.filter((path) => isTest(path) && counts(path));
  return {
    sources: code.filter((path) => !isTest(path) && within(path, area.sources)),
    tests: tests
      .map((path) => ({ path, cost: costOf(path, readFileSync(join(root, path), 'utf8')) }))
      .sort((a, b) => a.cost - b.cost)
      .map(({ path }) => path),
  };
}

/** Tests on a database are expected to be the slowest, then properties, then what crosses folders. */
function costOf(path: string, text: string): number {
  return (
    (text.includes('openTestDatabase') ? 4 : 0) +
    (text.includes('fc.assert') ? 2 : 0) +
    (/^(packages\/\w+\/)?test\//.test(path) ? 1 : 0)
  );
}
