import { WRAPPED_SOL_MINT } from 'assay-core/derive/effects/effect-type.ts';
import { describe, expect, it } from 'vitest';
import { bookOf, flowsOf, positionOf, staleBookOf } from '../../packages/core/test/support/wallet-book.ts';
import { type Act, DOLLAR, PlayedWallet, SOL } from '../../packages/core/test/support/wallet-effects.ts';

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

  const dollarsPaid = { tokens: { [DOLLAR]: 150n, bought: 5n }, sol: -SOL } as const;
  const toPool = (mint: string, amount: bigint) => ({ deposits: [{ account: 'pool', mint, amount }] });

  it.each<readonly [string, Act]>([
    ['beside a purchase', settled({ ...dollarsPaid, ...toPool(WRAPPED_SOL_MINT, SOL) })],
    [
      'beside a purchase, by a program that nobody knows',
      settled({ ...dollarsPaid, joint: true, plain: [{ mint: DOLLAR, in: 150n, out: 0n }] }),
    ],
    ['that buys another coin at once', settled({ tokens: { bought: 5n }, ...toPool(DOLLAR, 150n) })],
    ['that is sent on at once', settled({ givenOut: 2n * SOL })],
    ['beside a gift to another', settled({ tokens: { [DOLLAR]: 150n }, sol: -SOL, givenOut: SOL })],
    ['as another coin', settled({ tokens: { bought: 5n } })],
    ['as two other coins', settled({ tokens: { bought: 5n, more: 5n } })],
  ])('are no loss where it comes %s', (_, act) => {
    const wallet = withOrder();
    wallet.act(act);
    const book = staleBookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, taint: 'unclear', pnl: 0n, transferredOut: 100n });
    expect([book.counts.atomicGains, book.atomicLosses, book.others.usd.atomicLosses]).toEqual([0, 0n, 0n]);
  });

  it('are no loss where the money that came waits in an order since then', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 50n, SOL);
    const deposits = [
      { account: 'pool', mint: 'coin', amount: 50n },
      { account: 'order', mint: WRAPPED_SOL_MINT, amount: 3n * SOL },
    ];
    wallet.act({ service: 'trade', programs: ['router', 'orders'], tokens: { coin: -50n }, deposits });
    expect(positionOf(staleBookOf(wallet), 'coin')).toMatchObject({ counted: false, taint: 'unclear', pnl: 0n });
    wallet.act(settled({ sol: 3n * SOL }));
    expect(bookOf(wallet).counts.atomicGains).toBe(0);
  });

  it('stay lost where only other units come back from there', () => {
    const wallet = withOrder();
    wallet.buy('other', 50n, SOL);
    wallet.placeOrder('other', 50n, 'other vault');
    wallet.act(settled({ tokens: { other: 50n } }));
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

  it('is none of its own where two orders are filled at once', () => {
    const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 500n } });
    for (const account of ['one', 'two']) wallet.placeOrder(DOLLAR, 200n, account);
    const over = { joint: true, released: ['one', 'two'].map((account) => ({ account, mint: DOLLAR, amount: 200n })) };
    wallet.filled('one', DOLLAR, 200n, { tokens: { coin: 50n, more: 50n } }, over);
    expect(staleBookOf(wallet).others.usd.atomicLosses).toBe(0n);
  });
});
