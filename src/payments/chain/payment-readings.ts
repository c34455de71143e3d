import { AnswerCache } from 'assay-core/chain/answer-cache.ts';
import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import type { Reading } from 'assay-core/lib/reading.ts';

/** How readings are shared: how one is loaded, for how many milliseconds its value is kept (0: not at all), and its bytes. */
export interface Sharing<K, T> {
  readonly load: (key: K) => Promise<Reading<T>>;
  readonly keepMs: (value: T) => number;
  readonly weigh: (value: T) => number;
  readonly bytesMax: number;
}

interface Entry<T> {
  readonly reading: Promise<Reading<T>>;
  /** Until when it may answer, on the transport's clock. */
  readonly until: number;
}

/** Readings that all callers share. One under way is asked for once, and a known one is kept for a while. */
export class PaymentReadings<K extends string, T> {
  readonly #sharing: Sharing<K, T>;
  readonly #cache: AnswerCache<K, Entry<T>>;

  constructor(sharing: Sharing<K, T>) {
    this.#sharing = sharing;
    this.#cache = new AnswerCache({ sizeMax: sharing.bytesMax, isUsable: ({ until }) => until > now() });
  }

  /** The reading of `key`, at most as old as it is kept. */
  get(key: K): Promise<Reading<T>> {
    return this.#cache.find(key)?.reading ?? this.#begin(key);
  }

  /** The reading of `key` that is under way, else a new one. */
  anew(key: K): Promise<Reading<T>> {
    return this.#cache.underWay(key)?.reading ?? this.#begin(key);
  }

  #begin(key: K): Promise<Reading<T>> {
    const { load, keepMs, weigh } = this.#sharing;
    // The age counts from the question, because the answer may have been true no later.
    const askedAt = now();
    const keep = (read: Reading<T>): Reading<T> => {
      const until = read.known ? askedAt + keepMs(read.value) : 0;
      if (read.known && until > now()) this.#cache.keep(key, { reading, until }, weigh(read.value));
      return read;
    };
    const reading: Promise<Reading<T>> = load(key)
      .then(keep)
      .finally(() => this.#cache.end(key, entry));
    const entry: Entry<T> = { reading, until: Number.POSITIVE_INFINITY };
    this.#cache.begin(key, entry);
    return reading;
  }
}
