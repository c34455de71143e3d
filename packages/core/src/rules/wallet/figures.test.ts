import { describe, expect, it } from 'vitest';
import { book, bookOf, DAY, flows, position, START, sums, trade } from '../../../test/support/wallet-positions.ts';
import type { Position } from './evidence/book.ts';
import { holdTimesOf } from './figures/hold-times.ts';
import { figuresOf } from './figures.ts';

const SOL = 1_000_000_000n;

/** Round trips with these profits, one a day, each of a mint of its own. */
const trips = (profits: readonly bigint[], changes: Partial<Position> = {}) =>
  profits.map((pnl, at) => position({ mint: `mint ${at}`, pnl, openedAt: START + at * DAY, ...changes }));

describe('figures of a book', () => {
  it('count a handful of large round trips among dust as a handful', () => {
    const large = trips([9n, 9n, 9n]).map((one, at) => ({ ...one, mint: `large ${at}`, cost: 1_000_000n }));
    const dust = trips(Array.from({ length: 40 }, () => 1n)).map((one) => ({ ...one, cost: 1_000n }));
    expect(figuresOf(book({ positions: [...large, ...dust] }))).toMatchObject({ closed: 43, evenTrips: 3 });
    expect(figuresOf(book({ positions: dust })).evenTrips).toBe(40);
  });

  it('are nothing for a wallet that never traded', () => {
    expect(figuresOf(book())).toEqual({
      currency: 'sol',
      sample: [],
      closed: 0,
      evenTrips: 0,
      mints: 0,
      activeDays: 0,
      firstTradeAt: null,
      lastTradeAt: null,
      trades: 0,
      turnover: 0n,
      cost: 0n,
      realizedPnl: 0n,
      uncountedLosses: 0n,
      makesUp: 0n,
      pessimisticPnl: 0n,
      averagePnl: 0n,
      overhead: 0n,
      roiBps: null,
      expectancy: null,
      wins: 0,
      winRateBps: null,
      winRateLowBps: null,
      winRateHighBps: null,
      grossProfit: 0n,
      grossLoss: 0n,
      profitFactorPercent: null,
      maxDrawdownBps: null,
      top1Bps: null,
      top3Bps: null,
      bestLeftOut: 0,
      pnlWithoutBest: 0n,
      firstHalfPnl: 0n,
      secondHalfPnl: 0n,
      unmatchedBps: 0,
      beforeWindowBps: 0,
      transferredOutBps: 0,
      openBasisBps: 0,
      unpricedBps: 0,
      convertedCostBps: 0,
      convertedBps: 0,
      specialFlowBps: 0,
      failedShareBps: 0,
      behaviour: {
        wash: null,
        sandwich: { cases: 0, shareBps: 0 },
        soldUnbought: { mints: 0, proceedsBps: 0 },
        atomicShareBps: 0,
        bundledBuysBps: 0,
        medianHoldSeconds: null,
        holdTimes: holdTimesOf([]),
        fastHoldsBps: 0,
        tradesPerActiveDay: 0,
        thinPoolProfitBps: 0,
        cosignedProfitBps: 0,
        cosignedCostBps: 0,
      },
      topTrades: [],
      worstTrades: [],
      equity: [],
    });
  });

  it('take counted positions that ended, by their ends, and what the trades tell', () => {
    const later = position({ mint: 'a', pnl: 5n, openedAt: START, closedAt: START + 3 * DAY });
    const stale = position({ mint: 'b', state: 'stale', pnl: -SOL, openedAt: START, closedAt: START + DAY });
    const open = position({ mint: 'c', state: 'open', counted: false, openedAt: START, closedAt: null, openBasis: 4n });
    const figures = figuresOf(bookOf([later, stale, open]));
    expect(figures.sample).toEqual([stale, later]);
    expect(figures).toMatchObject({ closed: 2, mints: 2, activeDays: 2, firstTradeAt: START, trades: 4 });
    expect(figures.lastTradeAt).toBe(START + 3 * DAY);
    expect(figures.turnover).toBe(4n * SOL + 4n + 5n);
    expect(figures).toMatchObject({ cost: 2n * SOL, realizedPnl: 5n - SOL, openBasisBps: 1 });
  });

  it('round every ratio against the wallet', () => {
    // 2 of 3 win; 10/3 profit factor; best 7 of 10.
    const figures = figuresOf(bookOf(trips([7n, 3n, -3n], { cost: 30_001n })));
    expect(figures).toMatchObject({ grossProfit: 10n, grossLoss: 3n, profitFactorPercent: 333, wins: 2 });
    expect(figures).toMatchObject({ winRateBps: 6666, roiBps: 0, top1Bps: 7000, top3Bps: 10_000 });
    expect(figures).toMatchObject({ winRateLowBps: 2076, winRateHighBps: 9386 });
    expect(figuresOf(bookOf(trips([-1n], { cost: 30_001n }))).roiBps).toBe(-1);
    expect(figuresOf(bookOf(trips([1n, 1n, 1n]))).top1Bps).toBe(3334);
    expect(figuresOf(bookOf(trips([1n]))).profitFactorPercent).toBeNull();
  });

  it('leave out the best, one in thirty and at most five, and never a loss', () => {
    const left = (count: number) => figuresOf(bookOf(trips(Array<bigint>(count).fill(10n)))).bestLeftOut;
    expect([1, 30, 31, 150, 300].map(left)).toEqual([1, 1, 2, 5, 5]);
    expect(figuresOf(bookOf(trips([100n, 20n, -30n]))).pnlWithoutBest).toBe(-10n);
    expect(figuresOf(bookOf(trips([-5n, -6n]))).pnlWithoutBest).toBe(-11n);
  });

  it('split the time, not the number of round trips', () => {
    const ends = [0, 1, 2, 3, 10].map((day) => position({ pnl: BigInt(day + 1), openedAt: START + day * DAY }));
    expect(figuresOf(bookOf(ends))).toMatchObject({ firstHalfPnl: 10n, secondHalfPnl: 11n });
    // An end in the middle belongs to the first half; a single one leaves the second empty.
    expect(figuresOf(bookOf(trips([1n, 2n, 4n])))).toMatchObject({ firstHalfPnl: 3n, secondHalfPnl: 4n });
    expect(figuresOf(bookOf(trips([7n])))).toMatchObject({ firstHalfPnl: 7n, secondHalfPnl: 0n });
  });

  it('set the largest fall against the largest basis at work at one time', () => {
    // Two of 1 SOL overlap, so 2 SOL are at work; the fall from the peak is 1.2 SOL and a lamport.
    const figures = figuresOf(
      bookOf([
        position({ mint: 'a', pnl: SOL, openedAt: START, closedAt: START + 100 }),
        position({ mint: 'b', pnl: -SOL, openedAt: START + 50, closedAt: START + 200 }),
        position({ mint: 'c', pnl: -SOL / 5n - 1n, openedAt: START + 200, closedAt: START + 300 }),
      ]),
    );
    expect(figures.maxDrawdownBps).toBe(6001);
    expect(figuresOf(bookOf(trips([-SOL]))).maxDrawdownBps).toBe(10_000);
    const instant = [1, 2].map(() => position({ pnl: -SOL, closedAt: START }));
    expect(figuresOf(bookOf(instant)).maxDrawdownBps).toBe(10_000);
  });

  it('show at most a hundred points of the curve, its ends and extremes among them', () => {
    const profits = Array.from({ length: 900 }, (_, at) =>
      at === 500 ? -1_000n : at === 501 ? 2_000n : at % 2 ? 3n : -2n,
    );
    const { equity, realizedPnl } = figuresOf(bookOf(trips(profits)));
    expect(equity.length).toBeLessThanOrEqual(100);
    expect(equity[0]?.amount).toBe(-2n);
    expect(equity.at(-1)?.amount).toBe(realizedPnl);
    expect(equity.map(({ time }) => time)).toEqual(equity.map(({ time }) => time).sort((a, b) => a - b));
    const whole = profits.map((_, at) => profits.slice(0, at + 1).reduce((sum, one) => sum + one, 0n));
    const low = whole.reduce((a, b) => (b < a ? b : a));
    expect(equity.some(({ amount }) => amount === low)).toBe(true);
    // Ends in one second are one point.
    expect(figuresOf(bookOf([position({ pnl: 1n }), position({ pnl: 2n })])).equity).toHaveLength(1);
    const earlier = position({ pnl: 4n, openedAt: START - DAY });
    const together = [position({ pnl: 1n }), position({ pnl: 2n })];
    expect(figuresOf(bookOf([earlier, ...together])).equity.map(({ amount }) => amount)).toEqual([4n, 7n]);
  });

  it('name the ten positions that brought most, with the sale that did', () => {
    const profits = Array.from({ length: 15 }, (_, at) => BigInt(at - 2) * 100n);
    const { topTrades } = figuresOf(bookOf(trips(profits).map((one, at) => ({ ...one, bestTrade: `best ${at}` }))));
    expect(topTrades.map(({ position }) => position.pnl)).toEqual(profits.slice(5).reverse());
    expect(topTrades[0]?.sale).toMatchObject({ signature: 'best 14', kind: 'sell', pnl: 1_200n });
    expect(figuresOf(bookOf(trips([-1n, 0n]))).topTrades).toEqual([]);
  });

  it('stay exact and within 32 bits for sizes beyond sense', () => {
    const figures = figuresOf(bookOf(trips([10n ** 24n, -5n], { cost: 1n })));
    expect(figures.roiBps).toBe(2_147_483_647);
    expect(figures.profitFactorPercent).toBe(2_147_483_647);
    expect(figures.realizedPnl).toBe(10n ** 24n - 5n);
    expect(figures.expectancy?.upperBps).toBe(1_000_000_000);
  });

  it('takes four and a half thousand trades', () => {
    const many = Array.from({ length: 2_250 }, (_, at) =>
      position({ mint: `mint ${at % 40}`, pnl: BigInt((at % 11) - 5) * 1_000_000n, openedAt: START + at * 3_000 }),
    );
    expect(figuresOf(bookOf(many))).toMatchObject({ closed: 2_250, trades: 4_500, mints: 40 });
  });
});

describe('what lies beside the sample', () => {
  const winners = trips([SOL, SOL, SOL, SOL]);

  it('takes costs, transfers and losses that do not count from the pessimistic profit', () => {
    const hidden = position({ counted: false, taint: 'unknown_basis', pnl: -SOL });
    const lucky = position({ counted: false, taint: 'unknown_basis', pnl: 50n * SOL });
    const open = position({ counted: false, state: 'open', closedAt: null, pnl: 0n, openBasis: SOL });
    const figures = figuresOf(
      bookOf([...winners, hidden, lucky, open], {
        flows: flows({ failed_fees: -5n, other_fees: -7n, tips: -11n, rent_for_others: -100n, transfers_in: 1_000n }),
        atomicLosses: 13n,
        transferredOut: SOL / 2n,
      }),
    );
    expect(figures.overhead).toBe(136n);
    expect(figures.realizedPnl).toBe(4n * SOL);
    expect(figures.uncountedLosses).toBe(SOL);
    expect(figures.pessimisticPnl).toBe(3n * SOL - SOL / 2n - 136n);
    expect(figures.transferredOutBps).toBe(1_250);
  });

  it('lets a loss that does not count lower the lower bound, and spares the upper', () => {
    const plain = figuresOf(bookOf(winners)).expectancy;
    const hidden = winners.map((one) => ({ ...one, counted: false, taint: 'unknown_basis' as const, pnl: -SOL }));
    const mixed = figuresOf(bookOf([...winners, ...hidden])).expectancy;
    expect(mixed?.lowerBps).toBeLessThan(plain?.lowerBps ?? 0);
    expect(mixed?.upperBps).toBe(plain?.upperBps);
  });

  it('gives shares of what is known, rounded up', () => {
    const figures = figuresOf(
      bookOf(winners, {
        unmatchedProceeds: 1n,
        convertedCost: SOL + 1n,
        specialFlow: 1n,
        grossFlow: 3n,
        counts: { transactions: 3, failed: 1, atomicGains: 1, unpricedTrades: 1 },
        unpriced: SOL,
      }),
    );
    expect(figures).toMatchObject({
      unmatchedBps: 1,
      convertedCostBps: 2501,
      specialFlowBps: 3334,
      failedShareBps: 3334,
    });
    expect(figures.unpricedBps).toBe(2_500);
    expect(figures.behaviour.atomicShareBps).toBe(5_000);
    expect(figuresOf(book({ unmatchedProceeds: 1n })).unmatchedBps).toBe(10_000);
  });

  it('holds what sales of an open position lost, and what could make up for a loss', () => {
    const kept = position({ counted: false, state: 'open', closedAt: null, pnl: 0n, cost: 5n * SOL, proceeds: SOL });
    const figures = figuresOf(
      bookOf([...winners, { ...kept, openBasis: SOL }], {
        flows: flows({ atomic: 7n, unclear: 5n, liquidity: -9n }),
        unmatchedProceeds: 3n,
        sweptOut: 2n,
      }),
    );
    expect(figures.uncountedLosses).toBe(3n * SOL);
    expect(figures.pessimisticPnl).toBe(SOL - 9n);
    expect(figures.makesUp).toBe(17n);
  });

  it('is unpriced by number of trades or by what they moved, whichever is more', () => {
    const unpriced = (unpricedTrades: number, sum = 0n) =>
      figuresOf(
        bookOf(winners, { counts: { transactions: 9, failed: 0, atomicGains: 0, unpricedTrades }, unpriced: sum }),
      ).unpricedBps;
    expect([0, 1, 2].map((count) => unpriced(count))).toEqual([0, 1_112, 2_000]);
    expect(unpriced(1, 2n * SOL)).toBe(5_000);
  });
});

describe('figures of one currency', () => {
  it('have nothing of the others', () => {
    const dollars = trips([3n, -1n]).map((one) => ({ ...one, currency: 'usd' as const, cost: 5_000_000n }));
    const mixed = bookOf([...trips([SOL]), ...dollars], {
      others: { usd: sums({ proceeds: 10n, unmatchedProceeds: 4n, conversionLosses: 1n }), eur: sums() },
      unmatchedSales: [
        { mint: 'a', currency: 'usd', amount: 3n, receivedAt: 0, soldAt: START },
        { mint: 'a', currency: 'usd', amount: 1n, receivedAt: START, soldAt: START },
        { mint: 'a', currency: 'sol', amount: 9n, receivedAt: 0, soldAt: START },
      ],
    });
    expect(figuresOf(mixed, 'usd')).toMatchObject({
      currency: 'usd',
      closed: 2,
      trades: 4,
      realizedPnl: 2n,
      cost: 10_000_000n,
      overhead: 1n,
      pessimisticPnl: 1n,
      unmatchedBps: 4_000,
      beforeWindowBps: 3_000,
    });
    expect(figuresOf(mixed)).toMatchObject({ currency: 'sol', closed: 1, trades: 2, realizedPnl: SOL, overhead: 0n });
    expect(figuresOf(mixed, 'eur')).toMatchObject({ closed: 0, trades: 0, turnover: 0n, pessimisticPnl: 0n });
  });
});

describe('behaviour', () => {
  const behaviour = (...args: Parameters<typeof bookOf>) => figuresOf(bookOf(...args)).behaviour;

  it('weighs holding times by money', () => {
    const holds = [
      { seconds: 5, currency: 'sol' as const, amount: 10n },
      { seconds: 59, currency: 'sol' as const, amount: 39n },
      { seconds: 3_600, currency: 'sol' as const, amount: 51n },
    ];
    expect(behaviour([], { holds })).toMatchObject({ medianHoldSeconds: 3_600, fastHoldsBps: 6_667 });
    // Of times in any order the shortest count first: 10 and 39 of 100 lamports are less than half.
    for (const order of [
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const mixed = order.flatMap((at) => holds[at] ?? []);
      expect(behaviour([], { holds: mixed }).medianHoldSeconds).toBe(3_600);
    }
    const middle = [
      { seconds: 90, currency: 'sol' as const, amount: 40n },
      { seconds: 30, currency: 'sol' as const, amount: 40n },
      { seconds: 60, currency: 'sol' as const, amount: 20n },
    ];
    expect([middle, middle.toReversed()].map((order) => behaviour([], { holds: order }).medianHoldSeconds)).toEqual([
      60, 60,
    ]);
    expect(behaviour([], { holds: holds.slice(0, 2) }).medianHoldSeconds).toBe(59);
    expect(behaviour([], { holds: [{ seconds: 5, currency: 'sol' as const, amount: 0n }] })).toMatchObject({
      medianHoldSeconds: null,
      fastHoldsBps: 10_000,
    });
  });

  it('counts trades by days with a trade, rounded up', () => {
    expect(behaviour([position({}), position({ openedAt: START + DAY, state: 'stale' })]).tradesPerActiveDay).toBe(2);
  });

  it('knows purchases in company', () => {
    const trades = [trade({ cobuyers: 1 }), trade(), trade(), trade({ kind: 'sell', cobuyers: 2 })];
    expect(behaviour([], { trades }).bundledBuysBps).toBe(3_334);
  });

  it('knows sales within an hour of units that came from nowhere, but not those of old inventory', () => {
    const sale = (mint: string, receivedAt: number, soldAt: number) => ({
      mint,
      receivedAt,
      soldAt,
      currency: 'sol' as const,
      amount: 10n,
    });
    const unmatchedSales = [
      sale('a', START, START + 3_600),
      sale('a', START, START + 5),
      sale('b', START, START),
      sale('c', START, START + 3_601),
      sale('d', 0, 30),
    ];
    expect(behaviour([], { unmatchedSales, proceeds: 100n }).soldUnbought).toEqual({ mints: 2, proceedsBps: 3_000 });
  });

  it('knows profit from positions with a fill that another party signed, winners alone', () => {
    const positions = trips([30n, 70n, -50n]).map((one, at) => ({ ...one, cosigned: at !== 1 }));
    expect(behaviour(positions, {}).cosignedProfitBps).toBe(3_000);
  });

  it('knows profit from positions whose sale moved its pool by more than a quarter', () => {
    const positions = trips([30n, 70n, -50n]);
    const sell = (at: number, poolImpactBps: number) =>
      trade({ kind: 'sell', mint: `mint ${at}`, time: START + at * DAY + 600, poolImpactBps });
    const trades = [sell(0, 2_501), sell(1, 2_500), sell(2, 9_000)];
    expect(behaviour(positions, { trades }).thinPoolProfitBps).toBe(3_000);
    // A sale of the same mint at another time belongs to another position.
    expect(behaviour(positions, { trades: [{ ...sell(0, 9_000), time: START + 700 }] }).thinPoolProfitBps).toBe(0);
  });

  describe('sandwiches', () => {
    const pair = (changes: Parameters<typeof trade>[0] = {}) => [trade(), trade({ kind: 'sell', ...changes })];

    it.each([
      { name: 'in one slot', trades: pair(), cases: 1 },
      { name: 'of 99 percent of the units', trades: pair({ units: 990n }), cases: 1 },
      { name: 'three places apart', trades: [trade({ index: 5 }), trade({ kind: 'sell', index: 8 })], cases: 1 },
      { name: 'with a known and an unknown place', trades: pair({ index: 90 }), cases: 1 },
      { name: 'not of fewer units', trades: pair({ units: 989n }), cases: 0 },
      { name: 'not in another slot', trades: pair({ slot: 2 }), cases: 0 },
      { name: 'not of another mint', trades: pair({ mint: 'other' }), cases: 0 },
      { name: 'not of two purchases', trades: pair({ kind: 'buy' }), cases: 0 },
      { name: 'not farther apart', trades: [trade({ index: 5 }), trade({ kind: 'sell', index: 9 })], cases: 0 },
      { name: 'each trade once', trades: [...pair(), trade({ kind: 'sell' })], cases: 1 },
      { name: 'twice in a slot', trades: [...pair(), ...pair()], cases: 2 },
    ])('$name', ({ trades, cases }) => {
      expect(behaviour([], { trades }).sandwich.cases).toBe(cases);
    });

    it('are a share of round trips', () => {
      expect(behaviour(trips([1n, 1n, 1n]), { trades: pair() }).sandwich).toEqual({ cases: 1, shareBps: 3_334 });
      expect(behaviour(trips([1n]), { trades: [...pair(), ...pair()] }).sandwich.shareBps).toBe(10_000);
    });
  });

  describe('trades in circles', () => {
    /** Round trips of 1 SOL, one every `step` seconds. */
    const circles = (count: number, pnl = 0n, step = 50, from = START, mint = 'mint') =>
      Array.from({ length: count }, (_, at) => [
        trade({ mint, time: from + at * step }),
        trade({ mint, kind: 'sell', time: from + at * step, amount: SOL + pnl, pnl }),
      ]).flat();
    const wash = (trades: ReturnType<typeof circles>) => behaviour([], { trades }).wash;

    it('are found within ten minutes, ten each way, at a small result', () => {
      expect(wash(circles(10))).toEqual({ mint: 'mint', buys: 10, sells: 10, turnoverBps: 10_000 });
      expect(wash(circles(9))).toBeNull();
      expect(wash(circles(10, 0n, 67))).toBeNull();
      // 3 percent of about 2 SOL a round trip.
      expect(wash(circles(10, 60_000_000n))).not.toBeNull();
      expect(wash(circles(10, -62_000_000n))).toBeNull();
      expect(wash(circles(10, 62_000_000n))).toBeNull();
    });

    it('are counted with all windows and mints, and named by the largest', () => {
      const other = circles(10, 0n, 50, START + 5_000, 'other');
      const idle = [trade({ time: START + 9_000, amount: 36n * SOL })];
      const found = wash([...circles(12), ...circles(14, 0n, 50, START + 2_000, 'mint'), ...other, ...idle]);
      expect(found).toEqual({ mint: 'mint', buys: 26, sells: 26, turnoverBps: 6_667 });
    });

    it('are not hidden by a real sale before or after', () => {
      const sale = (time: number) => trade({ kind: 'sell', time, amount: 9n * SOL, pnl: 8n * SOL });
      expect(wash([...circles(10, 0n, 20), sale(START + 300)])?.buys).toBe(10);
      expect(wash([sale(START - 100), ...circles(10, 0n, 20)])?.buys).toBe(10);
    });
  });
});
