import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#lib/fault.ts';

const RETRY_PAUSES_MS = [50, 200, 1_000];

/** Whether the database was away. The statement may have taken effect all the same. */
export function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'not_ready';
}

/** Retries a few times while the database is away. `ask` must be safe to repeat. */
export function throughOutage<T>(ask: () => Promise<T>, [pauseMs, ...later] = RETRY_PAUSES_MS): Promise<T> {
  return ask().catch(async (error: unknown) => {
    if (pauseMs === undefined || !isOutage(error)) throw error;
    await pause(pauseMs);
    return await throughOutage(ask, later);
  });
}
