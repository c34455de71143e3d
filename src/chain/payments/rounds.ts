import { now } from '../rpc/limits.ts';
import type { Term } from './term.ts';

/** How questions are put together. `load` answers all of a round; it must not reject. */
export interface RoundsOptions<K, V> {
  readonly load: (keys: readonly K[]) => Promise<(key: K) => V>;
  readonly itemsMax: () => number;
  readonly underWayMax: number;
  /** Between the starts of two rounds, in milliseconds. */
  readonly everyMs: number;
}

interface Waiting<K, V> {
  readonly key: K;
  readonly answer: (value: V) => void;
}

/**
 * Puts questions together over time: one that comes alone is asked in the same turn of the event loop, and while rounds are under
 * way, or one has just begun, all others wait for the next. However many ask, the rounds are few.
 */
export class Rounds<K, V> {
  readonly #options: RoundsOptions<K, V>;
  readonly #waiting = new Set<Waiting<K, V>>();
  #underWay = 0;
  #begunAt = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(options: RoundsOptions<K, V>) {
    this.#options = options;
  }

  /** The answer; never where `term` ends before its round begins. */
  ask(key: K, term: Term): Promise<V> {
    return new Promise((answer) => {
      const waiting = { key, answer };
      this.#waiting.add(waiting);
      term.whenOver(() => this.#waiting.delete(waiting));
      this.#schedule();
    });
  }

  #schedule(): void {
    const { underWayMax, everyMs } = this.#options;
    if (this.#isDue || this.#waiting.size === 0 || this.#underWay >= underWayMax) return;
    this.#isDue = true;
    const pauseMs = this.#begunAt + everyMs - now();
    if (pauseMs > 0) setTimeout(() => this.#begin(), pauseMs);
    else setImmediate(() => this.#begin());
  }

  #begin(): void {
    this.#isDue = false;
    const { itemsMax, load } = this.#options;
    const round = [...this.#waiting].slice(0, itemsMax());
    if (round.length === 0) return;
    for (const waiting of round) this.#waiting.delete(waiting);
    this.#begunAt = now();
    this.#underWay += 1;
    void load(round.map(({ key }) => key)).then((answerTo) => {
      this.#underWay -= 1;
      for (const { key, answer } of round) answer(answerTo(key));
      this.#schedule();
    });
    this.#schedule();
  }
}
