import type { Endpoint } from './endpoint.ts';
import { Interest } from './interest.ts';
import { type BatchClass, now, type RpcLimits } from './limits.ts';
import { isCount } from './method.ts';
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

  constructor(endpoints: readonly Endpoint[], slots: SlotWatch<Endpoint>, limits: RpcLimits) {
    this.#endpoints = endpoints;
    this.#slots = slots;
    this.#limits = limits;
  }

  /** Begins a round when one is due, with the patience of the call that it rides along with. */
  begin(batch: BatchClass, patienceMs: number): void {
    if (now() - this.#startedAt < this.#limits.probeEveryMs) return;
    this.#startedAt = now();
    const asked = this.#endpoints.map((endpoint) => ({ endpoint, answer: this.#ask(endpoint, batch, patienceMs) }));
    const awaited = asked.filter(({ endpoint }) => !endpoint.health.shunned).map(({ answer }) => answer);
    this.#round = bounded(Promise.all(awaited), this.#limits.probeWaitMs).then(() => {
      this.#heardAt = now();
    });
  }

  /** What an answer about the present waits for before it is believed; null when nothing. */
  awaited(): Promise<void> | null {
    return now() - this.#heardAt > this.#limits.probeAgeMsMax ? this.#round : null;
  }

  async #ask(endpoint: Endpoint, batch: BatchClass, patienceMs: number): Promise<void> {
    const interest = Interest.background(patienceMs);
    const params = [{ commitment: 'finalized' }];
    // Searches go alone, and beside them the question would look like one more of them.
    const beside = batch === 'scan' ? 'state' : batch;
    const outcome = await endpoint.send({ method: 'getSlot', params, batch: beside, interest });
    if (outcome.kind === 'result' && isCount(outcome.result)) this.#slots.observe(endpoint, outcome.result);
  }
}

async function bounded(work: Promise<unknown>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, msMax);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
