import { AnswerCache } from './answer-cache.ts';
import type { ChainReader } from './chain-reader.ts';
import type { CacheStats } from './chain-stats.ts';
import { now } from './rpc/rpc-limits.ts';

/** So many answers are kept at once. */
const ANSWERS_MAX = 2_000;

/** A reader that can be ended. */
type EndedReader = ChainReader & { close(): void };

/** Work that is under way or done. `sharers`: how many open sessions it goes on for. */
interface Work {
  readonly begunAt: number;
  readonly reader: EndedReader;
  readonly answer: Promise<unknown>;
  sharers: number;
}

/** A session's share of some work. Call `leave` when the session closes. */
export interface WorkShare<T> {
  readonly reader: ChainReader;
  readonly answer: Promise<T>;
  leave(): void;
}

/**
 * Work that sessions share which are open at the same time: the same key is worked on once for all callers within `ageMsMax` of its
 * beginning. Its reader is ended when the last session that shares it leaves. Work that fails is not kept.
 */
export class SharedWork {
  readonly #ageMsMax: number;
  readonly #cache: AnswerCache<string, Work>;

  /** An age of 0 shares nothing. */
  constructor(ageMsMax: number) {
    this.#ageMsMax = ageMsMax;
    this.#cache = new AnswerCache({ sizeMax: ANSWERS_MAX, isUsable: ({ begunAt }) => now() - begunAt <= ageMsMax });
  }

  /** The work of `key` that is shared, or `work` with the reader that `open` opens. A key always stands for the same work. */
  share<T>(key: string, open: () => EndedReader, work: (reader: ChainReader) => Promise<T>): WorkShare<T> {
    const shared = this.#cache.find(key) ?? this.#begin(key, open(), work);
    shared.sharers += 1;
    let hasLeft = false;
    return {
      reader: shared.reader,
      answer: shared.answer as Promise<T>,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        shared.sharers -= 1;
        if (shared.sharers > 0) return;
        this.#cache.end(key, shared);
        shared.reader.close();
      },
    };
  }

  /** Drops everything that was made. */
  clear(): void {
    this.#cache.clear();
  }

  stats(): Omit<CacheStats, 'name'> {
    this.#cache.dropUnusable();
    return { ...this.#cache.stats(), bytes: 0 };
  }

  #begin<T>(key: string, reader: EndedReader, work: (reader: ChainReader) => Promise<T>): Work {
    const answer = work(reader);
    const begun: Work = { begunAt: now(), reader, answer, sharers: 0 };
    if (this.#ageMsMax > 0) this.#cache.begin(key, begun);
    answer.then(
      () => {
        if (this.#cache.end(key, begun)) this.#cache.keep(key, begun, 1);
      },
      () => this.#cache.end(key, begun),
    );
    return begun;
  }
}
