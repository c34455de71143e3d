import { describe, expect, it } from 'vitest';
import { bookOf, DAY, position, START, trade } from '../../../../test/support/wallet-positions.ts';
import type { Position } from '../evidence/book.ts';
import { rankedTrades } from './ranked-trades.ts';

const trips = (profits: readonly bigint[], changes: Partial<Position> = {}) =>
  profits.map((pnl, at) => position({ mint: `mint ${at}`, pnl, openedAt: START + at * DAY, ...changes }));

function ranked(positions: readonly Position[], trades = bookOf(positions).trades) {
  return rankedTrades(trades, positions);
}

describe('the best and the worst round trips', () => {
  it('are at most ten each, those with most profit and those with most loss first', () => {
    const profits = Array.from({ length: 25 }, (_, n) => BigInt(n - 12) * 100n);
    const { topTrades, worstTrades } = ranked(trips(profits));
    expect(topTrades.map(({ position: { pnl } }) => pnl)).toEqual(profits.slice(15).reverse());
    expect(worstTrades.map(({ position: { pnl } }) => pnl)).toEqual(profits.slice(0, 10));
  });

  it('are none where nothing was won or lost', () => {
    expect(ranked(trips([0n, 0n]))).toEqual({ topTrades: [], worstTrades: [] });
  });

  it('put the one that ended first before another of the same size', () => {
    const { topTrades, worstTrades } = ranked(trips([-5n, 5n, -5n, 5n]));
    expect(topTrades.map(({ position: { mint } }) => mint)).toEqual(['mint 1', 'mint 3']);
    expect(worstTrades.map(({ position: { mint } }) => mint)).toEqual(['mint 0', 'mint 2']);
  });

  it('name the sale that lost most of the round trip, and of no other round trip of the mint', () => {
    const one = position({ mint: 'm', pnl: -300n, openedAt: START, closedAt: START + DAY });
    const other = position({ mint: 'm', pnl: -10n, openedAt: START + 2 * DAY, closedAt: START + 3 * DAY });
    const sale = (signature: string, time: number, pnl: bigint) =>
      trade({ kind: 'sell', mint: 'm', signature, time, pnl });
    const { worstTrades } = ranked(
      [one, other],
      [
        sale('gain', START + 10, 100n),
        sale('small', START + 20, -150n),
        sale('large', START + 30, -250n),
        sale('later', START + 2 * DAY + 10, -400n),
        { ...sale('elsewhere', START + 30, -900n), mint: 'another' },
        { ...sale('bought', START + 30, -900n), kind: 'buy' },
      ],
    );
    expect(worstTrades.map((trip) => trip.sale?.signature)).toEqual(['large', 'later']);
  });

  it('have no sale where all of it was written off', () => {
    const stale = position({ mint: 'm', state: 'stale', pnl: -7n, bestTrade: 'bought' });
    expect(ranked([stale]).worstTrades).toEqual([{ position: stale, sale: null }]);
  });
});
