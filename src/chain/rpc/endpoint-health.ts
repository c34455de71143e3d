import type { Failure } from './call-outcome.ts';
import { now, type RpcLimits } from './rpc-limits.ts';

/** An endpoint that asks to be left alone for a day would be lost by one mistake of its own. */
const ASKED_MS_MAX = 60_000;

/**
 * How an endpoint behaved lately. It rests (is asked nothing) for a moment after a failure or for as long as it asked
 * for, and is shunned (others are preferred) for longer. Both grow with consecutive failures; a success ends them.
 */
export class Health {
  readonly #limits: RpcLimits;
  #failures = 0;
  #silences = 0;
  #vainMs = 0;
  #answeredAt = now();
  #restUntil = 0;
  #shunUntil = 0;
  #rest: Promise<void> | null = null;

  constructor(limits: RpcLimits) {
    this.#limits = limits;
  }

  get restUntil(): number {
    return this.#restUntil;
  }

  get resting(): boolean {
    return this.#restUntil > now();
  }

  get shunned(): boolean {
    return this.#shunUntil > now();
  }

  get failures(): number {
    return this.#failures;
  }

  /**
   * True for an endpoint that has let request after request time out: whoever grants it `patienceMs` for an answer waits in vain, as
   * far as is known. It may be slow only, so that time-outs of those with less patience say nothing to those with more.
   */
  silentTo(answerTimeoutMs: number): boolean {
    const { silencesMax, silentMsMin } = this.#limits;
    if (this.#granted(answerTimeoutMs) > this.#vainMs) return false;
    return this.#silences >= silencesMax && now() - this.#answeredAt >= silentMsMin;
  }

  /** How long a call that it is silent to waits for its trial: as for any answer, until the longest wait there is was in vain. */
  trialWaitMs(answerTimeoutMs: number): number {
    const { requestTimeoutMs, trialWaitMs } = this.#limits;
    const grantedMs = this.#granted(answerTimeoutMs);
    return this.#vainMs < requestTimeoutMs ? grantedMs : Math.min(grantedMs, trialWaitMs);
  }

  /**
   * A whole request failed, which had been granted `patienceMs`. Requests that were under way together count once: the first sent the
   * endpoint to rest.
   */
  failed(failure: Failure, answerTimeoutMs: number): void {
    if (!this.resting) {
      this.#failures += 1;
      this.#silences += 1;
    }
    if (failure.kind === 'timeout') this.#vainMs = Math.max(this.#vainMs, this.#granted(answerTimeoutMs));
    else this.#answered();
    const { shunMsMin, shunMsMax } = this.#limits;
    const shun = failure.kind === 'timeout' ? shunMsMax / 3 : shunMsMin * 4 ** (this.#failures - 1);
    this.#shunUntil = Math.max(this.#shunUntil, now() + Math.min(shunMsMax, shun));
    this.rest(failure.retryAfterMs, this.#failures);
  }

  /** Leaves the endpoint alone for `askedMs`, a minute at most, or for the pause after the `nth` failure in a row, whichever is longer. */
  rest(askedMs: number | null, nth: number): void {
    const { restMsMin, restMsMax } = this.#limits;
    const pause = Math.min(restMsMax, restMsMin * 2 ** (nth - 1));
    const jittered = pause * (0.5 + Math.random() / 2);
    this.#restUntil = Math.max(this.#restUntil, now() + Math.max(jittered, Math.min(askedMs ?? 0, ASKED_MS_MAX)));
  }

  /** It answered. */
  succeeded(): void {
    this.#failures = 0;
    this.#answered();
    this.#shunUntil = 0;
  }

  #answered(): void {
    this.#silences = 0;
    this.#vainMs = 0;
    this.#answeredAt = now();
  }

  /** No request takes longer, whatever its callers would grant. */
  #granted(answerTimeoutMs: number): number {
    return Math.min(answerTimeoutMs, this.#limits.requestTimeoutMs);
  }

  /** Resolves when the rest is over: for all who wait at once, so that their calls leave together as one array. */
  rested(): Promise<void> {
    this.#rest ??= new Promise((resolve) => {
      const wait = (): void => {
        setTimeout(look, Math.max(1, Math.ceil(this.#restUntil - now()))).unref();
      };
      const look = (): void => {
        // A rest may have been prolonged meanwhile, and timers can fire a little early.
        if (this.resting) {
          wait();
          return;
        }
        this.#rest = null;
        resolve();
      };
      wait();
    });
    return this.#rest;
  }
}
