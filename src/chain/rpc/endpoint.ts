import { ArrayMemory } from './arrays.ts';
import { encodeCall, readArray, readSingle } from './envelope.ts';
import { Health } from './health.ts';
import type { Interest } from './interest.ts';
import { type BatchClass, now, type RpcLimits } from './limits.ts';
import type { Failure, Outcome } from './outcome.ts';
import { CallQueue, type Item } from './queue.ts';
import { openTarget, type Posted, post, type Target } from './wire.ts';

/** Where an endpoint tells of what happened to it. Fields never hold more of its URL than the origin. */
export type RpcLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** What is to be sent: a method with its parameters, and who waits for it. */
export interface Request {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly batch: BatchClass;
  readonly interest: Interest;
}

/** One RPC endpoint: its connections, its queue, and what was learned of its habits. */
export class Endpoint {
  readonly origin: string;
  readonly health: Health;
  /** Which parameter form of a method it takes; the first where nothing is noted. */
  readonly forms = new Map<string, number>();
  /** Methods that it said it does not have; it is asked for them only when nobody else is left. */
  readonly lacking = new Set<string>();
  readonly #target: Target;
  readonly #limits: RpcLimits;
  readonly #log: RpcLog;
  readonly #arrays: ArrayMemory;
  readonly #queue = new CallQueue();
  #ids = 0;
  #busy = 0;
  #scheduled = false;

  constructor(url: string, limits: RpcLimits, log: RpcLog) {
    this.#target = openTarget(url, Math.max(limits.lanes, limits.lanesWithoutArrays), limits.connectTimeoutMs);
    this.origin = this.#target.origin;
    this.health = new Health(limits);
    this.#limits = limits;
    this.#log = log;
    this.#arrays = new ArrayMemory(limits);
  }

  /** Queues a call. What is asked in one turn of the event loop leaves together. Never rejects. */
  send(request: Request): Promise<Outcome> {
    return new Promise((settle) => {
      const id = ++this.#ids;
      const text = encodeCall(id, request.method, request.params);
      this.#queue.push({ id, batch: request.batch, text, interest: request.interest, settle });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#pump();
      });
    });
  }

  /** Cuts all connections; what was under way fails. */
  async close(): Promise<void> {
    for (const item of this.#queue.drain()) item.settle({ kind: 'returned' });
    await this.#target.pool.destroy();
  }

  #pump(): void {
    const lanes = this.#arrays.accepted ? this.#limits.lanes : this.#limits.lanesWithoutArrays;
    while (this.#busy < lanes) {
      const batch = this.#queue.next();
      if (batch === null) return;
      const items = this.#queue.take(batch, this.#arrays.itemsMax(batch), this.#limits.requestBytesMax);
      this.#busy += 1;
      void this.#dispatch(batch, items).then(() => {
        this.#busy -= 1;
        this.#pump();
      });
    }
  }

  async #dispatch(batch: BatchClass, items: readonly Item[]): Promise<void> {
    const [only] = items;
    const text = items.length === 1 && only ? only.text : `[${items.map((item) => item.text).join(',')}]`;
    const posted = await this.#postWhileWanted(batch, items, text);
    const outcomes = this.#outcomes(batch, items, posted);
    items.forEach((item, index) => {
      item.settle(outcomes[index] ?? { kind: 'returned' });
    });
  }

  /** Posts, and cancels the request when the last of its callers leaves or the most patient one has waited enough. */
  async #postWhileWanted(batch: BatchClass, items: readonly Item[], text: string): Promise<Posted> {
    const controller = new AbortController();
    let wanted = items.filter(({ interest }) => interest.wanted).length;
    let patienceMs = 0;
    for (const { interest } of items) {
      patienceMs = Math.max(patienceMs, interest.patienceMs);
      interest.onAbandon = () => {
        wanted -= 1;
        if (wanted === 0) controller.abort('abandoned');
      };
    }
    const timeoutMs = Math.max(1, Math.min(this.#limits.requestTimeoutMs, patienceMs));
    const timer = setTimeout(() => controller.abort('timeout'), timeoutMs);
    const bytesMax = batch === 'scan' ? this.#limits.scanBytesMax : this.#limits.answerBytesMax;
    const posted = await post(this.#target, text, controller.signal, bytesMax);
    clearTimeout(timer);
    for (const { interest } of items) interest.onAbandon = null;
    return controller.signal.reason === 'abandoned' ? { ok: false, status: 0, failure: abandoned } : posted;
  }

  #outcomes(batch: BatchClass, items: readonly Item[], posted: Posted): readonly Outcome[] {
    if (!posted.ok) return this.#failed(batch, items, posted.status, posted.failure);
    const [only] = items;
    const ids = items.map((item) => item.id);
    const single = items.length === 1 && only ? [readSingle(posted.body, only.id, posted.bytes)] : null;
    const outcomes = single ?? readArray(posted.body, ids, posted.bytes);
    if (!outcomes) return this.#refuseArray(items);
    if (outcomes.every((outcome) => outcome.kind === 'failed')) {
      const [first] = outcomes;
      if (first?.kind === 'failed') this.#fail(first.failure, items.length);
      return outcomes;
    }
    if (this.health.failures > 0) this.#log('rpc_endpoint_recovered', { origin: this.origin });
    this.health.succeeded();
    this.#arrays.learn(batch, posted.bytes / items.length);
    return outcomes;
  }

  #failed(batch: BatchClass, items: readonly Item[], status: number, failure: Failure): readonly Outcome[] {
    if (failure === abandoned) return items.map(() => ({ kind: 'returned' }));
    const splittable = failure.kind === 'oversize' || (failure.kind === 'denied' && status !== 401 && status !== 403);
    if (items.length > 1 && splittable) return this.#refuseArray(items);
    // Who refuses a search may serve everything else.
    const isOwn = failure.kind === 'oversize' || (failure.kind === 'denied' && batch === 'scan');
    if (!isOwn) this.#fail(failure, items.length);
    return items.map(() => ({ kind: 'failed', failure }));
  }

  #refuseArray(items: readonly Item[]): readonly Outcome[] {
    if (items[0]) this.#arrays.refuse(items[0].batch, items.length);
    this.#log('rpc_array_refused', { origin: this.origin, items: items.length });
    return items.map(() => ({ kind: 'returned' }));
  }

  /** Notes a failure and gives back what waits here, so that it can go to another endpoint or wait for this one's rest. */
  #fail(failure: Failure, items: number): void {
    const before = this.health.failures;
    if (items > 1 && before > 0 && failure.kind === 'broken') this.#arrays.doubt();
    this.health.failed(failure);
    if (before === 0) this.#log('rpc_endpoint_failed', { origin: this.origin, detail: failure.detail, at: now() });
    for (const item of this.#queue.drain()) item.settle({ kind: 'returned' });
  }
}

const abandoned: Failure = { kind: 'broken', detail: 'nobody waits for it', retryAfterMs: null };
