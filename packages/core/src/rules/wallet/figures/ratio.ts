const WHOLE_BPS = 10_000n;
/** The range of GraphQL's Int. */
const INTEGER_MAX = 2_147_483_647n;

/** Which way a ratio is rounded: whichever is worse for the wallet. */
export type Rounding = 'up' | 'down';

/**
 * `part` by `whole` in basis points, within 32 bits; exact before rounding. 0 for nothing of nothing; any more of nothing (or of
 * less than nothing) is the whole.
 */
export function roundedBps(part: bigint, whole: bigint, rounding: Rounding): number {
  if (whole <= 0n) return part > 0n ? Number(WHOLE_BPS) : 0;
  return within(divided(part * WHOLE_BPS, whole, rounding));
}

/** The same for counts. */
export function countBps(part: number, whole: number, rounding: Rounding): number {
  return roundedBps(BigInt(part), BigInt(whole), rounding);
}

/** `part` by `whole` in percent, rounded down, within 32 bits. `whole` is above 0. */
export function percentOf(part: bigint, whole: bigint): number {
  return within(divided(part * 100n, whole, 'down'));
}

/** A sum of amounts of one currency. */
export function sumOf<T>(items: readonly T[], amount: (item: T) => bigint): bigint {
  return items.reduce((sum, item) => sum + amount(item), 0n);
}

/** Division of integers that rounds to the named side below 0 too. `whole` is above 0. */
function divided(part: bigint, whole: bigint, rounding: Rounding): bigint {
  const quotient = part / whole;
  const rest = part % whole;
  if (rounding === 'up') return rest > 0n ? quotient + 1n : quotient;
  return rest < 0n ? quotient - 1n : quotient;
}

function within(value: bigint): number {
  if (value > INTEGER_MAX) return Number(INTEGER_MAX);
  return value < -INTEGER_MAX ? -Number(INTEGER_MAX) : Number(value);
}
