/** The instruction of each `retry_action` for a refused caller. */
export const retryActions = {
  resign: 'Sign a new payment by the requirements in the answer and send the call with it.',
  retry_same_payment: 'Send the same call again with the same payment header; a new payment could pay twice.',
  poll: 'Ask again from time to time until it is settled; send nothing new.',
  wait_and_retry: 'Wait as long as retry_after_seconds says, then send the same call again.',
  abandon: 'Do not send this call again: it cannot succeed as it is.',
  pay_with_key:
    'Send the call again with X-API-Key: it is paid from the credit or the pass of a key, and not per call. GET /credits says how to get one.',
  human_required: 'No repeat helps by itself: whoever holds the money or the key has to act first.',
} as const;

/** The meaning of each `payment_state` for the payment of a refused call. */
export const refusedPaymentStates = {
  unused: 'It was not used and will not be: nothing was paid.',
  in_flight: 'Whether it was paid is not known yet: send the same call with the same payment.',
  settled: 'It was paid, for the call that it belongs to.',
} as const;

/** The part of the catalogue that is about payments, claims and repeats. */
const paymentFaults = {
  payment_invalid: {
    status: 402,
    title: 'Payment not accepted',
    retryable: true,
    retryAction: 'resign',
    paymentState: 'unused',
    meaning:
      'The payment does not meet the requirements or would fail on chain; `detail` says why. It was not used. Sign a new one by the requirements in the answer; where `retry_action` is pay_with_key, a new one would be refused again, for example because the wallet adds instructions to it.',
  },
  insufficient_funds: {
    status: 402,
    title: 'Not enough funds to pay',
    retryable: true,
    retryAction: 'human_required',
    paymentState: 'unused',
    meaning:
      'The token account that pays holds less than `price_usdc`, or does not exist; `balance_usdc` is what it holds, where that is known. Nothing was used. Signing again cannot help before it is funded; another wallet, or a key in X-API-Key, pays at once.',
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
    meaning:
      'More payments are unsettled than the service takes from this payer or from payers like it. The payment was not used.',
  },
  prepaid_only: {
    status: 403,
    title: 'Prepaid credit only',
    retryable: false,
    retryAction: 'pay_with_key',
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

/** The catalogue of all refusals. A transport translates an entry and invents none. */
export const faults = {
  payment_required: {
    status: 402,
    title: 'Payment required',
    retryable: true,
    retryAction: 'resign',
    meaning:
      'The call is paid and came without a key or a payment. Send X-API-Key, or pay the requirements in the answer.',
  },
  api_key_required: {
    status: 401,
    title: 'API key required',
    retryable: false,
    retryAction: 'human_required',
    meaning: 'The field is about the account of a key, and no key was sent. Send X-API-Key. GraphQL alone answers so.',
  },
  api_key_unknown: {
    status: 402,
    title: 'API key unknown',
    retryable: false,
    retryAction: 'human_required',
    meaning:
      'No account has this X-API-Key. Nothing was charged. Check the key, or buy credit to get one. The status is 401 where the key itself is asked about: GET /credits/balance, POST /credits/claim and the tool balance.',
  },
  insufficient_balance: {
    status: 402,
    title: 'Balance too small',
    retryable: true,
    retryAction: 'resign',
    meaning: 'The key is known and its balance does not cover the call. Nothing was charged. Top the key up.',
  },
  ...paymentFaults,
  invalid_request: {
    status: 422,
    title: 'Validation failed',
    retryable: false,
    meaning: 'A path, query or body member is malformed. `detail` names each place. Nothing was charged.',
  },
  body_not_json: {
    status: 400,
    title: 'Body is not JSON',
    retryable: false,
    meaning: 'The request body could not be read as JSON.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    retryable: false,
    meaning: 'The request body is larger than the service accepts.',
  },
  bad_request: {
    status: 400,
    title: 'Bad request',
    retryable: false,
    meaning:
      'The request could not be understood as HTTP, for example because of a broken percent-encoding in its path.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    retryable: false,
    meaning: 'Nothing is served at this path. GET / lists what is.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    meaning: 'The path exists, but not for this method; the Allow header lists those that work.',
  },
  not_acceptable: {
    status: 406,
    title: 'No acceptable media type',
    retryable: false,
    meaning:
      'The Accept header allows none of the media types that the answer can have. Nothing was done and nothing was charged.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Media type not supported',
    retryable: false,
    meaning: 'The body must be application/json.',
  },
  kind_not_available: {
    status: 501,
    title: 'Kind of check not available yet',
    retryable: false,
    meaning: 'The kind of check is listed with its price and verdicts but does not run yet. It is never charged.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests at once',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 1,
    meaning: 'More checks of one caller are under way than the RateLimit-Policy header allows. Nothing was charged.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit reached',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 60,
    meaning:
      'More requests of this key or address came within the window than the RateLimit-Policy header allows, over all replicas; or they, or those of all callers without a key, used more processor time of this process than they may; or, for a claim, more different signatures that were not credited than a ticket or address may ask about within a minute. Nothing was done and nothing was charged.',
  },
  too_many_free_answers: {
    status: 429,
    title: 'Too many free answers',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 60,
    meaning:
      'Checks for you that were not charged, because our own endpoints failed or the payment did, used up what they may cost us within an hour. Until that has passed or other checks of yours are charged, one check is tried at a time, and none whose subject nobody could decide a moment ago. Nothing was charged: ask again after Retry-After, or ask about another subject.',
  },
  answer_not_stored: {
    status: 503,
    title: 'Answer could not be stored',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 2,
    meaning:
      'The check ran but its charge and answer could not be written together, so nothing was charged or delivered.',
  },
  overloaded: {
    status: 503,
    title: 'Service overloaded',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 2,
    meaning:
      "The service has as many checks under way as its budget for the chain's endpoints or its memory allows. The check was refused before any work, and nothing was charged.",
  },
  not_ready: {
    status: 503,
    title: 'Service not ready',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 2,
    meaning: 'The service is starting, stopping or has lost its database. Nothing was charged.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    retryable: true,
    retryAction: 'wait_and_retry',
    meaning: 'Something failed that should not. Nothing was charged. Quote the request_id when reporting it.',
  },
} as const satisfies Readonly<Record<string, FaultEntry>>;

/** The next step of a caller after a refusal. */
export type RetryAction = keyof typeof retryActions;

/** The state of the payment that came with a refused call. */
export type RefusedPaymentState = keyof typeof refusedPaymentStates;

/** The catalogue's entry for one refusal. */
export interface FaultEntry {
  readonly status: number;
  readonly title: string;
  readonly retryable: boolean;
  readonly retryAction?: RetryAction;
  readonly paymentState?: RefusedPaymentState;
  /** Seconds to wait where the refusal itself names none. Every 429 and 503 has it. */
  readonly retryAfterSeconds?: number;
  /** Meaning and remedy, shown at the entry's `type` URL. */
  readonly meaning: string;
}
