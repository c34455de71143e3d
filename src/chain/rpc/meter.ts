import type { EndpointTraffic, TrafficError } from '../stats-model.ts';
import type { Outcome } from './outcome.ts';
import type { Item } from './queue.ts';
import type { Posted } from './wire.ts';

/** Upper bounds of the histogram's buckets, in milliseconds. */
const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Counts what is sent to one endpoint and what comes back. */
export class Meter {
  readonly #calls = new Map<string, number>();
  readonly #errors = new Map<TrafficError, number>();
  readonly #buckets = BUCKETS_MS.map(() => 0);
  #requests = 0;
  #bytes = 0;
  #timed = 0;
  #msSum = 0;

  /** A request leaves with these calls. */
  sent(items: readonly Item[]): void {
    this.#requests += 1;
    for (const { method } of items) count(this.#calls, method);
  }

  /** What became of the request as a whole, `ms` after it was sent. */
  came(posted: Posted, ms: number, abandoned: boolean): void {
    this.#timed += 1;
    this.#msSum += ms;
    const first = BUCKETS_MS.findIndex((msMax) => ms <= msMax);
    if (first >= 0) this.#buckets[first] = (this.#buckets[first] ?? 0) + 1;
    if (posted.ok) this.#bytes += posted.bytes;
    else count(this.#errors, abandoned ? 'abandoned' : posted.failure.kind);
  }

  /** What became of single calls of a request that was answered. */
  read(outcomes: readonly Outcome[]): void {
    for (const { kind } of outcomes) {
      if (kind === 'refused') count(this.#errors, 'refused');
      else if (kind === 'failed') count(this.#errors, 'unanswered');
    }
  }

  /** Everything counted so far. */
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

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
