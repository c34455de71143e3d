import { WRAPPED_SOL_MINT } from 'assay-core/derive/effects/effect-type.ts';
import { describe, expect, it } from 'vitest';
import { bookOf, positionOf } from '../../packages/core/test/support/wallet-book.ts';
import { DOLLAR, FEE, PlayedWallet, SOL } from '../../packages/core/test/support/wallet-effects.ts';

/*
 * A coin that nobody wants any more is sold for some thousand lamports. That a pool paid for it tells a sale, not how much.
 */
describe('a coin is sold for next to nothing', () => {
  const deposits = [{ account: 'pool', mint: 'coin', amount: 100n }];

  it.each([1n, 9_999n, 10_000n, 10_001n])('for %i lamports: a sale with its loss, at once', (lamports) => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, lamports, { deposits, poolImpactBps: 0 });
    const lost = lamports - SOL - 2n * FEE;
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'closed', counted: true, sells: 1, pnl: lost });
  });

  it('for a millionth of a dollar', () => {
    const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 500n } });
    wallet.swap(DOLLAR, 500n, 'coin', 100n);
    wallet.swap('coin', 100n, DOLLAR, 1n);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'closed', counted: true, pnl: -499n });
  });

  it('by an order that somebody fills', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    wallet.filled('order', 'coin', 100n, { sol: 9_999n });
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({
      state: 'closed',
      counted: true,
      pnl: 9_999n - SOL - FEE,
    });
  });

  it('is no sale where no pool paid: a deposit, an order, and what only moved', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, 0n, { deposits, poolImpactBps: null });
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'open', sells: 0, openBasis: SOL + FEE });
    const noise = new PlayedWallet();
    noise.buy('coin', 100n, SOL);
    noise.sell('coin', 100n, 5_000n, { deposits, poolImpactBps: null });
    expect(positionOf(bookOf(noise), 'coin')).toMatchObject({ state: 'open', sells: 0 });
  });
});

describe('a coin is bought for next to nothing', () => {
  it('where a pool took the lamports; what comes beside a cost alone has no basis', () => {
    const wallet = new PlayedWallet();
    const deposits = [{ account: 'pool', mint: WRAPPED_SOL_MINT, amount: 5_000n }];
    wallet.buy('coin', 100n, 5_000n, { deposits });
    wallet.buy('gift', 100n, 5_000n);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ buys: 1, openBasis: 5_000n + FEE });
    expect(positionOf(book, 'gift')).toMatchObject({ buys: 0, openBasis: 0n });
  });
});
