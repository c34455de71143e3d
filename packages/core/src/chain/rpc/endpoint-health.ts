import type { Failure } from './call-outcome.ts';
import { ASKED_PAUSE_MS_MAX, now, type RpcLimits } from './rpc-limits.ts';

/** So many calls in a row are trusted: one may have been refused because another method serves its question. */
const UNANSWERED_IN_ROW_MAX = 2;

/**
 * How an endpoint behaved lately. After a failure it rests: it is asked nothing for a moment, or for as long as it asked for. For a
 * longer time it is shunned: others are preferred. Both times grow with consecutive failures, and a success ends them.
 */
export class Health {
  readonly #limits: RpcLimits;
  #failures = 0;
  #silences = 0;
  #vainMs = 0;
  #answeredAt = now();
  #unanswered = 0;
  #hasAnswered = false;
  #unansweredAt = Number.NEGATIVE_INFINITY;
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

  /** True for an endpoint that replies but answers no question of every check. It stays so until it answers one. */
  get refuses(): boolean {
    return this.#unanswered >= UNANSWERED_IN_ROW_MAX;
  }

  /**
   * Notes whether a call that every check makes got its answer, after all of its tries. Ignored for an endpoint that failed lately.
   * If the endpoint has ever answered, unanswered calls that overlap count once: a burst above its plan fails all of them. `begunAt`: when
   * the call began.
   */
  heard(isAnswer: boolean, begunAt = now()): void {
    if (isAnswer) {
      this.#unanswered = 0;
      this.#hasAnswered = true;
    } else if (!this.shunned && begunAt >= this.#unansweredAt) {
      this.#unanswered += 1;
      if (this.#hasAnswered) this.#unansweredAt = now();
    }
  }

  /**
   * True for an endpoint that timed out repeatedly, for a call that grants an answer no more milliseconds than those did. It may
   * only be slow, so short timeouts say nothing about longer ones.
   */
  silentTo(answerTimeoutMs: number): boolean {
    const { silencesMax, silentMsMin } = this.#limits;
    if (this.#granted(answerTimeoutMs) > this.#vainMs) return false;
    return this.#silences >= silencesMax && now() - this.#answeredAt >= silentMsMin;
  }

  /**
   * How long a call to a silent endpoint waits for its trial, in milliseconds: as for any answer, until the longest possible wait
   * has failed.
   */
  trialWaitMs(answerTimeoutMs: number): number {
    const { requestTimeoutMs, trialWaitMs } = this.#limits;
    const grantedMs = this.#granted(answerTimeoutMs);
    return this.#vainMs < requestTimeoutMs ? grantedMs : Math.min(grantedMs, trialWaitMs);
  }

  /**
   * Notes that a whole request failed. `answerTimeoutMs`: how long its callers granted the answer. `retryAfterMs`: the pause that the
   * endpoint asked for. Requests that were under way together count once, because the first failure sent the endpoint to rest.
   */
  failed(failure: Failure, answerTimeoutMs: number, retryAfterMs: number | null = null): void {
    if (!this.resting) {
      this.#failures += 1;
      this.#silences += 1;
    }
    if (failure.kind === 'timeout') this.#vainMs = Math.max(this.#vainMs, this.#granted(answerTimeoutMs));
    else this.answered();
    const { shunMsMin, shunMsMax } = this.#limits;
    const shun = failure.kind === 'timeout' ? shunMsMax / 3 : shunMsMin * 4 ** (this.#failures - 1);
    this.#shunUntil = Math.max(this.#shunUntil, now() + Math.min(shunMsMax, shun));
    this.rest(retryAfterMs, this.#failures);
  }

  /**
   * Lets the endpoint rest for `askedMs`, at most a minute, or for the pause after the `nth` failure in a row, whichever is longer.
   */
  rest(askedMs: number | null, nth: number): void {
    const { restMsMin, restMsMax } = this.#limits;
    const pause = Math.min(restMsMax, restMsMin * 2 ** (nth - 1));
    const jittered = pause * (0.5 + Math.random() / 2);
    this.#restUntil = Math.max(this.#restUntil, now() + Math.max(jittered, Math.min(askedMs ?? 0, ASKED_PAUSE_MS_MAX)));
  }

  /** Notes an answer, which ends rest and preference of others. */
  succeeded(): void {
    this.#failures = 0;
    this.answered();
    this.#shunUntil = 0;
  }

  /** Notes that the endpoint answered, if only to refuse. */
  answered(): void {
    this.#silences = 0;
    this.#vainMs = 0;
    this.#answeredAt = now();
  }

  /** No request takes longer than `requestTimeoutMs`, whatever its callers grant. */
  #granted(answerTimeoutMs: number): number {
    return Math.min(answerTimeoutMs, this.#limits.requestTimeoutMs);
  }

  /** Resolves when the rest is over, for all callers at once, so that their calls leave together as one array. */
  rested(): Promise<void> {
    this.#rest ??= new Promise((resolve) => {
      const wait = (): void => {
        setTimeout(check, Math.max(1, Math.ceil(this.#restUntil - now()))).unref();
      };
      const check = (): void => {
        // The rest may be longer by now, and timers can fire a little early.
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
