import { createHash } from 'node:crypto';
import { span, tracing, underWay } from '#lib/tracing.ts';
import type { TrafficError } from '../chain-stats.ts';
import type { CallBudget } from './call-budget.ts';
import type { Failure, FailureKind, RpcOutcome, RpcRefused } from './call-outcome.ts';
import type { Wait } from './call-wait.ts';
import { Health } from './endpoint-health.ts';
import { LedgerReach } from './endpoint-ledger.ts';
import { Meter } from './endpoint-meter.ts';
import {
  encodeCall,
  openTarget,
  type Posted,
  readArray,
  readSingle,
  refusedCall,
  type Target,
  wholeRefusal,
} from './json-rpc.ts';
import { EndpointLimits, type Sent } from './limits/endpoint-limits.ts';
import type { Refusal } from './limits/refusals.ts';
import { AnswerSizeMemory, RequestSizeMemory } from './limits/request-memory.ts';
import { abandoned, postWhileWanted, type RpcRequest, rpcRequestOf, settleInGroups } from './post-request.ts';
import { type BatchClass, now, type RpcLimits } from './rpc-limits.ts';
import { type Item, SendQueue } from './send-queue.ts';

/** Logs the events of an endpoint. Fields never hold more of its URL than the origin. */
export type RpcLog = (event: string, fields: Readonly<Record<string, unknown>>) => void;

/** A call to be sent: a method with its parameters, and its caller's wait. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly batch: BatchClass;
  readonly wait: Wait;
}

/** How long an endpoint rests whose credits are used up, in milliseconds. They may be bought at any time. */
const CREDITS_GONE_MS = 60_000;

type Said = Exclude<Posted, { readonly is: 'failure' }>;

const returned: RpcOutcome = { kind: 'returned' };

/** One RPC endpoint: its connections, its queue, and its learned limits. */
export class Endpoint {
  readonly origin: string;
  /** A hash of its URL, which is kept in place of it. */
  readonly key: string;
  readonly health: Health;
  readonly limits: EndpointLimits;
  readonly ledger = new LedgerReach();
  readonly meter = new Meter();
  readonly #target: Target;
  readonly #rpcLimits: RpcLimits;
  readonly #log: RpcLog;
  readonly #answerSize: AnswerSizeMemory;
  readonly #requestSize: RequestSizeMemory;
  readonly #sendQueue: SendQueue;
  #ids = 0;
  #busy = 0;
  #scheduled = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(url: string, limits: RpcLimits, log: RpcLog, budget: CallBudget) {
    this.#target = openTarget(url, Math.max(limits.lanes, limits.lanesWithoutArrays), limits.connectTimeoutMs);
    this.origin = this.#target.origin;
    this.key = createHash('sha256').update(url).digest('hex');
    this.health = new Health(limits);
    this.limits = new EndpointLimits(limits);
    this.#rpcLimits = limits;
    this.#sendQueue = new SendQueue(budget, () => this.#pump());
    this.#log = log;
    this.#answerSize = new AnswerSizeMemory(limits);
    this.#requestSize = new RequestSizeMemory(limits);
  }

  /** Milliseconds until a call of the method could leave, with those that wait already. */
  msUntilRoom(method: string): number {
    return this.limits.isPaced ? this.limits.msUntilRoom(method, this.#sendQueue.size) : 0;
  }

  /** Queues a call. Calls of one turn of the event loop leave together. Never rejects. */
  send(request: RpcCall): Promise<RpcOutcome> {
    return new Promise((settle) => {
      const id = ++this.#ids;
      const { method, batch, wait } = request;
      const within = tracing.on ? underWay() : undefined;
      const text = encodeCall(id, method, request.params);
      this.limits.tries(method);
      this.#sendQueue.push({ id, method, batch, text, wait, settle, within }, this.limits.isPaced);
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
    if (this.#timer) clearTimeout(this.#timer);
    for (const item of this.#sendQueue.drain()) item.settle(returned);
    await this.#target.pool.destroy();
  }

  #pump(): void {
    const { limits } = this;
    const lanes = limits.takesArrays ? this.#rpcLimits.lanes : this.#rpcLimits.lanesWithoutArrays;
    while (this.#busy < lanes) {
      const items = this.#sendQueue.take({
        itemsMax: (batch, waiting) => this.#itemsMax(batch, waiting, lanes),
        bytesMax: this.#requestSize.bytesMax,
        isUnmixed: limits.isUnmixed,
        arrayMost: (method) => limits.arrayMost(method),
        room: (rank) => limits.room(rank),
        roomOf: (method) => limits.roomOf(method),
      });
      const [first] = items;
      if (!first) {
        this.#wake();
        return;
      }
      this.#busy += 1;
      void this.#dispatch(rpcRequestOf(first.batch, items));
    }
  }

  /** Continues when the pace lets the next call leave. */
  #wake(): void {
    if (!this.limits.isPaced || this.#sendQueue.size === 0) return;
    const ms = Math.min(...[...this.#sendQueue.methods()].map((method) => this.limits.msUntilRoom(method, 0)));
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(ms))).unref();
  }

  /** Searches take long. They share a request only where more of them wait than requests can be under way. */
  #itemsMax(batch: BatchClass, waiting: number, lanes: number): number {
    return batch === 'scan' && waiting <= lanes ? 1 : this.#answerSize.itemsMax(batch);
  }

  async #dispatch(request: RpcRequest): Promise<void> {
    const { items } = request;
    this.meter.sent(items);
    const sent = this.limits.spend(methodsOf(items));
    const sentAt = now();
    const post = () => postWhileWanted(this.#target, request, this.#rpcLimits);
    const posted = await (items[0]?.within ? postInSpan(this.origin, request, post) : post());
    this.meter.came(trafficOf(posted), items.length, now() - sentAt);
    const outcomes = this.#outcomes(request, posted, sent);
    this.#busy -= 1;
    void settleInGroups(items, outcomes);
    this.#pump();
  }

  #outcomes(request: RpcRequest, posted: Posted, sent: Sent): readonly RpcOutcome[] {
    if (posted.is === 'failure') return this.#failed(request, posted.failure);
    this.health.answered();
    const methods = methodsOf(request.items);
    this.limits.follow(posted.headers, methods);
    const outcomes = posted.is === 'json' ? readOutcomes(request.items, posted) : null;
    if (posted.is !== 'json' || !outcomes) return this.#refusedWhole(request, posted, sent);
    this.meter.read(outcomes);
    if (outcomes.every((outcome) => outcome.kind === 'failed')) {
      const [first] = outcomes;
      const less = this.#asLess(request, 'broken');
      if (!less && first?.kind === 'failed') this.#fail(first.failure, request);
      return less ?? outcomes;
    }
    return this.#answered(request, outcomes, posted.bytes, sent);
  }

  /** Learns from answers of single calls; some of them may be refusals. */
  #answered({ batch, items, text }: RpcRequest, outcomes: readonly RpcOutcome[], bytes: number, sent: Sent) {
    const good = new Set(items.filter((_, index) => isAnswer(outcomes[index])).map(({ method }) => method));
    if (good.size > 0) {
      if (this.health.failures > 0) this.#log('rpc_endpoint_recovered', { origin: this.origin });
      this.health.succeeded();
      this.#requestSize.pass(text.length);
      this.#answerSize.learn(batch, bytes / items.length);
      const isWhole = !outcomes.some((outcome) => isRefusedAs(outcome, 'too_fast'));
      this.limits.accept(sent, good, items.length, bytes, isWhole);
    }
    return this.#learned(items, alone(outcomes), sent, good);
  }

  /** Notes refusals of single calls. A call whose array was too long is returned, so that it is sent again in a shorter one. */
  #learned(
    items: readonly Item[],
    outcomes: readonly RpcOutcome[],
    sent: Sent,
    good: ReadonlySet<string>,
  ): readonly RpcOutcome[] {
    const refusals = outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.refusal] : []));
    const tooFast = refusals.find(({ kind }) => kind === 'too_fast');
    if (tooFast) this.#slowDown(refusedAsTooFast(items, outcomes), tooFast, sent, good);
    if (refusals.some(({ kind }) => kind === 'credits_gone')) this.health.rest(CREDITS_GONE_MS, 1);
    const ofArray = items.length > 1 ? refusals.find(({ kind }) => kind === 'arrays_refused') : undefined;
    if (!ofArray) return outcomes;
    this.#refuseArray(items, ofArray, false);
    return outcomes.map((outcome) => (isRefusedAs(outcome, 'arrays_refused') ? returned : outcome));
  }

  /** Notes how many calls of which methods were refused as too fast. Where a pause is asked for, those that wait go elsewhere. */
  #slowDown(refused: ReadonlyMap<string, number>, tooFast: Refusal, sent: Sent, good: ReadonlySet<string>): void {
    const othersAnswered = good.size > 0 && [...refused.keys()].every((method) => !good.has(method));
    const paused = this.limits.slow(sent, refused, tooFast, othersAnswered);
    if (paused === 'all') this.#sendElsewhere();
    else for (const method of paused) this.#sendElsewhere(method);
  }

  /** The endpoint answered none of the calls by itself: its answer concerns the request as a whole. */
  #refusedWhole(request: RpcRequest, posted: Said, sent: Sent): readonly RpcOutcome[] {
    const { items } = request;
    const [only] = items;
    const isArray = items.length > 1;
    const { refusal, code } = wholeRefusal(posted, isArray ? null : (only?.method ?? null), isArray);
    const outcomes = items.map(({ method }) => refusedCall(method, posted.status, refusal, code));
    this.meter.read(outcomes);
    if (refusal.kind === 'broken') {
      const less = this.#asLess(request, 'broken');
      if (less) return less;
      this.#fail({ kind: 'broken', detail: `HTTP ${posted.status}` }, request, refusal.retryAfterMs);
      return outcomes;
    }
    if (isArray && this.#isOfArray(request, posted.status, refusal, sent)) {
      this.limits.giveBack(sent);
      return items.map(() => returned);
    }
    return this.#learned(items, outcomes, sent, new Set());
  }

  /** Whether an array was refused for being one, so that its calls are sent again in smaller ones. Notes the limit that it shows. */
  #isOfArray({ batch, items, text }: RpcRequest, status: number, refusal: Refusal, sent: Sent): boolean {
    if (refusal.kind === 'too_fast') return this.limits.partsTooFast(sent, methodsOf(items), refusal);
    if (!mayBeOfArray(refusal)) return false;
    if (this.#requestSize.isLarge(text.length)) this.#requestSize.refuse(text.length);
    else if (refusal.kind === 'answer_too_large') this.#answerSize.outgrew(batch, items.length);
    else this.#refuseArray(items, refusal, isTooLong(status, refusal));
    return true;
  }

  #failed(request: RpcRequest, failure: Failure): readonly RpcOutcome[] {
    const { batch, items } = request;
    if (failure === abandoned) return items.map(() => returned);
    const less = this.#asLess(request, failure.kind);
    if (less) return less;
    if (items.length > 1 && failure.kind === 'oversize') {
      // One answer may be far too large. Smaller arrays find out which one, and the other calls are answered.
      this.#answerSize.outgrew(batch, items.length);
      return items.map(() => returned);
    }
    // An endpoint that times out on a page of bodies may serve everything else.
    const isOwn = failure.kind === 'oversize' || (failure.kind === 'timeout' && batch === 'bodies');
    if (!isOwn) this.#fail(failure, request);
    return items.map(() => ({ kind: 'failed', failure }));
  }

  /**
   * Returns calls that may have failed only because the request was too large. They are queued again as smaller requests; if the
   * endpoint is down, those show it. Null where size cannot be the reason. Endpoints reject large requests in many ways, most often
   * by closing the connection.
   */
  #asLess({ batch, items, text }: RpcRequest, kind: FailureKind): readonly RpcOutcome[] | null {
    if (items.length === 1) return null;
    if (this.#requestSize.isLarge(text.length) && kind !== 'oversize') {
      this.#requestSize.refuse(text.length);
      this.#log('rpc_body_refused', { origin: this.origin, bytes: text.length });
      if (kind !== 'timeout') return items.map(() => returned);
    }
    if (batch !== 'scan') return null;
    this.#refuseArray(items, { kind: 'arrays_refused', most: null, words: '' }, false);
    return items.map(() => returned);
  }

  #refuseArray(items: readonly Item[], refusal: Pick<Refusal, 'kind' | 'most' | 'words'>, tooLong: boolean): void {
    this.limits.refuseArray(methodsOf(items), refusal, tooLong);
    this.#log('rpc_array_refused', { origin: this.origin, items: items.length });
  }

  /** Returns the calls that wait here, or those of one method, so that they go to another endpoint or wait until this one may be asked again. */
  #sendElsewhere(method?: string): void {
    for (const item of this.#sendQueue.drain(method)) item.settle(returned);
  }

  /** Notes a failure. */
  #fail(failure: Failure, { items, answerTimeoutMs }: RpcRequest, retryAfterMs: number | null = null): void {
    const before = this.health.failures;
    if (items.length > 1 && before > 0 && failure.kind === 'broken') this.limits.doubtArrays(items.length);
    this.health.failed(failure, answerTimeoutMs, retryAfterMs);
    if (before === 0) this.#log('rpc_endpoint_failed', { origin: this.origin, detail: failure.detail, at: now() });
    this.#sendElsewhere();
  }
}

function methodsOf(items: readonly Item[]): readonly string[] {
  return items.map(({ method }) => method);
}

function readOutcomes(items: readonly Item[], posted: Extract<Posted, { is: 'json' }>): readonly RpcOutcome[] | null {
  const [only] = items;
  if (items.length > 1 || !only) return readArray(posted, items);
  const outcome = readSingle(posted, only);
  return outcome && [outcome];
}

/** Whether an array may be refused for this although its calls would be answered one by one. */
function mayBeOfArray({ kind }: Refusal): boolean {
  return !['too_fast', 'credits_gone', 'pruned', 'skipped', 'behind', 'slow', 'version', 'unknown_cursor'].includes(
    kind,
  );
}

/** Whether a shorter array is likely to be accepted. */
function isTooLong(status: number, { words }: Refusal): boolean {
  return status === 413 || status === 414 || /too (large|long|many|big)|exceed|maximum|at most|more than/i.test(words);
}

/** Whether the endpoint served the method: it answered, or said something about the subject of the call. */
function isAnswer(outcome: RpcOutcome | undefined): boolean {
  if (outcome?.kind === 'result') return true;
  return (
    outcome?.kind === 'refused' &&
    ['pruned', 'skipped', 'not_found', 'version', 'unknown_cursor'].includes(outcome.refusal.kind)
  );
}

function refusedAsTooFast(items: readonly Item[], outcomes: readonly RpcOutcome[]): ReadonlyMap<string, number> {
  const refused = new Map<string, number>();
  for (const [n, { method }] of items.entries())
    if (isRefusedAs(outcomes[n], 'too_fast')) refused.set(method, (refused.get(method) ?? 0) + 1);
  return refused;
}

/** The outcomes of an array. Calls that are broken while at least as many others were answered are so by themselves. */
function alone(outcomes: readonly RpcOutcome[]): readonly RpcOutcome[] {
  if (outcomes.filter(isAnswer).length * 2 < outcomes.length) return outcomes;
  return outcomes.map((outcome) =>
    isRefusedAs(outcome, 'broken') ? { ...outcome, refusal: { ...outcome.refusal, kind: 'broken_alone' } } : outcome,
  );
}

function isRefusedAs(outcome: RpcOutcome | undefined, kind: Refusal['kind']): outcome is RpcRefused {
  return outcome?.kind === 'refused' && outcome.refusal.kind === kind;
}

function trafficOf(posted: Posted): number | TrafficError {
  if (posted.is !== 'failure') return posted.is === 'json' ? posted.bytes : 0;
  return posted.failure === abandoned ? 'abandoned' : posted.failure.kind;
}

/** Records one HTTP request as a span below the caller of its first call. Its other calls may belong to other checks. */
function postInSpan(origin: string, { items }: RpcRequest, post: () => Promise<Posted>): Promise<Posted> {
  const attributes = {
    'server.address': origin,
    'rpc.system.name': 'jsonrpc',
    'rpc.method': [...new Set(methodsOf(items))].join(' '),
    'assay.rpc.items': items.length,
  };
  const place = { role: 'client', parent: items[0]?.within } as const;
  return span('rpc', attributes, async (note) => noted(await post(), note), place);
}

function noted(posted: Posted, note: (attributes: Record<string, string | number>) => void): Posted {
  if (posted.is === 'failure') note({ 'error.type': posted.failure.kind });
  else if (posted.status < 200 || posted.status > 299) note({ 'error.type': String(posted.status) });
  else note({ 'assay.rpc.bytes': posted.is === 'json' ? posted.bytes : 0 });
  return posted;
}
