import type { Trade } from '../book/model.ts';

/** Trades by mint, each list in the order given. */
export function byMint(trades: readonly Trade[]): ReadonlyMap<string, readonly Trade[]> {
  const lists = new Map<string, Trade[]>();
  for (const trade of trades) {
    const list = lists.get(trade.mint);
    if (list) list.push(trade);
    else lists.set(trade.mint, [trade]);
  }
  return lists;
}
