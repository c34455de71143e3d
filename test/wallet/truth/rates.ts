import type { Told } from './deeds.ts';

/** Dollars (atomic) against lamports as a pool moved them. */
export interface Observed {
  readonly time: number;
  readonly units: bigint;
  readonly lamports: bigint;
}

const REACH_SECONDS = 1_800;
/** Less than a hundredth of a SOL is no price: fees and rounding weigh too much in it. */
const LAMPORTS_MIN = 10_000_000n;

/** The price of a dollar at a transaction: its own, else that of the nearest one within half an hour, the earlier of two. */
export function rateFor(told: Told, observed: readonly Observed[]): Observed | null {
  if (told.rate && told.rate.lamports >= LAMPORTS_MIN) return { time: told.time, ...told.rate };
  let best: Observed | null = null;
  for (const one of observed) {
    if (one.lamports < LAMPORTS_MIN) continue;
    const away = Math.abs(one.time - told.time);
    if (away > REACH_SECONDS) continue;
    if (!best || away < Math.abs(best.time - told.time)) best = one;
  }
  return best;
}
