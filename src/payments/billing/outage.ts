import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#lib/fault.ts';

const RETRY_PAUSES_MS = [50, 200, 1_000];

/** True for the refusal of a database that is away: the statement may have been carried out all the same. */
export function isOutage(error: unknown): error is Fault {
  return error instanceof Fault && error.code === 'not_ready';
}

/** Asks again a few times while the database is away. What is asked must stand being carried out twice. */
export async function throughOutage<T>(ask: () => Promise<T>): Promise<T> {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutage(error)) throw error;
    }
    await pause(pauseMs);
  }
  return await ask();
}
