import { setTimeout as pause } from 'node:timers/promises';
import type { Signature } from 'assay-core/solana/address.ts';
import fc from 'fast-check';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { Fault } from '#lib/fault.ts';
import type { Bill, Line, PresentedPayment, Served, Worked } from '#payments/bill.ts';
import { openBilling } from '#payments/billing/billing.ts';
import type { RunningBilling } from '#payments/billing/deps.ts';
import type { PaymentChain } from '#payments/chain/payment-chain.ts';
import type { Payment, SettleResult } from '#payments/x402/payment.ts';
import { type Fate, fates, Interleaving, Life } from '../support/interleaving.ts';
import { problemsOf } from '../support/memory-audit.ts';
import { hex, MemoryBooks, type PaymentRow } from '../support/memory-books.ts';
import { openMemoryLedger } from '../support/memory-ledger.ts';
import { openMemoryPayments } from '../support/memory-payments.ts';
import { holding, ScriptedChain, ScriptedFacilitator, type SignedPayment, Wallet } from './billing-world.ts';
import { memoryWindows } from './memory-windows.ts';

const PRICE = 50_000n;
const REPLICAS = 2;
const RETRY_MS = 1_500;
const LEASE_MS = 60_000;
const KEPT_MS = 60_000;
const UPKEEP_MS = 5_000;
/** The last block in which the payments may land, and one that is beyond all doubt. */
const LIFE_HEIGHT = 150n;
const DEAD_HEIGHT = 1_000n;
const RETRIED: ReadonlySet<string> = new Set([
  ...['not_ready', 'in_flight', 'chain_unavailable', 'request_in_flight', 'answer_not_stored', 'killed'],
]);

interface ScheduledPayment {
  readonly identifier: string | null;
  readonly names: readonly string[];
  /** Whether the facilitator tells the signature before it sends. */
  readonly isKnown: boolean;
  /** What becomes of the transaction once it is handed over, and what the facilitator says. */
  readonly fate: 'lands' | 'fails' | 'drops';
  readonly says: 'submitted' | 'unknown' | 'refused' | 'ours' | 'throws';
}

interface PaidCall {
  readonly payment: number;
  readonly replica: number;
  /** Shows the message under another header, or for another request. */
  readonly isRewrapped: boolean;
  readonly asksOther: boolean;
  readonly workMs: number;
  readonly tries: number;
}

export interface PaymentScenario {
  readonly payments: readonly ScheduledPayment[];
  readonly calls: readonly PaidCall[];
  readonly fates: readonly Fate[];
  readonly waits: readonly number[];
  readonly outages: readonly number[];
  readonly kills: readonly number[];
  /** Whether the chain leaves the payments behind at a moment of the scheduler's choice. */
  readonly isLeftBehind: boolean;
}

interface Bounds {
  readonly workMs: readonly number[];
  readonly waits: readonly number[];
  readonly outages: readonly number[];
  readonly says: readonly ScheduledPayment['says'][];
}

export function paymentScenarios(bounds: Bounds): fc.Arbitrary<PaymentScenario> {
  const payment: fc.Arbitrary<ScheduledPayment> = fc.record({
    identifier: fc.constantFrom(null, 'purchase'),
    names: fc.oneof(
      fc.constant(['a']),
      fc.array(fc.constantFrom('a', 'b', 'free', 'bad'), { minLength: 1, maxLength: 3 }),
    ),
    isKnown: fc.boolean(),
    fate: fc.constantFrom('lands', 'lands', 'lands', 'fails', 'drops'),
    says: fc.constantFrom(...bounds.says),
  });
  const call: fc.Arbitrary<PaidCall> = fc.record({
    payment: fc.constantFrom(0, 0, 1),
    replica: fc.nat(REPLICAS - 1),
    isRewrapped: fc.constantFrom(false, false, false, true),
    asksOther: fc.constantFrom(false, false, false, false, false, true),
    workMs: fc.constantFrom(...bounds.workMs),
    tries: fc.integer({ min: 1, max: 3 }),
  });
  return fc.record({
    payments: fc.tuple(payment, payment),
    calls: fc.array(call, { minLength: 1, maxLength: 4, size: 'max' }),
    fates,
    waits: fc.array(fc.constantFrom(...bounds.waits), { maxLength: 3, size: 'max' }),
    outages: fc.array(fc.constantFrom(...bounds.outages), { maxLength: 1 }),
    kills: fc.array(fc.nat(REPLICAS - 1), { maxLength: 2 }),
    isLeftBehind: fc.boolean(),
  });
}

/** How often what is to be tried came up. */
export type PaymentTally = Record<
  'served' | 'replayed' | 'identified' | 'takenOver' | 'killed' | 'late' | 'changed',
  number
>;

export function newPaymentTally(): PaymentTally {
  return { served: 0, replayed: 0, identified: 0, takenOver: 0, killed: 0, late: 0, changed: 0 };
}

/** Plays one scenario in one order; returns what contradicts a money rule. */
export async function playPayments(
  scheduler: fc.Scheduler,
  scenario: PaymentScenario,
  tally: PaymentTally,
): Promise<readonly string[]> {
  const interleaving = new Interleaving(scheduler, scenario.fates);
  const uninstall = interleaving.clock.install();
  try {
    return await new PaymentWorld(interleaving, scenario, tally).play();
  } finally {
    uninstall();
  }
}

interface Replica {
  readonly life: Life;
  readonly billing: RunningBilling;
}

/** A payment with the header that it was made with and another one around the same message. */
interface Prepared extends ScheduledPayment {
  readonly signed: SignedPayment;
  readonly rewrapped: SignedPayment;
}

class PaymentWorld {
  readonly #interleaving: Interleaving;
  readonly #books: MemoryBooks;
  readonly #chain = new ScriptedChain();
  readonly #wallet = new Wallet();
  readonly #scenario: PaymentScenario;
  readonly #tally: PaymentTally;
  readonly #payments: readonly Prepared[];
  readonly #replicas: Replica[];
  readonly #problems: string[] = [];
  /** Bodies that left, by payment and line. */
  readonly #left = new Map<string, string>();
  #started = 0;

  constructor(interleaving: Interleaving, scenario: PaymentScenario, tally: PaymentTally) {
    this.#interleaving = interleaving;
    this.#books = new MemoryBooks(interleaving.clock.now);
    this.#scenario = scenario;
    this.#tally = tally;
    const { payer, source } = this.#wallet;
    this.#chain.accounts.set(source, holding(source, payer));
    this.#payments = scenario.payments.map((one, n) => {
      const { identifier, names } = one;
      const messageHash = sha256(`message ${n}`);
      const signed = this.#wallet.sign(PRICE * BigInt(names.length), { identifier, messageHash });
      return { ...one, signed, rewrapped: this.#wallet.rewrap(signed) };
    });
    this.#replicas = Array.from({ length: REPLICAS }, () => this.#start());
  }

  async play(): Promise<readonly string[]> {
    const { calls, waits, kills, outages, isLeftBehind } = this.#scenario;
    const interleaving = this.#interleaving;
    const { clock } = interleaving;
    interleaving.sequence(waits.map((ms) => ({ label: `${ms} ms go by`, happen: () => clock.advance(ms) })));
    for (const n of kills) interleaving.sequence([{ label: `replica ${n} is killed`, happen: () => this.#kill(n) }]);
    for (const ms of outages)
      interleaving.sequence([{ label: `${ms} ms of outage`, happen: () => interleaving.outage(ms) }]);
    if (isLeftBehind) interleaving.sequence([{ label: 'the chain goes on', happen: () => this.#leaveBehind() }]);
    await interleaving.until(Promise.all(calls.map((call, n) => this.#ask(call, n))));
    await this.#recover();
    for (const payment of this.#payments) await this.#checkPayment(payment);
    this.#checkIdentifiers();
    return [...this.#problems, ...problemsOf(this.#books)];
  }

  #start(): Replica {
    this.#started += 1;
    const life = new Life(this.#interleaving, `replica ${this.#started}`);
    const { now } = this.#interleaving.clock;
    const connection: Life['connection'] = async (name, statement) => {
      const result = await life.connection(name, statement);
      if (name === 'take over' && result === true) this.#tally.takenOver += 1;
      return result;
    };
    const facilitator = new ScriptedFacilitator(this.#wallet, this.#chain);
    facilitator.settling = (signed, beforeSend) => this.#settle(life, signed, beforeSend);
    const billing = openBilling({
      ledger: openMemoryLedger(this.#books, connection),
      payments: openMemoryPayments(this.#books, connection),
      chain: this.#seenBy(life),
      facilitator,
      readPayment: this.#read,
      now,
      changeSecret: 'secret',
      windows: memoryWindows(now),
      log: { warn: () => undefined },
      limits: { confirmMsMax: 3_000, repeatMsMax: 3_000, upkeepMs: UPKEEP_MS },
    });
    billing.start();
    return { life, billing };
  }

  #kill(n: number): void {
    this.#replicas[n]?.life.kill();
    this.#replicas[n] = this.#start();
  }

  readonly #read = ({ value }: PresentedPayment): Payment => this.#wallet.find(value).payment;

  /** The chain as a process sees it: each look takes its time. */
  #seenBy(life: Life): PaymentChain {
    const chain: PaymentChain = this.#chain;
    const slow = async <T>(what: string, look: () => Promise<T>): Promise<T> => {
      await life.point(`asks the chain for ${what}`);
      const seen = await look();
      await life.point(`hears of ${what}`);
      return seen;
    };
    return {
      tip: () => chain.tip(),
      account: (...args) => chain.account(...args),
      finalized: (...args) => chain.finalized(...args),
      blockhashLife: (...args) => chain.blockhashLife(...args),
      simulate: (...args) => chain.simulate(...args),
      send: (...args) => chain.send(...args),
      status: (...args) => slow('a status', () => chain.status(...args)),
      confirmed: (...args) => slow('a transaction', () => chain.confirmed(...args)),
      recent: (...args) => slow('the newest', () => chain.recent(...args)),
      between: (...args) => slow('a history', () => chain.between(...args)),
      finalizedHeight: () => slow('its height', () => chain.finalizedHeight()),
    };
  }

  async #settle(
    life: Life,
    signed: SignedPayment,
    beforeSend: (signature: Signature | null) => Promise<void>,
  ): Promise<SettleResult> {
    const { says, isKnown } = this.#preparedOf(signed);
    await life.point('settles');
    if (says === 'refused') return { is: 'refused', reason: 'invalid' };
    if (says === 'ours') return { is: 'refused', reason: 'unavailable', ours: true };
    await beforeSend(isKnown ? signed.signature : null);
    await life.point('hands over');
    this.#interleaving.sequence([{ label: 'a transaction comes through', happen: () => this.#land(signed) }]);
    if (says === 'throws') throw new Error('the facilitator broke');
    if (says === 'unknown') return { is: 'unknown', reason: 'timeout' };
    return { is: 'submitted', signature: signed.signature };
  }

  /** A transaction lands once, and never beyond its life. */
  #land(signed: SignedPayment): void {
    const { fate } = this.#preparedOf(signed);
    const isLate = this.#chain.height > LIFE_HEIGHT;
    if (isLate) this.#tally.late += 1;
    if (fate === 'drops' || isLate || this.#chain.statuses.has(signed.signature)) return;
    this.#chain.land(signed, fate === 'fails' ? '{"InstructionError":[2,{"Custom":1}]}' : null);
  }

  #leaveBehind(): void {
    this.#chain.height = DEAD_HEIGHT;
  }

  #preparedOf({ payment }: SignedPayment): Prepared {
    const found = this.#payments.find(({ signed }) => hex(signed.payment.messageHash) === hex(payment.messageHash));
    if (!found) throw new Error('a payment that nobody signed');
    return found;
  }

  async #ask(call: PaidCall, n: number): Promise<void> {
    for (let attempt = 0; attempt < call.tries; attempt += 1) {
      await this.#interleaving.point(`call ${n} begins`);
      const replica = this.#replicas[(call.replica + attempt) % REPLICAS];
      const payment = this.#payments[call.payment];
      if (!replica || !payment) throw new Error('no replica or payment');
      const bill = billOf(payment, call);
      const asked = replica.billing.serve(bill, (line) => this.#work(payment, call, `${n}.${attempt}`, line));
      const outcome = await replica.life.ofCaller(asked.catch((failure: unknown) => ({ failure })));
      if (outcome === 'killed') this.#tally.killed += 1;
      else if (!('failure' in outcome)) return this.#checkDelivery(payment, call, outcome);
      else if (!RETRIED.has(codeOf(outcome.failure))) return;
      await pause(RETRY_MS);
    }
  }

  async #work(payment: Prepared, call: PaidCall, made: string, { subject }: Line): Promise<Worked> {
    await this.#interleaving.point(`${made} works on ${subject}`);
    if (call.workMs > 0) await pause(call.workMs);
    if (subject === 'bad') throw new Error('the check broke');
    const message = hex(payment.signed.payment.messageHash);
    return {
      answer: { body: JSON.stringify({ made, message, subject }), verdict: 'CEX_FUNDED' },
      free: subject === 'free',
    };
  }

  /** At the moment at which answers leave, they are settled in the books and on chain, and those of who gets them. */
  #checkDelivery(payment: Prepared, call: PaidCall, served: Served<Worked>): void {
    const { names } = billNames(payment, call);
    for (const [n, line] of served.lines.entries()) {
      if ('failure' in line || line.billing.route !== 'x402') continue;
      const { message, subject } = JSON.parse(line.answer.body) as { message: string; subject: string };
      const row = this.#books.payments.get(message);
      this.#tally[line.billing.replayed ? 'replayed' : 'served'] += 1;
      this.#expect(row?.state === 'settled', `an answer left of a payment that is ${row?.state}`);
      this.#expect(this.#hasLanded(row), 'an answer left of a payment that is not on chain');
      this.#expect(subject === names[n], `an answer about ${subject} left for ${names[n]}`);
      this.#expect(row !== undefined && this.#isOwn(row, payment, call), 'an answer left to another header');
      const place = `${message} ${n}`;
      const before = this.#left.get(place) ?? line.answer.body;
      this.#expect(before === line.answer.body, `two different answers left for one payment`);
      this.#left.set(place, line.answer.body);
    }
  }

  /** The header that paid, or another payment of the payer with the same name for the same request. */
  #isOwn(row: PaymentRow, { identifier, signed, rewrapped }: Prepared, { isRewrapped }: PaidCall): boolean {
    const { headerHash, messageHash } = (isRewrapped ? rewrapped : signed).payment;
    if (hex(row.messageHash) === hex(messageHash)) return hex(row.headerHash) === hex(headerHash);
    this.#tally.identified += 1;
    return identifier !== null && row.identifier === identifier;
  }

  #hasLanded(row: PaymentRow | undefined): boolean {
    const status = this.#chain.statuses.get((row?.signature ?? '') as Signature);
    return status !== undefined && status.error === null;
  }

  /** The chain goes on, leases end, and upkeep finds what was left. */
  async #recover(): Promise<void> {
    this.#interleaving.calm();
    await this.#interleaving.drained();
    this.#leaveBehind();
    for (const [signature, { error }] of this.#chain.statuses) if (error === null) this.#chain.finalize(signature);
    for (let round = 0; round < 4; round += 1) {
      this.#interleaving.clock.advance(round === 0 ? LEASE_MS + KEPT_MS + 1 : UPKEEP_MS);
      await this.#interleaving.drained();
    }
  }

  /** What landed is settled and comes again to its header; what did not costs nothing. */
  async #checkPayment(payment: Prepared): Promise<void> {
    const { signed, names, identifier } = payment;
    const key = hex(signed.payment.messageHash);
    const status = this.#chain.statuses.get(signed.signature);
    const landed = status !== undefined && status.error === null;
    const row = () => this.#books.payments.get(key);
    const { headerHash, requestHash } = row() ?? {};
    if (landed && headerHash && requestHash) {
      const call = this.#callOf(payment, hex(headerHash), hex(requestHash));
      const replica = this.#start();
      const asked = replica.billing.serve(billOf(payment, call), () => Promise.reject(new Error('worked again')));
      const served = await this.#interleaving.until(asked.catch((failure: unknown) => ({ failure })));
      if ('failure' in served) this.#problems.push(`what was paid does not come again: ${codeOf(served.failure)}`);
      else this.#checkDelivery(payment, call, served);
      replica.life.kill();
    }
    const state = row()?.state ?? 'unknown';
    this.#expect(!landed || state === 'settled', `a payment landed and is ${state}`);
    this.#expect(landed || state !== 'settled', 'a payment is settled that never landed');
    const isOpen = state === 'reserved' || state === 'worked' || state === 'sent';
    this.#expect(!isOpen, `a payment of ${names.join()} (${identifier}) is ${state} for ever`);
    this.#checkChange(row());
  }

  #callOf({ rewrapped }: Prepared, headerHash: string, requestHash: string): PaidCall {
    const isRewrapped = hex(rewrapped.payment.headerHash) === headerHash;
    const calls = this.#scenario.calls.filter((call) => {
      const payment = this.#payments[call.payment];
      return payment?.rewrapped === rewrapped && hex(requestHashOf(billOf(payment, call))) === requestHash;
    });
    const [call] = calls;
    if (!call) throw new Error('a payment paid for what nobody asked');
    return { ...call, isRewrapped };
  }

  #checkChange(row: PaymentRow | undefined): void {
    if (row?.state !== 'settled' || row.changeKeyHash === null) return;
    this.#tally.changed += 1;
    const account = this.#books.keys.get(hex(row.changeKeyHash))?.account;
    const due = row.amountAtomic - (row.earnedAtomic ?? 0n);
    this.#expect(account?.balance === due, `${account?.balance} of change of ${due} is credited`);
  }

  /** Under one identifier of one payer one payment is settled. */
  #checkIdentifiers(): void {
    const settled = [...this.#books.payments.values()].filter(({ state }) => state === 'settled');
    const bearing = settled.filter(({ identifier }) => identifier !== null);
    this.#expect(bearing.length < 2, 'two payments are settled under one identifier');
  }

  #expect(isSo: boolean, otherwise: string): void {
    if (!isSo) this.#problems.push(otherwise);
  }
}

function billNames({ names }: Prepared, { asksOther }: PaidCall): { readonly names: readonly string[] } {
  return { names: asksOther ? names.map((name) => `other ${name}`) : names };
}

function billOf(payment: Prepared, call: PaidCall): Bill {
  const value = (call.isRewrapped ? payment.rewrapped : payment.signed).value;
  const lines = billNames(payment, call).names.map((name) => {
    return { kind: 'funder', subject: name, request: `funder ${name}`, priceAtomic: PRICE };
  });
  const credentials = {
    apiKey: null,
    payment: { version: 2 as const, value },
    idempotencyKey: null,
    address: '192.0.2.1',
  };
  return { lines, credentials };
}

function requestHashOf({ lines }: Bill): Uint8Array {
  return sha256(lines.map(({ request }) => request).join('\n'));
}

function codeOf(failure: unknown): string {
  return failure instanceof Fault ? failure.code : String(failure);
}
