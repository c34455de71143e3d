import type { Signature } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { ByteCache } from '../cache.ts';
import type { Transaction } from '../model.ts';
import type { Method } from '../rpc/method.ts';
import type { Asking } from '../rpc/transport.ts';
import type { CacheStats } from '../stats-model.ts';
import { getBlockTime } from './block-time.ts';
import { Flight, landed, type Pending } from './flight.ts';
import { getTransaction } from './transaction.ts';

/** A decoded transaction takes about 1.7 times the memory of its JSON text, measured over real ones. */
const MEMORY_PER_BYTE = 2;
/** A number in a map, with its key and what the cache notes of it. */
const NUMBER_BYTES = 250;
/** The part of the memory that times of blocks may take. */
const BLOCK_TIMES_SHARE = 1 / 16;

/** What is kept of one method: which of its values never change, and what one weighs whose answer took `answerBytes`. */
interface Keeping<K, T> {
  readonly name: CacheStats['name'];
  readonly method: Method<K, T>;
  readonly keeps: (value: T) => boolean;
  readonly weigh: (answerBytes: number) => number;
  readonly bytesMax: number;
}

/**
 * Readings that never change, across all sessions: one that is under way is asked for once, and one that was read is kept. Its
 * weight follows the length of the answer that held it; a kept one costs a reader the same calls and bytes as a fresh one, so
 * that a limit does not depend on what was asked before.
 */
class Immutable<K, T> {
  readonly #asking: Asking;
  readonly #keeping: Keeping<K, T>;
  readonly #cache: ByteCache<K, { readonly value: T; readonly bytes: number }>;
  readonly #underWay = new Map<K, Flight<T>>();
  #hits = 0;
  #misses = 0;
  #joined = 0;

  constructor(asking: Asking, keeping: Keeping<K, T>) {
    this.#asking = asking;
    this.#keeping = keeping;
    this.#cache = new ByteCache(keeping.bytesMax);
  }

  /** The reading for somebody who looks at it once: what is there already is used, and nothing is kept. */
  pass(key: K, asking: Asking = this.#asking): Pending<T> {
    return this.#present(key) ?? new Flight((interest) => asking.call(this.#keeping.method, key, interest));
  }

  get(key: K, asking: Asking = this.#asking): Pending<T> {
    const present = this.#present(key);
    if (present) return present;
    const flight: Flight<T> = new Flight(async (interest) => {
      try {
        const answer = await asking.call(this.#keeping.method, key, interest);
        const { reading, bytes } = answer;
        if (reading.known && this.#keeping.keeps(reading.value)) {
          this.#cache.set(key, { value: reading.value, bytes }, this.#keeping.weigh(bytes));
        }
        return answer;
      } finally {
        if (this.#underWay.get(key) === flight) this.#underWay.delete(key);
      }
    });
    this.#underWay.set(key, flight);
    return flight;
  }

  stats(): CacheStats {
    const { bytes, size } = this.#cache;
    const { name } = this.#keeping;
    return { name, hits: this.#hits, misses: this.#misses, joined: this.#joined, bytes, entries: size };
  }

  /** What is kept of it, or under way for somebody else. */
  #present(key: K): Pending<T> | null {
    const cached = this.#cache.get(key);
    if (cached) {
      this.#hits += 1;
      return landed({ reading: known(cached.value), bytes: cached.bytes });
    }
    const shared = this.#underWay.get(key);
    if (shared && !shared.abandoned) {
      this.#joined += 1;
      return shared;
    }
    this.#misses += 1;
    return null;
  }
}

/** What is kept for all sessions as long as there is room, because the chain does not change it. */
export interface Immutables {
  readonly transactions: Immutable<Signature, Transaction>;
  readonly blockTimes: Immutable<number, number | null>;
}

/**
 * Finalized transactions, and times of blocks: a slot that has one keeps it. That there is none is not kept, because it may
 * only be missing where it was asked for. `bytesMax` bounds the memory of all.
 */
export function openImmutables(asking: Asking, bytesMax: number): Immutables {
  const blockTimesMax = Math.floor(bytesMax * BLOCK_TIMES_SHARE);
  return {
    transactions: new Immutable(asking, {
      name: 'transactions',
      method: getTransaction,
      keeps: () => true,
      weigh: (answerBytes) => answerBytes * MEMORY_PER_BYTE,
      bytesMax: bytesMax - blockTimesMax,
    }),
    blockTimes: new Immutable(asking, {
      name: 'block_times',
      method: getBlockTime,
      keeps: (time) => time !== null,
      weigh: () => NUMBER_BYTES,
      bytesMax: blockTimesMax,
    }),
  };
}
