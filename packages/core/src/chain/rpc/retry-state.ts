import { type GapCause, missing, type Reading } from '#lib/reading.ts';
import { needsEveryone, RETRY_COST_MAX, type RpcRefused, weightier } from './call-outcome.ts';
import type { Wait } from './call-wait.ts';
import type { Endpoint } from './endpoint.ts';
import { now } from './rpc-limits.ts';

/** What one call has cost so far at each endpoint, and the weightiest reason why it has no answer yet. */
export class RetryState {
  /** Endpoints that were asked. */
  readonly asked = new Set<Endpoint>();
  /** Endpoints that are asked in the first form again, with the refusal of a later form that led to that. */
  readonly backToFirstForm = new Map<Endpoint, RpcRefused>();
  /** Endpoints whose answer contradicts itself. */
  readonly contradicting = new Set<Endpoint>();
  readonly #spent = new Map<Endpoint, number>();
  readonly #endpoints: readonly Endpoint[];
  readonly #wait: Pick<Wait, 'answerTimeoutMs'>;
  #cause: GapCause | null = null;
  #detail = 'no endpoint could be asked';
  #absents = 0;
  #tries = 0;

  constructor(endpoints: readonly Endpoint[], wait: Pick<Wait, 'answerTimeoutMs'>) {
    this.#endpoints = endpoints;
    this.#wait = wait;
  }

  /** How many tries failed. */
  get tries(): number {
    return this.#tries;
  }

  /** True where the call may not try the endpoint again. */
  isSpent(endpoint: Endpoint): boolean {
    return this.#spentAt(endpoint) >= RETRY_COST_MAX;
  }

  /** Notes a failed try and its cost. */
  spend(endpoint: Endpoint, cost: number, cause: GapCause, detail: string): void {
    this.#tries += 1;
    this.#spent.set(endpoint, this.#spentAt(endpoint) + cost);
    const weighty = this.#cause === null ? cause : weightier(cause, this.#cause);
    if (weighty !== this.#cause) this.#detail = detail;
    this.#cause = weighty;
  }

  /** Notes that the endpoint has nothing there. This is trusted once every endpoint was asked, and one of them twice. */
  spendOnAbsence(endpoint: Endpoint, detail: string): void {
    this.#absents += 1;
    const enough = this.#absents > this.#endpoints.length;
    this.spend(endpoint, enough ? RETRY_COST_MAX : RETRY_COST_MAX / 2, 'history_missing', detail);
    // Endpoints that were not asked yet can still be asked.
    if (enough) for (const tried of this.#spent.keys()) this.#spent.set(tried, RETRY_COST_MAX);
  }

  /**
   * The endpoint to ask next for the method; null when none may be tried again. Never an endpoint that is known to refuse the method.
   * Prefers one that does not rest, then one that has not failed this call, then one that is not `unfit` and in good health, then one
   * that has pace left, then the order of the configuration.
   */
  choose(method: string, unfit: (endpoint: Endpoint) => boolean): Endpoint | null {
    let best: Endpoint | null = null;
    let bestScore = Number.POSITIVE_INFINITY;
    for (const endpoint of this.#endpoints) {
      if (this.isSpent(endpoint)) continue;
      const refused = endpoint.limits.refusalOf(method);
      if (refused !== null) {
        this.spend(endpoint, RETRY_COST_MAX, refused.cause, refused.said);
        continue;
      }
      const score = this.#score(endpoint, method, unfit(endpoint));
      if (score < bestScore) {
        best = endpoint;
        bestScore = score;
      }
    }
    return best;
  }

  /** The time on the transport's clock from which the endpoint may be asked for the method. */
  readyAt({ health, limits }: Endpoint, method: string): number {
    return Math.max(health.restUntil, limits.pausedUntil(method));
  }

  /** The gap that the call ends with when no endpoint answered. */
  finalGap(): Reading<never> {
    if (this.#endpoints.length === 0) return missing('rpc', 'rpc_disagrees', 'no endpoint is trusted any more');
    const cause = this.#cause ?? 'rpc_unavailable';
    // An endpoint that may still be tried might have data that no other has, or a shorter answer.
    const isUnheard = needsEveryone(cause) && this.#endpoints.some((one) => this.#spentAt(one) < RETRY_COST_MAX);
    return missing('rpc', isUnheard ? 'rpc_unavailable' : cause, this.#detail);
  }

  #score(endpoint: Endpoint, method: string, unfit: boolean): number {
    const { health } = endpoint;
    const { answerTimeoutMs } = this.#wait;
    const restMs = Math.max(0, this.readyAt(endpoint, method) - now());
    const paceMs = endpoint.msUntilRoom(method);
    const faults = (this.#spentAt(endpoint) > 0 ? 4 : 0) + (unfit ? 2 : 0) + (health.shunned ? 1 : 0);
    // A rest outweighs everything else: the call waits only as the last resort, for the endpoint that is ready first.
    const waitMs = health.silentTo(answerTimeoutMs) ? Math.max(restMs, health.trialWaitMs(answerTimeoutMs)) : restMs;
    return faults + paceMs / (paceMs + 1_000) + (waitMs > 0 ? 8 + waitMs : 0);
  }

  #spentAt(endpoint: Endpoint): number {
    return this.#spent.get(endpoint) ?? 0;
  }
}
