/** Largest value of an unsigned 64-bit field, and so of a token amount. */
export const U64_MAX = (1n << 64n) - 1n;
/** Largest value of an unsigned 128-bit field. */
export const U128_MAX = (1n << 128n) - 1n;

/** `a / b` rounded up. Both at least 0, `b` more than 0. */
export function ceilDiv(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

/**
 * `amount * parts / whole` rounded down, for an amount of 64 bits, `parts` no more than `whole`, and that below 2^32. Taken of
 * quotient and rest apart, nothing on the way is larger than 64 bits, which the engine then computes without allocating.
 */
export function portion(amount: bigint, parts: bigint, whole: bigint): bigint {
  const [of, share, all] = [BigInt.asUintN(64, amount), BigInt.asUintN(64, parts), BigInt.asUintN(64, whole)];
  const rest = BigInt.asUintN(64, (of % all) * share);
  return BigInt.asUintN(64, (of / all) * share + rest / all);
}

/** The smaller of the two. */
export function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** The larger of the two. */
export function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
