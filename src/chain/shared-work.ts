import { LRUCache } from 'lru-cache';
import type { ChainReader } from './chain-reader.ts';
import type { CacheStats } from './chain-stats.ts';
import { now } from './rpc/rpc-limits.ts';

/** What is made of one key is kept for so many keys at once. */
const KEPT_MAX = 2_000;

/** A reader that can be ended. */
type EndedReader = ChainReader & { close(): void };

/** One piece of work. `sharers` are the sessions that it goes on for. */
interface Running {
  readonly key: string;
  readonly begunAt: number;
  readonly reader: EndedReader;
  readonly answer: Promise<unknown>;
  sharers: number;
  over: boolean;
}

/** A session's part in a piece of work: `leave` when it closes. */
export interface WorkShare<T> {
  readonly reader: ChainReader;
  readonly answer: Promise<T>;
  leave(): void;
}

/**
 * Work that sessions share which are open at the same time: the same key is worked once, for everybody who asks within
 * `ageMsMax` of its beginning. Its reader is ended when the last session that shares it leaves. What failed is kept by nobody.
 */
export class SharedWork {
  readonly #ageMsMax: number;
  readonly #running = new LRUCache<string, Running>({ max: KEPT_MAX });
  #hits = 0;
  #misses = 0;
  #joined = 0;

  /** An age of 0 shares nothing. */
  constructor(ageMsMax: number) {
    this.#ageMsMax = ageMsMax;
  }

  /** The work of `key` that is shared, or `work` with what `open` opens. A key always stands for the same work. */
  share<T>(key: string, open: () => EndedReader, work: (reader: ChainReader) => Promise<T>): WorkShare<T> {
    const found = this.#find(key);
    const running = found ?? this.#begin(key, open(), work);
    running.sharers += 1;
    let left = false;
    return {
      reader: running.reader,
      answer: running.answer as Promise<T>,
      leave: () => {
        if (left) return;
        left = true;
        running.sharers -= 1;
        if (running.sharers > 0) return;
        if (!running.over) this.#forget(running);
        running.reader.close();
      },
    };
  }

  /** Drops everything that was made. */
  clear(): void {
    this.#running.clear();
  }

  stats(): CacheStats {
    const kept = [...this.#running.values()].filter((running) => running.over && this.#isYoung(running)).length;
    return { name: 'answers', hits: this.#hits, misses: this.#misses, joined: this.#joined, bytes: 0, entries: kept };
  }

  #find(key: string): Running | null {
    const running = this.#running.get(key);
    if (!running || !this.#isYoung(running)) {
      this.#misses += 1;
      return null;
    }
    if (running.over) this.#hits += 1;
    else this.#joined += 1;
    return running;
  }

  #begin<T>(key: string, reader: EndedReader, work: (reader: ChainReader) => Promise<T>): Running {
    const answer = work(reader);
    const running: Running = { key, begunAt: now(), reader, answer, sharers: 0, over: false };
    if (this.#ageMsMax > 0) this.#running.set(key, running);
    answer.then(
      () => {
        running.over = true;
      },
      () => this.#forget(running),
    );
    return running;
  }

  #isYoung({ begunAt }: Running): boolean {
    return now() - begunAt <= this.#ageMsMax;
  }

  #forget(running: Running): void {
    if (this.#running.peek(running.key) === running) this.#running.delete(running.key);
  }
}
