import type { ChainSession, CheckCost } from 'assay-core/chain/chain-reader.ts';
import { span, tracing } from 'assay-core/lib/tracing.ts';
import type { Ask } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { Fault } from '#lib/fault.ts';
import {
  type Bill,
  type Change,
  type Credentials,
  type FindGone,
  type Lapse,
  type LineBilling,
  type Receipt,
  type ServedLine,
  withIgnored,
} from '#payments/bill.ts';
import type {
  Answers,
  CheckService,
  CheckServiceDeps,
  Operation,
  OperationTally,
  UnchargedAnswer,
} from '../check-service.ts';
import type { Caller, Delivered } from '../contract.ts';
import type { Admitted } from './admission.ts';
import { type CheckOutcome, type PlannedCheck, planCheck, requestOf } from './bill-lines.ts';
import { deliveredFrom, type WorkedCheck, workedFrom } from './delivery.ts';
import type { Plan } from './plan.ts';
import { WorkSession } from './work-session.ts';

/** A streamed answer cannot be settled before it leaves. */
const KEY_FOR_PARTS = 'Subscriptions and entities of a supergraph are paid from a key, not per call. Send X-API-Key.';

type Result = ServedLine<WorkedCheck> | { readonly failure: unknown };

/** The newest operation that works a check, by key and request. */
type UnderWay = Map<string, PaidOperation>;

/** The cost of an answer for which nothing was asked. */
const NOTHING: CheckCost = { calls: new Map(), picoUsd: 0n };

/** An operation whose checks are worked and charged through billing. */
class PaidOperation implements Operation {
  readonly #deps: CheckServiceDeps;
  readonly #underWay: UnderWay;
  readonly #caller: Caller;
  readonly #keysOnly: boolean;
  readonly #planned = new Map<string, PlannedCheck>();
  /** The checks as their payer names them, where he can find their answers in the books. */
  readonly #names: readonly string[];
  #serving: Promise<void> | null = null;
  #admitted: Promise<void> | null = null;
  readonly #session: WorkSession;
  #load: Admitted | null = null;
  #worked = 0;
  #startedMs = 0;
  #delivered = 0;
  #chargedAtomic = 0n;
  refusal: Fault | null = null;
  receipt: Receipt | null = null;
  change: Change | null = null;

  constructor(deps: CheckServiceDeps, underWay: UnderWay, caller: Caller, { asks, keysOnly }: Plan) {
    this.#deps = deps;
    this.#underWay = underWay;
    this.#caller = caller;
    this.#keysOnly = keysOnly;
    this.#session = new WorkSession(deps.chain);
    for (const ask of asks) {
      if (kinds[ask.kind].state === 'planned') continue;
      const check = planCheck(ask);
      if (!this.#planned.has(check.line.request)) this.#planned.set(check.line.request, check);
    }
    const { apiKey } = caller.credentials;
    this.#names = apiKey === null ? [] : [...this.#planned.keys()].map((request) => `${apiKey} ${request}`);
  }

  get tally(): OperationTally {
    const billAtomic = [...this.#planned.values()].reduce((sum, { line }) => sum + line.priceAtomic, 0n);
    return { checks: this.#planned.size, delivered: this.#delivered, billAtomic, chargedAtomic: this.#chargedAtomic };
  }

  async check(ask: Ask): Promise<Delivered> {
    const outcome = await this.#outcome(ask);
    if ('failure' in outcome) throw outcome.failure;
    return outcome;
  }

  async result(ask: Ask): Promise<Delivered | Fault> {
    if (kinds[ask.kind].state === 'planned') return new Fault('kind_not_available');
    const outcome = await this.#outcome(ask);
    if (!('failure' in outcome)) return outcome;
    if (outcome.failure instanceof Fault) return outcome.failure;
    this.#deps.report?.(outcome.failure, this.#caller.requestId);
    return new Fault('internal_error');
  }

  async admitted(): Promise<void> {
    if (this.#planned.size === 0) return;
    this.#start();
    await this.#admitted;
  }

  async close(): Promise<void> {
    this.#session.close();
    await this.#serving?.catch(() => undefined);
    this.#session.end();
  }

  /** Resolves once its charges are in the books where its caller may have left; else at once. */
  async charged(): Promise<void> {
    if (this.#left() !== null) await this.#serving?.catch(() => undefined);
  }

  #left(): FindGone | null {
    return this.#session.closed ? async () => true : (this.#caller.left?.() ?? null);
  }

  async #outcome(ask: Ask): Promise<CheckOutcome> {
    if (kinds[ask.kind].state === 'planned') throw new Fault('kind_not_available');
    const check = this.#checkOf(ask);
    // A check without a price is not worked: a plan that lacks it would be unpaid work.
    if (!check) throw new Error(`a ${ask.kind} check that the plan of its operation does not name`);
    this.#start();
    await this.#admitted;
    return check.outcome;
  }

  /** Most operations have one check, which needs no canonical text to be found. */
  #checkOf(ask: Ask): PlannedCheck | undefined {
    const [first] = this.#planned.values();
    const { kind, subject, sizeLamports } = first?.ask ?? {};
    if (kind === ask.kind && subject === ask.subject && sizeLamports === ask.sizeLamports) return first;
    return this.#planned.get(requestOf(ask));
  }

  #start(): void {
    if (this.#serving) return;
    this.#startedMs = performance.now();
    this.#admitted = new Promise((resolve, reject) => {
      this.#serving = this.#serve([...this.#planned.values()], resolve);
      this.#serving.then(resolve, reject);
    });
    // The resolver awaits it as well; if the caller is gone by then, the rejection must not stay unhandled.
    this.#admitted.catch(() => undefined);
  }

  async #serve(checks: readonly PlannedCheck[], markReserved: () => void): Promise<void> {
    const settle = (n: number, result: Result | undefined): void => {
      const check = checks[n];
      if (!check || !result) throw new Error('billing served other lines than the bill has');
      this.#caller.resumed?.();
      if (check.isSettled) return;
      check.isSettled = true;
      check.settle('failure' in result ? result : this.#deliver(result));
    };
    try {
      // A caller who left a check and asks for it again would pay for both.
      const before = this.#names.flatMap((name) => this.#underWay.get(name) ?? []);
      for (const name of this.#names) this.#underWay.set(name, this);
      if (before.length > 0) await Promise.all(before.map((operation) => operation.charged()));
      this.#checkLoad(checks);
      const served = await this.#deps.billing.serve(
        this.#bill(checks),
        (line, lapse) => this.#work(this.#planned.get(line.request), lapse),
        { reserved: markReserved, served: settle },
      );
      this.receipt = served.receipt;
      this.change = served.change;
      for (const n of checks.keys()) settle(n, served.lines[n]);
    } catch (error) {
      this.#caller.resumed?.();
      const failure = this.#refused(error);
      if (this.#delivered === 0 && failure instanceof Fault) this.refusal = failure;
      // If the bill was reserved before, the checks that wait are past its refusal.
      for (const check of checks) check.settle({ failure });
      throw failure;
    } finally {
      this.#load?.end(this.#worked === checks.length);
      for (const name of this.#names) if (this.#underWay.get(name) === this) this.#underWay.delete(name);
    }
  }

  /** Throws `overloaded` before anything is reserved. For a caller who cannot pay, billing answers with the price instead. */
  #checkLoad(checks: readonly PlannedCheck[]): void {
    const { apiKey, payment, freeCalls } = this.#caller.credentials;
    if (apiKey === null && payment === null && !freeCalls) return;
    this.#deps.admission?.check(checks.map(({ ask }) => ask.kind));
  }

  /** Counts the operation as load from its first work on, which only what is paid for comes to. Throws `overloaded`. */
  #begin(): void {
    const { admission } = this.#deps;
    if (!admission || this.#load) return;
    const kindsAsked = [...this.#planned.values()].map(({ ask }) => ask.kind);
    this.#load = admission.admit(kindsAsked, () => this.#session.made);
  }

  /** Nobody is sent to pay in a way that this operation does not take. */
  #refused(error: unknown): unknown {
    if (!this.#keysOnly || !(error instanceof Fault)) return error;
    const { code, message, extra } = error;
    if (code !== 'payment_required' && code !== 'insufficient_balance') return error;
    const detail = code === 'payment_required' ? withIgnored(KEY_FOR_PARTS, this.#caller.credentials) : message;
    return new Fault(code, detail, { ...extra, retryAction: 'pay_with_key' });
  }

  #bill(checks: readonly PlannedCheck[]): Bill {
    const { credentials } = this.#caller;
    return {
      lines: checks.map(({ line }) => line),
      credentials: this.#keysOnly ? keyAlone(credentials) : credentials,
      rpcCalls: () => this.#session.calls,
      left: () => this.#left(),
    };
  }

  async #work(check: PlannedCheck | undefined, lapse: Lapse): Promise<WorkedCheck> {
    if (!check) throw new Error('billing asked for a line that is not on the bill');
    this.#begin();
    const answered = await this.#session.during((session) => answerInSpan(this.#deps.answers, check.ask, session));
    lapse.throwIfAborted();
    this.#worked += 1;
    return workedFrom(answered);
  }

  #deliver(line: ServedLine<WorkedCheck>): Delivered {
    const { holdId } = line;
    if (holdId !== undefined && !this.#session.closed)
      this.#caller.whenFinished(() => this.#deps.billing.finish(holdId));
    this.#delivered += 1;
    this.#chargedAtomic += line.billing.chargedAtomic;
    const delivered = deliveredFrom(line);
    this.#note(delivered, line.billing, line.worked?.answered.cost);
    return {
      ...delivered,
      ...(this.receipt && { receipt: this.receipt }),
      ...(this.change && { change: this.change }),
    };
  }

  /** Tells the caller's transport of the check, for logs and figures. */
  #note({ document, billing }: Delivered, { chargedAtomic, replayed }: LineBilling, cost: CheckCost = NOTHING): void {
    const { kind, subject, verdict } = document;
    const { calls: rpcCalls, picoUsd: rpcPicoUsd } = cost;
    const ms = performance.now() - this.#startedMs;
    const { route } = billing;
    this.#caller.noted?.({ kind, subject, verdict, route, chargedAtomic, replayed, rpcCalls, rpcPicoUsd, ms });
  }
}

/** The credentials without free calls, and without a payment per call, which is settled at the end: so its answer is not streamed. */
function keyAlone({ freeCalls: _, ...credentials }: Credentials): Credentials {
  return { ...credentials, payment: null };
}

/** The work of one check, as a span where traces are recorded. Subjects are public addresses. */
function answerInSpan(answers: Answers, ask: Ask, session: ChainSession): Promise<UnchargedAnswer> {
  if (!tracing.on) return answers(ask, session);
  const { kind, subject } = ask;
  return span(`check ${kind}`, { 'assay.kind': kind, 'assay.subject': subject }, async (note) => {
    const answered = await answers(ask, session);
    note({ 'assay.verdict': answered.document.verdict, 'assay.free': answered.free });
    return answered;
  });
}

async function unplanned({ kind }: Ask): Promise<never> {
  throw new Error(`a ${kind} check in an operation whose plan has none`);
}

/** An operation without checks, which all such operations share. */
const FREE_OPERATION: Operation = {
  check: unplanned,
  result: unplanned,
  admitted: async () => undefined,
  tally: { checks: 0, delivered: 0, billAtomic: 0n, chargedAtomic: 0n },
  refusal: null,
  receipt: null,
  change: null,
  close: async () => undefined,
};

/** Answers the checks of a running service. */
export function openCheckService(deps: CheckServiceDeps): CheckService {
  const underWay: UnderWay = new Map();
  return {
    open: (caller, plan) => (plan.asks.length === 0 ? FREE_OPERATION : new PaidOperation(deps, underWay, caller, plan)),
  };
}
