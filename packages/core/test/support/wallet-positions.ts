import {
  type Book,
  type BookTrade,
  type CurrencySums,
  type FlowClass,
  flowClasses,
  type Position,
} from '#rules/wallet/evidence/book.ts';

/*
 * Books by hand, for suites that are about what is made of a book: a purchase and a sale a round trip, everything else as a quiet
 * wallet has it.
 */

const LAMPORTS_PER_SOL = 1_000_000_000n;
/** Noon of a day in 2026. */
export const START = 1_767_268_800;
export const DAY = 86_400;

/** A closed round trip of 1 SOL that brought nothing. Proceeds follow from `cost` and `pnl` where they are not given. */
export function position(changes: Partial<Position> = {}): Position {
  const { cost = LAMPORTS_PER_SOL, pnl = 0n, openedAt = START } = changes;
  const closedAt = changes.closedAt === undefined ? openedAt + 600 : changes.closedAt;
  return {
    mint: 'mint',
    currency: 'sol',
    state: 'closed',
    counted: true,
    lastTradeAt: closedAt ?? openedAt,
    buys: 1,
    sells: 1,
    proceeds: cost + pnl,
    averagePnl: pnl,
    unmatchedProceeds: 0n,
    transferredOut: 0n,
    openBasis: 0n,
    openUnits: 0n,
    bestTrade: 'sale',
    cosigned: false,
    converted: false,
    taint: null,
    ...changes,
    cost,
    pnl,
    openedAt,
    closedAt,
  };
}

/** A purchase of a thousand units for 1 SOL. */
export function trade(changes: Partial<BookTrade> = {}): BookTrade {
  return {
    kind: 'buy',
    mint: 'mint',
    currency: 'sol',
    units: 1_000n,
    amount: LAMPORTS_PER_SOL,
    signature: 'trade',
    slot: 1,
    index: null,
    time: START,
    cobuyers: 0,
    poolImpactBps: null,
    counterparty: null,
    pnl: 0n,
    ...changes,
  };
}

/** A book in which nothing happened but what is named. */
export function book(changes: Partial<Book> = {}): Book {
  return {
    positions: [],
    trades: [],
    holds: [],
    ...sums(),
    others: { usd: sums(), eur: sums() },
    counts: { transactions: 0, failed: 0, atomicGains: 0, unpricedTrades: 0 },
    unmatchedSales: [],
    rates: [],
    rateBounds: { usd: null, eur: null },
    created: [],
    tradedMints: [],
    ...changes,
  };
}

/** Sums that are 0 but for those named. */
export function sums(changes: Partial<CurrencySums> = {}): CurrencySums {
  return {
    flows: flows(),
    change: 0n,
    atomicLosses: 0n,
    conversionLosses: 0n,
    unpriced: 0n,
    proceeds: 0n,
    unmatchedProceeds: 0n,
    transferredOut: 0n,
    sweptOut: 0n,
    convertedCost: 0n,
    grossFlow: 0n,
    specialFlow: 0n,
    ...changes,
  };
}

/** Flows that are 0 but for those named. */
export function flows(changes: Partial<Record<FlowClass, bigint>> = {}): Book['flows'] {
  return { ...(Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>), ...changes };
}

/**
 * The book of a wallet with these positions: one purchase each where it opened, one sale where it closed; those that went
 * stale, and those still open, were never sold.
 */
export function bookOf(positions: readonly Position[], changes: Partial<Book> = {}): Book {
  const trades = positions.flatMap((one, at) => tradesOf(one, at));
  const sold = positions.filter(({ state }) => state === 'closed');
  const proceeds = sold.reduce((sum, one) => sum + one.proceeds, 0n);
  const cost = positions.reduce((sum, one) => sum + one.cost + one.openBasis, 0n);
  return book({
    positions,
    trades: trades.sort((a, b) => a.time - b.time),
    holds: sold.map(({ currency, openedAt, closedAt, cost: amount }) => ({
      seconds: (closedAt ?? openedAt) - openedAt,
      currency,
      amount,
    })),
    flows: flows({ buys: -cost, sells: proceeds }),
    change: proceeds - cost,
    counts: { transactions: trades.length, failed: 0, atomicGains: 0, unpricedTrades: 0 },
    proceeds,
    grossFlow: proceeds + cost,
    tradedMints: [...new Set(positions.map(({ mint }) => mint))],
    ...changes,
  });
}

function tradesOf(one: Position, at: number): BookTrade[] {
  const bought = trade({
    mint: one.mint,
    currency: one.currency,
    amount: one.cost + one.openBasis,
    signature: `buy ${at}`,
    slot: one.openedAt,
    time: one.openedAt,
  });
  if (one.state !== 'closed' || one.closedAt === null) return [bought];
  const sold = trade({
    kind: 'sell',
    mint: one.mint,
    currency: one.currency,
    amount: one.proceeds,
    signature: one.bestTrade === 'sale' ? `sell ${at}` : one.bestTrade,
    slot: one.closedAt,
    time: one.closedAt,
    pnl: one.pnl,
  });
  return [bought, sold];
}
