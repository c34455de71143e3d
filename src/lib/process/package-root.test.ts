import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { packageRoot } from './package-root.ts';

it("is the folder of the project's own manifest", () => {
  expect(JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).name).toBe('assay-service');
});
