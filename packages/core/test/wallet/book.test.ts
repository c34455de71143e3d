import { describe, expect, it } from 'vitest';
import { worthOf } from '#derive/effects/effect-type.ts';
import { bookOf, flowsOf, positionOf, staleBookOf } from '../support/wallet-book.ts';
import { DAY, DOLLAR, FEE, PLAYED_FROM, PlayedWallet, RENT, SOL } from '../support/wallet-effects.ts';

describe('purchases and sales', () => {
  it('puts every cost of a purchase into its basis and takes every cost of a sale off its proceeds', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL, { tips: 7_000n, platformFees: 11_000n, rentForOthers: 13_000n });
    wallet.sell('coin', 1_000n, 2n * SOL, { tips: 17_000n });
    const book = bookOf(wallet);
    const cost = SOL + FEE + 31_000n;
    const proceeds = 2n * SOL - FEE - 17_000n;
    expect(positionOf(book, 'coin')).toEqual({
      mint: 'coin',
      currency: 'sol',
      state: 'closed',
      counted: true,
      openedAt: PLAYED_FROM + 60,
      closedAt: PLAYED_FROM + 120,
      lastTradeAt: PLAYED_FROM + 120,
      buys: 1,
      sells: 1,
      cost,
      proceeds,
      pnl: proceeds - cost,
      averagePnl: proceeds - cost,
      unmatchedProceeds: 0n,
      transferredOut: 0n,
      openBasis: 0n,
      openUnits: 0n,
      bestTrade: 'signature 1',
      cosigned: false,
      converted: false,
      taint: null,
    });
    expect(flowsOf(book)).toEqual({ buys: -cost, sells: proceeds });
    expect(book.trades.map(({ kind, amount, pnl }) => [kind, amount, pnl])).toEqual([
      ['buy', cost, 0n],
      ['sell', proceeds, proceeds - cost],
    ]);
    expect(book.holds).toEqual([{ seconds: 60, currency: 'sol', amount: cost }]);
  });

  it('uses up lots first in, first out, and rounds a share of a basis up', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 3n, 10n - FEE + 20_000n);
    wallet.buy('coin', 3n, 100_000n);
    wallet.sell('coin', 1n, SOL);
    wallet.sell('coin', 3n, SOL);
    const book = bookOf(wallet);
    const first = 20_010n;
    const second = 100_000n + FEE;
    const share = (second + 2n) / 3n;
    expect(book.trades.filter(({ kind }) => kind === 'sell').map(({ pnl }) => SOL - FEE - pnl)).toEqual([
      first / 3n,
      first - first / 3n + share,
    ]);
    expect(positionOf(book, 'coin')).toMatchObject({
      state: 'open',
      pnl: 0n,
      openBasis: second - share,
      openUnits: 2n,
    });
  });

  it('keeps a position open until at most a hundredth of its peak is left, and loses what is', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL);
    wallet.sell('coin', 989n, SOL);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'open', counted: false });
    wallet.sell('coin', 1n, SOL);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ state: 'closed', cost: SOL + FEE, counted: true });
  });

  it('holds what was left over as units of unknown basis, which no position is opened for', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL);
    wallet.sell('coin', 995n, SOL);
    wallet.sell('coin', 1n, 50_000n);
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 104n, 2n * SOL);
    const { positions, unmatchedProceeds } = bookOf(wallet);
    expect(positions).toHaveLength(2);
    const leftPart = (4n * (2n * SOL - FEE) + 103n) / 104n;
    expect(positions[1]).toMatchObject({ counted: true, unmatchedProceeds: leftPart, cost: SOL + FEE });
    expect(unmatchedProceeds).toBe(50_000n - FEE + leftPart);
  });

  it('does not count a position of which more than a twentieth was sold without a known basis', () => {
    const soldOf = (received: bigint) => {
      const wallet = new PlayedWallet();
      wallet.buy('coin', 95n, SOL);
      wallet.receive('coin', received);
      wallet.sell('coin', 95n + received, 2n * SOL);
      return positionOf(bookOf(wallet), 'coin');
    };
    expect(soldOf(5n)).toMatchObject({ counted: true, taint: null });
    expect(soldOf(6n)).toMatchObject({ counted: false, taint: 'unknown_basis' });
  });

  it('compares with the average cost of known units', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL - FEE);
    wallet.buy('coin', 100n, 3n * SOL - FEE);
    wallet.sell('coin', 100n, 2n * SOL + FEE);
    const stale = positionOf(staleBookOf(wallet), 'coin');
    expect(stale).toMatchObject({ state: 'stale', cost: 4n * SOL, pnl: -2n * SOL, averagePnl: -2n * SOL });
    wallet.buy('other', 1n, SOL);
    wallet.send('coin', 100n);
    const closed = positionOf(bookOf(wallet), 'coin');
    expect(closed).toMatchObject({ state: 'closed', pnl: SOL, averagePnl: 0n, transferredOut: 3n * SOL });
  });
});

describe('open positions', () => {
  it('are open for seven days after the last trade, and then lost at full cost', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL);
    const open = bookOf(wallet, { now: wallet.time + 7 * DAY - 1 });
    expect(positionOf(open, 'coin')).toMatchObject({ state: 'open', counted: false, pnl: 0n, openBasis: SOL + FEE });
    const stale = bookOf(wallet, { now: wallet.time + 7 * DAY });
    expect(positionOf(stale, 'coin')).toMatchObject({
      state: 'stale',
      counted: true,
      pnl: -SOL - FEE,
      openBasis: 0n,
      sells: 0,
      closedAt: wallet.time + 7 * DAY,
    });
  });

  it('of mints that hide balances never count', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 1_000n, SOL);
    wallet.sell('coin', 1_000n, 2n * SOL);
    const book = bookOf(wallet, { mints: [{ mint: 'coin', nft: false, confidential: true }] });
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, taint: 'confidential' });
  });
});

describe('what came without a price', () => {
  it('is inventory of unknown basis where it was there before anything was seen', () => {
    const wallet = new PlayedWallet({ tokens: { coin: 100n } });
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, 5n * SOL);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({
      unmatchedProceeds: 5n * SOL - FEE,
      proceeds: 0n,
      openBasis: SOL + FEE,
    });
    expect(book.unmatchedSales).toEqual([
      { mint: 'coin', currency: 'sol', receivedAt: 0, soldAt: wallet.time, amount: 5n * SOL - FEE },
    ]);
  });

  it('brings proceeds and never profit, and says when it came and when it was sold', () => {
    const wallet = new PlayedWallet();
    wallet.receive('coin', 100n);
    const receivedAt = wallet.time;
    wallet.sell('coin', 100n, 5n * SOL);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, pnl: 0n, buys: 0, taint: 'unknown_basis' });
    expect(book).toMatchObject({ proceeds: 5n * SOL - FEE, unmatchedProceeds: 5n * SOL - FEE });
    expect(book.unmatchedSales).toEqual([
      { mint: 'coin', currency: 'sol', receivedAt, soldAt: wallet.time, amount: 5n * SOL - FEE },
    ]);
    expect(book.trades.map(({ pnl }) => pnl)).toEqual([0n]);
  });

  it('is the difference where a balance does not follow from the last one', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.buy('coin', 50n, SOL);
    wallet.effects.pop();
    wallet.sell('coin', 150n, 3n * SOL);
    const known = (2n * (3n * SOL - FEE)) / 3n;
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ proceeds: known, cost: SOL + FEE });
  });

  it('left where a balance is less than the last one', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 50n, SOL);
    wallet.effects.pop();
    wallet.sell('coin', 50n, SOL);
    const half = (SOL + FEE) / 2n;
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ transferredOut: half, cost: half, state: 'closed' });
  });
});

describe('what left without a price', () => {
  it('takes its basis out by transfer, and such an end is no trade', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.send('coin', 100n);
    const book = bookOf(wallet);
    expect(positionOf(book, 'coin')).toMatchObject({
      state: 'closed',
      counted: false,
      pnl: 0n,
      cost: 0n,
      transferredOut: SOL + FEE,
      sells: 0,
    });
    expect(book.transferredOut).toBe(SOL + FEE);
    expect(flowsOf(book)).toEqual({ buys: -SOL - FEE, other_fees: -FEE });
  });

  it('is a loss when the wallet burned it', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.burn('coin', 100n);
    expect(positionOf(bookOf(wallet), 'coin')).toMatchObject({ counted: true, pnl: -SOL - FEE, sells: 0 });
  });
});

describe('lamports that are no trade', () => {
  it('are gifts, transfers, rent and costs, each by itself', () => {
    const wallet = new PlayedWallet();
    wallet.receiveSol(3n * SOL);
    wallet.sendSol(SOL, { rentForOthers: RENT });
    wallet.receive('coin', 5n, { rentFromOthers: RENT });
    wallet.tip(9_000n);
    wallet.fail();
    expect(flowsOf(bookOf(wallet))).toEqual({
      transfers_in: 3n * SOL,
      transfers_out: -SOL,
      rent_for_others: -RENT,
      rent_from_others: RENT,
      tips: -9_000n,
      other_fees: -2n * FEE,
      failed_fees: -FEE,
    });
  });

  it('leave nothing behind when SOL is wrapped and unwrapped', () => {
    const wallet = new PlayedWallet();
    wallet.wrap(500n * SOL);
    wallet.wrap(-500n * SOL);
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ other_fees: -2n * FEE });
    expect(book.positions).toEqual([]);
  });

  it('are atomic gains and losses where a trading program moved them', () => {
    const wallet = new PlayedWallet();
    wallet.act({ service: 'trade', sol: 50_000n, tips: 3_000n });
    wallet.act({ service: 'trade', sol: -20_000n });
    wallet.act({ service: 'trade', sol: 10_000n });
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ atomic: 40_000n, tips: -3_000n, other_fees: -3n * FEE });
    expect(book).toMatchObject({ counts: { atomicGains: 1 }, atomicLosses: 20_000n });
  });

  it('are no gain of the wallet when a keeper gives rent back', () => {
    const wallet = new PlayedWallet();
    wallet.act({ signed: false, service: 'trade', sol: 6_980_880n });
    const book = bookOf(wallet);
    expect(flowsOf(book)).toEqual({ transfers_in: 6_980_880n });
    expect(book.counts.atomicGains).toBe(0);
  });

  it('count in the gross flow, and in its special part where nobody knows what came of them', () => {
    const wallet = new PlayedWallet();
    wallet.act({ service: 'lending', sol: -SOL });
    wallet.sendSol(3n * SOL);
    const { grossFlow, specialFlow, flows } = bookOf(wallet);
    expect({ grossFlow, specialFlow }).toEqual({ grossFlow: 4n * SOL + 2n * FEE, specialFlow: SOL });
    expect(flows.lending).toBe(-SOL);
  });
});

describe('one token for another', () => {
  it('carries basis and costs over, makes no profit, and starts the holding time anew', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.swap('coin', 50n, 'other', 7n, { tips: 1_000n });
    wallet.sell('other', 7n, 3n * SOL);
    const book = bookOf(wallet);
    const half = (SOL + FEE) / 2n;
    expect(positionOf(book, 'coin')).toMatchObject({ state: 'open', cost: half, transferredOut: 0n, sells: 0 });
    expect(positionOf(book, 'other')).toMatchObject({
      cost: half + FEE + 1_000n,
      pnl: 3n * SOL - FEE - half - FEE - 1_000n,
      buys: 0,
      sells: 1,
      lastTradeAt: wallet.time,
    });
    expect(book.holds).toEqual([{ seconds: 60, currency: 'sol', amount: half + FEE + 1_000n }]);
    expect(book.tradedMints).toEqual(['coin', 'other']);
  });

  it('makes as large a part unknown as was unknown, rounded up', () => {
    const wallet = new PlayedWallet();
    wallet.receive('coin', 1n);
    wallet.buy('coin', 2n, SOL);
    wallet.swap('coin', 3n, 'other', 10n);
    wallet.sell('other', 10n, 10n * SOL + FEE);
    expect(positionOf(bookOf(wallet), 'other')).toMatchObject({ proceeds: 6n * SOL, unmatchedProceeds: 4n * SOL });
  });
});

describe('what nobody can tell apart', () => {
  it('taints every mint of it, takes the basis out and puts nothing known in', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.act({ service: 'trade', sol: -SOL, tokens: { coin: -40n, other: 5n }, programs: ['venue'] });
    wallet.sell('coin', 60n, SOL);
    const book = bookOf(wallet);
    const part = ((SOL + FEE) * 4n + 9n) / 10n;
    expect(positionOf(book, 'coin')).toMatchObject({ counted: false, taint: 'unclear', transferredOut: part });
    expect(positionOf(book, 'other')).toMatchObject({ taint: 'unclear', openBasis: 0n });
    expect(book.flows.unclear).toBe(-SOL);
  });

  it('is no sale when tokens leave for SOL by no program of trade', () => {
    const wallet = new PlayedWallet();
    wallet.buy('coin', 100n, SOL);
    wallet.sell('coin', 100n, 9n * SOL, { service: null });
    const book = bookOf(wallet);
    expect(book.proceeds).toBe(0n);
    expect(flowsOf(book)).toMatchObject({ transfers_in: 9n * SOL });
  });
});

it('keeps the sum of all changes', () => {
  const wallet = new PlayedWallet();
  wallet.buy('coin', 10n, SOL);
  wallet.fail();
  wallet.sell('coin', 10n, SOL);
  expect(bookOf(wallet).change).toBe(wallet.effects.reduce((sum, one) => sum + worthOf(one), 0n));
});

describe('lamports that a trade sends to an account without a label', () => {
  /** The book of a coin bought and sold for `lamports`, each time with `sent` to somebody. */
  const traded = (sent: bigint, lamports = SOL, costs: 'tips' | 'givenOut' = 'givenOut') => {
    const wallet = new PlayedWallet();
    const beside = costs === 'givenOut' ? sent : 0n;
    wallet.buy('coin', 1_000n, lamports + beside, { [costs]: sent });
    wallet.sell('coin', 1_000n, lamports - beside, { [costs]: sent });
    return bookOf(wallet);
  };

  it('cost as much as a tip to a taker with a label, and are no profit that left, where they are as small', () => {
    for (const sent of [1n, 1_000_000n, SOL / 50n]) {
      const book = traded(sent);
      expect(book).toEqual(traded(sent, SOL, 'tips'));
      expect(book.sweptOut).toBe(0n);
      expect(positionOf(book, 'coin').pnl).toBe(-2n * (FEE + sent));
    }
  });

  it('are a tip beside a swap and a conversion, too, as where their taker has a label', () => {
    const swapped = (costs: 'tips' | 'givenOut') => {
      const wallet = new PlayedWallet();
      const sol = costs === 'givenOut' ? -1_000_000n : 0n;
      wallet.buy('first', 10n, SOL);
      wallet.act({ service: 'trade', sol, tokens: { first: -10n, second: 5n }, [costs]: 1_000_000n });
      wallet.act({ service: 'trade', sol: sol - SOL, tokens: { [DOLLAR]: 5n }, [costs]: 1_000_000n });
      wallet.sell('second', 5n, 2n * SOL);
      return bookOf(wallet);
    };
    expect(swapped('givenOut')).toEqual(swapped('tips'));
    expect(positionOf(swapped('givenOut'), 'second')).toMatchObject({ taint: null, cost: SOL + 2n * FEE + 1_000_000n });
    expect(swapped('givenOut').flows).toMatchObject({ tips: -1_000_000n, conversions: -SOL });
  });

  it.each([
    // A tip may always come to what a sender asks for as the least, else to a fiftieth of the trade and a tenth of a SOL.
    [10_000_000n, 1_000_000n],
    [SOL, SOL / 50n],
    [5n * SOL, SOL / 10n],
    [900n * SOL, SOL / 10n],
  ])('may have been profit beyond what a tip comes to: of a trade of %s lamports, %s', (lamports, most) => {
    expect(traded(most, lamports).sweptOut).toBe(0n);
    const beyond = traded(most + 1n, lamports);
    expect(beyond.sweptOut).toBe(2n * (most + 1n));
    expect(positionOf(beyond, 'coin').pnl).toBe(-2n * (FEE + most + 1n));
  });

  it('are no profit that left where a trade brought none: own SOL, and what dollars were changed into', () => {
    const wallet = new PlayedWallet();
    wallet.act({ service: 'trade', sol: -5n * SOL, givenOut: 5n * SOL });
    wallet.act({ service: 'trade', sol: -6n * SOL, givenOut: 5n * SOL });
    wallet.act({ service: 'trade', sol: -5n * SOL, givenOut: 5n * SOL, tokens: { [DOLLAR]: 5n }, fee: 1n });
    wallet.act({ service: 'trade', sol: 0n, givenOut: 5n * SOL, tokens: { [DOLLAR]: -5n } });
    wallet.act({ service: 'other', sol: -5n * SOL, givenOut: 5n * SOL });
    expect(bookOf(wallet).sweptOut).toBe(0n);
  });

  it('are profit that left up to what a trade without a purchase or a sale brought', () => {
    const wallet = new PlayedWallet();
    wallet.act({ service: 'trade', sol: SOL, givenOut: 2n * SOL });
    wallet.act({ service: 'trade', sol: -SOL, givenOut: 2n * SOL });
    expect(bookOf(wallet).sweptOut).toBe(3n * SOL);
  });

  it('are no price of tokens that came for nothing', () => {
    for (const sent of [20_000n, SOL]) {
      const wallet = new PlayedWallet();
      wallet.act({ service: 'trade', tokens: { gift: 1_000n }, sol: -sent, givenOut: sent });
      wallet.sell('gift', 1_000n, 10n * SOL);
      const book = bookOf(wallet);
      expect(book.trades.map(({ kind }) => kind)).toEqual(['sell']);
      expect(book.unmatchedProceeds).toBe(book.proceeds);
    }
  });
});
