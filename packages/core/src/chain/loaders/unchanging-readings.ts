import { known } from '#lib/reading.ts';
import type { Signature } from '#solana/address.ts';
import { isSameTransaction } from '#solana/decode/same-transaction.ts';
import { isBlockTime } from '#solana/slot-and-time.ts';
import type { Transaction } from '#solana/transaction.ts';
import { AnswerCache } from '../answer-cache.ts';
import type { CacheStats } from '../chain-stats.ts';
import { arbitrate } from '../endpoint-trust.ts';
import type { Wait } from '../rpc/call-wait.ts';
import type { Endpoint } from '../rpc/endpoint.ts';
import type { AnsweredCall, RpcCaller } from '../rpc/rpc-caller.ts';
import { type Method, wrongShape } from '../rpc/rpc-method.ts';
import { getBlock } from './blocks.ts';
import { type Pending, SharedCall, settledCall } from './shared-call.ts';
import { getTransaction } from './transactions.ts';

/** Unix seconds of a slot's block; null where the slot has no block. */
export const getBlockTime: Method<number, number | null> = {
  name: 'getBlockTime',
  batch: 'history',
  current: false,
  forms: [(slot) => [slot]],
  read(result) {
    if (result === null || isBlockTime(result)) return { is: 'value', value: result };
    return wrongShape('getBlockTime answered with something else than a time of a block');
  },
  readRefusal: ({ refusal }) => (refusal.kind === 'skipped' ? { is: 'value', value: null } : null),
};

/** A decoded transaction takes about 1.7 times the memory of its JSON text, measured over real ones. */
const MEMORY_PER_BYTE = 2;
/** A number in a map, with its key and the notes of the cache about it. */
const NUMBER_BYTES = 250;
/** The same of a signature. */
const SIGNATURE_BYTES = 350;
/** The parts of the memory that times and signatures of blocks may take. */
const BLOCK_TIMES_SHARE = 1 / 16;
const BLOCK_SIGNATURES_SHARE = 1 / 32;

/** The kept part of one method: its unchanging values, and the weight in bytes of one whose answer took `answerBytes`. */
interface Keeping<K, T> {
  readonly method: Method<K, T>;
  readonly keeps: (value: T) => boolean;
  readonly weigh: (answerBytes: number) => number;
  /** Whether two endpoints say the same. */
  readonly same: (one: T, other: T) => boolean;
  /** Finds out which of two endpoints is right; absent where it is not worth the calls. */
  readonly arbitrate?: (rpc: RpcCaller, key: K, wait: Wait) => Promise<AnsweredCall<T>>;
  readonly bytesMax: number;
}

/**
 * `unconfirmed`: a value that only one endpoint gave so far. It answers no question and is compared with the value of a second
 * endpoint.
 */
interface Entry<T> {
  readonly pending: Pending<T>;
  readonly unconfirmed: { readonly value: T; readonly from: Endpoint } | null;
}

/**
 * Readings that never change, for all sessions. One under way is asked for once, and one that was read is kept. Its weight follows
 * the length of the answer. A kept reading costs a reader the same calls and bytes as a fresh one, so that no limit depends on
 * earlier questions. Where several endpoints are configured, a value is used again only after a second endpoint gave the same: the
 * second question asks another endpoint than the first.
 */
class UnchangingReadings<K extends string | number, T> {
  readonly #rpc: RpcCaller;
  readonly #several: () => boolean;
  readonly #keeping: Keeping<K, T>;
  readonly #cache: AnswerCache<K, Entry<T>>;

  constructor(rpc: RpcCaller, several: () => boolean, keeping: Keeping<K, T>) {
    this.#rpc = rpc;
    this.#several = several;
    this.#keeping = keeping;
    this.#cache = new AnswerCache({
      sizeMax: keeping.bytesMax,
      isUsable: ({ pending, unconfirmed }) => unconfirmed === null && !pending.abandoned,
    });
  }

  /** The reading for a caller that uses it once: a shared answer is used, and nothing is kept. */
  pass(key: K, rpc: RpcCaller = this.#rpc): Pending<T> {
    return this.#find(key, rpc) ?? new SharedCall((wait) => rpc.call(this.#keeping.method, key, wait));
  }

  get(key: K, rpc: RpcCaller = this.#rpc): Pending<T> {
    return this.#find(key, rpc) ?? this.#begin(key, rpc);
  }

  stats(): Omit<CacheStats, 'name'> {
    return this.#cache.stats();
  }

  /** A caller that distrusts an endpoint joins no call under way, because that endpoint might answer it. */
  #find(key: K, rpc: RpcCaller): Pending<T> | null {
    const trustsAll = rpc.trusted.length === this.#rpc.trusted.length;
    return this.#cache.find(key, trustsAll)?.pending ?? null;
  }

  #begin(key: K, rpc: RpcCaller): Pending<T> {
    const call: SharedCall<T> = new SharedCall(async (wait) => {
      try {
        return await this.#ask(key, rpc, wait);
      } finally {
        this.#cache.end(key, entry);
      }
    });
    const entry: Entry<T> = { pending: call, unconfirmed: null };
    this.#cache.begin(key, entry);
    call.ifNobodyWaits(() => this.#cache.end(key, entry));
    return call;
  }

  async #ask(key: K, rpc: RpcCaller, wait: Wait): Promise<AnsweredCall<T>> {
    const { method, same, arbitrate } = this.#keeping;
    const claim = this.#cache.kept(key)?.unconfirmed;
    // Only a trusted endpoint counts as the first one to compare with.
    const first = claim && rpc.trusted.includes(claim.from) ? claim.from : null;
    const answer = await rpc.call(method, key, wait, first ? { last: first } : {});
    const { reading, from } = answer;
    if (!reading.known || !claim || !first || first === from) return this.#keep(key, answer, false);
    if (same(claim.value, reading.value)) return this.#keep(key, answer, true);
    if (!arbitrate) return this.#keep(key, answer, false);
    return this.#keep(key, await arbitrate(rpc, key, wait), false);
  }

  #keep(key: K, answer: AnsweredCall<T>, isConfirmed: boolean): AnsweredCall<T> {
    const { reading, bytes, from } = answer;
    if (!reading.known || !this.#keeping.keeps(reading.value)) return answer;
    const { value } = reading;
    const unconfirmed = from && !isConfirmed && this.#several() ? { value, from } : null;
    const pending = settledCall({ reading: known(value), bytes });
    this.#cache.keep(key, { pending, unconfirmed }, this.#keeping.weigh(bytes));
    return answer;
  }
}

/** The caches for all sessions of unchanging chain data. */
export interface UnchangingCaches {
  readonly transactions: UnchangingReadings<Signature, Transaction>;
  readonly blockTimes: UnchangingReadings<number, number | null>;
  readonly blockSignatures: UnchangingReadings<number, Signature | null>;
}

/**
 * Finalized transactions, and times and signatures of blocks. That a slot has no block is not kept, because the block may only be
 * missing at that endpoint. `several`: whether more than one endpoint is configured. `bytesMax` bounds the memory of all caches.
 */
export function openUnchangingCaches(rpc: RpcCaller, several: () => boolean, bytesMax: number): UnchangingCaches {
  const blockTimesMax = Math.floor(bytesMax * BLOCK_TIMES_SHARE);
  const blockSignaturesMax = Math.floor(bytesMax * BLOCK_SIGNATURES_SHARE);
  return {
    transactions: new UnchangingReadings(rpc, several, {
      method: getTransaction,
      keeps: () => true,
      weigh: (answerBytes) => answerBytes * MEMORY_PER_BYTE,
      same: isSameTransaction,
      arbitrate: (by, signature, wait) => arbitrate(by, signature, wait, null),
      bytesMax: bytesMax - blockTimesMax - blockSignaturesMax,
    }),
    blockTimes: new UnchangingReadings(rpc, several, {
      method: getBlockTime,
      keeps: (time) => time !== null,
      weigh: () => NUMBER_BYTES,
      same: (one, other) => one === other,
      bytesMax: blockTimesMax,
    }),
    blockSignatures: new UnchangingReadings(rpc, several, {
      method: getBlock,
      keeps: (signature) => signature !== null,
      weigh: () => SIGNATURE_BYTES,
      same: (one, other) => one === other,
      bytesMax: blockSignaturesMax,
    }),
  };
}
