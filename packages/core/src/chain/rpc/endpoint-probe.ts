import type { SlotTime } from '#solana/gates/slot-time.ts';
import { isSlot } from '#solana/slot-and-time.ts';
import { isOfMethod } from './call-outcome.ts';
import { backgroundWait, type Wait } from './call-wait.ts';
import type { Endpoint } from './endpoint.ts';
import type { FinalityDistance, SlotWatch } from './endpoint-slots.ts';
import { encodeCall, openTarget, postJson, readSingle } from './json-rpc.ts';
import { answerSizeMax, type BatchClass, now, type RpcLimits, rpcLimits } from './rpc-limits.ts';

const METHOD = 'getGenesisHash';

/** Performance samples of a minute each: enough of them that one odd minute does not decide. */
const SAMPLES = 4;

/** What probes update. */
export interface Learned {
  readonly slots: SlotWatch<Endpoint>;
  readonly finality: FinalityDistance<Endpoint>;
  readonly slotTime: SlotTime;
}

/**
 * Asks endpoints for their finalized slot. The question shares the array of the call that caused it. Answers wait for a round only
 * when the known slots are too old to compare with, and then for a bounded time.
 */
export class Probe {
  readonly #endpoints: readonly Endpoint[];
  readonly #learned: Learned;
  readonly #limits: RpcLimits;
  #startedAt = Number.NEGATIVE_INFINITY;
  #heardAt = Number.NEGATIVE_INFINITY;
  /** When the slot time is asked for next: not in the first round, which calls wait for. */
  #slotTimeAt: number | null = null;
  #round: Promise<void> = Promise.resolve();
  readonly #trials = new Map<Endpoint, Promise<void>>();
  /** The question how far back an endpoint's ledger reaches: when it was asked, and its answer. */
  readonly #ledgers = new Map<Endpoint, { readonly at: number; readonly answer: Promise<void> }>();

  constructor(endpoints: readonly Endpoint[], learned: Learned, limits: RpcLimits) {
    this.#endpoints = endpoints;
    this.#learned = learned;
    this.#limits = limits;
  }

  /**
   * Begins a round when one is due, with the timeout of the call that causes it. Endpoints that rest are not asked, because that
   * would prolong the rest; where all rest, a later call begins the round.
   */
  begin(batch: BatchClass, answerTimeoutMs: number): void {
    if (now() - this.#startedAt < this.#limits.probeEveryMs) return;
    const ready = this.#endpoints.filter(
      ({ health, limits }) => !health.resting && limits.pausedUntil('getSlot') <= now(),
    );
    if (ready.length === 0) return;
    this.#startedAt = now();
    this.#askSlotTime(ready);
    const asked = ready.map((endpoint) => {
      const answer = endpoint.health.silentTo(answerTimeoutMs)
        ? this.#trial(endpoint)
        : this.#ask(endpoint, batch, answerTimeoutMs);
      return { endpoint, answer };
    });
    const awaited = asked.filter(({ endpoint }) => !endpoint.health.shunned).map(({ answer }) => answer);
    this.#round = bounded(Promise.all(awaited), this.#limits.probeWaitMs).then(() => {
      this.#heardAt = now();
    });
  }

  /**
   * Asks a silent endpoint for its slot, unless that is under way, and waits for the answer within the deadline and a bound. Its
   * health then says whether it answered.
   */
  async tryOut(endpoint: Endpoint, { deadline, answerTimeoutMs }: Wait): Promise<void> {
    const waitMs = endpoint.health.trialWaitMs(answerTimeoutMs);
    await bounded(this.#trial(endpoint), Math.max(0, Math.min(waitMs, deadline - now())));
  }

  /** The round that an answer about the present waits for; null when it need not wait. */
  awaited(): Promise<void> | null {
    return now() - this.#heardAt > this.#limits.probeAgeMsMax ? this.#round : null;
  }

  /** Waits, for a bounded time, until it is known where the endpoint's ledger begins. It was asked with the call that waits. */
  async ledgerOf(endpoint: Endpoint): Promise<void> {
    await bounded(this.#ledgers.get(endpoint)?.answer ?? Promise.resolve(), this.#limits.ledgerWaitMs);
  }

  /** Asks where the ledger begins, unless it was asked lately. The question shares the array of the list that is asked with it. */
  askLedger(endpoint: Endpoint, answerTimeoutMs: number): void {
    const asked = this.#ledgers.get(endpoint);
    if (asked && now() - asked.at < this.#limits.ledgerEveryMs) return;
    const ask = async (): Promise<void> => {
      const wait = backgroundWait(answerTimeoutMs);
      const outcome = await endpoint.send({ method: 'getFirstAvailableBlock', params: [], batch: 'history', wait });
      if (outcome.kind === 'result' && isSlot(outcome.result)) endpoint.ledger.begins(outcome.result);
      else if (outcome.kind !== 'refused') this.#ledgers.delete(endpoint);
    };
    this.#ledgers.set(endpoint, { at: now(), answer: ask() });
  }

  /** The trial question of the endpoint that is under way, or a new one. */
  #trial(endpoint: Endpoint): Promise<void> {
    const underWay = this.#trials.get(endpoint);
    if (underWay) return underWay;
    const { requestTimeoutMs } = this.#limits;
    const trial = this.#ask(endpoint, 'state', requestTimeoutMs).finally(() => this.#trials.delete(endpoint));
    this.#trials.set(endpoint, trial);
    return trial;
  }

  async #ask(endpoint: Endpoint, batch: BatchClass, answerTimeoutMs: number): Promise<void> {
    const wait = backgroundWait(answerTimeoutMs);
    const params = [{ commitment: 'finalized' }];
    // A class that goes alone has no room for the question.
    const beside = batch === 'scan' || batch === 'bodies' ? 'state' : batch;
    const outcome = await endpoint.send({ method: 'getSlot', params, batch: beside, wait });
    // An endpoint of which nothing else is asked shows here that it refuses.
    if (outcome.kind === 'refused' && outcome.refusal.kind !== 'too_fast') endpoint.health.heard(false);
    if (outcome.kind !== 'result' || !isSlot(outcome.result)) return;
    this.#learned.slots.observe(endpoint, outcome.result);
    this.#learned.finality.observe(endpoint, outcome.result);
  }

  /** Asks for the slot time, and whether blocks are final at once, where that is due. Nothing waits for it. */
  #askSlotTime(ready: readonly Endpoint[]): void {
    const { probeEveryMs, slotTimeEveryMs } = this.#limits;
    if (this.#slotTimeAt === null) {
      this.#slotTimeAt = now() + probeEveryMs;
      return;
    }
    if (now() < this.#slotTimeAt) return;
    this.#slotTimeAt = now() + slotTimeEveryMs;
    const { slotTime, finality } = this.#learned;
    void this.#learn(ready, 'getRecentPerformanceSamples', [SAMPLES], (result) => slotTime.take(result));
    if (!finality.isInstant)
      void this.#learn(ready, 'getAgGenesisCert', [], (result) => finality.takeCertificate(result));
  }

  /** Asks one endpoint. Where it does not know the method, another endpoint is asked next time. */
  async #learn(
    ready: readonly Endpoint[],
    method: string,
    params: readonly unknown[],
    take: (result: unknown) => void,
  ): Promise<void> {
    const { requestTimeoutMs } = this.#limits;
    const well = ready.filter(({ health }) => !health.shunned && !health.silentTo(requestTimeoutMs));
    const endpoint = well.find(({ limits }) => limits.refusalOf(method) === null);
    if (!endpoint) return;
    const wait = backgroundWait(requestTimeoutMs);
    const outcome = await endpoint.send({ method, params, batch: 'scan', wait });
    if (outcome.kind === 'result') take(outcome.result);
    if (outcome.kind === 'refused' && isOfMethod(outcome.refusal.kind))
      endpoint.limits.refuse(method, outcome.detail, 'plan_refuses');
  }
}

/** Waits for `work`, at most `msMax` milliseconds. */
async function bounded(work: Promise<unknown>, msMax: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, msMax);
  });
  await Promise.race([work, timeUp]);
  clearTimeout(timer);
}

/** The genesis hash of one endpoint; `error` says why it is null, without the path of the URL. */
export interface EndpointGenesis {
  readonly origin: string;
  readonly hash: string | null;
  readonly error: string | null;
}

/** Asks every endpoint for its genesis hash once, for the check at start. Rejects only for a text that is not a URL. */
export function readGenesisHash(
  urls: readonly string[],
  limits: Partial<RpcLimits> = {},
): Promise<readonly EndpointGenesis[]> {
  return Promise.all(urls.map((url) => readOne(url, { ...rpcLimits, ...limits })));
}

async function readOne(url: string, limits: RpcLimits): Promise<EndpointGenesis> {
  const target = openTarget(url, 1, limits.connectTimeoutMs);
  const { origin } = target;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort('timeout'), limits.requestTimeoutMs);
  const startedAt = now();
  try {
    const posted = await postJson(
      target,
      encodeCall(1, METHOD, []),
      controller.signal,
      answerSizeMax([METHOD], limits),
    );
    const failure = (detail: string): EndpointGenesis => ({ origin, hash: null, error: `${origin}: ${detail}` });
    if (posted.is === 'failure') {
      return failure(`${posted.failure.detail} after ${Math.round(now() - startedAt)} ms`);
    }
    const outcome = posted.is === 'json' ? readSingle(posted, { id: 1, method: METHOD }) : null;
    if (outcome?.kind === 'result' && typeof outcome.result === 'string') {
      return { origin, hash: outcome.result, error: null };
    }
    if (outcome?.kind === 'refused') return failure(outcome.detail);
    if (posted.status < 200 || posted.status > 299) return failure(`HTTP ${posted.status}`);
    return failure(posted.is === 'json' ? 'the answer is not a genesis hash' : 'the answer is not JSON');
  } finally {
    clearTimeout(timer);
    await target.pool.destroy();
  }
}
