import { isCount, record } from '../json-value.ts';
import { FIRST_SLOT_MS, SHORTEST_SLOT_MS } from './gate-table.ts';

/** How far a measured slot time is believed to be off the target: half of it, or twice as long. */
const OFF_MAX = 2;

/** How long a slot takes now: as endpoints measured it recently, else the target that the gates set. */
export class SlotTime {
  readonly #targetMs: () => number | null;
  #measuredMs: number | null = null;

  /** `targetMs` tells the target time of a slot as of now, in milliseconds; null where the gates were not read yet. */
  constructor(targetMs: () => number | null) {
    this.#targetMs = targetMs;
  }

  /** Milliseconds of a slot. Where nobody knows, the longest target, so that a limit of time comes to the fewest slots. */
  get ms(): number {
    const target = this.#targetMs() ?? FIRST_SLOT_MS;
    const measured = this.#measuredMs ?? target;
    return Math.min(target * OFF_MAX, Math.max(target / OFF_MAX, measured));
  }

  /**
   * The shortest that a slot takes, in milliseconds: the target, or less where less was measured. A blockhash lives for 150 of
   * these at least, and an endpoint advances by one slot in each at most. Where the gates are not known it is the shortest target.
   */
  get msMin(): number {
    return Math.min(this.#targetMs() ?? SHORTEST_SLOT_MS, this.ms);
  }

  /** How many slots go by in so many milliseconds. */
  slotsIn(ms: number): number {
    return Math.floor(ms / this.ms);
  }

  /**
   * Notes the result of `getRecentPerformanceSamples`, `[{ slot, numSlots, samplePeriodSecs, … }]`. Samples that tell no time are
   * left out, and a result without any other changes nothing.
   */
  take(result: unknown): void {
    let [ms, slots] = [0, 0];
    for (const sample of Array.isArray(result) ? result : []) {
      const { numSlots, samplePeriodSecs } = record(sample) ?? {};
      if (!isCount(numSlots) || !isCount(samplePeriodSecs) || numSlots === 0 || samplePeriodSecs === 0) continue;
      ms += samplePeriodSecs * 1_000;
      slots += numSlots;
    }
    if (slots > 0) this.#measuredMs = ms / slots;
  }
}
