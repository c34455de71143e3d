import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { filesOf, reporters, setupFiles } from './test/ci/settings.ts';
import { hangMs } from './test/support/pace.ts';

/**
 * What is run first. Small files need few modules, so workers have something to do while vite transforms the others. Then those
 * that take longest: begun last they would keep one core busy while the others have nothing left.
 */
const FIRST = [
  'src/lib/',
  'packages/core/src/venues/',
  'test/moves/',
  'test/answers/',
  'test/e2e/trade-recorded',
  'test/e2e/money-',
  'test/e2e/',
  'packages/sandbox/test/',
  'test/ledger/',
  'test/',
];

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = FIRST.findIndex((part) => moduleId.includes(`/${part}`));
      return found < 0 ? FIRST.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const SLOW = ['{test,labs,packages/*/test}/**/*.slow.test.ts', 'test/fuzz/*.test.ts', 'test/moves/*.test.ts'];
const LONG = ['{test,labs,packages/*/test}/**/*.long.test.ts'];
/** Installed apart, with configurations of their own. */
const APART = ['test/peers/**', 'labs/oracles/**', 'test/browser/**', '**/*.browser.test.ts'];

const both = {
  globalSetup: 'test/support/build.ts',
  setupFiles,
  // Limits for what hangs, and for nothing else: no test depends on how fast the machine is.
  testTimeout: hangMs(180_000),
  hookTimeout: hangMs(240_000),
  expect: { poll: { timeout: hangMs(90_000), interval: 5 } },
  // A process for each file would spend more time on loading the same modules than on tests. What a file leaves behind
  // in its modules is there for the next one, so a file takes down what it started.
  isolate: false,
  // Room for what lives for a moment: random cases make much of it, and collecting it often takes a tenth of their time.
  execArgv: ['--max-semi-space-size=64'],
};

/** Fewer than of `npm test`, because the files start processes that work themselves. Vitest runs projects of different counts in groups. */
const ofProcesses = { ...both, exclude: APART, maxWorkers: Math.max(4, availableParallelism()) };

/** `npm test` runs the project `fast`, `npm run test:slow` and `test:long` the others; docs/testing.md says what is where. */
export default defineConfig({
  // graphql 16 ships a CommonJS and an ES build; without the alias both are loaded and types of one realm fail in the other.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      // Packages are tested as they are written, without a build before.
      { find: /^assay-client$/, replacement: resolve('packages/assay-client/src/index.ts') },
    ],
  },
  test: {
    reporters,
    // What vite made of a file is kept for the runs after this one.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: InOrder },
    projects: [
      {
        extends: true,
        test: {
          ...both,
          name: 'fast',
          // More than cores: files wait for the database and the sandbox. Six instead of four take as long on two quiet cores, and
          // an eighth less beside eight busy loops, because each gets its turn.
          maxWorkers: Math.max(6, availableParallelism()),
          include: filesOf(['{src,test,labs}/**/*.test.ts', 'packages/{core,sandbox}/{src,test}/**/*.test.ts']),
          exclude: ['**/*.{slow,long}.test.ts', 'test/fuzz/**', 'test/moves/**', ...APART],
        },
      },
      {
        extends: true,
        test: {
          ...ofProcesses,
          name: 'slow',
          sequence: { groupOrder: 1 },
          include: filesOf(SLOW),
        },
      },
      {
        extends: true,
        test: {
          ...ofProcesses,
          name: 'long',
          sequence: { groupOrder: 2 },
          include: filesOf(LONG),
        },
      },
    ],
  },
});
