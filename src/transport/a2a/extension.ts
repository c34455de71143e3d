import type { Fault } from '#lib/fault.ts';
import type { FaultEntry } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { PresentedPayment } from '#payments/bill.ts';
import { presentedFrom } from '#payments/x402/presented.ts';

/** The identifier of the payment extension's newest version; its specification: section 2. */
export const X402_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2';

/** Its other identifiers in use. Messages of version 0.1 have the same form, so the service supports them too. */
export const x402Extensions: readonly string[] = [
  X402_EXTENSION,
  'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.1',
  'https://github.com/google-a2a/a2a-x402/v0.1',
];

/**
 * Members of a message's metadata (section 7 of the extension). The extension's own requirements have the form of x402 v1; `requiredV2` is
 * ours and has the form of v2, for which the extension has no member.
 */
export const x402Keys = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  requiredV2: 'x402.payment.required.v2',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const;

type Metadata = Readonly<Record<string, unknown>> | undefined;

/** The payment state of a message. `unreadable`: it announces a payment and contains none. */
export type Submitted =
  | { readonly is: 'absent' | 'rejected' | 'unreadable' }
  | { readonly is: 'payment'; readonly payment: PresentedPayment };

/**
 * The payment in the metadata of a message, or of the request around it. A payment under another status than that of a submitted payment
 * is ignored: it may be a copy of an earlier answer.
 */
export function submittedIn(message: Metadata, request: Metadata): Submitted {
  const status = message?.[x402Keys.status] ?? request?.[x402Keys.status];
  const payload = message?.[x402Keys.payload] ?? request?.[x402Keys.payload];
  if (status === 'payment-rejected') return { is: 'rejected' };
  if (status !== undefined && status !== null && status !== 'payment-submitted') return { is: 'absent' };
  if (payload === undefined || payload === null)
    return { is: status === 'payment-submitted' ? 'unreadable' : 'absent' };
  const payment = presented(payload);
  return payment ? { is: 'payment', payment } : { is: 'unreadable' };
}

/** A payload nested too deeply for the stack cannot be serialised, and is no payment. */
function presented(payload: unknown): PresentedPayment | null {
  try {
    return presentedFrom(payload);
  } catch {
    return null;
  }
}

/** Prefixes of x402 error names, and the extension's code for them (section 9.1). */
const errorCodes: readonly (readonly [RegExp, string])[] = [
  [/insufficient/i, 'INSUFFICIENT_FUNDS'],
  [/signature/i, 'INVALID_SIGNATURE'],
  [/expired|block_?height|blockhash/i, 'EXPIRED_PAYMENT'],
  [/network/i, 'NETWORK_MISMATCH'],
  [/amount|payment requirements/i, 'INVALID_AMOUNT'],
];

/** The extension's code of a refused payment, else the catalogue's code in upper case. */
export function errorCodeOf({ code, message }: Fault): string {
  if (code === 'payment_already_used') return 'DUPLICATE_NONCE';
  const found = errorCodes.find(([pattern]) => pattern.test(message))?.[1];
  if (code === 'payment_invalid') return found ?? 'PAYMENT_INVALID';
  return code === 'payment_failed' ? (found ?? 'SETTLEMENT_FAILED') : code.toUpperCase();
}

/**
 * The metadata of a call with a payment and without an answer. A payment that may still settle is `payment-submitted` without a receipt: a
 * client that reads a failure there would sign and pay a second time.
 */
export function refusedPayment(fault: Fault, network: string): Readonly<Record<string, unknown>> {
  const entry: FaultEntry = faults[fault.code];
  const isLost = entry.retryAction === 'resign' || ['prepaid_only', 'insufficient_funds'].includes(fault.code);
  if (!isLost) return { [x402Keys.status]: 'payment-submitted', [x402Keys.receipts]: [] };
  const { version: _version, ...refused } = fault.extra.receipt ?? { version: 2 };
  const receipt = { success: false, errorReason: fault.message, transaction: '', network, ...refused };
  return {
    [x402Keys.status]: 'payment-failed',
    [x402Keys.error]: errorCodeOf(fault),
    [x402Keys.receipts]: [receipt],
  };
}
