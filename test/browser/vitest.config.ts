import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesOf, reporters } from '../ci/settings.ts';
import { hangMs } from '../support/pace.ts';

/** The pages in a real browser. It is installed apart, and needs a Chromium on the machine: `npm run test:browser`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters,
    include: filesOf(['test/browser/*.test.ts', 'test/first-hour/*.browser.test.ts']),
    globalSetup: 'test/support/build.ts',
    setupFiles: 'test/support/own-fetch.ts',
    experimental: { fsModuleCache: true },
    // A worker keeps the modules of one file for its next one.
    isolate: false,
    testTimeout: hangMs(180_000),
    hookTimeout: hangMs(240_000),
    expect: { poll: { timeout: hangMs(90_000) } },
    // A page is waited for more than it is worked on: browsers side by side leave no core without work.
    maxWorkers: 3,
  },
});
