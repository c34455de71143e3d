import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesOf, reporters } from '../ci/settings.ts';
import { hangMs } from '../support/pace.ts';

/** Suites that hold the service against tools of others. They are installed apart: `npm run test:peers`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    reporters,
    include: filesOf(['test/peers/*.test.ts']),
    globalSetup: 'test/support/build.ts',
    setupFiles: 'test/support/own-fetch.ts',
    experimental: { fsModuleCache: true },
    // The clients of others load long: a worker keeps them for its next file.
    isolate: false,
    maxWorkers: 2,
    testTimeout: hangMs(180_000),
    hookTimeout: hangMs(240_000),
  },
});
