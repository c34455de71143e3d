import { formatSol } from '#lib/money.ts';

/** The largest integer that every reader of JSON and GraphQL accepts. */
const INTEGER_MAX = 2_147_483_647;
/** The largest amount in the published form of amounts. */
const AMOUNT_MAX = 10n ** 39n - 1n;
const BASIS_POINTS = 10_000n;
const MICROS_PER_CENT = 10_000n;
const CENTS_PER_DOLLAR = 100n;

/** An integer within GraphQL's Int; null for null and for non-integers. */
export function boundedInteger(value: number | bigint | null | undefined): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  if (Number.isNaN(number)) return null;
  return Math.max(-INTEGER_MAX, Math.min(Math.trunc(number), INTEGER_MAX));
}

/** A count or share that is never null. */
export function bounded(value: number): number {
  return boundedInteger(value) ?? 0;
}

/** An amount as a decimal string in the published form: not negative, at most 39 digits. */
export function boundedAmount(value: bigint): string {
  if (value < 0n) return '0';
  return (value > AMOUNT_MAX ? AMOUNT_MAX : value).toString();
}

/** The same where there may be none. */
export function maybeAmount(value: bigint | null | undefined): string | null {
  return value === null || value === undefined ? null : boundedAmount(value);
}

/** Lamports in SOL as a decimal string. */
export function solText(lamports: bigint): string {
  return formatSol(BigInt(boundedAmount(lamports)));
}

/** Millionths of a US dollar as dollars with two decimals, rounded down. */
export function dollarText(micros: bigint | null | undefined): string | null {
  if (micros === null || micros === undefined) return null;
  const cents = BigInt(boundedAmount(micros)) / MICROS_PER_CENT;
  return `${cents / CENTS_PER_DOLLAR}.${(cents % CENTS_PER_DOLLAR).toString().padStart(2, '0')}`;
}

/** Whole Unix seconds, or a slot; null for impossible times, because an account may have any 64 bits there. */
export function boundedMoment(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

/** The loss in basis points of `size`, rounded up; 0 without a loss, null without a size. */
export function lostBps(size: bigint, back: bigint): number | null {
  if (size <= 0n) return null;
  const lost = back >= size ? 0n : size - back;
  return boundedInteger((lost * BASIS_POINTS + size - 1n) / size);
}
