import { expect, it } from 'vitest';
import { divideDown, divideUp, magnitude } from './divide.ts';

it('rounds towards plus and minus infinity, whatever the sign', () => {
  expect([divideUp(7n, 2n), divideUp(-7n, 2n), divideUp(6n, 2n), divideUp(-6n, 2n)]).toEqual([4n, -3n, 3n, -3n]);
  expect([divideDown(7n, 2n), divideDown(-7n, 2n), divideDown(6n, 2n), divideDown(-6n, 2n)]).toEqual([
    3n,
    -4n,
    3n,
    -3n,
  ]);
  expect([magnitude(-3n), magnitude(3n)]).toEqual([3n, 3n]);
});
