import { type Address, parseAddress, parseSignature, type Signature } from 'assay-core/solana/address.ts';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import { Fault } from '#lib/fault.ts';
import type { Line, Served, ServedLine } from '../bill.ts';
import type { Payer } from '../x402/payment.ts';

/** One answer that was paid for. `charged` in atomic USDC. */
export interface PaidLine {
  readonly request: string;
  readonly body: string;
  readonly verdict: string;
  readonly charged: string;
}

/** The stored work of a payment: null stands for a line that was not judged, and so not charged. */
interface StoredWork {
  readonly payerSignature: Signature;
  readonly lines: readonly (PaidLine | null)[];
}

/** A payment that may be on chain, with its identification there. */
export interface Unsettled {
  readonly messageHash: Uint8Array;
  readonly payer: string;
  readonly source: Address;
  readonly payerSignature: Signature;
  readonly heightBound: bigint;
  /** The signature of our own making, known before anything was sent; null with a facilitator elsewhere. */
  readonly signature: Signature | null;
  /** The stored text of the answers that it pays for. */
  readonly answers: string;
}

/** A line of a payment's work as it is kept. */
export function storedLine(line: Line, answer: { readonly body: string; readonly verdict: string }): PaidLine {
  const { request, priceAtomic } = line;
  return { request, body: answer.body, verdict: answer.verdict, charged: priceAtomic.toString() };
}

/**
 * The stored text of a payment's work. Its payer's signature identifies the payment on chain among others of the same payer, also after a
 * restart.
 */
export function storedText({ payerSignature }: Payer, lines: readonly (PaidLine | null)[]): string {
  return JSON.stringify({ payerSignature, lines } satisfies StoredWork);
}

/** The stored work of a payment; null if it was never stored or is deleted. */
function workOf(record: PaymentRecord): StoredWork | null {
  return record.answers === null ? null : (JSON.parse(record.answers) as StoredWork);
}

/** The identification of a stored payment on chain; null if its answers were never stored or are deleted. */
export function unsettledOf(record: PaymentRecord): Unsettled | null {
  const payerSignature = parseSignature(workOf(record)?.payerSignature);
  const source = parseAddress(record.source);
  const { messageHash, payer, heightBound, answers } = record;
  if (payerSignature === null || source === null || answers === null) return null;
  const signature = parseSignature(record.signature);
  return { messageHash, payer, source, payerSignature, heightBound, signature, answers };
}

/** The answers of a settled payment as they were paid for; null when they are forgotten. */
export function storedLines(
  record: PaymentRecord,
  transaction: string,
  replayed: boolean,
): Served<never>['lines'] | null {
  return workOf(record)?.lines.map((line) => (line ? paidLine(line, transaction, replayed) : unjudged())) ?? null;
}

function paidLine({ body, verdict, charged }: PaidLine, transaction: string, replayed: boolean): ServedLine<never> {
  const billing = { route: 'x402', chargedAtomic: BigInt(charged), transaction, replayed } as const;
  return { answer: { body, verdict }, billing };
}

function unjudged(): { readonly failure: Fault } {
  return {
    failure: new Fault(
      'answer_not_stored',
      'This check could not be answered when its payment was made and was not charged. Ask for it again.',
    ),
  };
}
