import { describe, expect, it } from 'vitest';
import { figuresOf } from '#rules/wallet/figures.ts';
import { bookOf, flowsOf, positionOf, staleBookOf } from '../support/wallet-book.ts';
import { DAY, DOLLAR, EURO, FEE, OTHER_DOLLAR, PlayedWallet, SOL } from '../support/wallet-effects.ts';

/** A dollar in millionths. */
const USD = 1_000_000n;

/** A wallet with a thousand of each coin. */
const rich = () =>
  new PlayedWallet({ tokens: { [DOLLAR]: 1_000n * USD, [OTHER_DOLLAR]: 1_000n * USD, [EURO]: 1_000n * USD } });

describe('a token bought and sold for dollars', () => {
  it('has its book in dollars, exact to the unit and without a rate; its costs in lamports stand beside it', () => {
    const wallet = rich();
    wallet.swap(DOLLAR, 100n * USD, 'coin', 10n, { tips: 7_000n, platformFees: 11_000n, rentForOthers: 13_000n });
    wallet.swap('coin', 10n, DOLLAR, 130n * USD + 1n);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({
      currency: 'usd',
      counted: true,
      taint: null,
      cost: 100n * USD,
      proceeds: 130n * USD + 1n,
      pnl: 30n * USD + 1n,
    });
    expect(book.trades.map(({ kind, currency, amount, pnl }) => [kind, currency, amount, pnl])).toEqual([
      ['buy', 'usd', 100n * USD, 0n],
      ['sell', 'usd', 130n * USD + 1n, 30n * USD + 1n],
    ]);
    expect(book.holds).toEqual([{ seconds: 60, currency: 'usd', amount: 100n * USD }]);
    expect(flowsOf(book, 'usd')).toEqual({ buys: -100n * USD, sells: 130n * USD + 1n });
    expect(book.others.usd).toMatchObject({ change: 30n * USD + 1n, proceeds: 130n * USD + 1n });
    expect(flowsOf(book)).toEqual({ other_fees: -2n * FEE - 11_000n, tips: -7_000n, rent_for_others: -13_000n });
    expect(book).toMatchObject({ proceeds: 0n, counts: { unpricedTrades: 0 }, rates: [] });
    expect(figuresOf(book, 'usd').realizedPnl).toBe(30n * USD + 1n);
    expect(figuresOf(book).pessimisticPnl).toBe(-2n * FEE - 31_000n);
    expect(book.tradedMints).toEqual(expect.arrayContaining(['coin', DOLLAR]));
  });

  it('may be paid with several coins of one currency', () => {
    const wallet = rich();
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -USD, [OTHER_DOLLAR]: -2n * USD, coin: 10n } });
    wallet.swap('coin', 10n, OTHER_DOLLAR, 5n * USD);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ cost: 3n * USD, proceeds: 5n * USD });
  });

  it('costs what plain transfers take away beside the purchase, and brings less by them', () => {
    const wallet = rich();
    const away = (out: bigint) => ({ plain: [{ mint: DOLLAR, in: 0n, out }] });
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -100n * USD, coin: 10n }, ...away(99n * USD) });
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: 50n * USD, coin: -10n }, ...away(5n * USD) });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ cost: 100n * USD, proceeds: 50n * USD });
    expect(book.others.usd.sweptOut).toBe(104n * USD);
    expect(flowsOf(book, 'usd')).toEqual({ buys: -100n * USD, sells: 50n * USD });
  });

  it('costs no less for a gift in the same transaction', () => {
    const wallet = rich();
    const plain = [{ mint: DOLLAR, in: 60n * USD, out: 0n }];
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -40n * USD, coin: 10n }, plain });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin').openBasis).toBe(100n * USD);
    expect(flowsOf(book, 'usd')).toEqual({ buys: -100n * USD, transfers_in: 60n * USD });
  });

  it('has a book of its own in euros', () => {
    const wallet = rich();
    wallet.swap(EURO, 100n * USD, 'coin', 10n);
    wallet.swap('coin', 10n, EURO, 90n * USD);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'eur', pnl: -10n * USD });
    expect(book.others).toMatchObject({ usd: { change: 0n }, eur: { change: -10n * USD } });
  });

  it('brings dollars for units that were never bought, which are no profit', () => {
    const wallet = rich();
    wallet.receive('coin', 10n);
    const receivedAt = wallet.time;
    wallet.swap('coin', 10n, DOLLAR, 7n * USD);
    const book = bookOf(wallet);
    expect(book.others.usd).toMatchObject({ proceeds: 7n * USD, unmatchedProceeds: 7n * USD });
    expect(book.unmatchedSales).toEqual([
      { mint: 'coin', currency: 'usd', amount: 7n * USD, receivedAt, soldAt: wallet.time },
    ]);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'usd', counted: false, pnl: 0n });
  });

  it('counts with whole millionths where a coin has more decimals, rounded against the wallet', () => {
    const wallet = new PlayedWallet({ tokens: { [DOLLAR]: 10_000_500n } });
    wallet.swap(DOLLAR, 1_001n, 'coin', 10n);
    wallet.swap('coin', 10n, DOLLAR, 1_999n);
    const fine = wallet.effects.map((one) => ({
      ...one,
      accounts: one.accounts.map((held) => (held.mint === DOLLAR ? { ...held, decimals: 9 } : held)),
    }));
    const book = bookOf(wallet, { effects: fine });
    // 10,000.5 thousandths become 9,999.499 and then 10,001.498.
    expect(positionOf(book, 'coin')).toMatchObject({ cost: 1n, proceeds: 2n });
    expect(book.others.usd.change).toBe(1n);
  });
});

describe('a leg in another currency', () => {
  it('is priced in the currency of the position, what was paid rounded up and what was received rounded down', () => {
    const wallet = rich();
    wallet.convert(3n * USD, -20_000_001n);
    wallet.buy('coin', 10n, SOL);
    wallet.swap('coin', 10n, DOLLAR, 2n * USD);
    wallet.swap(DOLLAR, USD, 'other', 10n);
    wallet.sell('other', 10n, 20_000_000n);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'sol', cost: SOL + FEE, proceeds: 13_333_334n - FEE });
    expect(positionOf(book, 'other')).toMatchObject({ currency: 'usd', cost: USD, proceeds: 2_999_999n });
    expect(book.rates.map(({ signature }) => signature)).toEqual(['signature 0']);
    expect(flowsOf(book, 'usd')).toEqual({ conversions: 3n * USD, buys: -USD, sells: 2n * USD });
    expect(flowsOf(book)).toEqual({
      conversions: -20_000_001n,
      buys: -SOL - FEE,
      sells: 20_000_000n - FEE,
      other_fees: -3n * FEE,
    });
  });

  it('is part of the cost that was converted', () => {
    const wallet = rich();
    wallet.convert(3n * USD, -30_000_000n);
    wallet.buy('coin', 10n, SOL - FEE);
    wallet.swap(DOLLAR, 50n * USD, 'coin', 10n, { fee: 0n });
    wallet.sell('coin', 20n, 2n * SOL);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'sol', buys: 2, cost: (3n * SOL) / 2n });
    expect(book.convertedCost).toBe(SOL / 2n);
  });

  it('of a mixed purchase goes to the currency of the larger one', () => {
    const mixed = (dollars: bigint, sol: bigint) => {
      const wallet = rich();
      wallet.convert(100n * USD, -SOL);
      wallet.act({ service: 'trade', sol: -sol, tokens: { [DOLLAR]: -dollars, coin: 10n }, fee: 0n });
      return positionOf(bookOf(wallet), 'coin');
    };
    expect(mixed(99n * USD, SOL)).toMatchObject({ currency: 'sol', openBasis: SOL + (99n * SOL) / 100n });
    expect(mixed(101n * USD, SOL)).toMatchObject({ currency: 'usd', openBasis: 201n * USD });
  });

  it('leaves a trade without a price where no rate is within half an hour, and what was paid counts as gone', () => {
    const wallet = rich();
    wallet.convert(3n * USD, -20_000_000n);
    wallet.buy('coin', 5n, SOL);
    wallet.swap(DOLLAR, USD, 'coin', 10n, { wait: 1_801 });
    wallet.sell('coin', 15n, SOL);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'sol', counted: false, taint: 'unpriced' });
    expect(book).toMatchObject({ counts: { unpricedTrades: 1 }, unpriced: 0n, others: { usd: { unpriced: USD } } });
    expect(flowsOf(book, 'usd')).toEqual({ conversions: 3n * USD, unclear: -USD });
    expect(figuresOf(book, 'usd').pessimisticPnl).toBe(-USD);
  });

  it('counts as gone what plain transfers took away beside a purchase without a price', () => {
    const wallet = rich();
    wallet.buy('coin', 5n, SOL);
    const plain = [{ mint: DOLLAR, in: 0n, out: 9n * USD }];
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -10n * USD, coin: 10n }, plain });
    const book = bookOf(wallet);
    expect(flowsOf(book, 'usd')).toEqual({ unclear: -10n * USD });
    expect(book.others.usd.unpriced).toBe(10n * USD);
  });

  it('uses up the basis of what was sold for an unknown price', () => {
    const wallet = rich();
    wallet.buy('coin', 10n, SOL);
    wallet.swap('coin', 10n, DOLLAR, USD);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({
      counted: false,
      taint: 'unpriced',
      cost: SOL + FEE,
      proceeds: 0n,
    });
    expect(figuresOf(book)).toMatchObject({ uncountedLosses: SOL + FEE, pessimisticPnl: -SOL - 2n * FEE });
    expect(flowsOf(book, 'usd')).toEqual({ unclear: USD });
  });

  it('is worth what most of the rates around say, not what one says that is far off', () => {
    const wallet = rich();
    for (const lamports of [100n, 101n, 102n]) wallet.convert(USD, -lamports * 100_000n, { wait: 600 });
    wallet.convert(USD, -SOL, { wait: 600 });
    wallet.buy('coin', 1n, SOL);
    wallet.swap('coin', 1n, DOLLAR, USD, { fee: 0n });
    expect(positionOf(bookOf(wallet), 'coin').proceeds).toBe(10_200_000n);
  });
});

describe('a swap of one token for another', () => {
  it('carries the basis on in its currency, and lets the costs stand beside dollars', () => {
    const wallet = rich();
    wallet.swap(DOLLAR, 100n * USD, 'first', 10n);
    wallet.swap('first', 10n, 'second', 5n, { tips: 7_000n });
    wallet.swap('second', 5n, DOLLAR, 150n * USD);
    const book = bookOf(wallet);
    expect(positionOf(book, 'second')).toMatchObject({ currency: 'usd', cost: 100n * USD, pnl: 50n * USD });
    expect(flowsOf(book)).toEqual({ other_fees: -3n * FEE, tips: -7_000n });
  });

  it('into tokens of another currency needs a rate; without one the basis counts as gone and the units have none', () => {
    const swapped = (hasRate: boolean) => {
      const wallet = rich();
      wallet.swap(DOLLAR, 100n * USD, 'first', 10n);
      wallet.buy('second', 5n, SOL);
      if (hasRate) wallet.convert(100n * USD, -SOL);
      wallet.swap('first', 10n, 'second', 5n);
      return bookOf(wallet);
    };
    const rated = swapped(true);
    expect(positionOf(rated, 'second')).toMatchObject({ currency: 'sol', taint: null, openBasis: 2n * SOL + 2n * FEE });
    const unrated = swapped(false);
    expect(positionOf(unrated, 'second')).toMatchObject({ taint: 'unpriced', openBasis: SOL + FEE });
    expect(unrated.others.usd.transferredOut).toBe(100n * USD);
    expect(figuresOf(unrated, 'usd').pessimisticPnl).toBe(-100n * USD);
  });
});

describe('a conversion', () => {
  it('is no profit, and of one currency for another no loss either', () => {
    const wallet = rich();
    wallet.convert(100n * USD, -SOL);
    wallet.convert(-100n * USD, 2n * SOL);
    wallet.swap(DOLLAR, 100n * USD, EURO, 90n * USD);
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ conversions: SOL, other_fees: -3n * FEE });
    expect(flowsOf(book, 'usd')).toEqual({ conversions: -100n * USD });
    expect(flowsOf(book, 'eur')).toEqual({ conversions: 90n * USD });
    for (const currency of ['usd', 'eur'] as const) expect(figuresOf(book, currency).pessimisticPnl).toBe(0n);
    expect(book.positions).toEqual([]);
  });

  it('between coins of one currency costs what it loses and brings nothing', () => {
    const wallet = rich();
    wallet.swap(DOLLAR, 100n * USD, OTHER_DOLLAR, 99n * USD);
    wallet.swap(OTHER_DOLLAR, 50n * USD, DOLLAR, 60n * USD);
    const book = bookOf(wallet);
    expect(book.others.usd).toMatchObject({ conversionLosses: USD, change: 9n * USD });
    expect(figuresOf(book, 'usd')).toMatchObject({ overhead: USD, realizedPnl: 0n, pessimisticPnl: -USD });
  });

  it('may be an order that a keeper fills', () => {
    const wallet = rich();
    wallet.placeOrder(DOLLAR, 100n * USD, 'order');
    wallet.filled('order', DOLLAR, 100n * USD, { sol: SOL });
    wallet.placeSolOrder(SOL, 'other order');
    wallet.filled('other order', 'So11111111111111111111111111111111111111112', SOL, {
      tokens: { [DOLLAR]: 90n * USD },
    });
    const book = staleBookOf(wallet);
    expect(flowsOf(book)).toMatchObject({ conversions: SOL, orders: -SOL });
    expect(flowsOf(book, 'usd')).toEqual({ orders: -100n * USD, conversions: 90n * USD });
    expect([book.atomicLosses, book.others.usd.atomicLosses]).toEqual([0n, 0n]);
  });
});

describe('dollars that only left or only came', () => {
  it('by transfer are no loss and no profit', () => {
    const wallet = rich();
    wallet.send(DOLLAR, 300n * USD);
    wallet.receive(DOLLAR, 20n * USD);
    wallet.act({ service: 'other', tokens: { [DOLLAR]: -5n * USD } });
    const book = bookOf(wallet);
    expect(flowsOf(book, 'usd')).toEqual({ transfers_out: -305n * USD, transfers_in: 20n * USD });
    expect(figuresOf(book, 'usd').pessimisticPnl).toBe(0n);
  });

  it('through a trading program are lost, or a gain within one transaction', () => {
    const wallet = rich();
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -30n * USD } });
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: 10n * USD } });
    wallet.act({ service: 'trade', signed: false, fee: 0n, tokens: { [DOLLAR]: 2n * USD } });
    const book = bookOf(wallet);
    expect(book.others.usd.atomicLosses).toBe(30n * USD);
    expect(book.counts.atomicGains).toBe(1);
    expect(flowsOf(book, 'usd')).toEqual({ atomic: -20n * USD, transfers_in: 2n * USD });
    expect(figuresOf(book, 'usd').pessimisticPnl).toBe(-30n * USD);
  });

  it('wait in an order, come back from it, and are lost when nothing came of it for a week', () => {
    const wallet = rich();
    wallet.placeOrder(DOLLAR, 100n * USD, 'order');
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: 40n * USD }, programs: ['orders'] });
    expect(flowsOf(bookOf(wallet), 'usd')).toEqual({ orders: -60n * USD });
    expect(bookOf(wallet).others.usd.atomicLosses).toBe(0n);
    expect(staleBookOf(wallet).others.usd.atomicLosses).toBe(60n * USD);
  });

  it('into pools and loans count as gone until they return', () => {
    const wallet = rich();
    wallet.act({ service: 'lending', tokens: { [DOLLAR]: -100n * USD }, programs: ['bank'] });
    expect(figuresOf(bookOf(wallet), 'usd').overhead).toBe(100n * USD);
    wallet.act({ service: 'lending', tokens: { [DOLLAR]: 101n * USD }, programs: ['bank'] });
    expect(figuresOf(bookOf(wallet), 'usd')).toMatchObject({ overhead: 0n, pessimisticPnl: 0n });
  });
});

describe('an order that pays with dollars', () => {
  const order = { deposits: [{ account: 'order', mint: DOLLAR, amount: 4n * USD }], programs: ['orders'] };

  it('buys in dollars, whenever it is filled', () => {
    const wallet = rich();
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -4n * USD }, ...order });
    wallet.filled('order', DOLLAR, 4n * USD, { tokens: { coin: 10n } }, { wait: 2 * DAY });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ currency: 'usd', openBasis: 4n * USD, buys: 1, taint: null });
    expect(book.trades).toMatchObject([{ currency: 'usd', amount: 4n * USD }]);
    expect(flowsOf(book, 'usd')).toEqual({ orders: -4n * USD });
  });

  it('has no price beside tokens of another currency without a rate', () => {
    const wallet = rich();
    wallet.buy('coin', 10n, SOL);
    wallet.act({ service: 'trade', tokens: { [DOLLAR]: -4n * USD }, ...order });
    wallet.filled('order', DOLLAR, 4n * USD, { tokens: { coin: 10n } });
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ taint: 'unpriced', openBasis: SOL + FEE });
    expect(book.others.usd.unpriced).toBe(4n * USD);
  });

  it('sells for them', () => {
    const wallet = rich();
    wallet.swap(DOLLAR, 10n * USD, 'coin', 10n);
    wallet.placeOrder('coin', 10n, 'order');
    wallet.filled('order', 'coin', 10n, { tokens: { [DOLLAR]: 15n * USD } });
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ currency: 'usd', pnl: 5n * USD, counted: true });
  });
});
