import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Suites that hold quotes against the venues' own SDKs. They are installed apart: `npm run test:oracles`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['labs/oracles/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
