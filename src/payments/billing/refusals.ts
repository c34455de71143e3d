import { Fault } from '#lib/fault.ts';
import type { Receipt } from '../bill.ts';
import type { Payment } from '../x402/payment.ts';

const RETRY_SECONDS = 2;
/** Room comes back with each failure that grows an hour old. */
const PAUSED_RETRY_SECONDS = 60;
const PAUSED =
  'Too many payments failed of token accounts that have paid here no longer than this one, so theirs are paused. The payment was not used. Try again later, or send X-API-Key: prepaid credit is not paused.';
const EXPIRES =
  'The blockhash of the payment is unknown or too old (BlockhashNotFound): the payment could not land any more once its check is done. Nothing was used. Sign a new one with the newest blockhash, and send it at once.';

/** Who paid, for a settlement response. */
interface Paying {
  readonly payment: Payment;
  readonly payer: string;
}

/** The settlement response of a payment that landed. */
export function receiptOf({ payment, payer }: Paying, transaction: string): Receipt {
  const { version, network } = payment;
  return { version, success: true, transaction, network, payer };
}

/** `reason` is an x402 error name, or a sentence; it becomes the refusal's public text. */
export function paymentInvalid(reason: string, priceAtomic: bigint): Fault {
  return new Fault('payment_invalid', reason, { priceAtomic });
}

/** The payment could not land any more once its check is done. What was read and never changes is kept for a new one. */
export function paymentExpires(priceAtomic: bigint): Fault {
  return paymentInvalid(EXPIRES, priceAtomic);
}

/** It was not settled and never will be. `transaction` where one was made. */
export function paymentFailed(paying: Paying, reason: string, priceAtomic: bigint, transaction = ''): Fault {
  const receipt = { ...receiptOf(paying, transaction), success: false, errorReason: reason };
  return new Fault('payment_failed', reason, { priceAtomic, receipt });
}

/** Nobody can say yet whether it landed: never a 402, because a client would sign and pay a second time. */
export function inFlight(paying: Paying, transaction: string | null): Fault {
  const receipt = { ...receiptOf(paying, transaction ?? ''), success: false, errorReason: 'settlement_pending' };
  return new Fault('in_flight', undefined, { retryAfterSeconds: RETRY_SECONDS, receipt });
}

/** One uniform refusal, so that it tells nobody what the payment was for. */
export function alreadyUsed(): Fault {
  return new Fault('payment_already_used');
}

export function chainUnavailable(): Fault {
  return new Fault('chain_unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

export function tooManyPayments(): Fault {
  return new Fault('too_many_payments', undefined, { retryAfterSeconds: RETRY_SECONDS });
}

/** Payments of sources that are known as shortly as this one are paused. */
export function sourcesPaused(): Fault {
  return new Fault('too_many_payments', PAUSED, { retryAfterSeconds: PAUSED_RETRY_SECONDS });
}
