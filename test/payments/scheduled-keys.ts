import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { Fault } from '#lib/fault.ts';
import type { Bill, Lapse, Line, LineBilling, ServedLine, Worked } from '#payments/bill.ts';
import { openBilling } from '#payments/billing/billing.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import { type Fate, fates, Interleaving, Life } from '../support/interleaving.ts';
import { problemsOf } from '../support/memory-audit.ts';
import { type Account, type HoldRow, MemoryBooks } from '../support/memory-books.ts';
import { type MemoryLedger, openMemoryLedger } from '../support/memory-ledger.ts';
import { openMemoryPayments } from '../support/memory-payments.ts';
import { ScriptedChain } from './billing-world.ts';
import { memoryWindows } from './memory-windows.ts';

const PRICE = 10n;
const REPLICAS = 2;
const LEASE_MS = 60_000;
const RETRY_MS = 1_500;
/** What a client asks again after; other refusals are the end. */
const RETRIED: ReadonlySet<string> = new Set(['not_ready', 'answer_not_stored', 'request_in_flight', 'killed']);

/** One client: it asks for a bill, and again when it got no answer. */
interface KeyCall {
  readonly account: number;
  readonly replica: number;
  readonly identifier: string | null;
  readonly names: readonly string[];
  /** How long each check takes, and whether it ends when its lease lapsed. */
  readonly workMs: number;
  readonly minds: boolean;
  readonly tries: number;
  /** Whether the client takes the whole response. */
  readonly finishes: boolean;
}

export interface KeyScenario {
  readonly calls: readonly KeyCall[];
  /** For how many checks each account has money, and calls on a running pass. */
  readonly accounts: readonly { readonly checks: number; readonly passCalls: number }[];
  readonly fates: readonly Fate[];
  /** By how much the clock goes on at moments of the scheduler's choice, in milliseconds. */
  readonly waits: readonly number[];
  readonly kills: readonly number[];
  /** For how long the database is away, from moments of the scheduler's choice on. */
  readonly outages: readonly number[];
  /** Accounts whose row somebody locks for a while. */
  readonly locks: readonly number[];
}

interface Bounds {
  readonly calls: number;
  readonly lines: number;
  readonly workMs: readonly number[];
  readonly identifiers: readonly (string | null)[];
  readonly waits: readonly number[];
  readonly outages: readonly number[];
  readonly locks: number;
}

export function keyScenarios(bounds: Bounds): fc.Arbitrary<KeyScenario> {
  const call: fc.Arbitrary<KeyCall> = fc.record({
    account: fc.nat(1),
    replica: fc.nat(REPLICAS - 1),
    identifier: fc.constantFrom(...bounds.identifiers),
    names: fc.array(fc.constantFrom('a', 'a', 'b', 'c', 'free', 'bad'), { minLength: 1, maxLength: bounds.lines }),
    workMs: fc.constantFrom(...bounds.workMs),
    minds: fc.boolean(),
    tries: fc.integer({ min: 1, max: 3 }),
    finishes: fc.boolean(),
  });
  const account = fc.record({ checks: fc.integer({ min: 1, max: 8 }), passCalls: fc.constantFrom(0, 0, 0, 1, 4) });
  return fc.record({
    calls: fc.array(call, { minLength: 1, maxLength: bounds.calls, size: 'max' }),
    accounts: fc.tuple(account, account),
    fates,
    waits: fc.array(fc.constantFrom(...bounds.waits), { maxLength: 3, size: 'max' }),
    kills: fc.array(fc.nat(REPLICAS - 1), { maxLength: 1 }),
    outages: fc.array(fc.constantFrom(...bounds.outages), { maxLength: 1 }),
    locks: fc.array(fc.nat(1), { maxLength: bounds.locks }),
  });
}

type LineOutcome = ServedLine<Worked> | { readonly failure: unknown } | 'killed';

/** What a client was told of a line, by which try. */
interface Note {
  readonly call: KeyCall;
  readonly name: string;
  readonly made: string;
  readonly line: LineOutcome;
}

interface Replica {
  readonly life: Life;
  readonly ledger: MemoryLedger;
  readonly billing: RunningBilling;
}

/** How often what is to be tried came up. */
export type Tally = Record<
  'served' | 'replayed' | 'lost' | 'expired' | 'killed' | 'refused' | 'shared' | 'skipped',
  number
>;

export function newTally(): Tally {
  return { served: 0, replayed: 0, lost: 0, expired: 0, killed: 0, refused: 0, shared: 0, skipped: 0 };
}

/** Plays one scenario in one order; returns what contradicts a money rule. */
export async function playKeys(
  scheduler: fc.Scheduler,
  scenario: KeyScenario,
  tally: Tally,
): Promise<readonly string[]> {
  const interleaving = new Interleaving(scheduler, scenario.fates);
  const uninstall = interleaving.clock.install();
  try {
    return await new KeyWorld(interleaving, scenario, tally).play();
  } finally {
    uninstall();
  }
}

class KeyWorld {
  readonly #interleaving: Interleaving;
  readonly #books: MemoryBooks;
  readonly #scenario: KeyScenario;
  readonly #tally: Tally;
  readonly #keys: readonly string[];
  readonly #replicas: Replica[];
  readonly #notes: Note[] = [];
  readonly #problems: string[] = [];
  #started = 0;

  constructor(interleaving: Interleaving, scenario: KeyScenario, tally: Tally) {
    this.#interleaving = interleaving;
    this.#books = new MemoryBooks(interleaving.clock.now);
    this.#scenario = scenario;
    this.#tally = tally;
    this.#keys = scenario.accounts.map(({ checks, passCalls }, n) => {
      const apiKey = `assay_of_${n}`;
      const to = this.#books.openAccount(sha256(apiKey));
      const from = this.#books.system('issuance');
      this.#books.move({ kind: 'grant', cause: `grant:${n}`, from, to, amount: PRICE * BigInt(checks) });
      if (passCalls > 0) this.#books.addPass(apiKey, passCalls);
      return apiKey;
    });
    this.#replicas = Array.from({ length: REPLICAS }, () => this.#start());
  }

  async play(): Promise<readonly string[]> {
    const { calls, waits, kills, outages, locks } = this.#scenario;
    const { clock } = this.#interleaving;
    this.#interleaving.sequence(
      waits.flatMap((ms) => [
        { label: `${ms} ms go by`, happen: () => clock.advance(ms) },
        { label: 'a sweep begins', happen: () => void this.#replicas[0]?.ledger.expireHolds().catch(() => undefined) },
      ]),
    );
    for (const n of kills)
      this.#interleaving.sequence([{ label: `replica ${n} is killed`, happen: () => this.#kill(n) }]);
    for (const ms of outages)
      this.#interleaving.sequence([{ label: `${ms} ms of outage`, happen: () => this.#interleaving.outage(ms) }]);
    for (const n of locks) this.#lockForAWhile(n);
    await this.#interleaving.until(Promise.all(calls.map((call, n) => this.#ask(call, n))));
    this.#tally.expired += [...this.#books.holds.values()].filter(({ state }) => state === 'expired').length;
    await this.#recover();
    this.#checkNotes();
    return [...this.#problems, ...problemsOf(this.#books)];
  }

  #start(): Replica {
    this.#started += 1;
    const life = new Life(this.#interleaving, `replica ${this.#started}`);
    const connection: Life['connection'] = (name, statement) => {
      if (/^(hold|post) \d/.test(name)) this.#tally.shared += 1;
      return life.connection(name, statement);
    };
    const ledger = openMemoryLedger(this.#books, connection);
    const { now } = this.#interleaving.clock;
    const billing = openBilling({
      ledger,
      payments: openMemoryPayments(this.#books, life.connection),
      chain: new ScriptedChain(),
      now,
      facilitator: null,
      readPayment: () => unasked(),
      windows: memoryWindows(now),
      changeSecret: 'secret',
      log: { warn: () => undefined },
    });
    return { life, ledger, billing };
  }

  /** Another process takes the place of the one that is gone. */
  #kill(n: number): void {
    this.#replicas[n]?.life.kill();
    this.#replicas[n] = this.#start();
  }

  #lockForAWhile(n: number): void {
    const account = this.#accountOf(n);
    const lock = () => this.#books.locked.set(account, this.#books.locked.get(account) ?? []);
    const unlock = () => {
      const waiting = this.#books.locked.get(account) ?? [];
      this.#books.locked.delete(account);
      this.#tally.skipped += waiting.length;
      for (const goOn of waiting) goOn();
    };
    const events = [
      { label: `account ${n} is locked`, happen: lock },
      { label: `account ${n} is let go`, happen: unlock },
    ];
    this.#interleaving.sequence(events);
  }

  async #ask(call: KeyCall, n: number): Promise<void> {
    for (let attempt = 0; attempt < call.tries; attempt += 1) {
      await this.#interleaving.point(`call ${n} begins`);
      const replica = this.#replicas[(call.replica + attempt) % REPLICAS];
      if (!replica) throw new Error('no replica');
      const made = `${n}.${attempt}`;
      const asked = replica.billing.serve(this.#billOf(call), (line, lapse) => this.#work(call, made, line, lapse));
      const outcome = await replica.life.ofCaller(asked.catch((failure: unknown) => ({ failure })));
      const lines =
        outcome === 'killed' || 'failure' in outcome ? call.names.map((): LineOutcome => outcome) : outcome.lines;
      for (const [k, line] of lines.entries()) this.#note({ call, name: call.names[k] ?? '', made, line }, replica);
      if (!lines.some((line) => RETRIED.has(codeOf(line)))) return;
      await pause(RETRY_MS);
    }
  }

  #note(note: Note, { billing }: Replica): void {
    const { call, line } = note;
    this.#notes.push(note);
    if (line === 'killed') this.#tally.killed += 1;
    else if (!('failure' in line)) this.#checkDelivery(note, line);
    else if (codeOf(line) === 'answer_not_stored') this.#tally.lost += 1;
    else this.#tally.refused += 1;
    if (call.finishes && line !== 'killed' && 'holdId' in line && line.holdId) billing.finish(line.holdId);
  }

  #billOf({ names, account, identifier }: KeyCall): Bill {
    const lines = names.map((name) => ({
      kind: 'funder',
      subject: name,
      request: `funder ${name}`,
      priceAtomic: PRICE,
    }));
    const apiKey = this.#keys[account] ?? null;
    return { lines, credentials: { apiKey, payment: null, idempotencyKey: identifier, address: '192.0.2.1' } };
  }

  async #work(call: KeyCall, made: string, { subject }: Line, lapse: Lapse): Promise<Worked> {
    await this.#interleaving.point(`${made} works on ${subject}`);
    if (call.workMs > 0) await pause(call.workMs);
    if (call.minds) lapse.throwIfAborted();
    if (subject === 'bad') throw new Error('the check broke');
    return { answer: { body: JSON.stringify({ made, subject }), verdict: 'CEX_FUNDED' }, free: subject === 'free' };
  }

  /** Leases end, sweeps give back what is left, and what was paid for and did not arrive comes again. */
  async #recover(): Promise<void> {
    this.#interleaving.calm();
    await this.#interleaving.drained();
    const { ledger, billing } = this.#start();
    this.#interleaving.clock.advance(LEASE_MS + 1);
    await this.#interleaving.drained();
    await this.#interleaving.until(ledger.expireHolds());
    for (const { id, held } of this.#books.accounts)
      if (held !== 0n) this.#problems.push(`account ${id} still holds ${held}`);
    for (const hold of this.#books.holds.values()) if (this.#isDue(hold)) await this.#checkRedelivery(billing, hold);
    await this.#interleaving.drained();
  }

  #isDue({ state, finishedAtMs, closedAtMs }: HoldRow): boolean {
    return state === 'posted' && finishedAtMs === null && (closedAtMs ?? 0) > this.#books.now() - 500_000;
  }

  async #checkRedelivery(billing: RunningBilling, { account, subject }: HoldRow): Promise<void> {
    const n = this.#keys.findIndex((_, k) => this.#accountOf(k) === account);
    const call: KeyCall = { ...none, account: n, names: [subject] };
    const again = billing.serve(this.#billOf(call), () => unasked());
    const { lines } = await this.#interleaving.until(again);
    const [line] = lines;
    if (line && 'billing' in line && line.billing.replayed && line.billing.chargedAtomic === 0n) return;
    this.#problems.push(`the answer about ${subject} was paid for and does not come again`);
  }

  /** At the moment at which an answer leaves, it is stored and charged to who gets it. */
  #checkDelivery({ call, name, made }: Note, { billing, answer, holdId }: ServedLine<Worked>): void {
    this.#tally.served += 1;
    if (billing.replayed) this.#tally.replayed += 1;
    if (name === 'free') this.#expect(billing.chargedAtomic === 0n, `${made} paid for a free answer`);
    if (name === 'free') return;
    const row = this.#books.holds.get(holdId ?? '');
    const isOwn = row?.account === this.#accountOf(call.account) && row.subject === name;
    this.#expect(row?.state === 'posted' && isOwn, `${made} got an answer about ${name} that is not its own`);
    this.#expect(row?.answer?.body === answer.body, `${made} got another answer about ${name} than is stored`);
    const isNew = answer.body === JSON.stringify({ made, subject: name });
    this.#expect(isNew === !billing.replayed, `${made} is told wrongly whether its answer about ${name} is a repeat`);
    this.#expect(isPriced(billing, row), `${made} is told a wrong price for ${name}`);
  }

  /** What was told, taken together, agrees with the books. */
  #checkNotes(): void {
    const charged = new Map<string, Note>();
    for (const note of this.#notes) {
      if (typeof note.line !== 'object' || 'failure' in note.line || note.line.billing.replayed) continue;
      const { holdId } = note.line;
      if (holdId === undefined) continue;
      this.#expect(!charged.has(holdId), `hold ${holdId} was charged to two calls`);
      charged.set(holdId, note);
    }
    for (const row of this.#books.holds.values()) if (row.state === 'posted') this.#checkCharge(row, charged);
    this.#checkIdentifiers();
  }

  /** Who was charged knows, or was told that it may be so. */
  #checkCharge({ holdId, subject, answer }: HoldRow, charged: ReadonlyMap<string, Note>): void {
    if (charged.has(holdId)) return;
    const { made } = JSON.parse(answer?.body ?? '{}') as { made?: string };
    const told = this.#notes
      .filter((note) => note.made === made && note.name === subject)
      .map(({ line }) => codeOf(line));
    const isUnsure = told.some((code) => code === 'killed' || code === 'answer_not_stored');
    this.#expect(isUnsure, `${made} was charged for ${subject} and told ${told.join()}`);
  }

  /** Under one name of one account each line is charged once, to whoever asked how often. */
  #checkIdentifiers(): void {
    const seen = new Map<string, HoldRow>();
    for (const row of this.#books.holds.values()) {
      if (row.state !== 'posted' || row.idempotencyKey === null) continue;
      const key = `${row.account.id} ${row.idempotencyKey} ${row.line}`;
      this.#expect(!seen.has(key), `account ${row.account.id} was charged twice under ${row.idempotencyKey}`);
      seen.set(key, row);
    }
    const bills = new Map([...seen.values()].map((row) => [`${row.account.id} ${row.idempotencyKey}`, row.bill]));
    for (const row of seen.values())
      this.#expect(bills.get(`${row.account.id} ${row.idempotencyKey}`) === row.bill, 'one name stands for two bills');
  }

  #accountOf(n: number): Account {
    const key = this.#books.keyOf(this.#keys[n] ?? '');
    if (!key) throw new Error('no such account');
    return key.account;
  }

  #expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.#problems.push(otherwise);
  }
}

const none: KeyCall = {
  account: 0,
  replica: 0,
  identifier: null,
  names: [],
  workMs: 0,
  minds: true,
  tries: 1,
  finishes: false,
};

function isPriced({ route, chargedAtomic, replayed }: LineBilling, row: HoldRow | undefined): boolean {
  if (replayed) return route === 'none' && chargedAtomic === 0n;
  return route === (row?.pass ? 'pass' : 'credit') && chargedAtomic === row?.amount;
}

function codeOf(line: LineOutcome): string {
  if (line === 'killed') return line;
  if (!('failure' in line)) return 'served';
  return line.failure instanceof Fault ? line.failure.code : String(line.failure);
}

function unasked(): never {
  throw new Error('nobody asks for this');
}
