import type { Position } from '../evidence/book.ts';

/** Returns of no market lie within this part of their own size: one in so many. */
const SPREAD_PARTS = 8n;
/** A round trip in so many that has to lose, and how many show it. */
const LOSSLESS_MIN = 60;
/** Fewer returns say nothing of their spread. */
const RETURNS_MIN = 20;
/** Returns are compared in millionths. */
const PARTS = 1_000_000n;

/** Whether a record is too even to come from a market: it never lost, or half of all its returns are alike. */
export interface Evenness {
  readonly lossless: boolean;
  readonly alike: boolean;
}

/**
 * Takes ended round trips. `alike`: the shortest interval that holds half of the returns (P. J. Rousseeuw and A. M. Leroy,
 * Statistica Neerlandica 42, 1988) is shorter than an eighth of its middle. That does not mind how wild the other half is, and it
 * lets small and steady gains pass, whose spread is small too.
 */
export function evennessOf(sample: readonly Pick<Position, 'cost' | 'pnl'>[]): Evenness {
  const returns = sample.flatMap(({ cost, pnl }) => (cost > 0n ? [(pnl * PARTS) / cost] : []));
  const lossless = sample.length >= LOSSLESS_MIN && sample.every(({ pnl }) => pnl >= 0n);
  if (returns.length < RETURNS_MIN) return { lossless, alike: false };
  returns.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = Math.ceil(returns.length / 2);
  const intervals = returns.slice(0, returns.length - half + 1).map((low, at) => [low, returns[at + half - 1] ?? low]);
  const [from = 0n, to = 0n] = intervals.reduce((best, one) => (length(one) < length(best) ? one : best));
  const middle = (from + to) / 2n;
  return { lossless, alike: middle > 0n && (to - from) * SPREAD_PARTS < middle };
}

function length([from = 0n, to = 0n]: readonly bigint[]): bigint {
  return to - from;
}
