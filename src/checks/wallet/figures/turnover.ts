import type { Trade } from '../book/model.ts';
import { sumOf } from './ratio.ts';

const DAY_SECONDS = 86_400;

/** The UTC day of a moment. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** Days (UTC) with a trade. */
export function activeDaysOf(trades: readonly Trade[]): number {
  return new Set(trades.map(({ time }) => dayOf(time))).size;
}

/** What trades moved, in lamports; a sale that brought less than it cost moved that much as well. */
export function turnoverOf(trades: readonly Trade[]): bigint {
  return sumOf(trades, ({ lamports }) => (lamports < 0n ? -lamports : lamports));
}
