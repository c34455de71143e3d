import type { FaultEntry } from './fault-entry.ts';

/** The part of the catalogue that is about payments, claims and repeats. */
export const paymentFaults = {
  payment_invalid: {
    status: 402,
    title: 'Payment not accepted',
    retryable: true,
    retryAction: 'resign',
    paymentState: 'unused',
    meaning:
      'The payment does not meet the requirements or would fail on chain; `detail` says why. It was not used. Sign a new one by the requirements in the answer.',
  },
  payment_failed: {
    status: 402,
    title: 'Payment failed',
    retryable: true,
    retryAction: 'resign',
    paymentState: 'unused',
    meaning:
      'The payment was not settled and cannot be any more, so nothing was paid or delivered. Sign a new one by the requirements in the answer.',
  },
  payment_malformed: {
    status: 400,
    title: 'Payment header malformed',
    retryable: false,
    retryAction: 'resign',
    paymentState: 'unused',
    meaning: 'PAYMENT-SIGNATURE or X-PAYMENT is not the base64 of an x402 payment payload. Nothing was used.',
  },
  payment_already_used: {
    status: 409,
    title: 'Payment already used',
    retryable: false,
    retryAction: 'resign',
    paymentState: 'settled',
    meaning:
      'The payment belongs to another call. Its own answer is given again only for the same request with the whole header unchanged.',
  },
  in_flight: {
    status: 503,
    title: 'Settlement under way',
    retryable: true,
    retryAction: 'retry_same_payment',
    paymentState: 'in_flight',
    retryAfterSeconds: 2,
    meaning:
      'The outcome of the settlement is not known yet. Repeat the same request with the same payment header; a new payment would pay twice.',
  },
  too_many_payments: {
    status: 429,
    title: 'Too many unsettled payments',
    retryable: true,
    retryAction: 'retry_same_payment',
    paymentState: 'unused',
    retryAfterSeconds: 2,
    meaning: 'More payments are unsettled than the service takes, from this payer or in all. The payment was not used.',
  },
  prepaid_only: {
    status: 403,
    title: 'Prepaid credit only',
    retryable: false,
    retryAction: 'human_required',
    paymentState: 'unused',
    meaning:
      'Two payments of this token account failed within an hour. For 24 hours it can pay with prepaid credit only; the payment was not used.',
  },
  request_in_flight: {
    status: 409,
    title: 'Request in flight',
    retryable: true,
    retryAction: 'wait_and_retry',
    meaning: 'A request with this Idempotency-Key is under way. Repeat it with the same key when it is over.',
  },
  request_differs: {
    status: 409,
    title: 'Idempotency key used for another request',
    retryable: false,
    retryAction: 'abandon',
    meaning:
      'The Idempotency-Key or payment identifier names another request. Use one value for one request, and the same value when it is repeated.',
  },
  transaction_not_final: {
    status: 409,
    title: 'Transaction not final yet',
    retryable: true,
    retryAction: 'wait_and_retry',
    meaning: 'The transaction was not found or is not finalized yet. Nothing was credited. Repeat the claim shortly.',
  },
  transfer_mismatch: {
    status: 409,
    title: 'Transfer does not match the ticket',
    retryable: false,
    retryAction: 'human_required',
    meaning:
      'The transaction is not the transfer that the ticket was made for; `mismatch` names what differs. Nothing was credited.',
  },
  signature_already_credited: {
    status: 409,
    title: 'Signature already credited',
    retryable: false,
    retryAction: 'abandon',
    meaning: 'The transaction was credited before, under another ticket or as a payment per call.',
  },
  chain_unavailable: {
    status: 503,
    title: 'Chain not readable',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 2,
    meaning: 'No RPC endpoint answered, so the chain could not be asked. Nothing was charged or credited.',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>;
