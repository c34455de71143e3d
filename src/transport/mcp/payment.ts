import { refuseKeys } from '#http/caller.ts';
import { Fault } from '#lib/fault.ts';
import type { PresentedPayment } from '#payments/bill.ts';
import { presentedFrom } from '#payments/x402/presented.ts';
import type { Caller } from '#schema/contract.ts';
import { idempotencyKeyOf } from './arguments.ts';
import type { ToolCall } from './tool.ts';

/** Metadata names of a payment: of the x402 specification, and of clients of its first version. */
const PAYMENT_KEYS = ['x402/payment', 'x402.payment'] as const;
export const RECEIPT_KEYS = ['x402/payment-response', 'x402.payment-response'] as const;
/** Where clients without structured content find the payment terms. */
export const TERMS_KEY = 'x402/error';
const IDEMPOTENCY_META = 'x402/idempotency-key';

/**
 * The caller of a tool call: from its HTTP request and from the call itself, which takes precedence, because one request may hold
 * several calls. A caller with neither key nor payment may use the day's free calls. Throws `payment_malformed` and
 * `invalid_request`.
 */
export function callerFor({ args, meta, visit }: ToolCall, resourceUrl: string): Caller {
  const { credentials } = visit.caller;
  refuseKeys('_meta', Object.entries(meta));
  const name = args.idempotency_key === undefined ? meta[IDEMPOTENCY_META] : args.idempotency_key;
  return {
    ...visit.caller,
    resourceUrl,
    credentials: {
      ...credentials,
      payment: paymentIn(meta) ?? credentials.payment,
      idempotencyKey: idempotencyKeyOf(name) ?? credentials.idempotencyKey,
      freeCalls: true,
    },
  };
}

function paymentIn(meta: ToolCall['meta']): PresentedPayment | null {
  const key = PAYMENT_KEYS.find((name) => meta[name] !== undefined && meta[name] !== null);
  if (key === undefined) return null;
  const payment = presentedFrom(meta[key]);
  if (payment) return payment;
  throw new Fault(
    'payment_malformed',
    `_meta["${key}"] is neither a payment payload nor its base64. Nothing was used.`,
  );
}
