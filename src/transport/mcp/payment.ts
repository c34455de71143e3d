import { Fault } from '#lib/fault.ts';
import type { PresentedPayment } from '#payments/bill.ts';
import { presentedFrom } from '#payments/x402/presented.ts';
import type { Caller } from '#schema/contract.ts';
import { idempotencyKeyOf } from './arguments.ts';
import type { ToolCall } from './tool.ts';

/** Under which a payment travels: as the x402 specification has it, and as clients of its first version write it. */
const PAYMENT_KEYS = ['x402/payment', 'x402.payment'] as const;
export const RECEIPT_KEYS = ['x402/payment-response', 'x402.payment-response'] as const;
/** Where clients that read no structured content look for the payment terms. */
export const TERMS_KEY = 'x402/error';
const IDEMPOTENCY_META = 'x402/idempotency-key';

/**
 * Who asks with this call: what its HTTP request says, and what the call itself carries, which counts more, because one
 * request may hold several calls. Whoever has neither key nor payment may use the free calls of the day. Throws
 * `payment_malformed` and `invalid_request`.
 */
export function callerFor({ args, meta, visit }: ToolCall, resourceUrl: string): Caller {
  const { credentials } = visit.caller;
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
