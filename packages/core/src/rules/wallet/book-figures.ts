import type { BookTrade, Currency, Position } from './evidence/book.ts';
import type { HoldTimes } from './figures/hold-times.ts';

/** Confidence bounds of the expectancy (profit divided by cost), in basis points rounded against the wallet. */
export interface Expectancy {
  /**
   * Lower 99 percent bound with the sceptical prior: the worse of the two by positions and by days. It includes losses of positions
   * that do not count. Rounded down.
   */
  readonly lowerBps: number;
  /** Upper 99 percent bound without the prior: the better of the two. Rounded up. */
  readonly upperBps: number;
}

/** One point of the curve of realized profit, cumulative. */
export interface EquityPoint {
  readonly time: number;
  readonly amount: bigint;
}

/** Behaviour that may be manipulation or cannot be copied. Shares in basis points. */
export interface Behaviour {
  /** The largest set of round trips of one mint within ten minutes that gained or lost at most 3 percent; share of turnover. */
  readonly wash: {
    readonly mint: string;
    readonly buys: number;
    readonly sells: number;
    readonly turnoverBps: number;
  } | null;
  /** Purchases and sales of the same units of a mint in one slot, and their share of counted round trips. */
  readonly sandwich: { readonly cases: number; readonly shareBps: number };
  /** Mints of which units without a basis were sold within an hour of receipt; share of all proceeds. */
  readonly soldUnbought: { readonly mints: number; readonly proceedsBps: number };
  readonly atomicShareBps: number;
  /** Purchases in the same transaction as another signer's. */
  readonly bundledBuysBps: number;
  readonly medianHoldSeconds: number | null;
  readonly holdTimes: HoldTimes;
  /** Holds under a minute, by number. */
  readonly fastHoldsBps: number;
  readonly tradesPerActiveDay: number;
  /** Gross profit from positions with a sale that moved its pool by more than 25 percent. */
  readonly thinPoolProfitBps: number;
  /** Gross profit from positions with a fill that another party signed. */
  readonly cosignedProfitBps: number;
  /** Their cost, whether they gained or not: a loss is hidden where the other party pays what was paid. */
  readonly cosignedCostBps: number;
}

/** A round trip, and the sale of it that made most of its result; null where it has none that did. */
export interface RankedTrade {
  readonly position: Position;
  readonly sale: BookTrade | null;
}

/** The figures of one currency, in its atomic units; `bps` are integer basis points, rounded against the wallet. */
export interface Figures {
  readonly currency: Currency;
  /** Counted positions, oldest end first; the number of `closed` ones, of mints, and of days (UTC) with a trade. */
  readonly sample: readonly Position[];
  readonly closed: number;
  /** The number of equal round trips of the same weight: (sum of costs)² divided by the sum of squares, rounded down. */
  readonly evenTrips: number;
  readonly mints: number;
  readonly activeDays: number;
  readonly firstTradeAt: number | null;
  readonly lastTradeAt: number | null;
  readonly trades: number;
  readonly turnover: bigint;
  /** Cost and profit of the sample. */
  readonly cost: bigint;
  readonly realizedPnl: bigint;
  /** `realizedPnl` less `uncountedLosses`, basis transferred out, and `overhead`. */
  readonly pessimisticPnl: bigint;
  readonly averagePnl: bigint;
  /** Losses of ended positions that do not count; not negative. Gains of such positions do not offset them. */
  readonly uncountedLosses: bigint;
  /** Other income that could make up for a loss: then no loss is proven. */
  readonly makesUp: bigint;
  /**
   * Fees of other and failed transactions, tips, losses of atomic transactions, conversions and abandoned orders, and the net losses of
   * liquidity, loans and collectibles; not negative.
   */
  readonly overhead: bigint;
  readonly roiBps: number | null;
  readonly expectancy: Expectancy | null;
  readonly wins: number;
  readonly winRateBps: number | null;
  /** Wilson 95 percent interval; reported only. */
  readonly winRateLowBps: number | null;
  readonly winRateHighBps: number | null;
  readonly grossProfit: bigint;
  readonly grossLoss: bigint;
  /** Gains divided by losses in percent; null without a loss. */
  readonly profitFactorPercent: number | null;
  /** Largest fall of cumulative profit, divided by the largest basis invested at one time. */
  readonly maxDrawdownBps: number | null;
  readonly top1Bps: number | null;
  readonly top3Bps: number | null;
  /** Profit without the `bestLeftOut` best positions: min(5, ceil(n / 30)). */
  readonly bestLeftOut: number;
  readonly pnlWithoutBest: bigint;
  /** Profit of the two halves of the time between the first and the last end of a counted position. */
  readonly firstHalfPnl: bigint;
  readonly secondHalfPnl: bigint;
  /** Proceeds of units without a known basis, and the part of them from before the window, in all proceeds. */
  readonly unmatchedBps: number;
  readonly beforeWindowBps: number;
  /** Both divided by the cost of the sample. */
  readonly transferredOutBps: number;
  readonly openBasisBps: number;
  /** Trades without a price by number, and their turnover in this currency divided by counted cost, whichever is more. */
  readonly unpricedBps: number;
  /** Cost that was paid in another currency. */
  readonly convertedCostBps: number;
  /** Cost, or gains, of counted positions with a leg that was converted at a seen rate, whichever is the larger share. */
  readonly convertedBps: number;
  readonly specialFlowBps: number;
  readonly failedShareBps: number;
  readonly behaviour: Behaviour;
  /** The sales and positions with most profit, at most 10. */
  readonly topTrades: readonly RankedTrade[];
  /** Those with most loss, worst first, at most 10; `sale` is the one that lost most. */
  readonly worstTrades: readonly RankedTrade[];
  /** At most 100 points, the first and the last among them. */
  readonly equity: readonly EquityPoint[];
}
