import { randomInt } from 'node:crypto';
import { sha256Hex } from '#ledger/accounts/api-key.ts';
import type { AmountNote, RateWindows, Turn } from '#ledger/rate-windows.ts';
import { forgetOldest } from '#lib/fading-use.ts';
import { Fault } from '#lib/fault.ts';
import { networkGroup, widerNetworkOf } from '#lib/network-group.ts';
import type { Bill, Credentials, Lapse, Line, Progress, Served, Work, Worked } from '../bill.ts';
import type { BillingLog } from './deps.ts';
import { isOutage } from './outage.ts';

/** The budget of an hour for unearned work of a caller, over all replicas, in calls of the chain's endpoints. */
export const UNPAID_CALLS_MAX = 2_000;

/** The budget of an hour for trials beyond that. Only the last trial may exceed it, because the cost of a check is not known before. */
const TRIAL_CALLS_MAX = 4_000;

/**
 * The factor of a caller's allowance for the /24 or /48 around it. A carrier's or a campus's addresses are many callers, of whom few come
 * on one day; a rented /48 is one caller with 65,536 networks to come from.
 */
export const WIDER_TIMES = 20;

/** The allowance that each earning line adds: about the cost of a check. A caller who pays for most checks never exceeds it. */
const EARNED_CALLS = 100;

const HOUR_SECONDS = 3_600;

/** For how long a key for which nothing is noted is not looked up again, and how many such keys are remembered. */
const CLEAR_MS = 1_000;
const CLEAR_MAX = 10_000;

/** For how long a subject counts as undecided whose answer does not say when it may be asked again. */
const RETRY_SECONDS = 60;

interface UnpaidWorkDeps {
  readonly windows: RateWindows;
  readonly log: BillingLog;
  /** Milliseconds on a clock that never goes back; the process's own when absent. */
  readonly now?: (() => number) | undefined;
}

/** The labels of a caller's unpaid work: the caller's own, one or several, and the network around it. */
export interface UnpaidCaller {
  readonly own: readonly string[];
  readonly wider: string | null;
  /** For a key that was made for change: its label, and the payer that it also counts as. */
  readonly change?: { readonly label: string; readonly payer: () => UnpaidCaller };
}

/** The unpaid work of a label, in all and beyond its earnings, and its limit. */
interface Account {
  readonly label: string;
  readonly unpaid: number;
  readonly calls: number;
  readonly callsMax: number;
}

/**
 * Bounds by caller the cost of work that earns nothing: free answers, failures, and charges or payments that did not come about. Beyond
 * the budget of an hour a caller has one trial at a time. A check that was undecided for others a moment ago is refused without work, and
 * the pause grows after each trial that earns nothing. Trials have twice the budget. The state is in the database.
 */
export class UnpaidWork {
  readonly #deps: UnpaidWorkDeps;
  /**
   * Keys for which nothing was noted, and until when that is believed. What this process notes counts at once, what another one notes
   * after a second: a check that runs takes as long, and is not noted before its end either.
   */
  readonly #clear = new Map<string, number>();
  #notes = 0;

  constructor(deps: UnpaidWorkDeps) {
    this.#deps = deps;
  }

  /** Opens a bill, at once for a clear key. Throws `too_many_free_answers` where every line of it would be refused. */
  open(caller: UnpaidCaller, bill: Bill): CountedBill | Promise<CountedBill> {
    if (!this.#isClear(caller)) return this.#openCounted(caller, bill);
    const { windows, log } = this.#deps;
    const labels = caller.own;
    return new CountedBill({ windows, log, bill, trial: null, labels, near: [], onNote: () => this.#noted(labels) });
  }

  async #openCounted(caller: UnpaidCaller, bill: Bill): Promise<CountedBill> {
    const { windows, log } = this.#deps;
    const { own, accounts } = await this.#counted(caller);
    const beyond = accounts.filter(({ calls, callsMax }) => calls >= callsMax).map(({ label }) => label);
    const near = accounts.filter(({ unpaid, callsMax }) => unpaid >= callsMax / 2).map(({ label }) => label);
    const [first = ''] = own;
    // All callers of a wide network would wait for one turn of it.
    const turnOf = own.filter((label) => beyond.includes(label));
    const trial = beyond.length > 0 ? new Trial(windows, turnOf.length > 0 ? turnOf : [first]) : null;
    await trial?.read(bill.lines);
    const labels = accounts.map(({ label }) => label);
    return new CountedBill({ windows, log, bill, trial, labels, near, onNote: () => this.#noted(labels) });
  }

  /** Without the database no caller exceeds the budget, and no call can be charged. */
  async #counted({
    own,
    wider,
    change,
  }: UnpaidCaller): Promise<{ own: readonly string[]; accounts: readonly Account[] }> {
    const [first = ''] = own;
    const now = this.#now();
    const labels = wider === null ? own : [...own, wider];
    const asked = [...labels, ...labels.map(earnedBy), ...(change ? [change.label] : [])];
    const notesBefore = this.#notes;
    const noted = await this.#deps.windows.noted(asked).catch((error: unknown) => {
      if (isOutage(error)) return [];
      throw error;
    });
    const amounts = noted.map(({ amount }) => amount);
    if (change && amounts[2 * labels.length]) {
      const payer = change.payer();
      return await this.#counted({ ...payer, own: [...own, ...payer.own] });
    }
    const isClear = noted.length > 0 && noted.every(({ amount }) => amount === 0);
    if (change && isClear && notesBefore === this.#notes) this.#remember(first, now);
    const accounts = labels.map((label, n) => {
      const unpaid = amounts[n] ?? 0;
      const callsMax = UNPAID_CALLS_MAX * (label === wider ? WIDER_TIMES : 1);
      return { label, unpaid, calls: unpaid - (amounts[n + labels.length] ?? 0), callsMax };
    });
    return { own, accounts };
  }

  #now(): number {
    return this.#deps.now?.() ?? performance.now();
  }

  /** Whether nothing was noted for the caller, a key, a moment ago. */
  #isClear({ own: [first = ''], change }: UnpaidCaller): boolean {
    return change !== undefined && (this.#clear.get(first) ?? 0) > this.#now();
  }

  #remember(label: string, now: number): void {
    this.#clear.delete(label);
    this.#clear.set(label, now + CLEAR_MS);
    if (this.#clear.size > CLEAR_MAX) forgetOldest(this.#clear);
  }

  #noted(labels: readonly string[]): void {
    this.#notes += 1;
    for (const label of labels) this.#clear.delete(label);
  }
}

interface CountedBillParts extends UnpaidWorkDeps {
  readonly bill: Bill;
  /** Null while the caller's budget holds. */
  readonly trial: Trial | null;
  readonly labels: readonly string[];
  /** The labels whose earnings are always noted, because they used up half of their budget. */
  readonly near: readonly string[];
  /** Called when amounts are noted. */
  readonly onNote: () => void;
}

/** The work of one bill, of which the part is counted that earns nothing. */
class CountedBill {
  readonly #parts: CountedBillParts;
  readonly #begun = new Set<string>();
  /** Undecided subjects, with the seconds after which they may be asked again. */
  readonly #undecided = new Map<string, number>();

  constructor(parts: CountedBillParts) {
    this.#parts = parts;
  }

  /** Takes the turn of a trial before anything is reserved, as `during` does before work begins. Throws `too_many_free_answers`. */
  async begin(): Promise<void> {
    await this.#parts.trial?.begin();
  }

  /** Results of a trial leave together, once it is over, so that who asks again at once finds the next turn free. */
  progress<W extends Worked>(progress: Progress<W> | undefined): Progress<W> | undefined {
    return this.#parts.trial ? undefined : progress;
  }

  /** Serves the bill. Refused lines fail with `too_many_free_answers`. The calls count by the part of its lines that earned nothing. */
  async during<W extends Worked, R extends Partial<Served<W>> | object>(
    work: Work<W>,
    serve: (work: Work<W>) => Promise<R>,
  ): Promise<R> {
    const { bill, trial } = this.#parts;
    const callsBefore = bill.rpcCalls?.() ?? 0;
    let lines: Served<W>['lines'] = [];
    try {
      const result = await serve((line, lapse) =>
        trial ? trial.line(line, () => this.#work(line, lapse, work)) : this.#work(line, lapse, work),
      );
      if ('lines' in result) lines = result.lines ?? [];
      const refusal = refusalIn(lines[0] ?? {});
      if (refusal && lines.every(refusalIn)) throw refusal;
      return result;
    } finally {
      await this.#end(lines, callsBefore);
    }
  }

  async #work<W extends Worked>(line: Line, lapse: Lapse, work: Work<W>): Promise<W> {
    this.#begun.add(line.request);
    const worked = await work(line, lapse);
    if (worked.free) this.#undecided.set(undecided(line), worked.retryAfterSeconds ?? RETRY_SECONDS);
    return worked;
  }

  /** Never throws: a served answer leaves all the same. */
  async #end(served: Served<Worked>['lines'], callsBefore: number): Promise<void> {
    const { bill, trial, labels, near, windows, log, onNote } = this.#parts;
    const { begun, unpaid, earned } = this.#outcomes(served);
    const calls = unpaid === 0 ? 0 : (bill.rpcCalls?.() ?? 0) - callsBefore;
    const spent = Math.ceil((calls * unpaid) / Math.max(1, begun));
    const notes: AmountNote[] = [];
    const noteAll = (of: Iterable<string>, amount: number, seconds: number): void => {
      for (const label of of) notes.push({ label, amount, seconds });
    };
    if (spent > 0) {
      noteAll([...labels, ...(trial?.spentOn ?? [])], spent, HOUR_SECONDS);
      for (const [label, seconds] of this.#undecided) notes.push({ label, amount: 1, seconds });
    }
    // A note that is written anyway costs no statement of its own.
    const beside = spent > 0 ? labels : near;
    if (earned > 0) noteAll(beside.map(earnedBy), earned * EARNED_CALLS, HOUR_SECONDS);
    if (trial === null && notes.length === 0) return;
    const ended = trial?.end(earned > 0 || (unpaid === 0 && begun > 0));
    const written = notes.length > 0 && windows.note(notes).finally(onNote);
    await Promise.all([ended, written]).catch((err: unknown) => {
      log.warn({ err }, 'what unpaid work cost could not be noted');
    });
  }

  /** How many lines were worked, and how many of these earned nothing, and something. Calls of the free tier are counted there. */
  #outcomes(served: Served<Worked>['lines']): Readonly<Record<'begun' | 'unpaid' | 'earned', number>> {
    const counts = { begun: 0, unpaid: 0, earned: 0 };
    for (const [n, { request }] of this.#parts.bill.lines.entries()) {
      if (!this.#begun.has(request)) continue;
      counts.begun += 1;
      const line = served[n];
      const route = line && 'billing' in line && !line.worked?.free ? line.billing.route : 'none';
      if (route === 'none') counts.unpaid += 1;
      else if (route !== 'free') counts.earned += 1;
    }
    return counts;
  }
}

/** The trial of a caller beyond his budget. Of a bill one line is worked first, and each that earns lets two more begin. */
class Trial {
  readonly #windows: RateWindows;
  readonly #labels: readonly string[];
  /** By what the cost of trials is counted: one may cost as much as the budget, or many times that. */
  readonly spentOn: readonly string[];
  /** Subjects of free answers within their retry time, with the rest of it in milliseconds. */
  readonly #waiting = new Map<string, number>();
  #turn: Promise<Turn> | null = null;
  #mayBegin = 1;
  #underWay = 0;
  /** The waiting lines; each is called with its admission. */
  readonly #queue: ((mayBegin: boolean) => void)[] = [];

  constructor(windows: RateWindows, labels: readonly string[]) {
    this.#windows = windows;
    this.#labels = labels.map((label) => `trial of ${label}`);
    this.spentOn = labels.map((label) => `spent on trials of ${label}`);
  }

  /** Learns the undecided checks. Throws if all requested ones are undecided, or if trials cost too much. */
  async read(lines: readonly Line[]): Promise<void> {
    const labels = [...new Set(lines.map(undecided))];
    const noted = await this.#windows.noted([...labels, ...this.spentOn]);
    const spent = noted.slice(labels.length).find(({ amount }) => amount >= TRIAL_CALLS_MAX);
    if (spent) throw refusalFor(spent.msLeft);
    for (const [n, label] of labels.entries()) {
      const msLeft = noted[n]?.msLeft ?? 0;
      if (msLeft > 0) this.#waiting.set(label, msLeft);
    }
    if (this.#waiting.size === labels.length) throw refusalFor(Math.min(...this.#waiting.values()));
  }

  async begin(): Promise<number> {
    this.#turn ??= this.#windows.takeTurn(this.#labels);
    const turn = await this.#turn;
    if ('msLeft' in turn) throw refusalFor(turn.msLeft);
    return turn.pauseSeconds;
  }

  async line<W extends Worked>(line: Line, work: () => Promise<W>): Promise<W> {
    const msLeft = this.#waiting.get(undecided(line));
    if (msLeft !== undefined) throw refusalFor(msLeft);
    const pauseSeconds = await this.begin();
    const admitted = new Promise<boolean>((resolve) => this.#queue.push(resolve));
    queueMicrotask(() => this.#next());
    if (!(await admitted)) throw refusalFor(pauseSeconds * 1_000);
    try {
      const worked = await work();
      if (!worked.free) this.#mayBegin += 2;
      return worked;
    } finally {
      this.#underWay -= 1;
      this.#next();
    }
  }

  /** Lets lines begin in any order, so that a bill which is asked again does not fail each time at the same one. */
  #next(): void {
    while (this.#mayBegin > 0 && this.#queue.length > 0) {
      const [tell] = this.#queue.splice(randomInt(this.#queue.length), 1);
      this.#mayBegin -= 1;
      this.#underWay += 1;
      tell?.(true);
    }
    if (this.#underWay === 0) for (const tell of this.#queue.splice(0)) tell(false);
  }

  async end(wentWell: boolean): Promise<void> {
    const turn = await this.#turn;
    if (turn && 'pauseSeconds' in turn) {
      await this.#windows.endTurn(this.#labels, wentWell ? null : turn.pauseSeconds);
    }
  }
}

function refusalFor(msLeft: number): Fault {
  const retryAfterSeconds = Math.max(1, Math.ceil(msLeft / 1_000));
  return new Fault('too_many_free_answers', undefined, { retryAfterSeconds });
}

function refusalIn(line: object): Fault | null {
  const failure = 'failure' in line ? line.failure : null;
  return failure instanceof Fault && failure.code === 'too_many_free_answers' ? failure : null;
}

function undecided({ kind, subject }: Line): string {
  return `undecided ${kind} ${subject}`;
}

function earnedBy(label: string): string {
  return `earned beside ${label}`;
}

/** For how long a key that was made for change counts as who paid. */
const CHANGE_SECONDS = 30 * 24 * HOUR_SECONDS;

/** Tells that a key was made for change: less is paid for it than for one that is bought. */
export function madeForChange(keyHash: Uint8Array): AmountNote {
  return { label: changeLabel(Buffer.from(keyHash).toString('hex')), amount: 1, seconds: CHANGE_SECONDS };
}

/**
 * The labels of a caller's unpaid work: a key from any address, and for a key that was made for change also its payer; else the address,
 * IPv6 by /64, with the network around it, and the payer of a payment per call.
 */
export function unpaidCallerOf(
  { apiKey, address }: Pick<Credentials, 'apiKey' | 'address'>,
  payer?: string,
): UnpaidCaller {
  if (apiKey === null) return addressCaller(address, payer);
  const hash = sha256Hex(apiKey);
  return {
    own: [unpaidLabel(`key ${hash}`)],
    wider: null,
    change: { label: changeLabel(hash), payer: () => addressCaller(address, payer) },
  };
}

function addressCaller(address: string, payer: string | undefined): UnpaidCaller {
  const wider = widerNetworkOf(address);
  return {
    own: [unpaidLabel(networkGroup(address)), ...(payer === undefined ? [] : [unpaidLabel(`payer ${payer}`)])],
    wider: wider === null ? null : unpaidLabel(wider),
  };
}

function unpaidLabel(caller: string): string {
  return `unpaid work for ${caller}`;
}

function changeLabel(keyHash: string): string {
  return `change key ${keyHash}`;
}
