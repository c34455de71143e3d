import { magnitude } from '#lib/divide.ts';
import type { Book } from './evidence/book.ts';
import type { Break, HistoryFacts } from './evidence.ts';
import { turnoverOf } from './figures/turnover.ts';
import { type Measured, measured } from './measured.ts';

/** A gap between balances that matters: more than this, and more than this part of turnover in SOL. */
const GAP_LAMPORTS_MAX = 10_000_000n;
const GAP_TURNOVER_PARTS = 100n;

/** So few do not matter by themselves: a balance that they changed shows as a break. */
const UNUSABLE_FEW = 2;

/** Transactions without a body that matter: more than a hundredth. */
const UNUSABLE_PARTS = 100;

/** The sum of jumps between balances. Lamports; `mint` is a traded one that jumped. */
export interface WeighedBreaks {
  readonly count: number;
  readonly lamports: bigint;
  readonly mint: string | null;
  /** More than can be passed over. */
  readonly matters: boolean;
  /** The cause: the lamports if they alone are too many, else the jumps of traded mints. */
  readonly decisive: Measured;
}

/** Adds the jumps up: many small ones hide as much as a large one. */
export function weighBreaks(
  breaks: readonly Break[],
  { tradedMints, rates, trades }: Pick<Book, 'tradedMints' | 'rates' | 'trades'>,
): WeighedBreaks {
  const lamports = breaks.reduce((sum, one) => sum + magnitude(one.lamports), 0n);
  const part = turnoverOf(trades.filter(({ currency }) => currency === 'sol')) / GAP_TURNOVER_PARTS;
  const bound = part > GAP_LAMPORTS_MAX ? part : GAP_LAMPORTS_MAX;
  // The means of payment for trades count like the traded mints.
  const traded = new Set([...tradedMints, ...rates.map(({ mint }) => mint)]);
  const ofTraded = breaks.filter(({ mint }) => mint !== null && traded.has(mint));
  const isLarge = lamports > bound;
  return {
    count: breaks.length,
    lamports,
    mint: ofTraded[0]?.mint ?? null,
    matters: isLarge || ofTraded.length > 0,
    decisive: isLarge
      ? measured('at_most', 'lamports', lamports, bound)
      : measured('at_most', 'jumps', ofTraded.length, 0),
  };
}

/** Listed transactions that no endpoint gave in full, by cause. */
export function unusableOf({ unusable, transactions }: HistoryFacts) {
  const missing = unusable.filter(({ cause }) => cause === 'history_missing');
  return {
    missing,
    unreadable: unusable.filter(({ cause }) => cause === 'unreadable'),
    /** Too many are missing to pass over. One or two of a short history are not, where all balances follow on without them. */
    matters: missing.length > UNUSABLE_FEW && missing.length * UNUSABLE_PARTS > transactions + unusable.length,
  };
}
