import type { Effect } from '../effect.ts';

/** Why lamports came or went. Every lamport of every change belongs to exactly one class. */
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

/** What must be known of a mint before its trades count. */
export interface MintTraits {
  readonly mint: string;
  /** Decimals 0 and a supply of 1. */
  readonly nft: boolean;
  /** Balances of the mint can be hidden. */
  readonly confidential: boolean;
}

/** What a wallet did as the book is kept of it. */
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

/** One purchase or sale. `lamports`: what it cost or brought, everything inside; `units`: tokens that moved. */
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
  /** What a sale made beyond the basis that it used up; 0 for purchases and for tokens of unknown basis. */
  readonly pnl: bigint;
}

/** How a position ended. `stale`: no trade for seven days, so that what is left counts as lost. */
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
  /** Basis used up by sales, burns and write-off, and for an open position that of what is left as well. */
  readonly cost: bigint;
  /** What sales of known basis brought. */
  readonly proceeds: bigint;
  /** Proceeds less cost; 0 for an open position. */
  readonly pnl: bigint;
  /** The same by average cost, for comparison. */
  readonly averagePnl: bigint;
  /** What sales of units without a known basis brought. */
  readonly unmatchedProceeds: bigint;
  /** Basis that left by transfer, and where nothing is known of what became of it. */
  readonly transferredOut: bigint;
  /** Cost basis of the units not sold yet. */
  readonly openBasis: bigint;
  /** The sale that brought most, else the last purchase. */
  readonly bestTrade: string;
  /** Why it does not count; null where it does or is simply still open or never sold. */
  readonly taint: 'unpriced' | 'unknown_basis' | 'confidential' | 'unclear' | null;
}

/** Units of basis-weighted holding time: so many seconds for so many lamports. */
export interface Hold {
  readonly seconds: number;
  readonly lamports: bigint;
}

/** The books of a wallet's window. Lamports. */
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
  /** Losses of atomic transactions, and lamports in orders that nothing came of for seven days; gains are not set off. */
  readonly atomicLosses: bigint;
  /** What trades without a price came to, by the nearest rate however far away; null where there is no rate at all. */
  readonly unpricedLamports: bigint | null;
  /** All proceeds, of known and unknown basis. */
  readonly proceeds: bigint;
  readonly unmatchedProceeds: bigint;
  /** Sales of units without a basis: mint, when they came, when they were sold, what they brought. */
  readonly unmatchedSales: readonly {
    readonly mint: string;
    readonly receivedAt: number;
    readonly soldAt: number;
    readonly lamports: bigint;
  }[];
  readonly transferredOut: bigint;
  /** What plain transfers of trades took to others beyond tips and fees: part of the proceeds may have left with it. */
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
  /** Gross flow of SOL, in and out, and its part in liquidity, lending, NFTs and orders that led to nothing known. */
  readonly grossFlow: bigint;
  readonly specialFlow: bigint;
  /** Mints that the wallet itself made. */
  readonly created: readonly string[];
  /** Mints of which it traded. */
  readonly tradedMints: readonly string[];
}
