import { Fault } from '#lib/fault.ts';

/** A third of the lease, so that two renewals may fail before it can lapse. */
const RENEW_MS = 20_000;

const RENEWALS_MISSED_MAX = 3;

/**
 * Runs `work` while its lease is renewed. `signal` aborts when the lease is lost, because no answer can be sold after that.
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
