import type { Held, HoldRequest, HoldResult, Ledger, Replayed } from '#ledger/books.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { Bill, Credentials, Line, LineBilling, Served, ServedLine, Worked } from '#payments/bill.ts';
import { openBilling } from '#payments/billing/billing.ts';
import type { BillingDeps, BillingLimits } from '#payments/billing/deps.ts';
import { MemoryPayments } from './billing-books.ts';
import { holding, ScriptedChain, ScriptedFacilitator, type SignedPayment, Wallet } from './billing-world.ts';
import { memoryWindows } from './memory-windows.ts';

export const PRICE = 50_000n;
export const KEY = 'assay_known';
const BALANCE = 1_000_000n;

const none: Credentials = { apiKey: null, payment: null, idempotencyKey: null, address: '192.0.2.1' };

/** A bill of as many lines as there are names. */
export function billOf(names: readonly string[], credentials: Partial<Credentials>): Bill {
  return { lines: names.map(lineOf), credentials: { ...none, ...credentials } };
}

function lineOf(name: string): Line {
  return { kind: 'funder', subject: name, request: `{"funder":"${name}"}`, priceAtomic: PRICE };
}

/** What a caller shows who pays per call. */
export function paidBy(signed: SignedPayment, version: 1 | 2 = 2): Partial<Credentials> {
  return { payment: { version, value: signed.value } };
}

/** A ledger that knows one key; every call that a test does not script is an error. */
class ScriptedLedger {
  balance = BALANCE;
  result: HoldResult | null = null;
  readonly asked: HoldRequest[] = [];
  readonly finished: string[] = [];
  readonly voided: string[] = [];

  readonly ledger: Ledger = {
    hold: async (request) => {
      this.asked.push(request);
      return this.result ?? this.#held(request);
    },
    holdAll: async ({ apiKey, lines }) => {
      const results = lines.map((line) => this.#held({ ...line, apiKey }));
      for (const one of results) if (one.outcome !== 'held' && one.outcome !== 'replayed') return one;
      return { outcome: 'held', lines: results as (Held | Replayed)[] };
    },
    post: async () => {
      this.balance -= PRICE;
      return { outcome: 'posted', balanceAtomic: this.balance };
    },
    void: async (holdId) => {
      this.voided.push(holdId);
      return { balanceAtomic: this.balance };
    },
    renew: async () => undefined,
    finish: (holdId) => void this.finished.push(holdId),
    statement: async (apiKey) => (apiKey === KEY ? { balanceAtomic: this.balance, passes: [] } : null),
    forgetOldAnswers: async () => 0,
    expireHolds: () => unscripted(),
    grant: () => unscripted(),
    entries: () => unscripted(),
    pastChecks: () => unscripted(),
    storedBodies: () => unscripted(),
    countEntries: () => unscripted(),
    countPastChecks: () => unscripted(),
    storedCheck: () => unscripted(),
    audit: () => unscripted(),
    ping: async () => true,
    close: async () => undefined,
  };

  #held({ apiKey, subject, priceAtomic }: HoldRequest): HoldResult {
    if (apiKey !== KEY) return { outcome: 'key_unknown' };
    if (this.balance < priceAtomic) return { outcome: 'insufficient_balance', balanceAtomic: this.balance };
    return { outcome: 'held', holdId: `hold-${subject}`, balanceAtomic: this.balance - priceAtomic };
  }
}

function unscripted(): never {
  throw new Error('not scripted');
}

interface BillingOptions {
  readonly ledger?: Ledger;
  readonly payments?: PaymentBook;
  readonly limits?: Partial<BillingLimits>;
  /** False where payment per call is switched off. */
  readonly enabled?: boolean;
  readonly freeCalls?: BillingDeps['freeCalls'];
}

/** Billing with everything around it, in memory. */
export class Town {
  readonly wallet = new Wallet();
  readonly chain = new ScriptedChain();
  readonly facilitator = new ScriptedFacilitator(this.wallet, this.chain);
  readonly payments = new MemoryPayments();
  readonly books = new ScriptedLedger();
  readonly logged: string[] = [];
  works = 0;
  /** Milliseconds on the clock of billing, which a test moves. */
  nowMs = 0;

  /** Shared by the billing of each replica of a town, as replicas share a database. */
  readonly windows = memoryWindows(() => this.nowMs);

  constructor() {
    const { payer, source } = this.wallet;
    this.chain.accounts.set(source, holding(source, payer));
  }

  /** Timeouts of a few milliseconds, so that no test waits for a real one. */
  readonly limits: Partial<BillingLimits> = { confirmMsMax: 30, confirmPauseMs: 1, repeatMsMax: 40, repeatPauseMs: 2 };

  billing(options: BillingOptions = {}) {
    const { ledger = this.books.ledger, payments = this.payments, limits = {}, enabled = true, freeCalls } = options;
    return openBilling({
      ledger,
      payments,
      chain: this.chain,
      facilitator: enabled ? this.facilitator : null,
      readPayment: this.wallet.read,
      windows: this.windows,
      changeSecret: 'secret',
      ...(freeCalls && { freeCalls }),
      log: { warn: (_facts, message) => void this.logged.push(message) },
      limits: { ...this.limits, ...limits },
      now: () => this.nowMs,
    });
  }

  /** Judges every line; a name that starts with `free` is free, with `bad` fails. */
  readonly work = async (line: Line): Promise<Worked> => {
    this.works += 1;
    if (line.subject.startsWith('bad')) throw new Error(`broken: ${line.subject}`);
    return {
      answer: { body: `{"of":"${line.subject}"}`, verdict: 'CEX_FUNDED' },
      free: line.subject.startsWith('free'),
    };
  };

  async serve(names: string | readonly string[], credentials: Partial<Credentials>): Promise<Served<Worked>> {
    return await this.billing().serve(billOf(typeof names === 'string' ? [names] : names, credentials), this.work);
  }

  /** Waits until the upkeep of billing has gone round twice since now. */
  async rounds(): Promise<void> {
    const { releases } = this.payments;
    // A round that began before now may have been past what is waited for.
    while (this.payments.releases < releases + 3) await new Promise((resolve) => setTimeout(resolve, 1));
  }

  stateOf({ payment }: SignedPayment): string | undefined {
    return this.payments.rows.get(Buffer.from(payment.messageHash).toString('hex'))?.state;
  }
}

export function lineAt(served: Served<Worked>, n = 0): ServedLine<Worked> {
  const line = served.lines[n];
  if (!line || 'failure' in line) throw new Error(`line ${n} failed: ${String(line?.failure)}`);
  return line;
}

export function billingAt(served: Served<Worked>, n = 0): LineBilling {
  return lineAt(served, n).billing;
}

/** A promise that a test keeps when it likes. */
export function promised<T>(): { readonly promise: Promise<T>; readonly keep: (value: T) => void } {
  let keep: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}
