import { isCount, record } from '#lib/json-value.ts';
import { FIRST_SLOT_MS, SHORTEST_SLOT_MS } from './gate-table.ts';

/** A measured slot time is limited to between half the target and twice the target. */
const OFF_MAX = 2;

/** The present slot time: measured by endpoints recently, else the target that the gates set. */
export class SlotTime {
  readonly #targetMs: () => number | null;
  #measuredMs: number | null = null;

  /** `targetMs` returns the present target time of a slot in milliseconds; null before the gates are read. */
  constructor(targetMs: () => number | null) {
    this.#targetMs = targetMs;
  }

  /** Milliseconds of a slot. Without data it is the longest target, so that a time limit is the fewest slots. */
  get ms(): number {
    const target = this.#targetMs() ?? FIRST_SLOT_MS;
    const measured = this.#measuredMs ?? target;
    return Math.min(target * OFF_MAX, Math.max(target / OFF_MAX, measured));
  }

  /**
   * The shortest slot time in milliseconds: the lower of target and measurement, or the shortest target before the gates are read.
   * A blockhash lives at least 150 of these, and an endpoint advances at most one slot in each.
   */
  get msMin(): number {
    return Math.min(this.#targetMs() ?? SHORTEST_SLOT_MS, this.ms);
  }

  /** The number of slots in `ms` milliseconds. */
  slotsIn(ms: number): number {
    return Math.floor(ms / this.ms);
  }

  /**
   * Reads the result of `getRecentPerformanceSamples`, `[{ slot, numSlots, samplePeriodSecs, … }]`. Ignores malformed samples; a
   * result without valid ones changes nothing.
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
