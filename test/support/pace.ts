import { createHash } from 'node:crypto';

/** How long the work below takes on two quiet cores of a server. */
const WORK_MS = 40;
const ROUNDS = 60;
const BLOCK = Buffer.alloc(1 << 18, 7);
const PACE_MAX = 20;

let slowest = 1;

/** Measures how many times slower this machine is now than a quiet one: a machine with other work gives this process turns. */
function measure(): void {
  const startedMs = performance.now();
  for (let round = 0; round < ROUNDS; round += 1) createHash('sha256').update(BLOCK).digest();
  slowest = Math.min(PACE_MAX, Math.max(slowest, (performance.now() - startedMs) / WORK_MS));
}

/**
 * A time limit in milliseconds that only a hang reaches. `quietMs` is the limit on a quiet machine; on a slower or busier one it
 * grows with the slowest pace that was measured so far. Each call measures: load may have come since the last one.
 */
export function hangMs(quietMs: number): number {
  measure();
  return Math.ceil(quietMs * slowest);
}
