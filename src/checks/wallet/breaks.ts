import type { Book } from './book/model.ts';
import type { Break, HistoryFacts } from './evidence.ts';
import type { Figures } from './figures-model.ts';
import { GAP_LAMPORTS_MAX, GAP_TURNOVER_PARTS, UNUSABLE_PARTS } from './policy.ts';

/** What jumps between balances come to. Lamports; `mint` is a traded one that jumped. */
export interface WeighedBreaks {
  readonly count: number;
  readonly lamports: bigint;
  readonly bound: bigint;
  readonly mint: string | null;
  /** More than can be passed over. */
  readonly matters: boolean;
}

/** Adds the jumps up: many small ones hide as much as a large one. */
export function weighBreaks(
  breaks: readonly Break[],
  book: Pick<Book, 'tradedMints' | 'rates'>,
  { turnover }: Pick<Figures, 'turnover'>,
): WeighedBreaks {
  const lamports = breaks.reduce((sum, one) => sum + (one.lamports < 0n ? -one.lamports : one.lamports), 0n);
  const part = turnover / GAP_TURNOVER_PARTS;
  const bound = part > GAP_LAMPORTS_MAX ? part : GAP_LAMPORTS_MAX;
  // What paid for trades counts like what was traded.
  const traded = new Set([...book.tradedMints, ...book.rates.map(({ mint }) => mint)]);
  const mint = breaks.find((one) => one.mint !== null && traded.has(one.mint))?.mint ?? null;
  return { count: breaks.length, lamports, bound, mint, matters: mint !== null || lamports > bound };
}

/** Listed transactions that no endpoint gave in full, by cause. */
export function unusableOf({ unusable, transactions }: HistoryFacts) {
  const missing = unusable.filter(({ cause }) => cause === 'history_missing');
  return {
    missing,
    unreadable: unusable.filter(({ cause }) => cause === 'unreadable'),
    /** Too many are missing to pass over. */
    matters: missing.length * UNUSABLE_PARTS > transactions + unusable.length,
  };
}
