import type { IncomingHttpHeaders } from 'node:http';
import type { Fault, FaultCode } from '#lib/fault.ts';
import { topupAtomicMin } from '#payments/credits/tiers.ts';
import { keyOf } from '../preface.ts';
import { KEY_HEADER } from '../questions/calls.ts';

/** A call that a client can send after a refusal. Values that only the caller has are placeholders such as `<TICKET>`. */
export interface NextCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The request that was refused. `url` is its path with the query, as sent. */
export interface RefusedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Refused {
  readonly fault: Fault;
  readonly baseUrl: string;
  readonly request: RefusedRequest | null;
}

type Rule = (refused: Refused) => NextCall | null;

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A longer URL is not repeated in the answer. */
const URL_CHARS_MAX = 2_048;

/** Headers that a repeat carries again if the request had them, with placeholders for the values: some are secrets. */
const repeated = [
  ['X-API-Key', '<SAME_API_KEY>'],
  ['PAYMENT-SIGNATURE', '<SAME_PAYMENT>'],
  ['X-PAYMENT', '<SAME_PAYMENT>'],
  ['Idempotency-Key', '<SAME_IDEMPOTENCY_KEY>'],
] as const;

type Repeated = (typeof repeated)[number][0];

const PAYMENTS: readonly Repeated[] = ['PAYMENT-SIGNATURE', 'X-PAYMENT'];

/** Bodies that the paths which take one accept. */
const bodies: Readonly<Record<string, object>> = {
  '/credits/prepare': { payer: '<YOUR_WALLET>', amount_atomic: Number(topupAtomicMin) },
  '/credits/claim': { signature: '<TRANSACTION_SIGNATURE>', ticket: '<TICKET>' },
  '/pay/prepare': { payer: '<YOUR_WALLET>', resource: '/check/token/<MINT>' },
  '/graphql': { query: '{ prices { kind priceUsdc } }' },
};

function page(path: string): Rule {
  return ({ baseUrl }) => ({ method: 'GET', url: baseUrl + path });
}

function post(path: keyof typeof bodies): Rule {
  return ({ baseUrl }) => ({ method: 'POST', url: baseUrl + path, headers: JSON_TYPE, body: bodies[path] });
}

/** The refused request again, without the headers `dropped` and with the headers `added`; null if it is not known. */
function again(added: Readonly<Record<string, string>> = {}, dropped: readonly Repeated[] = []): Rule {
  return ({ baseUrl, request }) => {
    if (!request?.url.startsWith('/') || request.url.length > URL_CHARS_MAX) return null;
    // A key of `Authorization` is taken as well.
    const sent: IncomingHttpHeaders = { ...request.headers, 'x-api-key': keyOf(request.headers) ?? '' };
    const kept = repeated.filter(([name]) => sent[name.toLowerCase()] && !dropped.includes(name));
    const posted = request.method === 'POST';
    const headers = { ...(posted && JSON_TYPE), ...Object.fromEntries(kept), ...added };
    return {
      method: posted ? 'POST' : 'GET',
      url: baseUrl + request.url,
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(posted && { body: '<SAME_BODY>' }),
    };
  };
}

/** The refused request with a body that its path takes. */
const withBody: Rule = (refused) => {
  const same = again()({ ...refused, request: refused.request && { ...refused.request, method: 'POST' } });
  return same && { ...same, body: bodies[pathOf(refused)] ?? {} };
};

/** The refused request by a method that its path takes. */
const allowed: Rule = (refused) => {
  const { allow = [] } = refused.fault.extra;
  if (!allow.includes('GET')) return allow.includes('POST') ? withBody(refused) : null;
  return again()({ ...refused, request: refused.request && { ...refused.request, method: 'GET' } });
};

/** The list that contains the valid names. */
const listing: Rule = (refused) => {
  const path = pathOf(refused);
  const list = ['/errors', '/reason-codes', '/schemas'].find((start) => path.startsWith(`${start}/`));
  return page(path === '/pay/prepare' ? '/credits' : (list ?? '/'))(refused);
};

const usage: Rule = (refused) => {
  const kind = /^\/check\/([a-z]+)\//.exec(pathOf(refused))?.[1];
  return page(kind ? `/check/${kind}` : '/check')(refused);
};

/** Calls about a key itself only lack the key; for all others a key has to be bought. */
const withKey: Rule = (refused) => {
  const asked = pathOf(refused) === '/credits/balance';
  return (asked ? again(KEY_HEADER) : page('/credits'))(refused);
};

/** A new identifier for a header; the identifier of a payment is left out, so that new terms are signed. */
const renamed: Rule = (refused) => {
  const named = refused.request?.headers['idempotency-key'];
  return (named ? again({ 'Idempotency-Key': '<NEW_IDEMPOTENCY_KEY>' }) : again({}, PAYMENTS))(refused);
};

/** The path without a trailing slash, as the router treats it. */
function pathOf({ request }: Refused): string {
  const [path = ''] = request?.url.startsWith('/') ? request.url.split('?', 1) : [];
  return path.replace(/(?<=.)\/$/, '');
}

const rules: Readonly<Record<FaultCode, Rule>> = {
  payment_required: page('/credits'),
  api_key_required: withKey,
  api_key_unknown: withKey,
  insufficient_balance: post('/credits/prepare'),
  payment_invalid: again({ 'PAYMENT-SIGNATURE': '<NEW_PAYMENT>' }, PAYMENTS),
  insufficient_funds: again({ 'PAYMENT-SIGNATURE': '<NEW_PAYMENT>' }, PAYMENTS),
  payment_failed: again({ 'PAYMENT-SIGNATURE': '<NEW_PAYMENT>' }, PAYMENTS),
  payment_malformed: again({ 'PAYMENT-SIGNATURE': '<BASE64_PAYMENT_PAYLOAD>' }, PAYMENTS),
  // Without a payment the call is answered with new terms to sign.
  payment_already_used: again({}, PAYMENTS),
  in_flight: again(),
  // A payment does not live as long as the waits of its own lifetime's order.
  too_many_payments: (refused) => again({}, refused.fault.extra.retryAction ? PAYMENTS : [])(refused),
  prepaid_only: post('/credits/prepare'),
  request_in_flight: again(),
  request_differs: renamed,
  transaction_not_final: post('/credits/claim'),
  transfer_mismatch: page('/credits'),
  signature_already_credited: ({ baseUrl }) => {
    return { method: 'GET', url: `${baseUrl}/credits/balance`, headers: KEY_HEADER };
  },
  chain_unavailable: again(),
  invalid_request: usage,
  body_not_json: withBody,
  body_too_large: withBody,
  bad_request: (refused) => (bodies[pathOf(refused)] ? withBody : page('/'))(refused),
  not_found: listing,
  method_not_allowed: allowed,
  not_acceptable: again({ Accept: 'application/json' }),
  unsupported_media_type: withBody,
  kind_not_available: page('/check'),
  too_many_requests: again(),
  rate_limited: again(),
  overloaded: again(),
  too_many_free_answers: again(),
  answer_not_stored: again(),
  not_ready: (refused) => again()(refused) ?? page('/health')(refused),
  internal_error: again(),
};

/** The call that helps after a refusal. Null where none is known, or where the call would repeat a request that is not known. */
export function nextCallOf(fault: Fault, baseUrl: string, request: RefusedRequest | null): NextCall | null {
  const rule = fault.extra.retryAction === 'pay_with_key' ? page('/credits') : rules[fault.code];
  return rule({ fault, baseUrl, request });
}
