import type { FlowClass } from './book/model.ts';
import type { TestDirection, TestUnit } from './measured.ts';

/** How much of the past was read, and how well it holds together. Times are Unix seconds. */
export interface WindowMetrics {
  readonly from_unix: number;
  readonly to_unix: number;
  /** Whole days from the beginning to the end, rounded down. */
  readonly days: number;
  readonly born_inside: boolean;
  readonly signatures: number;
  readonly token_signatures: number;
  readonly pages: number;
  readonly transactions: number;
  readonly unusable_transactions: number;
  readonly repaired: number;
  readonly native_links: number;
  readonly token_links: number;
  readonly breaks: number;
  readonly mismatches: number;
  readonly unproven_accounts: number;
}

/** Where the wallet's lamports came from and went to: signed, one member a class, with their sum. */
export type FlowMetrics = Readonly<Record<`${FlowClass}_lamports`, string>> & { readonly change_lamports: string };

/** A test that the best verdict needs and that failed. Whole numbers of `unit`; a figure of null could not be worked out. */
export interface FailedTestMetrics {
  readonly code: string;
  readonly figure: string | null;
  /** The strictest bound that the figure missed. */
  readonly bound: string;
  readonly direction: TestDirection;
  readonly unit: TestUnit;
}

/** A round trip among those that brought most. */
export interface TopTradeMetrics {
  readonly mint: string;
  /** The sale that brought most. */
  readonly transaction: string;
  readonly pnl_lamports: string;
  readonly cost_lamports: string;
  readonly opened_at_unix: number;
  readonly closed_at_unix: number | null;
  /** How much of its lamports the pool lost to that sale. */
  readonly pool_impact_bps: number | null;
}

/** A point of the curve of realized profit. */
export interface EquityMetrics {
  readonly time_unix: number;
  readonly lamports: string;
}

/** A price of a stable coin that was seen in a transaction: so many lamports for so many of its atomic units. */
export interface StableRateMetrics {
  readonly mint: string;
  readonly units: string;
  readonly lamports: string;
  readonly transaction: string;
  readonly time_unix: number;
}

/** Who made a token that brought much. */
export interface MakerMetrics {
  readonly mint: string;
  readonly creator: string | null;
  readonly own: boolean;
  readonly shared_funder: string | null;
  readonly supplied: boolean;
}
