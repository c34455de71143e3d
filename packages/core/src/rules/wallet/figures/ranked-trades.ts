import type { Figures, RankedTrade } from '../book-figures.ts';
import type { BookTrade, Position } from '../evidence/book.ts';

const TRADES_MAX = 10;

/** The round trips of the sample with most profit and with most loss, each with the sale that made most of it. */
export function rankedTrades(
  trades: readonly BookTrade[],
  sample: readonly Position[],
): Pick<Figures, 'topTrades' | 'worstTrades'> {
  const best = sample
    .filter(({ pnl }) => pnl > 0n)
    .sort((a, b) => bySize(b.pnl, a.pnl) || byEnd(a, b))
    .slice(0, TRADES_MAX);
  const worst = sample
    .filter(({ pnl }) => pnl < 0n)
    .sort((a, b) => bySize(a.pnl, b.pnl) || byEnd(a, b))
    .slice(0, TRADES_MAX);
  const mints = new Set([...best, ...worst].map(({ mint }) => mint));
  const sales = trades.filter(({ kind, mint }) => kind === 'sell' && mints.has(mint));
  return {
    topTrades: best.map((position) => ({ position, sale: bestSale(position, sales) })),
    worstTrades: worst.map((position) => ({ position, sale: worstSale(position, sales) })),
  };
}

/** Oldest end first; within the same second by the beginning, then by name. */
export function byEnd(a: Position, b: Position): number {
  return (a.closedAt ?? 0) - (b.closedAt ?? 0) || a.openedAt - b.openedAt || (a.mint < b.mint ? -1 : 1);
}

/** The last sale of the mint in that transaction. */
function bestSale({ mint, bestTrade }: Position, sales: readonly BookTrade[]): RankedTrade['sale'] {
  return sales.findLast((sale) => sale.mint === mint && sale.signature === bestTrade) ?? null;
}

/** The sale with most loss while the position was open; null where the loss came without one, such as by write-off. */
function worstSale({ mint, openedAt, lastTradeAt }: Position, sales: readonly BookTrade[]): RankedTrade['sale'] {
  let worst: BookTrade | null = null;
  for (const sale of sales) {
    if (sale.mint !== mint || sale.time < openedAt || sale.time > lastTradeAt || sale.pnl >= 0n) continue;
    if (worst === null || sale.pnl < worst.pnl) worst = sale;
  }
  return worst;
}

function bySize(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
