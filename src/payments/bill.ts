import { sha256 } from '#ledger/accounts/api-key.ts';
import type { PassState, StoredAnswer } from '#ledger/books.ts';

/**
 * One check on a bill. `request` is the canonical text of kind and arguments; `size` the size in SOL, where the kind has
 * one; the price in atomic USDC.
 */
export interface Line {
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  readonly size?: string;
  readonly priceAtomic: bigint;
}

/** A signed payment as it came: the whole value of the header, or what stands for it on another transport. */
export interface PresentedPayment {
  readonly version: 1 | 2;
  readonly value: string;
}

/** What the caller can pay with, as a transport read it. */
export interface Credentials {
  readonly apiKey: string | null;
  readonly payment: PresentedPayment | null;
  readonly idempotencyKey: string | null;
  /** The address that the call came from, behind the trusted proxies. */
  readonly address: string;
  /** Set where the transport gives each caller some free calls a day; a call with a key or a payment never uses them. */
  readonly freeCalls?: true;
}

/** The free calls of one caller and UTC day. */
export interface FreeCalls {
  /** How many there are a day; 0 where there are none at all. */
  readonly limit: number;
  readonly remaining: number;
  /** The next midnight in UTC. */
  readonly resetsAt: Date;
}

/** What is paid for at once: 1 to 100 lines. */
export interface Bill {
  readonly lines: readonly Line[];
  readonly credentials: Credentials;
  /** How many calls of the chain's endpoints the work has made so far; absent where nobody counts them. */
  readonly rpcCalls?: () => number;
}

/** What paid work hands to billing. `free`: a gap of ours decided the verdict, so nothing may be charged. */
export interface Worked {
  readonly answer: StoredAnswer;
  readonly free: boolean;
}

/** How one line was billed. */
export interface LineBilling {
  readonly route: 'credit' | 'pass' | 'x402' | 'free' | 'none';
  /** Atomic USDC; zero on the routes `none` and `pass`. */
  readonly chargedAtomic: bigint;
  /** What the key can still spend; absent without a key. */
  readonly balanceAtomic?: bigint;
  readonly pass?: PassState;
  /** How many free calls are left today; on route `free` only. */
  readonly freeRemaining?: number;
  /** The settled transaction. */
  readonly transaction?: string;
  /** True when the answer was stored by an earlier call and this one cost nothing. */
  readonly replayed: boolean;
}

/** A line that may leave the service. `worked` is absent where the answer was stored by an earlier call. */
export interface ServedLine<W extends Worked> {
  readonly answer: StoredAnswer;
  readonly worked?: W;
  readonly billing: LineBilling;
  /** Names the hold whose response is to be noted as finished; absent where there is none. */
  readonly holdId?: string;
}

/** An x402 settlement response for the header that its protocol version names. */
export interface Receipt {
  readonly version: 1 | 2;
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
  readonly errorReason?: string;
}

/** What a payment was larger than what was earned; it counts when the payment is finalized. */
export interface Change {
  readonly amountAtomic: bigint;
  /** Present where the change goes to a key that was made for it and the caller proved to be who paid. */
  readonly apiKey?: string;
}

/** Each line's answer, or what it failed with. */
export interface Served<W extends Worked> {
  readonly lines: readonly (ServedLine<W> | { readonly failure: unknown })[];
  readonly receipt: Receipt | null;
  readonly change: Change | null;
}

/** Does the work of one line. `signal` aborts when what is found out cannot be sold any more. */
export type Work<W extends Worked> = (line: Line, signal: AbortSignal) => Promise<W>;

/**
 * Called while a bill that a key pays, or a free call, is worked on: its lines are charged, and may leave, one by one. A payment per
 * call is settled for all lines at once, so nothing is called before.
 */
export interface Progress<W extends Worked> {
  /** The money is reserved, or the free calls are taken, and work begins. */
  reserved(): void;
  served(line: number, result: ServedLine<W> | { readonly failure: unknown }): void;
}

/** Where bills are paid and their work is done. */
export interface Billing {
  /**
   * Takes money before the work and keeps it only with a stored answer. Throws a fault for the whole bill when it cannot
   * be paid (`payment_required`, `api_key_unknown`, `insufficient_balance` with `priceAtomic` of the bill, and those of a
   * payment); a line whose own work failed is a failure of that line.
   */
  serve<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>>;
  /** Notes that the response with a hold's answer was finished. */
  finish(holdId: string): void;
}

/** What the lines cost together, in atomic USDC. */
export function totalOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.priceAtomic, 0n);
}

/** SHA-256 of what a bill asks for. A canonical request holds no newline, so that no two bills join to one text. */
export function requestHashOf(bill: Bill): Uint8Array {
  return sha256(bill.lines.map((line) => line.request).join('\n'));
}
