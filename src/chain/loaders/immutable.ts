import type { LRUCache } from 'lru-cache';
import type { Signature } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { byteCache } from '../cache.ts';
import type { Transaction } from '../chain-reader.ts';
import type { CacheStats } from '../chain-stats.ts';
import { isSameTransaction } from '../decode/same-transaction.ts';
import { arbitrate } from '../endpoint-trust.ts';
import type { Wait } from '../rpc/call-wait.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import { type Method, wrongShape } from '../rpc/rpc-method.ts';
import type { AnsweredCall, Asking } from '../rpc/rpc-transport.ts';
import { isBlockTime } from '../slot-and-time.ts';
import { getTransaction } from './confirmed.ts';
import { type Pending, SharedCall, settledCall } from './shared-call.ts';

/** "Slot skipped, or missing due to ledger jump" and "slot skipped, or missing in long-term storage". */
const NO_BLOCK = [-32007, -32009];

/** Unix seconds of a slot's block; null where there is none to tell the time of. */
export const getBlockTime: Method<number, number | null> = {
  name: 'getBlockTime',
  batch: 'history',
  current: false,
  forms: [(slot) => [slot]],
  read(result) {
    if (result === null || isBlockTime(result)) return { is: 'value', value: result };
    return wrongShape('getBlockTime answered with something else than a time of a block');
  },
  readRefusal: (code) => (NO_BLOCK.includes(code) ? { is: 'value', value: null } : null),
};

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
  /** Whether two endpoints say the same. */
  readonly same: (one: T, other: T) => boolean;
  /** Finds out which of two endpoints is right; absent where it is not worth the calls. */
  readonly arbitrate?: (asking: Asking, key: K, wait: Wait) => Promise<AnsweredCall<T>>;
  readonly bytesMax: number;
}

/**
 * `from`: the endpoint that gave the value, until a second one gave the same. Until then it answers nobody, and is only compared with
 * what the second one gives. Null afterwards, and where one endpoint is configured.
 */
interface Kept<T> {
  readonly value: T;
  readonly bytes: number;
  readonly from: Endpoint | null;
}

/**
 * Readings that never change, across all sessions: one that is under way is asked for once, and one that was read is kept. Its
 * weight follows the length of the answer that held it; a kept one costs a reader the same calls and bytes as a fresh one, so
 * that a limit does not depend on what was asked before. Where there are several endpoints, a second one has to give the same before
 * a value is used again: whoever asks for it the second time asks another endpoint than the first.
 */
class Immutable<K extends string | number, T> {
  readonly #asking: Asking;
  readonly #several: () => boolean;
  readonly #keeping: Keeping<K, T>;
  readonly #cache: LRUCache<K, Kept<T>>;
  readonly #underWay = new Map<K, SharedCall<T>>();
  #hits = 0;
  #misses = 0;
  #joined = 0;

  constructor(asking: Asking, several: () => boolean, keeping: Keeping<K, T>) {
    this.#asking = asking;
    this.#several = several;
    this.#keeping = keeping;
    this.#cache = byteCache(keeping.bytesMax);
  }

  /** The reading for somebody who looks at it once: what is there already is used, and nothing is kept. */
  pass(key: K, asking: Asking = this.#asking): Pending<T> {
    return this.#present(key, asking) ?? new SharedCall((wait) => asking.call(this.#keeping.method, key, wait));
  }

  get(key: K, asking: Asking = this.#asking): Pending<T> {
    const present = this.#present(key, asking);
    if (present) return present;
    const call: SharedCall<T> = new SharedCall(async (wait) => {
      try {
        return await this.#ask(key, asking, wait);
      } finally {
        if (this.#underWay.get(key) === call) this.#underWay.delete(key);
      }
    });
    this.#underWay.set(key, call);
    return call;
  }

  async #ask(key: K, asking: Asking, wait: Wait): Promise<AnsweredCall<T>> {
    const { method, same, arbitrate } = this.#keeping;
    const kept = this.#cache.get(key);
    // Whoever is not believed here is no first endpoint to compare with.
    const first = kept?.from && asking.believed.includes(kept.from) ? kept.from : null;
    const answer = await asking.call(method, key, wait, first ? { last: first } : {});
    const { reading, from } = answer;
    if (!reading.known || !kept || !first || first === from) return this.#keep(key, answer, false);
    if (same(kept.value, reading.value)) return this.#keep(key, answer, true);
    if (!arbitrate) return this.#keep(key, answer, false);
    return this.#keep(key, await arbitrate(asking, key, wait), false);
  }

  #keep(key: K, answer: AnsweredCall<T>, agreed: boolean): AnsweredCall<T> {
    const { reading, bytes, from = null } = answer;
    if (!reading.known || !this.#keeping.keeps(reading.value)) return answer;
    const isOpen = !agreed && this.#several();
    const kept = { value: reading.value, bytes, from: isOpen ? from : null };
    this.#cache.set(key, kept, { size: Math.max(1, this.#keeping.weigh(bytes)) });
    return answer;
  }

  stats(): CacheStats {
    const { calculatedSize: bytes, size } = this.#cache;
    const { name } = this.#keeping;
    return { name, hits: this.#hits, misses: this.#misses, joined: this.#joined, bytes, entries: size };
  }

  /** What is kept of it, or under way for somebody else, who may be answered by an endpoint that is not believed here. */
  #present(key: K, asking: Asking): Pending<T> | null {
    const cached = this.#cache.get(key);
    if (cached?.from === null) {
      this.#hits += 1;
      return settledCall({ reading: known(cached.value), bytes: cached.bytes });
    }
    const shared = this.#underWay.get(key);
    if (shared && !shared.abandoned && asking.believed.length === this.#asking.believed.length) {
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
 * only be missing where it was asked for. `several`: whether more than one endpoint is configured. `bytesMax` bounds the memory of all.
 */
export function openImmutables(asking: Asking, several: () => boolean, bytesMax: number): Immutables {
  const blockTimesMax = Math.floor(bytesMax * BLOCK_TIMES_SHARE);
  return {
    transactions: new Immutable(asking, several, {
      name: 'transactions',
      method: getTransaction,
      keeps: () => true,
      weigh: (answerBytes) => answerBytes * MEMORY_PER_BYTE,
      same: isSameTransaction,
      arbitrate: (by, signature, wait) => arbitrate(by, signature, wait, null),
      bytesMax: bytesMax - blockTimesMax,
    }),
    blockTimes: new Immutable(asking, several, {
      name: 'block_times',
      method: getBlockTime,
      keeps: (time) => time !== null,
      weigh: () => NUMBER_BYTES,
      same: (one, other) => one === other,
      bytesMax: blockTimesMax,
    }),
  };
}
