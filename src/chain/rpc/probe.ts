import { isSlot } from '../moments.ts';
import type { Endpoint } from './endpoint.ts';
import { Interest } from './interest.ts';
import { type BatchClass, now, type RpcLimits } from './limits.ts';
import type { SlotWatch } from './slots.ts';

/**
 * Asks endpoints in use for their finalized slot. The question rides in the array of the call that set it off. Answers
 * wait for a round only when what is known is too old to compare with, and then for a bounded time.
 */
export class Probe {
  readonly #endpoints: readonly Endpoint[];
  readonly #slots: SlotWatch<Endpoint>;
  readonly #limits: RpcLimits;
  #startedAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;
  #round: Promise<void> = Promise.resolve();
  readonly #trials = new Map<Endpoint, Promise<void>>();

  constructor(endpoints: readonly Endpoint[], slots: SlotWatch<Endpoint>, limits: RpcLimits) {
    this.#endpoints = endpoints;
    this.#slots = slots;
    this.#limits = limits;
  }

  /**
   * Begins a round when one is due, with the patience of the call that it rides along with. Who rests is left alone, because a
   * question would prolong that; where all rest, the round begins with a later call.
   */
  begin(batch: BatchClass, patienceMs: number): void {
    if (now() - this.#startedAt < this.#limits.probeEveryMs) return;
    const ready = this.#endpoints.filter(({ health }) => !health.resting);
    if (ready.length === 0) return;
    this.#startedAt = now();
    const asked = ready.map((endpoint) => {
      const answer = endpoint.health.silentTo(patienceMs)
        ? this.#trial(endpoint)
        : this.#ask(endpoint, batch, patienceMs);
      return { endpoint, answer };
    });
    const awaited = asked.filter(({ endpoint }) => !endpoint.health.shunned).map(({ answer }) => answer);
    this.#round = bounded(Promise.all(awaited), this.#limits.probeWaitMs).then(() => {
      this.#heardAt = now();
    });
  }

  /**
   * Asks an endpoint for its slot that is silent to those who wait on `interest`, where that is not under way already, and waits for
   * it until their deadline, within a bound. Afterwards its health says whether it answered.
   */
  async tryOut(endpoint: Endpoint, { deadline, patienceMs }: Interest): Promise<void> {
    const waitMs = endpoint.health.trialWaitMs(patienceMs);
    await bounded(this.#trial(endpoint), Math.max(0, Math.min(waitMs, deadline - now())));
  }

  /** What an answer about the present waits for before it is believed; null when nothing. */
  awaited(): Promise<void> | null {
    return now() - this.#heardAt > this.#limits.probeAgeMsMax ? this.#round : null;
  }

  /** The trial question that is under way at the endpoint, or a new one. */
  #trial(endpoint: Endpoint): Promise<void> {
    const underWay = this.#trials.get(endpoint);
    if (underWay) return underWay;
    const { requestTimeoutMs } = this.#limits;
    const trial = this.#ask(endpoint, 'state', requestTimeoutMs).finally(() => this.#trials.delete(endpoint));
    this.#trials.set(endpoint, trial);
    return trial;
  }

  async #ask(endpoint: Endpoint, batch: BatchClass, patienceMs: number): Promise<void> {
    const interest = Interest.background(patienceMs);
    const params = [{ commitment: 'finalized' }];
    // Searches go alone, and beside them the question would look like one more of them.
    const beside = batch === 'scan' ? 'state' : batch;
    const outcome = await endpoint.send({ method: 'getSlot', params, batch: beside, interest });
    if (outcome.kind === 'result' && isSlot(outcome.result)) this.#slots.observe(endpoint, outcome.result);
  }
}

/** Waits for `work`, and no longer than `msMax`. */
async function bounded(work: Promise<unknown>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, msMax);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
