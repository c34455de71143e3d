import { describe, expect, it } from 'vitest';
import { WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import { bookOf, flowsOf, positionOf, staleBookOf } from '../support/wallet-book.ts';
import { DAY, FEE, PlayedWallet, RENT, SOL } from '../support/wallet-effects.ts';

const BASIS = SOL + FEE;

describe('an order that sells tokens', () => {
  it('keeps the position open, and sells when a keeper fills it', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order', { rentForOthers: RENT });
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'open', openBasis: BASIS });
    wallet.filled('order', 'coin', 40n, { sol: SOL });
    wallet.filled('order', 'coin', 60n, { sol: SOL });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ state: 'closed', counted: true, pnl: 2n * SOL - BASIS, sells: 2 });
    expect(flowsOf(book)).toEqual({ buys: -BASIS, rent_for_others: -RENT, other_fees: -FEE, sells: 2n * SOL });
    expect(book.counts.atomicGains).toBe(0);
  });

  it('brings back what the wallet cancels, with its basis and its age', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.buy('coin', 50n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    wallet.act({ service: 'trade', programs: ['orders'], tokens: { coin: 100n } });
    wallet.sell('coin', 100n, 2n * SOL);
    const book = bookOf(wallet);
    expect(book.trades.at(-1)).toMatchObject({ pnl: 2n * SOL - FEE - BASIS });
    expect(book.holds).toEqual([{ seconds: 240, currency: 'sol', amount: BASIS }]);
  });

  it('is no sale when the wallet closes it and tokens come back with SOL', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    wallet.act({ service: 'trade', programs: ['orders'], tokens: { coin: 30n }, sol: 9n * SOL });
    const book = bookOf(wallet);
    expect(book).toMatchObject({ proceeds: 0n, counts: { atomicGains: 0 } });
    expect(positionOf(book, 'coin')).toMatchObject({ state: 'open', openBasis: BASIS, sells: 0, taint: null });
    expect(book.flows.orders).toBe(9n * SOL);
  });

  it('goes stale like everything else', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    expect(positionOf(staleBookOf(wallet), 'coin')).toMatchObject({ state: 'stale', counted: true, pnl: -BASIS });
  });

  it('shares the proceeds with units that the book never saw go in', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    wallet.filled('order', 'coin', 400n, { sol: 4n * SOL });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ proceeds: SOL, unmatchedProceeds: 3n * SOL, counted: false });
    expect(book.unmatchedSales).toMatchObject([{ receivedAt: 0, amount: 3n * SOL }]);
  });

  it('gives one token for another when it is filled so', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.placeOrder('coin', 100n, 'order');
    wallet.filled('order', 'coin', 100n, { tokens: { other: 5n } });
    const book = bookOf(wallet);
    expect(positionOf(book, 'other')).toMatchObject({ openBasis: BASIS, buys: 0 });
    expect(positionOf(book, 'coin')).toMatchObject({ state: 'closed', counted: false, cost: 0n });
  });
});

describe('an order that pays with SOL', () => {
  it('buys for what left its account, and says nothing of flows a second time', () => {
    const wallet = new PlayedWallet();
    wallet.placeSolOrder(3n * SOL, 'order');
    wallet.filled('order', WRAPPED_SOL_MINT, SOL, { tokens: { coin: 10n } });
    wallet.filled('order', WRAPPED_SOL_MINT, 2n * SOL, { tokens: { coin: 10n } });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ openBasis: 3n * SOL, buys: 2 });
    expect(flowsOf(book)).toEqual({ orders: -3n * SOL, other_fees: -FEE });
    expect(book.specialFlow).toBe(3n * SOL);
  });

  it('knows the price of no more than went in', () => {
    const wallet = new PlayedWallet();
    wallet.placeSolOrder(SOL, 'order');
    wallet.filled('order', WRAPPED_SOL_MINT, 4n * SOL, { tokens: { coin: 10n } });
    wallet.sell('coin', 10n, 10n * SOL + FEE);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ cost: SOL, proceeds: 2n * SOL, taint: 'unknown_basis' });
  });

  it('gives back what it did not use', () => {
    const wallet = new PlayedWallet();
    wallet.placeSolOrder(3n * SOL, 'order');
    wallet.act({ service: 'trade', programs: ['orders'], sol: 3n * SOL });
    const book = bookOf(wallet, { now: wallet.time + 30 * DAY });
    expect(flowsOf(book)).toEqual({ other_fees: -2n * FEE });
    expect(book).toMatchObject({ atomicLosses: 0n, counts: { atomicGains: 0 } });
  });

  it('explains SOL that comes back up to what waits and some rent; more is a gain of another kind', () => {
    const wallet = new PlayedWallet();
    wallet.placeSolOrder(3n * SOL, 'order', { rentForOthers: RENT });
    wallet.act({ service: 'trade', programs: ['orders'], sol: 3n * SOL + RENT });
    wallet.placeSolOrder(3n * SOL, 'order');
    wallet.act({ service: 'trade', programs: ['orders'], sol: 4n * SOL });
    const book = bookOf(wallet);
    expect(book.flows).toMatchObject({ orders: -3n * SOL + RENT, atomic: 4n * SOL });
    expect(book.counts.atomicGains).toBe(1);
  });

  it('has lost what nobody heard of for seven days', () => {
    const wallet = new PlayedWallet();
    wallet.placeSolOrder(3n * SOL, 'order');
    expect(bookOf(wallet).atomicLosses).toBe(0n);
    expect(staleBookOf(wallet).atomicLosses).toBe(3n * SOL);
  });

  it('is no order where most of the deposit came back at once: that is a loss', () => {
    const wallet = new PlayedWallet();
    const deposits = [{ account: 'vault', mint: WRAPPED_SOL_MINT, amount: 5n * SOL }];
    wallet.act({ service: 'trade', sol: -SOL, deposits });
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ atomic: -SOL, other_fees: -FEE });
    expect(book.atomicLosses).toBe(SOL);
  });
});

describe('liquidity', () => {
  it('is no trade though it resembles one token for another with SOL', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.provide('share', 7n, 'coin', 100n, SOL);
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ buys: -BASIS, liquidity: -SOL, other_fees: -FEE });
    expect(positionOf(book, 'coin')).toMatchObject({ state: 'open', openBasis: BASIS });
    expect(book.positions.map(({ mint }) => mint)).toEqual(['coin']);
  });

  it('gives the basis back up to the units that went in; the excess has none', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.provide('share', 7n, 'coin', 100n, SOL);
    wallet.provide('share', -7n, 'coin', -125n, -2n * SOL);
    wallet.sell('coin', 125n, 5n * SOL + FEE);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ proceeds: 4n * SOL, cost: BASIS, unmatchedProceeds: SOL });
    expect(book.flows.liquidity).toBe(SOL);
  });

  it('of before the window brings tokens of unknown basis', () => {
    const wallet = new PlayedWallet({ tokens: { share: 7n } });
    wallet.provide('share', -7n, 'coin', -125n, -2n * SOL);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ openBasis: 0n, buys: 0 });
    expect(flowsOf(book)).toEqual({ liquidity: 2n * SOL, other_fees: -FEE });
  });

  it('makes receipts that have no basis when they are sold', () => {
    const wallet = new PlayedWallet();
    wallet.act({
      service: 'staking',
      sol: -SOL,
      tokens: { stake: 9n },
      minted: [{ mint: 'stake', amount: 9n, byProgram: true, byCurve: false }],
    });
    wallet.sell('stake', 9n, 2n * SOL);
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ staking: -SOL, other_fees: -FEE, sells: 2n * SOL - FEE });
    expect(book).toMatchObject({ positions: [], unmatchedProceeds: 2n * SOL - FEE });
  });

  it('takes a bought receipt back without saying what it brought', () => {
    const wallet = new PlayedWallet();
    wallet.buy('stake', 9n, SOL);
    wallet.act({
      service: 'staking',
      sol: SOL,
      tokens: { stake: -9n },
      burned: [{ mint: 'stake', amount: 9n, byProgram: true, byCurve: false }],
    });
    const book = bookOf(wallet);
    expect(positionOf(book, 'stake')).toMatchObject({ transferredOut: BASIS, counted: false, proceeds: 0n });
    expect(book.flows.staking).toBe(SOL);
  });
});

describe('lending and collectibles', () => {
  it('give back with its basis what went in', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.act({ service: 'lending', tokens: { coin: -100n }, programs: ['lender'] });
    wallet.act({ service: 'lending', tokens: { coin: 110n }, programs: ['lender'] });
    wallet.sell('coin', 110n, 11n * SOL + FEE);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ cost: BASIS, proceeds: 10n * SOL, sells: 1 });
  });

  it('are no trade and keep no lots of collectibles', () => {
    const wallet = new PlayedWallet();
    const mints = [{ mint: 'picture', nft: true, confidential: false }];
    wallet.buy('picture', 1n, 3n * SOL);
    wallet.sell('picture', 1n, 5n * SOL);
    const book = bookOf(wallet, { mints });
    expect(flowsOf(book)).toEqual({ nfts: 2n * SOL, other_fees: -2n * FEE });
    expect(book).toMatchObject({ positions: [], trades: [], specialFlow: 8n * SOL });
  });
});

describe('transactions that mislead', () => {
  it('a coin that was made and bought at once is bought for what was paid', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL, { created: ['coin'], platformFees: 20_000_000n });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin').openBasis).toBe(SOL + 20_000_000n + FEE);
    expect(book.created).toEqual(['coin']);
  });

  it('a plain transfer that pays rent for the other side is a transfer', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.send('coin', 40n, { rentForOthers: RENT });
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ buys: -BASIS, other_fees: -FEE, rent_for_others: -RENT });
    expect(positionOf(book, 'coin')).toMatchObject({ sells: 0, taint: null });
  });

  it('what was bought and given away at once is bought first', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 0n, SOL, { plain: [{ mint: 'coin', in: 0n, out: 100n }] });
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ buys: 1, transferredOut: BASIS, state: 'closed' });
  });

  it('what was given and sold at once has no basis', () => {
    const wallet = new PlayedWallet();
    wallet.sell('coin', 0n, SOL, { plain: [{ mint: 'coin', in: 100n, out: 0n }] });
    expect(bookOf(wallet)).toMatchObject({ proceeds: SOL - FEE, unmatchedProceeds: SOL - FEE });
  });

  it('SOL that others sent with a sale is no part of what it brought', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, SOL, { givenIn: 50n * SOL });
    const book = bookOf(wallet);
    expect(book.proceeds).toBe(SOL - FEE);
    expect(book.flows.transfers_in).toBe(50n * SOL);
  });

  it('rent that others paid for a purchase makes it no cheaper', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL, { rentFromOthers: RENT });
    expect(positionOf(bookOf(wallet), 'coin').openBasis).toBe(BASIS);
  });

  it('fees that somebody else paid are none of the wallet', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL, { fee: 0n });
    expect(positionOf(bookOf(wallet), 'coin').openBasis).toBe(SOL);
  });
});

describe('a coin that hides behind something else', () => {
  it('is no clear trade beside a collectible, nor beside a receipt that comes the same way', () => {
    const mints = [{ mint: 'picture', nft: true, confidential: false }];
    const beside = new PlayedWallet();
    beside.buy('coin', 100n, SOL, { tokens: { coin: 100n, picture: 1n } });
    expect(flowsOf(bookOf(beside, { mints }))).toMatchObject({ unclear: -SOL });
    const made = [{ mint: 'receipt', amount: 1n, byProgram: true, byCurve: false }];
    const under = new PlayedWallet();
    under.buy('coin', 100n, SOL, { tokens: { coin: 100n, receipt: 1n }, minted: made });
    expect(flowsOf(bookOf(under))).toMatchObject({ unclear: -SOL });
  });

  it('is unclear where others put something into the trade', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, 3n * SOL, { joint: true });
    const book = bookOf(wallet);
    expect(flowsOf(book)).toMatchObject({ unclear: 3n * SOL });
    expect(book.positions).toMatchObject([{ counted: false, taint: 'unclear', transferredOut: SOL + FEE }]);
  });
});
