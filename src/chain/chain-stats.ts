/** What one cache did since the chain was opened, and what it holds now. A question is a hit, a miss or joined. */
export interface CacheStats {
  /**
   * `transactions` and `block_times` never change; `slot` is what was read of the present, and `answers` are whole answers,
   * both shared between checks that are under way together.
   */
  readonly name: 'transactions' | 'block_times' | 'slot' | 'answers';
  /** Answered from what is kept. */
  readonly hits: number;
  /** Asked or worked for this question. */
  readonly misses: number;
  /** Waited for what was under way for somebody else. */
  readonly joined: number;
  /** Memory of what is kept, as the cache weighs it; answers that are shared are not weighed. */
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
 * Why requests or calls failed: the whole HTTP request `busy` (429), `broken` (5xx, cut, not JSON), `timeout`, `denied`
 * (4xx), `oversize` or `abandoned` (nobody waited any longer); a single call `refused` (a JSON-RPC error) or `unanswered`
 * (its answer was missing or had no result in an otherwise good response).
 */
export type TrafficError =
  | 'busy'
  | 'broken'
  | 'timeout'
  | 'denied'
  | 'oversize'
  | 'abandoned'
  | 'refused'
  | 'unanswered';

/** What was sent to one endpoint since it was taken into use, repeats and questions about its slot included. */
export interface EndpointTraffic {
  /** The origin of its URL; two endpoints of one provider may have the same. */
  readonly origin: string;
  /** HTTP requests that were posted. */
  readonly requests: number;
  /** Calls by JSON-RPC method, each item of an array counted. */
  readonly calls: ReadonlyMap<string, number>;
  readonly errors: ReadonlyMap<TrafficError, number>;
  /** Bytes of answers that were read. */
  readonly bytes: number;
  /** From posting a request to the end of its answer or failure. */
  readonly latency: Latency;
}

/** What the chain did, for metrics. */
export interface ChainStats {
  caches(): readonly CacheStats[];
  /** One entry for each endpoint, in the order in which they were taken into use. */
  traffic(): readonly EndpointTraffic[];
}
