import { Fault } from '#lib/fault.ts';

/** A third of the lease, so that two renewals may fail before it can lapse. */
const RENEW_MS = 20_000;

const RENEWALS_MISSED_MAX = 3;

/** What work learns of its lease. No answer can be sold once it is lost. */
class Lease {
  #lost: Fault | null = null;
  #abort: AbortController | null = null;

  /** Aborts when the lease is lost. Made when it is asked for: few need one, and it costs as much as much of a call. */
  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#lost) this.#abort.abort(this.#lost);
    return this.#abort.signal;
  }

  throwIfAborted(): void {
    if (this.#lost) throw this.#lost;
  }

  lose(): void {
    this.#lost = new Fault('not_ready');
    this.#abort?.abort(this.#lost);
  }
}

/** Runs `work` while its lease is renewed. */
export async function underLease<T>(renew: () => Promise<void>, work: (lease: Lease) => Promise<T>): Promise<T> {
  const lease = new Lease();
  let missed = 0;
  const renewal = setInterval(() => {
    renew().then(
      () => {
        missed = 0;
      },
      () => {
        missed += 1;
        if (missed >= RENEWALS_MISSED_MAX) lease.lose();
      },
    );
  }, RENEW_MS);
  try {
    return await work(lease);
  } finally {
    clearInterval(renewal);
  }
}
