import type { Book, BookTrade, Position } from '#checks/wallet/book/positions.ts';
import { parseSignature, type Signature } from '#lib/address.ts';
import { drawn } from './drawn.ts';

/** Positions that are asked about: so many of those that brought most, and so many of the others. */
const TOP_MAX = 12;
const DRAWN_MAX = 20;

/** A position with a gain, its first purchase, and its sale that brought most. `gain` in atomic units of the book. */
export interface AskedPosition {
  readonly mint: string;
  readonly gain: bigint;
  readonly purchase: Signature;
  readonly sale: Signature;
}

/** The positions whose payers are looked for. Those beyond the largest are drawn, so that nobody knows which need no strangers. */
export function askedPositions(
  { positions, trades }: Pick<Book, 'positions' | 'trades'>,
  seed: string,
): readonly AskedPosition[] {
  const byMint = new Map<string, BookTrade[]>();
  for (const trade of trades) byMint.set(trade.mint, [...(byMint.get(trade.mint) ?? []), trade]);
  const gains = positions
    .filter(({ counted, state, pnl }) => counted && state !== 'open' && pnl > 0n)
    .sort((a, b) => (a.pnl === b.pnl ? a.openedAt - b.openedAt : a.pnl > b.pnl ? -1 : 1));
  const others = drawn(gains.slice(TOP_MAX), DRAWN_MAX, seed, ({ mint, openedAt }) => `${mint} ${openedAt}`);
  return [...gains.slice(0, TOP_MAX), ...others].flatMap((one) => asked(one, byMint.get(one.mint) ?? []));
}

function asked({ mint, pnl, openedAt, bestTrade }: Position, trades: readonly BookTrade[]): readonly AskedPosition[] {
  const bought = trades.find(({ kind, time }) => kind === 'buy' && time >= openedAt);
  const purchase = parseSignature(bought?.signature);
  const sale = parseSignature(bestTrade);
  return purchase && sale && purchase !== sale ? [{ mint, gain: pnl, purchase, sale }] : [];
}
