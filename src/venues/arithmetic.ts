/** Largest value of an unsigned 64-bit field: what a token amount can be. */
export const U64_MAX = (1n << 64n) - 1n;
/** Largest value of an unsigned 128-bit field. */
export const U128_MAX = (1n << 128n) - 1n;

/** `a / b` rounded up. Both at least 0, `b` more than 0. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/** The smaller of the two. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger of the two. */
export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
