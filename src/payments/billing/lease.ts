import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '#lib/fault.ts';

const RETRY_PAUSES_MS = [50, 200, 1_000];

/** A third of the lease, so that two renewals may fail before it can lapse. */
const RENEW_MS = 20_000;
const RENEWALS_MISSED_MAX = 3;

/**
 * Runs `work` while its lease is renewed. `signal` aborts when the lease could not be kept, because nothing that is found
 * out after that can be sold.
 */
export async function underLease<T>(renew: () => Promise<void>, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lapse = new AbortController();
  let missed = 0;
  const renewal = setInterval(() => {
    renew().then(
      () => {
        missed = 0;
      },
      () => {
        missed += 1;
        if (missed >= RENEWALS_MISSED_MAX) lapse.abort(new Fault('not_ready'));
      },
    );
  }, RENEW_MS);
  try {
    return await work(lapse.signal);
  } finally {
    clearInterval(renewal);
  }
}

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
