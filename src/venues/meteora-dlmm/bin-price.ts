import { U128_MAX } from '../arithmetic.ts';

/** Fractional bits of a price. */
export const SCALE = 64n;
const ONE = 1n << SCALE;
const EXPONENT_BITS = 19;
const BASIS_POINTS = 10_000n;

/**
 * The price of a bin, (1 + step / 10,000) ^ id, in atomic Y for one atomic X as Q64.64; null where it leaves what the
 * program can compute. The program squares the inverse of the base and truncates at each step (MeteoraAg/dlmm-sdk,
 * `commons/src/math/u64x64_math.rs`), and so does this.
 */
export function binPrice(id: number, binStep: bigint): bigint | null {
  if (id === 0) return ONE;
  const exponent = Math.abs(id);
  if (exponent >= 1 << EXPONENT_BITS) return null;
  let square = U128_MAX / (ONE + (binStep << SCALE) / BASIS_POINTS);
  let result = ONE;
  for (let bit = 0; bit < EXPONENT_BITS; bit += 1) {
    if (((exponent >> bit) & 1) === 1) result = (result * square) >> SCALE;
    square = (square * square) >> SCALE;
  }
  if (result === 0n) return null;
  return id > 0 ? U128_MAX / result : result;
}
