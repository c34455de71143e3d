import type { PaymentOutage } from './x402/model.ts';

/** Where payment per call is off, there are no requirements to point at. */
const KEYS_ONLY = 'The call is paid and came without a key. Send X-API-Key; payment per call is switched off here.';

/** Where it will come back, callers are told so: what they set up for it is not in vain. */
const OUTAGES: Readonly<Record<PaymentOutage['cause'], string>> = {
  facilitator:
    'The call is paid and came without a key. Payment per call is not possible at the moment, because the payment facilitator does not answer. Try again later, or send X-API-Key.',
  spend:
    'The call is paid and came without a key. Payment per call is paused, because too many settlements failed. Try again later, or send X-API-Key.',
};

const RETRY_SECONDS: Readonly<Record<PaymentOutage['cause'], number>> = { facilitator: 30, spend: 3_600 };

/** Why an unpaid call is offered no payment. */
export function notOffered(outage: PaymentOutage | null | undefined): string {
  return outage ? OUTAGES[outage.cause] : KEYS_ONLY;
}

/** When it may be worth to ask again. */
export function outageRetrySeconds({ cause }: PaymentOutage): number {
  return RETRY_SECONDS[cause];
}
