import type { Clock } from '../model.ts';

/** The moment as a pool counts it: slots (0) or Unix seconds (1). */
export function pointOf(activationType: number, { slot, unixTime }: Clock): bigint {
  return activationType === 0 ? slot : unixTime;
}
