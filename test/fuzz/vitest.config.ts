import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const HOUR_MS = 3_600_000;

/** The property suites for the long run, `npm run fuzz`: with a package for properties that does not stop after the first seed. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      { find: /^fast-check$/, replacement: fileURLToPath(new URL('./fast-check.ts', import.meta.url)) },
    ],
  },
  test: {
    include: ['{src,test,labs}/**/*.test.ts', 'packages/{core,sandbox}/{src,test}/**/*.test.ts'],
    setupFiles: 'test/support/own-fetch.ts',
    env: { PROPERTY_SHARE: '1' },
    testTimeout: HOUR_MS,
    hookTimeout: HOUR_MS,
    isolate: false,
    maxWorkers: '100%',
  },
});
