import { magnitude } from '#lib/divide.ts';
import type { BookTrade } from '../evidence/book.ts';
import { dayOf } from '../evidence.ts';
import { sumOf } from './ratio.ts';

/** Days (UTC) with a trade. */
export function activeDaysOf(trades: readonly BookTrade[]): number {
  return new Set(trades.map(({ time }) => dayOf(time))).size;
}

/** The turnover of trades in one currency; a sale below cost counts with its cost. */
export function turnoverOf(trades: readonly BookTrade[]): bigint {
  return sumOf(trades, ({ amount }) => magnitude(amount));
}
