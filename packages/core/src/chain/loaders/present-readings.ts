import { AnswerCache } from '../answer-cache.ts';
import type { CacheStats } from '../chain-stats.ts';
import type { Wait } from '../rpc/call-wait.ts';
import type { AnsweredCall } from '../rpc/rpc-caller.ts';
import { now } from '../rpc/rpc-limits.ts';
import { type Pending, part, SharedCall } from './shared-call.ts';

/** Bytes of memory for each byte of an answer's text, and for an entry beside it. */
const MEMORY_PER_BYTE = 2;
const ENTRY_BYTES = 400;

/** `call` knows how old the reading is; `pending` is the key's part of the answer. */
interface Entry {
  readonly call: SharedCall<unknown>;
  readonly pending: Pending<unknown>;
}

/**
 * Readings of the present for sessions that are open at the same time. A reading is shared, under way or answered, until its question left
 * for an endpoint more than `ageMsMax` milliseconds ago. A gap is shared only with callers that waited for it. `clear` it when the last
 * session closes.
 */
export class PresentReadings {
  readonly #ageMsMax: number;
  readonly #cache: AnswerCache<string, Entry>;

  /** An age of 0 shares nothing. */
  constructor(ageMsMax: number, bytesMax: number) {
    this.#ageMsMax = ageMsMax;
    this.#cache = new AnswerCache({ sizeMax: bytesMax, isUsable: (entry) => this.#isUsable(entry) });
  }

  /** The reading of `key`, shared or begun by `start`. The key must hold everything that decides what is read. */
  share<T>(key: string, start: (wait: Wait) => Promise<AnsweredCall<T>>): Pending<T> {
    const [pending] = this.shareAll<T, T>(
      [key],
      (_, wait) => start(wait),
      (answer) => answer,
    );
    if (!pending) throw new Error('a key without a reading');
    return pending;
  }

  /**
   * The readings of `keys`, which one call can bring together: `start` is given the places of those that are not shared, and
   * `take` makes of its answer the reading of the one that stood at `index` among them.
   */
  shareAll<T, U>(
    keys: readonly string[],
    start: (absent: readonly number[], wait: Wait) => Promise<AnsweredCall<T>>,
    take: (answer: AnsweredCall<T>, index: number, of: number) => AnsweredCall<U>,
  ): readonly Pending<U>[] {
    const found = keys.map((key) => this.#cache.find(key)?.pending as Pending<U> | undefined);
    const absent = [...keys.keys()].filter((place) => !found[place]);
    const call: SharedCall<T> = new SharedCall(async (wait) => {
      let answer: AnsweredCall<T> | null = null;
      try {
        answer = await start(absent, wait);
        return answer;
      } finally {
        this.#keep(begun, answer);
      }
    });
    const begun = new Map<string, Entry>();
    for (const [index, place] of absent.entries()) {
      const key = keys[place] ?? '';
      const pending = part(call, (answer) => take(answer, index, absent.length));
      found[place] = pending;
      begun.set(key, { call, pending });
    }
    if (this.#ageMsMax > 0 && begun.size > 0) {
      for (const [key, entry] of begun) this.#cache.begin(key, entry);
      call.ifNobodyWaits(() => this.#keep(begun, null));
    }
    return found.filter((pending) => pending !== undefined);
  }

  /** The next question for `key` asks an endpoint. */
  forget(key: string): void {
    this.#cache.forget(key);
  }

  /** Drops everything; calls under way still answer their callers and are not kept. */
  clear(): void {
    this.#cache.clear();
  }

  stats(): Omit<CacheStats, 'name'> {
    return this.#cache.stats();
  }

  /** Keeps the answers of a call for those of its keys that were not begun anew or forgotten since then. */
  #keep(begun: ReadonlyMap<string, Entry>, answer: AnsweredCall<unknown> | null): void {
    const size = ENTRY_BYTES + ((answer?.bytes ?? 0) * MEMORY_PER_BYTE) / begun.size;
    for (const [key, entry] of begun) {
      const isLast = this.#cache.end(key, entry);
      if (isLast && answer?.reading.known && this.#isUsable(entry)) this.#cache.keep(key, entry, size);
    }
    this.#cache.dropUnusable();
  }

  /** A call that has not left yet can only be younger than the question. */
  #isUsable({ call }: Entry): boolean {
    return !call.abandoned && (call.sentAt === null || now() - call.sentAt <= this.#ageMsMax);
  }
}
