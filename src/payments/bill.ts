import { sha256 } from '#ledger/accounts/api-key.ts';
import type { PassState, StoredAnswer } from '#ledger/books.ts';

/**
 * One check on a bill. `request` is the canonical text of kind and arguments; `size` the size in SOL for kinds with one; the price
 * in atomic USDC.
 */
export interface Line {
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  readonly size?: string;
  readonly priceAtomic: bigint;
}

/** A signed payment as received: the whole header value, or its counterpart on another transport. */
export interface PresentedPayment {
  readonly version: 1 | 2;
  readonly value: string;
}

/** The means of payment of a caller, as read by a transport. */
export interface Credentials {
  readonly apiKey: string | null;
  readonly payment: PresentedPayment | null;
  readonly idempotencyKey: string | null;
  /** Set where the call waits for an earlier one with its idempotency key, because its client repeats it by itself. */
  readonly waits?: boolean;
  /** The caller's address, behind the trusted proxies. */
  readonly address: string;
  /** Set where the transport offers free calls; a call with a key or a payment never uses them. */
  readonly freeCalls?: true;
  /** A sentence about what looks like a credential and was not read. */
  readonly ignored?: string | null;
}

/** The words of a refusal, with the ignored credentials of the caller. */
export function withIgnored(words: string, { ignored }: Pick<Credentials, 'ignored'>): string {
  return ignored ? `${words} ${ignored}` : words;
}

/** The free calls of one caller and UTC day. */
export interface FreeCalls {
  /** Free calls a day; 0 where none are offered. */
  readonly limit: number;
  readonly remaining: number;
  /** The next midnight in UTC. */
  readonly resetsAt: Date;
}

/** A bill of 1 to 100 lines, paid at once. */
export interface Bill {
  readonly lines: readonly Line[];
  readonly credentials: Credentials;
  /** Chain endpoint calls of the work so far; absent where they are not counted. */
  readonly rpcCalls?: () => number;
  /** Null while the caller waits; else finds out whether it is gone. Absent where that is not known. */
  readonly left?: () => FindGone | null;
}

/** Whether a caller is gone that may also wait for its answer. */
export type FindGone = () => Promise<boolean>;

/** The result of paid work. `free`: a gap of the service decided the verdict, so nothing may be charged. */
export interface Worked {
  readonly answer: StoredAnswer;
  readonly free: boolean;
  /** Of a free answer: when asking again may help; null or absent where that is not known. */
  readonly retryAfterSeconds?: number | null;
}

/** How one line was billed. */
export interface LineBilling {
  readonly route: 'credit' | 'pass' | 'x402' | 'free' | 'none';
  /** Atomic USDC; zero on the routes `none` and `pass`. */
  readonly chargedAtomic: bigint;
  /** The key's spendable balance; absent without a key. */
  readonly balanceAtomic?: bigint;
  readonly pass?: PassState;
  /** How many free calls are left today; on route `free` only. */
  readonly freeRemaining?: number;
  /** The settled transaction. */
  readonly transaction?: string;
  /** True when the answer was stored by an earlier call and this one cost nothing. */
  readonly replayed: boolean;
}

/** A line that may leave the service. `worked` is absent for a stored answer. */
export interface ServedLine<W extends Worked> {
  readonly answer: StoredAnswer;
  readonly worked?: W;
  readonly billing: LineBilling;
  /** The hold whose response will be recorded as finished; absent where there is none. */
  readonly holdId?: string;
}

/** An x402 settlement response for the header of its protocol version. */
export interface Receipt {
  readonly version: 1 | 2;
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
  readonly errorReason?: string;
}

/** The part of a payment above the earned amount; it counts when the payment is finalized. */
export interface Change {
  readonly amountAtomic: bigint;
  /** Present where the change goes to a new key and the caller proved to be the payer. */
  readonly apiKey?: string;
}

/** Each line's answer or failure. */
export interface Served<W extends Worked> {
  readonly lines: readonly (ServedLine<W> | { readonly failure: unknown })[];
  readonly receipt: Receipt | null;
  readonly change: Change | null;
}

/** Tells work that its result cannot be sold any more. */
export type Lapse = Pick<AbortSignal, 'throwIfAborted'>;

/** Works one line. */
export type Work<W extends Worked> = (line: Line, lapse: Lapse) => Promise<W>;

/**
 * Called during a bill on a key or free calls: its lines are charged, and may leave, one by one. A payment per call is settled for all
 * lines at once, so it is not called before.
 */
export interface Progress<W extends Worked> {
  /** The money is reserved or the free calls are taken, and work begins. */
  reserved(): void;
  served(line: number, result: ServedLine<W> | { readonly failure: unknown }): void;
}

/** Pays bills and runs their work. */
export interface Billing {
  /**
   * Takes money before the work and keeps it only with a stored answer. Throws a fault for a bill that cannot be paid: `payment_required`,
   * `api_key_unknown`, `insufficient_balance` with `priceAtomic` of the bill, or a fault of the payment. If the work of one line fails,
   * only that line is a failure.
   */
  serve<W extends Worked>(bill: Bill, work: Work<W>, progress?: Progress<W>): Promise<Served<W>>;
  /** Records that the response with a hold's answer was finished. */
  finish(holdId: string): void;
}

/** The sum of the lines, in atomic USDC. */
export function totalOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.priceAtomic, 0n);
}

/** SHA-256 of a bill's requests. A canonical request has no newline, so different bills never join to one text. */
export function requestHashOf(bill: Bill): Uint8Array {
  return sha256(bill.lines.map((line) => line.request).join('\n'));
}
