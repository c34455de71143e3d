import { parseSol } from '#lib/money.ts';

/** The size of a trade in SOL when none is given, on every transport. */
export const SIZE_SOL_DEFAULT = '0.5';
/** The largest size in SOL. */
export const SIZE_SOL_MAX = 10_000;
/** Plain decimal text: no sign, no exponent, no blanks, up to nine decimals. */
export const SIZE_SOL_PATTERN = /^\d{1,5}(\.\d{1,9})?$/;

const LAMPORTS_MAX = BigInt(SIZE_SOL_MAX) * 1_000_000_000n;

/** Whether a trade can have this size. */
export function isTradeSize(lamports: bigint): boolean {
  return lamports > 0n && lamports <= LAMPORTS_MAX;
}

/** The lamports that a size in SOL spells, more than 0 and at most the maximum; null for anything else. */
export function parseSize(text: string): bigint | null {
  const lamports = SIZE_SOL_PATTERN.test(text) ? parseSol(text) : null;
  return lamports !== null && isTradeSize(lamports) ? lamports : null;
}
