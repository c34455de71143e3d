import { z } from 'zod';
import { parseSignature } from '#lib/address.ts';
import type { Told } from './facilitator-wire.ts';
import type { SettleResult, VerifyResult } from './payment.ts';

/*
 * What a facilitator answers (x402 specification version 2, section 7). The protocol's package has no schemas of these answers
 * that it gives away. Members that decide nothing here are not looked at.
 */

const text = z.string().nullish();
const verified = z.object({ isValid: z.boolean(), invalidReason: text, invalidMessage: text });
const settled = z.object({ success: z.boolean(), errorReason: text, transaction: text });
const supported = z.looseObject({ kinds: z.array(z.unknown()) });

const REASON_CHARS_MAX = 200;

/** What `/verify` came to. An answer that cannot be understood is none: nobody could say. */
export function verifyResultOf({ status, body }: Told): VerifyResult {
  const answer = verified.safeParse(body).data;
  const isOk = status < 300;
  if (isOk && answer?.isValid) return { is: 'valid' };
  // With a status that blames the payment, only a reason makes it the payment's refusal and not that of our request.
  const isTheirs = isOk || (status < 500 && typeof answer?.invalidReason === 'string');
  if (answer && isTheirs) return invalid(answer.invalidReason ?? undefined, answer.invalidMessage ?? undefined);
  return { is: 'unavailable', detail: oddOf(status) };
}

/** What `/settle` came to: nothing but a success with a signature is taken for a submission, and no failure for proof. */
export function settleResultOf({ status, body }: Told): SettleResult {
  const answer = settled.safeParse(body).data;
  if (!answer) return unsettled(oddOf(status));
  const signature = parseSignature(answer.transaction);
  if (status < 300 && answer.success && signature) return { is: 'submitted', signature };
  return { ...unsettled(answer.errorReason ?? 'the facilitator named no reason'), ...(signature && { signature }) };
}

/** The document of `/supported`. Throws an error whose message may be shown where it is none. */
export function supportedOf({ status, body }: Told): object {
  const document = status < 300 ? supported.safeParse(body).data : undefined;
  if (!document) throw new Error(oddOf(status));
  return document;
}

/** The refusal of a payment by words from elsewhere. */
export function invalid(reason = 'invalid_exact_svm_verification_failed', detail?: string): VerifyResult {
  return { is: 'invalid', reason: bounded(reason), ...(detail !== undefined && { detail: bounded(detail) }) };
}

/** A settlement of which nobody knows whether it was sent. */
export function unsettled(reason: string): SettleResult {
  return { is: 'unknown', reason: bounded(reason) };
}

function oddOf(status: number): string {
  return status < 300 ? 'an answer that is none of the protocol' : `HTTP ${status}`;
}

/** Words from elsewhere go into answers and logs, so they are kept short and printable. */
function bounded(words: string): string {
  return words.replace(/[^\x20-\x7e]/g, ' ').slice(0, REASON_CHARS_MAX);
}
