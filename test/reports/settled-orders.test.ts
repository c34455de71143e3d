import { describe, expect, it } from 'vitest';
import { WRAPPED_SOL_MINT } from '../../src/checks/wallet/effect.ts';
import { bookOf, flowsOf, positionOf, staleBookOf } from '../support/wallet-book.ts';
import { type Act, DOLLAR, PlayedWallet, SOL } from '../support/wallet-effects.ts';

/*
 * Coins go into an order book, whose taker never touches the wallet, and the proceeds come when somebody settles: the owner, or a
 * crank. Users see nothing until then: https://github.com/serum-community/pyserum/issues/107. Which coins they are for does not show.
 */
const settled = (over: Act): Act => ({ service: 'trade', programs: ['orders'], ...over });

function withOrder(): PlayedWallet {
  const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 500n } });
  wallet.swap(DOLLAR, 100n, 'coin', 50n);
  wallet.placeOrder('coin', 50n, 'vault');
  return wallet;
}

describe('coins in a program that pays money later', () => {
  it.each<readonly [string, Act]>([
    ['dollars to the owner who settles', settled({ tokens: { [DOLLAR]: 150n } })],
    ['SOL', settled({ sol: 2n * SOL })],
    ['dollars by a program that nobody knows', settled({ service: 'other', tokens: { [DOLLAR]: 150n } })],
    ['SOL by a program that nobody knows', settled({ service: 'other', sol: 2n * SOL })],
    [
      'dollars by a crank',
      settled({
        signed: false,
        fee: 0n,
        tokens: { [DOLLAR]: 150n },
        released: [{ account: 'money', mint: DOLLAR, amount: 150n }],
      }),
    ],
  ])('are neither lost nor sold at a known price: %s', (_, act) => {
    const wallet = withOrder();
    wallet.act(act);
    expect(bookOf(wallet).counts.atomicGains).toBe(0);
    const book = staleBookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, taint: 'unclear', pnl: 0n, transferredOut: 100n });
    expect([book.others.usd.transferredOut, book.others.usd.atomicLosses, book.counts.atomicGains]).toEqual([
      100n,
      0n,
      0,
    ]);
    expect(flowsOf(book, 'usd').orders ?? flowsOf(book).orders).toBeGreaterThan(0n);
  });

  it('come back with their basis, and only what stays away is unclear', () => {
    const wallet = withOrder();
    wallet.act(settled({ tokens: { [DOLLAR]: 20n } }));
    wallet.act(settled({ tokens: { coin: 50n } }));
    wallet.swap('coin', 50n, DOLLAR, 90n);
    // A gain or a loss that both legs show stays one, whoever sent money meanwhile.
    expect(positionOf(staleBookOf(wallet), 'coin')).toMatchObject({ counted: true, taint: null, pnl: -10n });
    const parted = withOrder();
    parted.act(settled({ tokens: { [DOLLAR]: 90n, coin: 20n } }));
    expect(positionOf(staleBookOf(parted), 'coin')).toMatchObject({ taint: 'unclear', transferredOut: 60n, pnl: -40n });
  });

  it('are lost where nothing was ever paid, or another program paid', () => {
    const wallet = withOrder();
    wallet.act({ service: 'trade', programs: ['others'], tokens: { [DOLLAR]: 150n } });
    expect(positionOf(staleBookOf(wallet), 'coin')).toMatchObject({ counted: true, pnl: -100n });
  });

  it('do not hide gains within one transaction, in which something leaves as well', () => {
    const wallet = withOrder();
    wallet.act(settled({ sol: SOL, deposits: [{ account: 'pool', mint: WRAPPED_SOL_MINT, amount: 9n * SOL }] }));
    expect(bookOf(wallet).counts.atomicGains).toBe(1);
  });
});

describe('money in a program that gives coins later', () => {
  it('is no loss of its own beside them', () => {
    const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 500n } });
    wallet.placeSolOrder(3n * SOL, 'SOL vault');
    wallet.placeOrder(DOLLAR, 200n, 'money vault');
    wallet.act(settled({ tokens: { coin: 50n } }));
    const book = staleBookOf(wallet);
    expect([book.atomicLosses, book.others.usd.atomicLosses]).toEqual([0n, 0n]);
    // It counts as gone where a good record is looked for.
    expect([flowsOf(book).unclear, flowsOf(book, 'usd').unclear]).toEqual([-3n * SOL, -200n]);
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, pnl: 0n });
  });
});
