import { WRAPPED_SOL_MINT } from 'assay-core/derive/effects/effect-type.ts';
import { describe, expect, it } from 'vitest';
import { bookOf, flowsOf, positionOf } from '../../packages/core/test/support/wallet-book.ts';
import { type Act, DOLLAR, FEE, PlayedWallet, SOL } from '../../packages/core/test/support/wallet-effects.ts';

/*
 * A route over several pools leaves some units of a coin in its middle in the wallet, since a pool rounds or another part of the
 * route quoted less: https://github.com/coral-xyz/backpack/issues/528. It is a purchase of the coin at its end all the same.
 */
const route = (passed: Readonly<Record<string, bigint>>, over: Act): Act => ({
  service: 'trade',
  programs: ['router'],
  deposits: Object.entries(passed).map(([mint, amount]) => ({ account: `pool of ${mint}`, mint, amount })),
  ...over,
});

describe('what a route leaves over', () => {
  it.each<readonly [string, Act]>([
    [
      'a unit of a middle coin',
      route({ middle: 1_000n, [WRAPPED_SOL_MINT]: SOL }, { tokens: { coin: 50n, middle: 1n } }),
    ],
    ['one of dollars', route({ [DOLLAR]: 200_000n }, { tokens: { coin: 50n, [DOLLAR]: 37n } })],
    [
      'one of two middle coins each',
      route({ middle: 5_000n, other: 7_000n }, { tokens: { coin: 50n, middle: 5n, other: 1n } }),
    ],
    ['a unit too many that was held', route({ held: 5_000n }, { tokens: { coin: 50n, held: -5n } })],
  ])('makes a purchase no less clear: %s', (_, act) => {
    const wallet = new PlayedWallet({ tokens: { held: 100n } });
    wallet.act({ ...act, sol: -SOL });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ taint: null, buys: 1, openBasis: SOL + FEE });
    expect(flowsOf(book)).toEqual({ buys: -SOL - FEE });
    for (const { mint, openBasis, buys } of book.positions)
      if (mint !== 'coin') expect([openBasis, buys]).toEqual([0n, 0]);
  });

  it('makes a sale, a swap and a purchase for dollars no less clear', () => {
    const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 900_000n } });
    wallet.buy('coin', 50n, SOL);
    wallet.act(route({ middle: 9_000n, coin: 50n }, { sol: 2n * SOL, tokens: { coin: -50n, middle: 2n } }));
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ counted: true, pnl: SOL - 2n * FEE });
    wallet.buy('from', 50n, SOL);
    wallet.act(route({ middle: 9_000n, from: 50n }, { tokens: { from: -50n, to: 8n, middle: 2n } }));
    expect(positionOf(bookOf(wallet), 'to')).toMatchObject({ taint: null, openBasis: SOL + 2n * FEE });
    const passed = { [WRAPPED_SOL_MINT]: SOL, [DOLLAR]: 900_000n };
    wallet.act(route(passed, { sol: 40_000n, tokens: { [DOLLAR]: -900_000n, dear: 3n } }));
    expect(positionOf(bookOf(wallet), 'dear')).toMatchObject({ currency: 'usd', taint: null, openBasis: 900_000n });
  });

  it('is no second purchase, nor what paid', () => {
    const bought = new PlayedWallet();
    // More than one in a thousand of what went through, and a coin that did not go through at all.
    bought.act(route({ middle: 999n }, { sol: -SOL, tokens: { coin: 50n, middle: 2n } }));
    bought.act(route({ middle: 10n ** 9n }, { sol: -SOL, tokens: { coin: 50n, other: 1n } }));
    expect(flowsOf(bookOf(bought)).unclear).toBe(-2n * SOL);
    const paid = new PlayedWallet({ tokens: { gift: 100n } });
    paid.act(route({ gift: 3n }, { sol: -SOL, tokens: { coin: 50n, gift: -3n } }));
    expect(flowsOf(bookOf(paid)).unclear).toBe(-SOL);
    // What remains has to be an exchange by itself: this is a gain within one transaction.
    const atomic = new PlayedWallet();
    atomic.act(route({ [WRAPPED_SOL_MINT]: 100n * SOL }, { sol: SOL / 20n }));
    expect(bookOf(atomic).counts.atomicGains).toBe(1);
  });
});
