import type { EndpointTraffic, TrafficError } from '../chain-stats.ts';
import type { RpcOutcome } from './call-outcome.ts';
import type { Item } from './send-queue.ts';

/** Upper bounds of the histogram's buckets, in milliseconds. */
const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Counts the requests and answers of one endpoint. */
export class Meter {
  readonly #calls = new Map<string, number>();
  readonly #errors = new Map<TrafficError, number>();
  readonly #buckets = BUCKETS_MS.map(() => 0);
  #requests = 0;
  #bytes = 0;
  #timed = 0;
  #msSum = 0;

  /** Counts a request that is sent with these calls. */
  sent(items: readonly Item[]): void {
    this.#requests += 1;
    for (const { method } of items) count(this.#calls, method);
  }

  /** Counts the outcome of a request of so many calls after `ms` milliseconds: bytes of an answer, or why none of them has one. */
  came(came: number | TrafficError, calls: number, ms: number): void {
    this.#timed += 1;
    this.#msSum += ms;
    const first = BUCKETS_MS.findIndex((msMax) => ms <= msMax);
    if (first >= 0) this.#buckets[first] = (this.#buckets[first] ?? 0) + 1;
    if (typeof came === 'number') this.#bytes += came;
    else count(this.#errors, came, calls);
  }

  /** Counts the results of the calls of a request that was answered. */
  read(outcomes: readonly RpcOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome.kind === 'refused') count(this.#errors, outcome.refusal.kind);
      else if (outcome.kind === 'failed') count(this.#errors, 'unanswered');
    }
  }

  traffic(origin: string): EndpointTraffic {
    let below = 0;
    const buckets = BUCKETS_MS.map((msMax, index) => {
      below += this.#buckets[index] ?? 0;
      return { msMax, count: below };
    });
    return {
      origin,
      requests: this.#requests,
      calls: new Map(this.#calls),
      errors: new Map(this.#errors),
      bytes: this.#bytes,
      latency: { count: this.#timed, msSum: this.#msSum, buckets },
    };
  }
}

function count<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
