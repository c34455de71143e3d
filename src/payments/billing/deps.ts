import type { Ledger } from '#ledger/books.ts';
import type { FreeCallBook } from '#ledger/free-calls.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { RateWindows } from '#ledger/rate-windows.ts';
import type { Bill, Billing, FreeCalls, PresentedPayment, Work, Worked } from '../bill.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import type { Facilitator, Payment } from '../x402/payment.ts';

/** How long billing waits, in milliseconds. */
export interface BillingLimits {
  /** For how long a settlement is watched, and the first pause. */
  readonly confirmMsMax: number;
  readonly confirmPauseMs: number;
  /** The least remaining life of a payment when work begins, and the share of it for settling: a trial run, and the way to a leader. */
  readonly lifeMsMin: number;
  readonly settleMs: number;
  /** How long a payment with finished work waits for room among the sent payments, and the pause between two tries. */
  readonly roomMsMax: number;
  readonly roomPauseMs: number;
  /** How long a repeat waits for the running call, and the pause between two checks. */
  readonly repeatMsMax: number;
  readonly repeatPauseMs: number;
  /** The pause between two rounds of upkeep, and between two rounds of forgetting. */
  readonly upkeepMs: number;
  readonly forgetMs: number;
}

export const billingLimits: BillingLimits = {
  confirmMsMax: 30_000,
  confirmPauseMs: 300,
  lifeMsMin: 8_000,
  settleMs: 3_000,
  roomMsMax: 1_500,
  roomPauseMs: 500,
  repeatMsMax: 30_000,
  repeatPauseMs: 250,
  upkeepMs: 5_000,
  forgetMs: 60_000,
};

/** Receives the failures of billing that no caller sees. */
export interface BillingLog {
  warn(facts: object, message: string): void;
}

export interface BillingDeps {
  readonly ledger: Ledger;
  readonly payments: PaymentBook;
  readonly chain: PaymentChain;
  /** Null if payment per call is switched off: then a payment in a request is ignored. */
  readonly facilitator: Facilitator | null;
  /** Reads a payment and compares it with the bill's terms. Throws `payment_malformed`. */
  readonly readPayment: (presented: PresentedPayment, bill: Bill) => Payment;
  /** Where unpaid work is counted, for all replicas. */
  readonly windows: RateWindows;
  /** Derives the keys that change goes to; the same on every replica. */
  readonly changeSecret: string | Uint8Array;
  /** The free calls of each caller and day, where a transport gives some; none when absent or when `perDay` is 0. */
  readonly freeCalls?: { readonly book: FreeCallBook; readonly perDay: number };
  readonly log: BillingLog;
  readonly limits?: Partial<BillingLimits>;
  /** Milliseconds on a clock that never goes back; the process's own when absent. */
  readonly now?: () => number;
}

/** The free work of this process since its start: admitted checks, refused checks, and calls of endpoints. */
export interface FreeTally {
  readonly taken: number;
  readonly refused: number;
  readonly rpcCalls: number;
}

/** Billing with its upkeep, which reconciles unsettled payments and credits change every few seconds. */
export interface RunningBilling extends Billing {
  /** The rest of today's free calls of the caller's address; reading it uses none. Throws `not_ready`. */
  freeCalls(address: string): Promise<FreeCalls>;
  readonly freeTally: FreeTally;
  start(): void;
  /** Ends the upkeep, after the round that is under way. */
  close(): Promise<void>;
}

/** A bill that a payment came with. */
export interface PaidCall<W extends Worked> {
  readonly bill: Bill;
  readonly payment: Payment;
  /** SHA-256 of the canonical requests of all lines. */
  readonly requestHash: Uint8Array;
  readonly work: Work<W>;
}
