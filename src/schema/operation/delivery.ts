import { formatUsdc } from 'assay-core/lib/money.ts';
import type { PassState } from '#ledger/books.ts';
import type { LineBilling, ServedLine, Worked } from '#payments/bill.ts';
import type { UnchargedAnswer } from '../check-service.ts';
import type { AnswerBilling, AnswerDocument, Delivered } from '../contract.ts';

/** Documents are passed on by reference through the schema, and never changed. */
const texts = new WeakMap<AnswerDocument, string>();

/** The result of a check's work, as billing takes it. */
export interface WorkedCheck extends Worked {
  readonly answered: UnchargedAnswer;
}

/** An answer with the text that is stored when it is charged. */
export function workedFrom(answered: UnchargedAnswer): WorkedCheck {
  const { document, free, text, retryAfterSeconds } = answered;
  if (text !== undefined) noteText(document, text);
  return { answer: { body: textOf(document), verdict: document.verdict }, free, retryAfterSeconds, answered };
}

/** A served line as every transport sends it. A stored answer of an earlier call is parsed from its text. */
export function deliveredFrom({ answer, worked, billing }: ServedLine<WorkedCheck>): Delivered {
  const document = worked?.answered.document ?? storedDocument(answer.body);
  const retryAfterSeconds = worked?.answered.retryAfterSeconds ?? null;
  return { document, billing: billingFrom(billing), ...(retryAfterSeconds !== null && { retryAfterSeconds }) };
}

/** The document of a stored answer, which is sent again as it was stored. */
export function storedDocument(body: string): AnswerDocument {
  const document = JSON.parse(body) as AnswerDocument;
  noteText(document, body);
  return document;
}

function billingFrom(billing: LineBilling): AnswerBilling {
  const { route, chargedAtomic, balanceAtomic, pass, freeRemaining, transaction, replayed } = billing;
  return {
    route,
    charged_usdc: formatUsdc(chargedAtomic),
    ...(balanceAtomic !== undefined && { balance_usdc: formatUsdc(balanceAtomic) }),
    ...(pass && { pass: passFrom(pass) }),
    ...(freeRemaining !== undefined && { free_remaining: freeRemaining }),
    ...(transaction !== undefined && { transaction }),
    ...(replayed && { replayed: true as const }),
  };
}

function passFrom({ tier, callsLeft, expiresAt }: PassState): NonNullable<AnswerBilling['pass']> {
  return { tier, calls_left: callsLeft, expires_at: rfc3339(expiresAt) };
}

/** A moment in UTC to the second, in the format that all documents of the service use. */
export function rfc3339(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

/** Remembers the text of a document, so that it is written once. */
function noteText(document: AnswerDocument, text: string): void {
  texts.set(document, text);
}

/** The document as JSON. */
export function textOf(document: AnswerDocument): string {
  return texts.get(document) ?? JSON.stringify(document);
}
