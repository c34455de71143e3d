import { LRUCache } from 'lru-cache';
import type { CacheStats } from './chain-stats.ts';

/** How one cache differs from another. */
interface CachePolicy<E> {
  /** The most that is kept, in the unit of the sizes: bytes, or entries that have size 1 each. Below 1 nothing is kept. */
  readonly sizeMax: number;
  /** Whether an entry, under way or kept, may answer a question now. */
  readonly isUsable: (entry: E) => boolean;
}

/**
 * The cache of everything that the chain client shares. An entry is under way from `begin` to `end`; `keep` then keeps it within a
 * bound, where what was used longest ago is dropped first. A question that finds a usable kept entry is a hit, one that finds a
 * usable entry under way has joined it, and every other one is a miss.
 */
export class AnswerCache<K extends string | number, E extends object> {
  readonly #isUsable: (entry: E) => boolean;
  readonly #underWay = new Map<K, E>();
  readonly #kept: LRUCache<K, E>;
  #hits = 0;
  #misses = 0;
  #joined = 0;

  constructor({ sizeMax, isUsable }: CachePolicy<E>) {
    this.#isUsable = isUsable;
    this.#kept = new LRUCache({ maxSize: Math.max(1, sizeMax) });
  }

  /** The entry that answers a question, which is counted; null where the caller has to begin one. */
  find(key: K, mayJoin = true): E | null {
    const kept = this.kept(key);
    if (kept && this.#isUsable(kept)) {
      this.#hits += 1;
      return kept;
    }
    const underWay = mayJoin ? this.underWay(key) : null;
    if (underWay) this.#joined += 1;
    else this.#misses += 1;
    return underWay;
  }

  /** The usable entry that is under way; null where there is none. Counts no question. */
  underWay(key: K): E | null {
    const entry = this.#underWay.get(key);
    return entry && this.#isUsable(entry) ? entry : null;
  }

  /** The entry that is kept, whether or not it is usable. */
  kept(key: K): E | null {
    return this.#kept.get(key) ?? null;
  }

  begin(key: K, entry: E): void {
    this.#underWay.set(key, entry);
  }

  /** Ends an entry. False where its key was forgotten or begun anew meanwhile, so that it must not be kept. */
  end(key: K, entry: E): boolean {
    return this.#underWay.get(key) === entry && this.#underWay.delete(key);
  }

  /** Keeps an entry in place of the one before. An entry that is larger than the bound is not kept. */
  keep(key: K, entry: E, size: number): void {
    this.#kept.set(key, entry, { size: Math.max(1, Math.ceil(size)) });
  }

  /** The next question for `key` is a miss. */
  forget(key: K): void {
    this.#underWay.delete(key);
    this.#kept.delete(key);
  }

  /** Forgets everything. Calls under way still answer their callers, and are not kept. */
  clear(): void {
    this.#underWay.clear();
    this.#kept.clear();
  }

  /** Drops kept entries that are not usable any more, from the one that was used longest ago up to the first usable one. */
  dropUnusable(): void {
    for (const key of this.#kept.rkeys()) {
      const entry = this.#kept.peek(key);
      if (entry && this.#isUsable(entry)) return;
      this.#kept.delete(key);
    }
  }

  stats(): Omit<CacheStats, 'name'> {
    const { calculatedSize: bytes, size: entries } = this.#kept;
    return { hits: this.#hits, misses: this.#misses, joined: this.#joined, bytes, entries };
  }
}
