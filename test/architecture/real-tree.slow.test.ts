import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('the architecture check passes the tree as it is, with its hundreds of modules', () => {
  const { status, stdout, stderr } = spawnSync('node', ['test/architecture/cruise.mjs'], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(Number(/(\d+) modules/.exec(stdout)?.[1])).toBeGreaterThan(500);
});
