import { expect, it } from 'vitest';
import { U64_MAX, U128_MAX } from '../arithmetic.ts';
import { inverseOf, priceAfterSecond } from './liquidity.ts';

const SOME = [1n, 2n, 3n, 7n, 10n ** 9n, (1n << 63n) + 1n, U64_MAX - 1n, U64_MAX];
const LIQUIDITIES = [
  ...SOME,
  U64_MAX + 1n,
  (10n ** 12n) << 64n,
  (1n << 127n) - 1n,
  1n << 127n,
  U128_MAX / 3n,
  U128_MAX - 1n,
  U128_MAX,
];

it('what the inverse of a liquidity gives is what a division by it gives, for all that 64 and 128 bits hold', () => {
  for (const liquidity of LIQUIDITIES) {
    const inverse = inverseOf(liquidity);
    // Beside amounts of all sizes those that are just a multiple of the liquidity, and just none.
    const turning = SOME.flatMap((steps) => [0n, 1n].map((more) => (steps * liquidity) / (1n << 128n) + more));
    for (const amount of [...SOME, ...turning, ...Array.from({ length: 64 }, (_, bit) => 1n << BigInt(bit))]) {
      if (amount > U64_MAX) continue;
      expect(priceAfterSecond(5n, inverse, amount), `${amount} at ${liquidity}`).toBe(
        5n + (amount << 128n) / liquidity,
      );
    }
  }
});
