import { known, missing } from '#lib/reading.ts';
import type { SlotTime } from '#solana/gates/slot-time.ts';
import { CallBudget } from './call-budget.ts';
import {
  consequences,
  type Failure,
  failureCost,
  isOfMethod,
  RETRY_COST_MAX,
  type RpcRefused,
} from './call-outcome.ts';
import type { Wait } from './call-wait.ts';
import { Endpoint, type RpcLog } from './endpoint.ts';
import { type Learned, Probe } from './endpoint-probe.ts';
import { FinalityDistance, SlotWatch } from './endpoint-slots.ts';
import { INVALID_PARAMS } from './limits/refusals.ts';
import { RetryState } from './retry-state.ts';
import type { AnsweredCall, EndpointChoice, RpcCaller } from './rpc-caller.ts';
import { answerSizeOfClass, now, type RpcLimits } from './rpc-limits.ts';
import type { Method, Read } from './rpc-method.ts';

/** Every check reads accounts, so an endpoint without them serves no check. */
const VITAL: ReadonlySet<string> = new Set(['getAccountInfo', 'getMultipleAccounts']);

/** A call, its callers' wait, its cost so far, and the endpoint that it asks last. */
type Pursuit<I, T> = [method: Method<I, T>, input: I, wait: Wait, retryState: RetryState, last?: Endpoint];

/** Makes calls over all endpoints: picks one by health, retries, fails over, and always ends in a reading. */
export class Transport implements RpcCaller {
  readonly endpoints: Endpoint[];
  readonly slots: SlotWatch<Endpoint>;
  readonly slotTime: SlotTime;
  #awaited: number;
  readonly #finality: FinalityDistance<Endpoint>;
  readonly #probe: Probe;
  readonly #limits: RpcLimits;
  readonly #log: RpcLog;
  readonly #budget: CallBudget;
  /** Resolves when the first call of each optional method has ended. The answer itself, a page of bodies, is not kept. */
  readonly #firsts = new Map<string, Promise<unknown>>();

  /** `awaited`: how many configured endpoints are admitted later. Throws when there is no URL, or when one is invalid. */
  constructor(urls: readonly string[], limits: RpcLimits, log: RpcLog, slotTime: SlotTime, awaited = 0) {
    if (urls.length === 0) throw new Error('at least one RPC endpoint is needed');
    this.#budget = new CallBudget(limits.callsPerSecondMax);
    this.endpoints = urls.map((url) => new Endpoint(url, limits, log, this.#budget));
    this.slots = new SlotWatch(limits, slotTime);
    this.slotTime = slotTime;
    this.#awaited = awaited;
    this.#finality = new FinalityDistance(slotTime);
    const learned: Learned = { slots: this.slots, finality: this.#finality, slotTime };
    this.#probe = new Probe(this.endpoints, learned, limits);
    this.#limits = limits;
    this.#log = log;
  }

  /** Adds an endpoint, after the others in preference. Throws when the URL is invalid. */
  admit(url: string): void {
    this.#awaited = Math.max(0, this.#awaited - 1);
    this.endpoints.push(new Endpoint(url, this.#limits, this.#log, this.#budget));
  }

  async call<I, T>(method: Method<I, T>, input: I, wait: Wait, choice: EndpointChoice = {}): Promise<AnsweredCall<T>> {
    if (!method.optional) return this.#call(method, input, wait, choice);
    // Only one call finds out whether an endpoint has the method, however many wait to be sent.
    const first = this.#firsts.get(method.name);
    if (first) await first;
    const answered = this.#call(method, input, wait, choice);
    if (!first)
      this.#firsts.set(
        method.name,
        answered.then(() => undefined),
      );
    return answered;
  }

  async #call<I, T>(
    method: Method<I, T>,
    input: I,
    wait: Wait,
    { without, last }: EndpointChoice,
  ): Promise<AnsweredCall<T>> {
    const endpoints = without?.size ? this.endpoints.filter((endpoint) => !without.has(endpoint)) : this.endpoints;
    const retryState = new RetryState(endpoints, wait);
    this.#probe.begin(method.batch, wait.answerTimeoutMs);
    const answered = await this.#pursue(method, input, wait, retryState, last);
    if (!answered.reading.known || !method.needsSecond?.(answered.reading.value)) return answered;
    const other = endpoints.find((endpoint) => !retryState.asked.has(endpoint) && this.#isWell(endpoint, method.name));
    const { sentAt = null } = wait;
    const second = other && (await this.#attempt(other, method, input, wait, retryState));
    if (second?.reading.known) return second;
    // The first answer is used, with its own age.
    wait.sentAt = sentAt;
    return answered;
  }

  callAt<I, T>(endpoint: Endpoint, method: Method<I, T>, input: I, wait: Wait): Promise<AnsweredCall<T>> {
    this.#probe.begin(method.batch, wait.answerTimeoutMs);
    return this.#pursue(method, input, wait, new RetryState([endpoint], wait));
  }

  /** Asks until a call is answered, and notes which endpoints answer the questions of every check. */
  async #pursue<I, T>(...call: Pursuit<I, T>): Promise<AnsweredCall<T>> {
    const begunAt = now();
    const answered = await this.#askAround(...call);
    const [{ name, list }, , wait, retryState] = call;
    // What a caller gave up says nothing about an endpoint.
    if (wait.signal.aborted && !answered.reading.known) return answered;
    for (const endpoint of VITAL.has(name) ? retryState.asked : []) {
      const { health, limits } = endpoint;
      if (endpoint === answered.from) health.heard(true);
      // Where lists are refused, single calls follow.
      else if (list && limits.refusalOf(name)) continue;
      else if (retryState.isSpent(endpoint) || limits.refusesAll(name)) health.heard(false, begunAt);
    }
    return answered;
  }

  /** Asks one endpoint after another until one answers or the call may retry nowhere any more. */
  async #askAround<I, T>(...[method, input, wait, retryState, last]: Pursuit<I, T>): Promise<AnsweredCall<T>> {
    while (!wait.signal.aborted) {
      const endpoint = retryState.choose(method.name, (one) => one === last || this.#isUnfit(one, method));
      if (!endpoint || retryState.readyAt(endpoint, method.name) > wait.deadline)
        return { reading: retryState.finalGap(), bytes: 0 };
      if (endpoint.health.silentTo(wait.answerTimeoutMs)) {
        await this.#probe.tryOut(endpoint, wait);
        if (endpoint.health.silentTo(wait.answerTimeoutMs))
          retryState.spend(endpoint, RETRY_COST_MAX, 'rpc_unavailable', 'the endpoint is silent');
        continue;
      }
      if (endpoint.health.resting) {
        await endpoint.health.rested();
        continue;
      }
      const done = await this.#attempt(endpoint, method, input, wait, retryState);
      if (done) return done;
    }
    return { reading: missing('rpc', 'deadline', 'nobody waited any longer'), bytes: 0 };
  }

  /** True for an endpoint that others are preferred to: it lags, or its ledger is too short for the method. */
  #isUnfit<I, T>(endpoint: Endpoint, { batch }: Method<I, T>): boolean {
    const asksHistory = batch === 'history' || batch === 'transaction';
    return this.lags(endpoint) || (asksHistory && endpoint.ledger.isShort);
  }

  /** True for an endpoint whose slot is known, up to date and in good health, so that a second answer comes soon. */
  #isWell(endpoint: Endpoint, method: string): boolean {
    const { resting, shunned } = endpoint.health;
    const isKnown = this.slots.slotOf(endpoint) !== null;
    const isServed = endpoint.limits.refusalOf(method) === null;
    return isKnown && isServed && !resting && !shunned && !this.lags(endpoint);
  }

  /**
   * How many endpoints are configured, including those that are not in use yet. A decision that needs two endpoints waits for the
   * second one, so that no endpoint decides alone because the other was down when the service started.
   */
  get configured(): number {
    return this.endpoints.length + this.#awaited;
  }

  get trusted(): readonly Endpoint[] {
    return this.endpoints;
  }

  lacks(method: string): boolean {
    return this.endpoints.every(({ limits }) => limits.refusalOf(method) !== null);
  }

  /** True when the endpoint is too far behind the best one to be asked about the present. */
  lags(endpoint: Endpoint): boolean {
    return this.slots.lagOf(endpoint) > this.#lagSlotsMax;
  }

  get #lagSlotsMax(): number {
    return this.slotTime.slotsIn(this.#limits.lagMsMax);
  }

  async close(): Promise<void> {
    await Promise.all(this.endpoints.map((endpoint) => endpoint.close()));
  }

  /** Asks one endpoint once. Null when the call has to be tried again; `retryState` notes the cost. */
  async #attempt<I, T>(
    endpoint: Endpoint,
    method: Method<I, T>,
    input: I,
    wait: Wait,
    retryState: RetryState,
  ): Promise<AnsweredCall<T> | null> {
    retryState.asked.add(endpoint);
    const { list } = method;
    const most = list ? endpoint.limits.listMost(method.name) : Number.POSITIVE_INFINITY;
    if (!list || list.length(input) <= most) return this.#attemptOnce(endpoint, method, input, wait, retryState);
    // Each part is tried again by itself, so that an endpoint that answers a few calls a second gets through.
    const parts = await Promise.all(
      list.cut(input, most).map((part) => this.#pursue(method, part, wait, new RetryState([endpoint], wait))),
    );
    const values: T[] = [];
    for (const { reading } of parts) {
      if (reading.known) values.push(reading.value);
      else {
        retryState.spend(endpoint, RETRY_COST_MAX, reading.gap.cause, reading.gap.detail ?? 'a part was not answered');
        return null;
      }
    }
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
    return { reading: known(list.join(values)), bytes, from: endpoint, caught: [...retryState.contradicting] };
  }

  async #attemptOnce<I, T>(
    endpoint: Endpoint,
    method: Method<I, T>,
    input: I,
    wait: Wait,
    retryState: RetryState,
  ): Promise<AnsweredCall<T> | null> {
    const form = formFor(endpoint, method, retryState);
    const params = (method.forms[form] ?? method.forms[0])(input);
    if (method.reachesEnd) this.#probe.askLedger(endpoint, wait.answerTimeoutMs);
    const outcome = await endpoint.send({ method: method.name, params, batch: method.batch, wait });
    if (outcome.kind === 'returned') return null;
    if (outcome.kind === 'failed') return this.#fail(endpoint, method, outcome.failure, retryState);
    if (outcome.kind === 'result') {
      noteAnswer(endpoint, method, input, retryState);
      return this.#settle(endpoint, method, input, method.read(outcome.result, input), outcome.bytes, retryState);
    }
    const refused = finalRefusal(endpoint, method, form, outcome, retryState);
    if (!refused) return null;
    const read = method.readRefusal?.(refused);
    if (read) return this.#settle(endpoint, method, input, read, 0, retryState);
    refuse(endpoint, method, input, refused, retryState);
    return null;
  }

  /** Notes the cost of a failed request for the call. A search or a page of bodies that is too large ends the call. */
  #fail<I, T>(
    endpoint: Endpoint,
    method: Method<I, T>,
    { kind, detail }: Failure,
    retryState: RetryState,
  ): AnsweredCall<T> | null {
    const sizeMax = kind === 'oversize' ? answerSizeOfClass(method.batch, this.#limits) : null;
    // Another endpoint would find the same amount.
    if (sizeMax) return { reading: missing('rpc', 'limit_reached', detail), bytes: sizeMax.bytes };
    const cause = kind === 'oversize' && method.unbounded ? 'limit_reached' : 'rpc_unavailable';
    const isTooSlow = kind === 'timeout' && method.optional;
    retryState.spend(endpoint, isTooSlow ? RETRY_COST_MAX : failureCost[kind], cause, detail);
    noteLack(endpoint, method, detail, retryState);
    return null;
  }

  async #settle<I, T>(
    endpoint: Endpoint,
    method: Method<I, T>,
    input: I,
    read: Read<T>,
    bytes: number,
    retryState: RetryState,
  ): Promise<AnsweredCall<T> | null> {
    if (read.is === 'final') return { reading: missing('rpc', read.cause, read.detail), bytes };
    if (read.is === 'absent') retryState.spendOnAbsence(endpoint, read.detail);
    else if (read.is === 'wrong') {
      if (read.contradicts) retryState.contradicting.add(endpoint);
      retryState.spend(endpoint, RETRY_COST_MAX, read.cause, read.detail);
      noteLack(endpoint, method, read.detail, retryState);
    } else if (await this.#endsEarly(endpoint, method, input, read.value)) {
      const detail = `the ledger of the endpoint begins at slot ${endpoint.ledger.begin}`;
      retryState.spend(endpoint, RETRY_COST_MAX, 'history_missing', detail);
    } else if (method.current && (await this.#stale(endpoint, this.#finalizedSlot(endpoint, read))))
      retryState.spend(
        endpoint,
        RETRY_COST_MAX / 2,
        'rpc_disagrees',
        'the answer lags far behind the newest slot known',
      );
    else return { reading: known(read.value), bytes, from: endpoint, caught: [...retryState.contradicting] };
    return null;
  }

  /** True for a list that ends where the endpoint's ledger may begin, so that it may be only the newer part. */
  async #endsEarly<I, T>(endpoint: Endpoint, method: Method<I, T>, input: I, value: T): Promise<boolean> {
    const lowest = method.lowestSlot?.(value) ?? null;
    if (lowest !== null) endpoint.ledger.reaches(lowest);
    if (!method.reachesEnd?.(value, input)) return false;
    await this.#probe.ledgerOf(endpoint);
    return endpoint.ledger.isShort;
  }

  /** The finalized slot of the endpoint at the time of an answer; undefined where the answer names none. */
  #finalizedSlot<T>(endpoint: Endpoint, read: Read<T> & { readonly is: 'value' }): number | undefined {
    if (read.slot !== undefined) this.#finality.observe(endpoint, read.slot);
    return read.confirmedSlot === undefined ? read.slot : this.#finality.below(endpoint, read.confirmedSlot);
  }

  /**
   * True when an answer about the present is too far behind the best known slot. `slot` is undefined where the answer names none.
   */
  async #stale(endpoint: Endpoint, slot: number | undefined): Promise<boolean> {
    if (slot !== undefined) this.slots.observe(endpoint, slot);
    await this.#probe.awaited();
    if (slot !== undefined) return this.slots.behind(slot) > this.#lagSlotsMax;
    return this.lags(endpoint);
  }
}

/** Notes the cost of a refusal for the call and the limit that it shows. A list that was too long is asked for in parts, at no cost. */
function refuse<I, T>(
  endpoint: Endpoint,
  method: Method<I, T>,
  input: I,
  { refusal, detail, code }: RpcRefused,
  retryState: RetryState,
): void {
  const { kind, most } = refusal;
  // Parameters that other calls of the method have are refused for the length of the list.
  const isTooMuch = kind === 'list_too_long' || kind === 'answer_too_large' || code === INVALID_PARAMS;
  if (kind === 'answer_too_large') endpoint.limits.outgrew();
  if (isTooMuch && method.list && endpoint.limits.refuseList(method.name, method.list.length(input), most)) return;
  // A node that refuses the requested version does not give one that the service can read.
  const isOldNode = kind === 'version' && retryState.backToFirstForm.has(endpoint);
  const cause = isOldNode ? 'plan_refuses' : consequences[kind].cause;
  const cost = kind === 'too_fast' ? costOfTooFast(endpoint, method) : consequences[kind].cost;
  const isGone =
    method.optional && (isOfMethod(kind) || kind === 'params' || kind === 'broken' || kind === 'broken_alone');
  retryState.spend(endpoint, isGone ? RETRY_COST_MAX : cost, cause, detail);
  noteLack(endpoint, method, detail, retryState);
  if (isGone) return;
  if (isOfMethod(kind)) endpoint.limits.refuse(method.name, detail, cause);
  if (kind === 'broken' || kind === 'behind') endpoint.health.rest(null, retryState.tries);
}

/**
 * Little where the endpoint's pace was lowered, so that the next try is likely to pass; more where it refuses everything; and so much
 * for a method that the service can do without that it is tried three times.
 */
function costOfTooFast<I, T>({ limits }: Endpoint, { name, optional }: Method<I, T>): number {
  if (optional) return RETRY_COST_MAX / 3;
  return limits.refusesAll(name) ? 1 : consequences.too_fast.cost;
}

/** Notes that an endpoint lacks an optional method once the call may not retry there any more. */
function noteLack<I, T>(
  endpoint: Endpoint,
  { name, optional }: Method<I, T>,
  detail: string,
  retryState: RetryState,
): void {
  if (optional && retryState.isSpent(endpoint)) endpoint.limits.refuse(name, detail, 'plan_refuses');
}

/** The index of the parameter form to use: the remembered one, or the first where the call went back to it. */
function formFor<I, T>(endpoint: Endpoint, method: Method<I, T>, retryState: RetryState): number {
  if (retryState.backToFirstForm.has(endpoint)) return 0;
  return Math.min(endpoint.limits.formOf(method.name), method.forms.length - 1);
}

/**
 * The refusal that counts when the endpoint refuses `form`; null where another form is to be tried. Invalid parameters lead to the
 * next form. An unsupported version in a later form leads back to the first one, once in a call, because the first refusal may have
 * been a mistake.
 */
function finalRefusal<I, T>(
  endpoint: Endpoint,
  method: Method<I, T>,
  form: number,
  refused: RpcRefused,
  retryState: RetryState,
): RpcRefused | null {
  const before = retryState.backToFirstForm.get(endpoint);
  const { kind } = refused.refusal;
  if (kind === 'version' && form > 0 && !before) {
    retryState.backToFirstForm.set(endpoint, refused);
    return null;
  }
  if (kind !== 'params') return refused;
  return before ?? (changeForm(endpoint, method, form) ? null : refused);
}

/** Notes the limits that an answer shows: the endpoint takes lists of this length, and the first form where the call went back to it. */
function noteAnswer<I, T>(endpoint: Endpoint, { name, list }: Method<I, T>, input: I, retryState: RetryState): void {
  if (list) endpoint.limits.acceptList(name, list.length(input));
  if (retryState.backToFirstForm.has(endpoint)) endpoint.limits.noteForm(name, null);
}

/** Moves the endpoint to the next parameter form of the method. When none is left, returns to the first and gives false. */
function changeForm<I, T>(endpoint: Endpoint, method: Method<I, T>, form: number): boolean {
  const next = form + 1;
  endpoint.limits.noteForm(method.name, next < method.forms.length ? next : null);
  return next < method.forms.length;
}
