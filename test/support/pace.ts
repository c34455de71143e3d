import { createHash } from 'node:crypto';

/** How long the work below takes on two quiet cores of a server. */
const WORK_MS = 40;
const ROUNDS = 60;
const BLOCK = Buffer.alloc(1 << 18, 7);
const PACE_MAX = 20;

/** How many times slower this machine is now than a quiet one, at least 1: a machine with other work gives this process turns. */
function measuredPace(): number {
  const startedMs = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) createHash('sha256').update(BLOCK).digest();
  return Math.min(PACE_MAX, Math.max(1, (performance.now() - startedMs) / WORK_MS));
}

const pace = measuredPace();

/**
 * A time limit in milliseconds that only a hang reaches. `quietMs` is the limit on a quiet machine; on a slower or busier one it
 * grows with the measured pace.
 */
export function hangMs(quietMs: number): number {
  return Math.ceil(quietMs * pace);
}
