import { describe, expect, it } from 'vitest';
import type { BookTrade, Position } from '#rules/wallet/evidence/book.ts';
import { position as positionWith, trade as tradeWith } from '../../../../test/support/wallet-evidence.ts';
import { askedPositions } from './asked-positions.ts';

const SIGNATURES = ['1'.repeat(64), `${'1'.repeat(63)}2`, `${'1'.repeat(63)}3`];

const trade = (kind: 'buy' | 'sell', nth: number, pnl: bigint, time: number): BookTrade =>
  tradeWith({ kind, mint: 'coin', amount: 100n + pnl, pnl, time, signature: SIGNATURES[nth] ?? '' });

const position = (pnl: bigint): Position =>
  positionWith({ mint: 'coin', pnl, openedAt: 10, closedAt: 30, lastTradeAt: 30, bestTrade: SIGNATURES[1] ?? '' });

const trades = [trade('buy', 0, 0n, 10), trade('sell', 1, 60n, 20), trade('sell', 2, 40n, 30)];

describe('the positions that are asked about', () => {
  it('name one sale, drawn by what it gained, so that a real one does not stand for staged ones', () => {
    const asked = Array.from({ length: 300 }, (_, n) =>
      askedPositions({ positions: [position(100n)], trades }, `seed ${n}`),
    );
    const sales = asked.map(([one]) => one?.sale?.signature);
    const share = sales.filter((one) => one === SIGNATURES[1]).length / 300;
    expect(share).toBeGreaterThan(0.5);
    expect(share).toBeLessThan(0.7);
    expect(askedPositions({ positions: [position(100n)], trades }, 'one')).toEqual(
      askedPositions({ positions: [position(100n)], trades }, 'one'),
    );
  });

  it('keep the gain of a position whose purchase is not in the book, so that nobody is known to have paid it', () => {
    const [one] = askedPositions({ positions: [position(100n)], trades: trades.slice(1) }, '');
    expect(one).toMatchObject({ gain: 100n, purchase: null });
  });

  it('leave trades of another position of the same token out', () => {
    const later = trade('sell', 2, 9_000n, 40);
    const [one] = askedPositions({ positions: [position(60n)], trades: [...trades.slice(0, 2), later] }, '');
    expect(one?.sale).toEqual({ signature: SIGNATURES[1], received: 160n, profit: 60n });
  });
});
