import type { MarketOptions } from '../market/model.ts';

/** What a trade check is gathered with. */
export interface TradeOptions extends MarketOptions {
  /** Bounds of the verdicts in basis points, best first: the largest size of each is looked for. */
  readonly costBoundsBps: readonly number[];
  /** The highest priority that is counted, and what is taken where recent ones cannot be read. */
  readonly highestPriorityMicroLamports: bigint;
}
