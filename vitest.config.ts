import { defineConfig } from 'vitest/config';

export default defineConfig({
  // graphql 16 ships a CommonJS and an ES build; without the alias both are loaded and types of one realm fail in the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/peers/**', 'test/oracles/**'],
    globalSetup: 'test/support/build.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
