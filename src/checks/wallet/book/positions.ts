import type { Effect } from '../effect.ts';

/** The reasons for a change of lamports. Every lamport of every change belongs to exactly one class. */
export const flowClasses = [
  'buys',
  'sells',
  'conversions',
  'transfers_in',
  'transfers_out',
  'rent_from_others',
  'rent_for_others',
  'failed_fees',
  'other_fees',
  'tips',
  'atomic',
  'liquidity',
  'orders',
  'lending',
  'staking',
  'nfts',
  'unclear',
] as const;
export type FlowClass = (typeof flowClasses)[number];

/** The facts of a mint that decide whether its trades count. */
export interface MintTraits {
  readonly mint: string;
  /** Decimals 0 and a supply of 1. */
  readonly nft: boolean;
  /** Balances of the mint can be hidden. */
  readonly confidential: boolean;
}

/** The input of a book. */
export interface BookInput {
  /** Oldest first, in the order of execution, each signature once. */
  readonly effects: readonly Effect[];
  /** Unix seconds of the moment of the answer. */
  readonly now: number;
  /** Mints that stand for one dollar. */
  readonly stableMints: readonly string[];
  /** Facts of mints that need them; a mint that is not listed has none that matter. */
  readonly mints: readonly MintTraits[];
}

/** One purchase or sale. `lamports`: the total paid or received; `units`: the tokens that moved. */
export interface BookTrade {
  readonly kind: 'buy' | 'sell';
  readonly mint: string;
  readonly units: bigint;
  readonly lamports: bigint;
  readonly signature: string;
  readonly slot: number;
  readonly index: number | null;
  readonly time: number;
  /** Whether a leg was paid in a stable coin. */
  readonly stable: boolean;
  readonly cobuyers: number;
  readonly poolImpactBps: number | null;
  /** Profit of a sale over the basis that it used up; 0 for purchases and for tokens of unknown basis. */
  readonly pnl: bigint;
}

/** The end of a position. `stale`: no trade for seven days, so that the rest counts as lost. */
type PositionState = 'closed' | 'stale' | 'open';

/**
 * One holding of one mint, from nothing to at most a hundredth of its peak. Lamports. `counted`: it is a round trip that the
 * statistics take: at least one purchase and, unless it went stale or units were burned, one sale; at most 5 percent of what was
 * sold had no known basis; no leg without a price; nothing hidden or unclear.
 */
export interface Position {
  readonly mint: string;
  readonly state: PositionState;
  readonly counted: boolean;
  readonly openedAt: number;
  /** When it was closed, or went stale; null while it is open. */
  readonly closedAt: number | null;
  readonly lastTradeAt: number;
  readonly buys: number;
  readonly sells: number;
  /** Basis used up by sales, burns and write-off, and for an open position also that of the rest. */
  readonly cost: bigint;
  /** Proceeds of sales of known basis. */
  readonly proceeds: bigint;
  /** Proceeds less cost; 0 for an open position. */
  readonly pnl: bigint;
  /** The same by average cost, for comparison. */
  readonly averagePnl: bigint;
  /** Proceeds of units without a known basis. */
  readonly unmatchedProceeds: bigint;
  /** Basis that left by transfer, or to an unknown destination. */
  readonly transferredOut: bigint;
  /** Cost basis of the units not sold yet. */
  readonly openBasis: bigint;
  /** The units that this is the cost of: those of known basis that are not sold yet, in orders too; 0 unless it is open. */
  readonly openUnits: bigint;
  /** The sale with most profit, else the last purchase. */
  readonly bestTrade: string;
  /** Why the position does not count; null where it counts, is still open, or was never sold. */
  readonly taint: 'unpriced' | 'unknown_basis' | 'confidential' | 'unclear' | null;
}

/** A holding time, weighted by its basis in lamports. */
export interface Hold {
  readonly seconds: number;
  readonly lamports: bigint;
}

/** The book of a wallet's window. Lamports. */
export interface Book {
  readonly positions: readonly Position[];
  readonly trades: readonly BookTrade[];
  readonly holds: readonly Hold[];
  /** The change of the wallet's worth by class; together exactly `change`. */
  readonly flows: Readonly<Record<FlowClass, bigint>>;
  /** Sum of the changes of all effects: closing less opening worth. */
  readonly change: bigint;
  readonly counts: {
    readonly transactions: number;
    readonly failed: number;
    /** Successful transactions with a gain in SOL, no token moved, and a trading program. */
    readonly atomicGains: number;
    readonly unpricedTrades: number;
  };
  /** Losses of atomic transactions, and lamports in orders without a result for seven days. Gains do not offset them. */
  readonly atomicLosses: bigint;
  /** The value of trades without a price, at the nearest rate of any distance; null where there is no rate. */
  readonly unpricedLamports: bigint | null;
  /** All proceeds, of known and unknown basis. */
  readonly proceeds: bigint;
  readonly unmatchedProceeds: bigint;
  /** Sales of units without a basis: mint, times of receipt and sale, and proceeds. */
  readonly unmatchedSales: readonly {
    readonly mint: string;
    readonly receivedAt: number;
    readonly soldAt: number;
    readonly lamports: bigint;
  }[];
  readonly transferredOut: bigint;
  /** Lamports that plain transfers of trades sent to others beyond tips and fees: part of the profit may have left with them. */
  readonly sweptOut: bigint;
  /** Cost of counted positions that was paid in stable coins. */
  readonly stableCost: bigint;
  /** Rates that priced stable legs, newest first, at most 20. */
  readonly rates: readonly {
    readonly mint: string;
    readonly units: bigint;
    readonly lamports: bigint;
    readonly signature: string;
    readonly time: number;
  }[];
  /** Gross flow of SOL, in and out, and its part in liquidity, lending, NFTs and orders without a known result. */
  readonly grossFlow: bigint;
  readonly specialFlow: bigint;
  /** Mints that the wallet created. */
  readonly created: readonly string[];
  /** Mints that the wallet traded. */
  readonly tradedMints: readonly string[];
}
