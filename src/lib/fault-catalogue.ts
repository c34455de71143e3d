import type { FaultEntry } from './fault-entry.ts';
import { paymentFaults } from './payment-faults.ts';

/** The one catalogue of everything that can be refused. A transport translates an entry, it does not invent one. */
export const faults = {
  payment_required: {
    status: 402,
    title: 'Payment required',
    retryable: true,
    retryAction: 'resign',
    meaning:
      'The call is paid and came without a key or a payment. Send X-API-Key, or pay the requirements in the answer.',
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
      'More requests of this key or address came within the window than the RateLimit-Policy header allows, over all replicas; or, for a claim, more different signatures that were not credited than a ticket or address may ask about within a minute. Nothing was done and nothing was charged.',
  },
  too_many_free_answers: {
    status: 429,
    title: 'Too many free answers',
    retryable: true,
    retryAction: 'wait_and_retry',
    retryAfterSeconds: 60,
    meaning:
      'Answers to you that were free because our own endpoints failed used up what they may cost us within an hour. Until that has passed, what ended free within the hour is refused; all other checks go on.',
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
