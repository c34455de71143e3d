import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import DataLoader from 'dataloader';

/**
 * Decides when batches leave: a batch that comes alone leaves in the same turn of the event loop. While `underWayMax` are running, or one
 * left less than `everyMs` milliseconds ago, the next one waits and grows. So the number of batches is bounded under any load.
 */
export class BatchPace {
  readonly #underWayMax: number;
  readonly #everyMs: number;
  readonly #waiting: (() => void)[] = [];
  #underWay = 0;
  #leftAt = Number.NEGATIVE_INFINITY;
  #isDue = false;

  constructor(underWayMax: number, everyMs: number) {
    this.#underWayMax = underWayMax;
    this.#everyMs = everyMs;
  }

  /** The `batchScheduleFn` of loaders that share this pace. */
  readonly schedule = (dispatch: () => void): void => {
    this.#waiting.push(dispatch);
    this.#goOn();
  };

  /** Counts a batch that was dispatched as under way until `work` ends. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#leftAt = now();
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
      this.#goOn();
    }
  }

  #goOn(): void {
    if (this.#isDue || this.#waiting.length === 0 || this.#underWay >= this.#underWayMax) return;
    this.#isDue = true;
    const pauseMs = this.#leftAt + this.#everyMs - now();
    if (pauseMs > 0) setTimeout(() => this.#dispatch(), pauseMs);
    else setImmediate(() => this.#dispatch());
  }

  #dispatch(): void {
    this.#isDue = false;
    this.#waiting.shift()?.();
    this.#goOn();
  }
}

/** A key to load, and the signal that aborts when its last caller stops waiting. */
export interface PacedKey<K> {
  readonly key: K;
  readonly signal: AbortSignal;
}

/**
 * A loader whose batches leave at a pace, with at most `itemsMax` keys each. `load` answers all keys of a batch and must not reject.
 * A key that was aborted before its batch left is not asked, and gets `unasked`.
 */
export function pacedLoader<K, V>(
  pace: BatchPace,
  itemsMax: number,
  load: (keys: readonly K[]) => Promise<(key: K) => V>,
  unasked: V,
): DataLoader<PacedKey<K>, V> {
  const loadBatch = async (batch: readonly PacedKey<K>[]): Promise<readonly V[]> => {
    const wanted = new Set(batch.filter(({ signal }) => !signal.aborted));
    if (wanted.size === 0) return batch.map(() => unasked);
    const answerTo = await pace.run(() => load([...wanted].map(({ key }) => key)));
    return batch.map((one) => (wanted.has(one) ? answerTo(one.key) : unasked));
  };
  return new DataLoader(loadBatch, { cache: false, maxBatchSize: itemsMax, batchScheduleFn: pace.schedule });
}
