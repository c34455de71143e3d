import type { LRUCache } from 'lru-cache';
import { byteCache } from '../cache.ts';
import type { CacheStats } from '../chain-stats.ts';
import type { Wait } from '../rpc/call-wait.ts';
import { now } from '../rpc/rpc-limits.ts';
import type { AnsweredCall } from '../rpc/rpc-transport.ts';
import { type Pending, part, SharedCall } from './shared-call.ts';

/** What an answer weighs in memory for each byte of its text, and an entry beside it. */
const MEMORY_PER_BYTE = 2;
const ENTRY_BYTES = 400;

/** `call` tells how old the reading is; `pending` is this key's part of what it brings. */
interface Entry {
  readonly call: SharedCall<unknown>;
  readonly pending: Pending<unknown>;
}

/**
 * Readings of the present that sessions share which are open at the same time. One is shared for as long as its question left
 * for an endpoint no longer than `ageMsMax` ago, under way or answered; a gap is shared with those who waited for it alone.
 * `clear` it when the last session closes: whoever comes later asks anew.
 */
export class SlotReadings {
  readonly #ageMsMax: number;
  readonly #underWay = new Map<string, Entry>();
  readonly #kept: LRUCache<string, Entry>;
  #hits = 0;
  #misses = 0;
  #joined = 0;

  /** An age of 0 shares nothing. */
  constructor(ageMsMax: number, bytesMax: number) {
    this.#ageMsMax = ageMsMax;
    this.#kept = byteCache(bytesMax);
  }

  /** The reading of `key`, shared or begun by `start`. Everything that decides what is read belongs into the key. */
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
    const found = keys.map((key) => this.#find(key) as Pending<U> | null);
    const absent = [...keys.keys()].filter((place) => found[place] === null);
    if (absent.length === 0) return found.filter((pending) => pending !== null);
    const own = absent.map((place) => keys[place] ?? '');
    const call: SharedCall<T> = new SharedCall(async (wait) => {
      let answer: AnsweredCall<T> | null = null;
      try {
        answer = await start(absent, wait);
        return answer;
      } finally {
        this.#keep(own, call, answer);
      }
    });
    const begun = absent.map((_, index) => part(call, (answer) => take(answer, index, absent.length)));
    for (const [index, key] of own.entries()) this.#begin(key, call, begun[index]);
    let next = 0;
    return found.map((pending) => pending ?? (begun[next++] as Pending<U>));
  }

  /** The next one who asks for `key` asks an endpoint. */
  forget(key: string): void {
    this.#underWay.delete(key);
    this.#kept.delete(key);
  }

  /** Drops everything; what is under way is answered to those who wait for it and kept by nobody. */
  clear(): void {
    this.#underWay.clear();
    this.#kept.clear();
  }

  stats(): CacheStats {
    const { size, calculatedSize } = this.#kept;
    return {
      name: 'slot',
      hits: this.#hits,
      misses: this.#misses,
      joined: this.#joined,
      bytes: calculatedSize,
      entries: size,
    };
  }

  #find(key: string): Pending<unknown> | null {
    const kept = this.#kept.get(key);
    const entry = kept ?? this.#underWay.get(key);
    if (!entry || entry.call.abandoned || !this.#isYoung(entry)) {
      this.#misses += 1;
      return null;
    }
    if (kept) this.#hits += 1;
    else this.#joined += 1;
    return entry.pending;
  }

  #begin(key: string, call: SharedCall<unknown>, pending: Pending<unknown> | undefined): void {
    this.forget(key);
    if (pending && this.#ageMsMax > 0) this.#underWay.set(key, { call, pending });
  }

  /** Keeps what a call brought for those of its keys that nobody began anew, or forgot, since then. */
  #keep(keys: readonly string[], call: SharedCall<unknown>, answer: AnsweredCall<unknown> | null): void {
    const isGood = answer?.reading.known === true && !call.abandoned;
    const size = ENTRY_BYTES + Math.ceil(((answer?.bytes ?? 0) * MEMORY_PER_BYTE) / keys.length);
    for (const key of keys) {
      const entry = this.#underWay.get(key);
      if (entry?.call !== call) continue;
      this.#underWay.delete(key);
      if (!isGood || !this.#isYoung(entry)) continue;
      this.#kept.set(key, entry, { size });
    }
    this.#trim();
  }

  /** What was used longest ago comes first, which is near enough to the order of the questions. */
  #trim(): void {
    for (const key of this.#kept.rkeys()) {
      const entry = this.#kept.peek(key);
      if (entry && this.#isYoung(entry)) return;
      this.#kept.delete(key);
    }
  }

  /** What has not left yet can only be younger than the question. */
  #isYoung({ call }: Entry): boolean {
    return call.sentAt === null || now() - call.sentAt <= this.#ageMsMax;
  }
}
