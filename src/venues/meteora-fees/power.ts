import { U128_MAX } from '../arithmetic.ts';

/** One in Q64.64. */
export const ONE = 1n << 64n;
const BITS = 19;

/**
 * A Q64.64 number to a whole power, rounded as `pow` in `math/fee_math.rs` of both programs rounds: bases of one and more
 * are turned around first. Null where the programs find no result: nothing is left of it, or it needs more than 19 bits.
 */
export function power(base: bigint, exponent: number): bigint | null {
  if (exponent === 0) return ONE;
  if (exponent >= 2 ** BITS || base < 0n) return null;
  const turned = base >= ONE;
  let square = turned ? U128_MAX / base : base;
  let result = ONE;
  for (let rest = exponent; rest > 0; rest >>= 1) {
    if (rest & 1) result = (result * square) >> 64n;
    square = (square * square) >> 64n;
  }
  if (result === 0n) return null;
  return turned ? U128_MAX / result : result;
}
