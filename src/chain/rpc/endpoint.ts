import { span, tracing, underWay } from '#lib/tracing.ts';
import type { EndpointTraffic, TrafficError } from '../chain-stats.ts';
import type { CallBudget } from './call-budget.ts';
import type { Failure, FailureKind, RpcOutcome } from './call-outcome.ts';
import type { Wait } from './call-wait.ts';
import { Health } from './endpoint-health.ts';
import { encodeCall, openTarget, type Posted, readArray, readSingle, type Target } from './json-rpc.ts';
import { abandoned, postWhileWanted, type RpcRequest, rpcRequestOf, settleInGroups } from './post-request.ts';
import { ArrayMemory, RequestSizeMemory } from './request-memory.ts';
import { type BatchClass, now, type RpcLimits } from './rpc-limits.ts';
import type { Item } from './send-queue.ts';
import { SendQueue } from './send-queue.ts';

/** What was learned about single methods of an endpoint. Each finding expires after a while, because it may have been a mistake. */
class MethodMemory<V> {
  readonly #memoryMs: number;
  readonly #entries = new Map<string, Entry<V>>();

  constructor(memoryMs: number) {
    this.#memoryMs = memoryMs;
  }

  get(method: string): V | undefined {
    const entry = this.#entries.get(method);
    return entry && entry.until > now() ? entry.value : undefined;
  }

  has(method: string): boolean {
    return this.get(method) !== undefined;
  }

  set(method: string, value: V): void {
    this.#entries.set(method, { value, until: now() + this.#memoryMs });
  }

  delete(method: string): void {
    this.#entries.delete(method);
  }
}

/** Upper bounds of the histogram's buckets, in milliseconds. */
const BUCKETS_MS = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000];

/** Counts what is sent to one endpoint and what comes back. */
class Meter {
  readonly #calls = new Map<string, number>();
  readonly #errors = new Map<TrafficError, number>();
  readonly #buckets = BUCKETS_MS.map(() => 0);
  #requests = 0;
  #bytes = 0;
  #timed = 0;
  #msSum = 0;

  /** Counts a request that is sent with these calls. */
  sent(items: readonly Item[]): void {
    this.#requests += 1;
    for (const { method } of items) count(this.#calls, method);
  }

  /** Counts the result of the request as a whole, `ms` milliseconds after it was sent. */
  came(posted: Posted, ms: number, abandoned: boolean): void {
    this.#timed += 1;
    this.#msSum += ms;
    const first = BUCKETS_MS.findIndex((msMax) => ms <= msMax);
    if (first >= 0) this.#buckets[first] = (this.#buckets[first] ?? 0) + 1;
    if (posted.ok) this.#bytes += posted.bytes;
    else count(this.#errors, abandoned ? 'abandoned' : posted.failure.kind);
  }

  /** Counts the results of the calls of a request that was answered. */
  read(outcomes: readonly RpcOutcome[]): void {
    for (const { kind } of outcomes) {
      if (kind === 'refused') count(this.#errors, 'refused');
      else if (kind === 'failed') count(this.#errors, 'unanswered');
    }
  }

  traffic(origin: string): EndpointTraffic {
    let below = 0;
    const buckets = BUCKETS_MS.map((msMax, index) => {
      below += this.#buckets[index] ?? 0;
      return { msMax, count: below };
    });
    return {
      origin,
      requests: this.#requests,
      calls: new Map(this.#calls),
      errors: new Map(this.#errors),
      bytes: this.#bytes,
      latency: { count: this.#timed, msSum: this.#msSum, buckets },
    };
  }
}

/** Logs what happens to an endpoint. Fields never hold more of its URL than the origin. */
export type RpcLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** A call to be sent: a method with its parameters, and who waits for it. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly batch: BatchClass;
  readonly wait: Wait;
}

/** One RPC endpoint: its connections, its queue, and what was learned about it. */
export class Endpoint {
  readonly origin: string;
  readonly health: Health;
  /** The index of the parameter form that it takes, by method. The first one where nothing is noted. */
  readonly forms: MethodMemory<number>;
  /** Methods that it said it does not have. It is asked for them only when no other endpoint is left. */
  readonly lacking: MethodMemory<true>;
  readonly #target: Target;
  readonly #limits: RpcLimits;
  readonly #log: RpcLog;
  readonly #arrays: ArrayMemory;
  readonly #requestSize: RequestSizeMemory;
  readonly #sendQueue: SendQueue;
  readonly meter = new Meter();
  #ids = 0;
  #busy = 0;
  #scheduled = false;

  constructor(url: string, limits: RpcLimits, log: RpcLog, budget: CallBudget) {
    this.#target = openTarget(url, Math.max(limits.lanes, limits.lanesWithoutArrays), limits.connectTimeoutMs);
    this.origin = this.#target.origin;
    this.health = new Health(limits);
    this.forms = new MethodMemory(limits.methodMemoryMs);
    this.lacking = new MethodMemory(limits.methodMemoryMs);
    this.#limits = limits;
    this.#sendQueue = new SendQueue(budget, () => this.#pump());
    this.#log = log;
    this.#arrays = new ArrayMemory(limits);
    this.#requestSize = new RequestSizeMemory(limits);
  }

  /** Queues a call. Calls of one turn of the event loop leave together. Never rejects. */
  send(request: RpcCall): Promise<RpcOutcome> {
    return new Promise((settle) => {
      const id = ++this.#ids;
      const { method, batch, wait } = request;
      const within = tracing.on ? underWay() : undefined;
      this.#sendQueue.push({
        id,
        method,
        batch,
        text: encodeCall(id, method, request.params),
        wait,
        settle,
        within,
      });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => {
        this.#scheduled = false;
        this.#pump();
      });
    });
  }

  /** Closes all connections. Calls that are under way fail. */
  async close(): Promise<void> {
    for (const item of this.#sendQueue.drain()) item.settle({ kind: 'returned' });
    await this.#target.pool.destroy();
  }

  #pump(): void {
    const lanes = this.#arrays.accepted ? this.#limits.lanes : this.#limits.lanesWithoutArrays;
    while (this.#busy < lanes) {
      const items = this.#sendQueue.take({
        itemsMax: (batch, waiting) => this.#itemsMax(batch, waiting, lanes),
        bytesMax: this.#requestSize.bytesMax,
      });
      const [first] = items;
      if (!first) return;
      this.#busy += 1;
      void this.#dispatch(rpcRequestOf(first.batch, items));
    }
  }

  /** Searches take long. They share a request only where more of them wait than requests can be under way. */
  #itemsMax(batch: BatchClass, waiting: number, lanes: number): number {
    return batch === 'scan' && waiting <= lanes ? 1 : this.#arrays.itemsMax(batch);
  }

  async #dispatch(request: RpcRequest): Promise<void> {
    const { items } = request;
    this.meter.sent(items);
    const sentAt = now();
    const post = () => postWhileWanted(this.#target, request, this.#limits);
    const posted = await (items[0]?.within ? postInSpan(this.origin, request, post) : post());
    this.meter.came(posted, now() - sentAt, !posted.ok && posted.failure === abandoned);
    const outcomes = this.#outcomes(request, posted);
    if (posted.ok) this.meter.read(outcomes);
    this.#busy -= 1;
    void settleInGroups(items, outcomes);
    this.#pump();
  }

  #outcomes(sent: RpcRequest, posted: Posted): readonly RpcOutcome[] {
    if (!posted.ok) return this.#failed(sent, posted.status, posted.failure);
    const { batch, items, text } = sent;
    const [only] = items;
    const ids = items.map((item) => item.id);
    const single = items.length === 1 && only ? [readSingle(posted.body, only.id, posted.bytes)] : null;
    const outcomes = single ?? readArray(posted.body, ids, posted.bytes);
    if (!outcomes) return this.#asLess(sent, 'broken') ?? this.#refuseArray(items);
    if (outcomes.every((outcome) => outcome.kind === 'failed')) {
      const less = this.#asLess(sent, 'broken');
      const [first] = outcomes;
      if (!less && first?.kind === 'failed') this.#fail(first.failure, sent);
      return less ?? outcomes;
    }
    if (this.health.failures > 0) this.#log('rpc_endpoint_recovered', { origin: this.origin });
    this.health.succeeded();
    this.#requestSize.pass(text.length);
    this.#arrays.learn(batch, posted.bytes / items.length);
    return outcomes;
  }

  #failed(sent: RpcRequest, status: number, failure: Failure): readonly RpcOutcome[] {
    const { batch, items } = sent;
    if (failure === abandoned) return items.map(() => ({ kind: 'returned' }));
    const less = this.#asLess(sent, failure.kind);
    if (less) return less;
    if (items.length > 1 && failure.kind === 'oversize') return this.#splitArray(batch, items);
    const splittable = failure.kind === 'denied' && status !== 401 && status !== 403;
    if (items.length > 1 && splittable) return this.#refuseArray(items);
    // An endpoint that refuses a search, or refuses or times out on a page of bodies, may serve everything else.
    const isSpecial = batch === 'scan' || batch === 'bodies';
    const isOwn =
      failure.kind === 'oversize' ||
      (failure.kind === 'denied' && isSpecial) ||
      (failure.kind === 'timeout' && batch === 'bodies');
    if (!isOwn) this.#fail(failure, sent);
    return items.map(() => ({ kind: 'failed', failure }));
  }

  /**
   * Returns calls that may have failed only because the request was too large. They are queued again as smaller requests; if the
   * endpoint is down, those show it. Null where size cannot be the reason. Endpoints reject large requests in many ways, most often
   * by closing the connection.
   */
  #asLess({ batch, items, text }: RpcRequest, kind: FailureKind): readonly RpcOutcome[] | null {
    if (items.length === 1 || kind === 'busy') return null;
    if (this.#requestSize.isLarge(text.length) && kind !== 'oversize') {
      this.#requestSize.refuse(text.length);
      this.#log('rpc_body_refused', { origin: this.origin, bytes: text.length });
      if (kind !== 'timeout') return items.map(() => ({ kind: 'returned' }));
    }
    return batch === 'scan' ? this.#refuseArray(items) : null;
  }

  /** One answer may be far too large. Smaller arrays find out which one, and the other calls are answered. */
  #splitArray(batch: BatchClass, items: readonly Item[]): readonly RpcOutcome[] {
    this.#arrays.outgrew(batch, items.length);
    return items.map(() => ({ kind: 'returned' }));
  }

  #refuseArray(items: readonly Item[]): readonly RpcOutcome[] {
    if (items[0]) this.#arrays.refuse(items[0].batch, items.length);
    this.#log('rpc_array_refused', { origin: this.origin, items: items.length });
    return items.map(() => ({ kind: 'returned' }));
  }

  /**
   * Notes a failure and returns the calls that wait here, so that they go to another endpoint or wait until this one has rested.
   */
  #fail(failure: Failure, { items, answerTimeoutMs }: RpcRequest): void {
    const before = this.health.failures;
    if (items.length > 1 && before > 0 && failure.kind === 'broken') this.#arrays.doubt();
    this.health.failed(failure, answerTimeoutMs);
    if (before === 0) this.#log('rpc_endpoint_failed', { origin: this.origin, detail: failure.detail, at: now() });
    for (const item of this.#sendQueue.drain()) item.settle({ kind: 'returned' });
  }
}

/** Records one HTTP request as a span below the caller of its first call. Its other calls may belong to other checks. */
function postInSpan(origin: string, { items }: RpcRequest, post: () => Promise<Posted>): Promise<Posted> {
  const attributes = {
    'server.address': origin,
    'rpc.system.name': 'jsonrpc',
    'rpc.method': [...new Set(items.map(({ method }) => method))].join(' '),
    'assay.rpc.items': items.length,
  };
  const place = { role: 'client', parent: items[0]?.within } as const;
  return span('rpc', attributes, async (note) => noted(await post(), note), place);
}

function noted(posted: Posted, note: (attributes: Record<string, string | number>) => void): Posted {
  note(posted.ok ? { 'assay.rpc.bytes': posted.bytes } : { 'error.type': posted.failure.kind });
  return posted;
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

interface Entry<V> {
  readonly value: V;
  readonly until: number;
}
