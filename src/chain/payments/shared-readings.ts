import type { LRUCache } from 'lru-cache';
import type { Reading } from '#lib/reading.ts';
import { byteCache } from '../cache.ts';
import { now } from '../rpc/rpc-limits.ts';

/** How readings are shared: how to have one, how long its value is kept (0: not at all), and what that weighs. */
export interface Sharing<K, T> {
  readonly load: (key: K) => Promise<Reading<T>>;
  readonly keepMs: (value: T) => number;
  readonly weigh: (value: T) => number;
  readonly bytesMax: number;
}

/** Readings that all callers share: one that is under way is asked for once, and a known one is kept for a while. */
export class SharedReadings<K extends string, T> {
  readonly #sharing: Sharing<K, T>;
  readonly #kept: LRUCache<K, { readonly reading: Reading<T>; readonly until: number }>;
  readonly #underWay = new Map<K, Promise<Reading<T>>>();

  constructor(sharing: Sharing<K, T>) {
    this.#sharing = sharing;
    this.#kept = byteCache(sharing.bytesMax);
  }

  /** The reading of `key`, which may be as old as it is kept. */
  get(key: K): Promise<Reading<T>> {
    const kept = this.#kept.get(key);
    return kept && kept.until > now() ? Promise.resolve(kept.reading) : this.anew(key);
  }

  /** The reading of `key` that is under way, else another one. */
  anew(key: K): Promise<Reading<T>> {
    const shared = this.#underWay.get(key);
    if (shared) return shared;
    const load = this.#load(key);
    this.#underWay.set(key, load);
    return load;
  }

  async #load(key: K): Promise<Reading<T>> {
    // Its age counts from the question: what the answer says may have been true no later than that.
    const askedAt = now();
    try {
      const reading = await this.#sharing.load(key);
      if (reading.known) this.#keep(key, reading.value, askedAt);
      return reading;
    } finally {
      this.#underWay.delete(key);
    }
  }

  #keep(key: K, value: T, askedAt: number): void {
    const until = askedAt + this.#sharing.keepMs(value);
    const size = this.#sharing.weigh(value);
    if (until > now()) this.#kept.set(key, { reading: { known: true, value }, until }, { size });
  }
}
