import type { BookTrade } from '../book/positions.ts';

/** Trades by mint, each list in the order given. */
export function byMint(trades: readonly BookTrade[]): ReadonlyMap<string, readonly BookTrade[]> {
  const lists = new Map<string, BookTrade[]>();
  for (const trade of trades) {
    const list = lists.get(trade.mint);
    if (list) list.push(trade);
    else lists.set(trade.mint, [trade]);
  }
  return lists;
}
