import type { FailureKind } from './rpc/call-outcome.ts';
import type { RefusalKind } from './rpc/limits/refusals.ts';

/** Counts of one cache since the chain was opened, and what it keeps now. A question is a hit, a miss or joined. */
export interface CacheStats {
  /**
   * `transactions`, `block_times` and `block_signatures` never change. `slot` holds readings of the present and `answers` whole answers,
   * both shared between checks that overlap.
   */
  readonly name: 'transactions' | 'block_times' | 'block_signatures' | 'slot' | 'answers';
  /** Answered by a kept entry. */
  readonly hits: number;
  /** Asked an endpoint, or began work. */
  readonly misses: number;
  /** Waited for a call or work that another check began. */
  readonly joined: number;
  /** Memory of the kept entries, as the cache estimates it; 0 for `answers`. */
  readonly bytes: number;
  readonly entries: number;
}

/** A histogram of times in milliseconds. `buckets` are cumulative: how many took at most `msMax`; the rest took longer. */
interface Latency {
  readonly count: number;
  readonly msSum: number;
  readonly buckets: readonly { readonly msMax: number; readonly count: number }[];
}

/**
 * Why calls failed. All calls of an HTTP request: `broken` (the connection, or an unreadable answer), `timeout`, `oversize` or `abandoned`
 * (no caller waited any longer). Calls that were refused, together or alone: the kind of the refusal. A single call: `unanswered` (its
 * answer was missing or had no result).
 */
export type TrafficError = FailureKind | RefusalKind | 'abandoned' | 'unanswered';

/** What was sent to one endpoint since it was added, including retries and questions for its slot. */
export interface EndpointTraffic {
  /** The origin of its URL; two endpoints of one provider may have the same. */
  readonly origin: string;
  /** HTTP requests that were posted. */
  readonly requests: number;
  /** Calls by JSON-RPC method, each item of an array counted. */
  readonly calls: ReadonlyMap<string, number>;
  /** Calls that failed, of those. */
  readonly errors: ReadonlyMap<TrafficError, number>;
  /** Bytes of answers that were read. */
  readonly bytes: number;
  /** From posting a request to the end of its answer or failure. */
  readonly latency: Latency;
}

/** What an endpoint allows, as far as it was learned. Null where no bound is known. */
export interface EndpointAllows {
  readonly callsPerSecond: number | null;
  readonly arrayItemsMax: number | null;
  readonly addressesMax: number | null;
  /** The largest answer that came before it called one too large. */
  readonly answerBytesMax: number | null;
  /** The slot of its first block. 0 where its ledger begins with the chain. */
  readonly firstSlot: number | null;
  /** Methods that it refuses, with its words. */
  readonly refused: readonly { readonly method: string; readonly said: string }[];
  /** Methods that it allows fewer calls of than it does of all. */
  readonly limited: readonly { readonly method: string; readonly callsPerSecond: number }[];
}

/** State of one endpoint for readiness and logs. Only the origin of the URL is shown, because paths hold provider keys. */
export interface EndpointHealth {
  readonly origin: string;
  readonly healthy: boolean;
  /** True where it refuses the questions of every check. */
  readonly refuses?: boolean;
  readonly slot: number | null;
  /** At most a day of slots. Beyond that endpoints contradict each other, and those that are not trusted have this value. */
  readonly lagSlots: number;
  /** What it allows as far as it was learned. Absent where that is not watched. */
  readonly limits?: EndpointAllows;
}

/** Counts of the chain client for metrics. */
export interface ChainStats {
  caches(): readonly CacheStats[];
  /** One entry for each endpoint, in the order in which they were added. */
  traffic(): readonly EndpointTraffic[];
}

/**
 * The calls of a check that were really sent for it, by JSON-RPC method: retries and each item of an array count, and a call that other
 * checks wait for too counts for the first of them. Answers kept or under way for others do not count, nor do the service's own questions.
 * `picoUsd` is the price of all in picodollars; null where one of them has no known price.
 */
export interface CheckCost {
  readonly calls: ReadonlyMap<string, number>;
  readonly picoUsd: bigint | null;
}
