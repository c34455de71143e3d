import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode, type FaultExtra } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { nextCallOf, type RefusedRequest } from './next-call.ts';

const BASE = 'https://assay.example';
const codes = Object.keys(faults) as FaultCode[];

function get(url: string, headers: RefusedRequest['headers'] = {}): RefusedRequest {
  return { method: 'GET', url, headers };
}

function post(url: string, headers: RefusedRequest['headers'] = {}): RefusedRequest {
  return { method: 'POST', url, headers };
}

function next(code: FaultCode, request: RefusedRequest | null, extra: FaultExtra = {}): unknown {
  return nextCallOf(new Fault(code, undefined, extra), BASE, request);
}

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** The refusals without a next call, with the reason why, for a request that is known. */
const none: Partial<Record<FaultCode, string>> = {
  method_not_allowed: 'only where the fault names no method that is allowed, which the router never does',
};

describe('the next call', () => {
  it.each(codes)('after %s is a whole URL of ours, or there is a reason why not', (code) => {
    const call = nextCallOf(new Fault(code), BASE, get('/check/token/x?size=1'));
    expect([code, call === null]).toEqual([code, none[code] !== undefined]);
    if (call) expect(new URL(call.url).origin).toBe(BASE);
  });

  it.each(codes)('after %s never says a secret of the request back', (code) => {
    const secrets = { 'x-api-key': 's3cret', 'payment-signature': 's3cret', 'x-payment': 's3cret' };
    const headers = { ...secrets, 'idempotency-key': 's3cret', cookie: 's3cret', authorization: 's3cret' };
    for (const request of [get('/check/token/x', headers), post('/credits/claim', headers)]) {
      expect(JSON.stringify(next(code, request, { allow: ['GET'] }))).not.toContain('s3cret');
    }
  });

  it.each<[FaultCode, string, RefusedRequest, FaultExtra, object]>([
    ['not_found', 'the self-description', get('/nothing'), {}, { method: 'GET', url: `${BASE}/` }],
    ['not_found', 'the list', get('/errors/x'), {}, { method: 'GET', url: `${BASE}/errors` }],
    ['not_found', 'the list', get('/reason-codes/X?a'), {}, { method: 'GET', url: `${BASE}/reason-codes` }],
    ['not_found', 'credit', post('/pay/prepare'), {}, { method: 'GET', url: `${BASE}/credits` }],
    [
      'method_not_allowed',
      'the same by GET',
      { ...post('/check/token/x?a=1'), method: 'PUT' },
      { allow: ['GET', 'HEAD', 'OPTIONS'] },
      { method: 'GET', url: `${BASE}/check/token/x?a=1` },
    ],
    [
      'method_not_allowed',
      'the same by POST with a body that is taken',
      get('/pay/prepare'),
      { allow: ['POST', 'OPTIONS'] },
      {
        method: 'POST',
        url: `${BASE}/pay/prepare`,
        headers: JSON_TYPE,
        body: { payer: '<YOUR_WALLET>', resource: '/check/token/<MINT>' },
      },
    ],
    [
      'in_flight',
      'the same with the same payment',
      get('/check/token/x', { 'payment-signature': 'p', 'idempotency-key': 'i' }),
      {},
      {
        method: 'GET',
        url: `${BASE}/check/token/x`,
        headers: { 'PAYMENT-SIGNATURE': '<SAME_PAYMENT>', 'Idempotency-Key': '<SAME_IDEMPOTENCY_KEY>' },
      },
    ],
    [
      'in_flight',
      'that of the older protocol alike',
      post('/graphql', { 'x-payment': 'p' }),
      {},
      {
        method: 'POST',
        url: `${BASE}/graphql`,
        headers: { ...JSON_TYPE, 'X-PAYMENT': '<SAME_PAYMENT>' },
        body: '<SAME_BODY>',
      },
    ],
    [
      'payment_already_used',
      'the same without a payment, for new terms',
      get('/check/token/x', { 'payment-signature': 'p' }),
      {},
      { method: 'GET', url: `${BASE}/check/token/x` },
    ],
    [
      'payment_malformed',
      'the same with a payment that is one',
      get('/check/token/x', { 'x-payment': 'p', 'x-api-key': 'k' }),
      {},
      {
        method: 'GET',
        url: `${BASE}/check/token/x`,
        headers: { 'X-API-Key': '<SAME_API_KEY>', 'PAYMENT-SIGNATURE': '<BASE64_PAYMENT_PAYLOAD>' },
      },
    ],
    [
      'request_differs',
      'the same under another name',
      get('/check/token/x', { 'idempotency-key': 'i' }),
      {},
      {
        method: 'GET',
        url: `${BASE}/check/token/x`,
        headers: { 'Idempotency-Key': '<NEW_IDEMPOTENCY_KEY>' },
      },
    ],
    [
      'request_differs',
      'the same without the payment that has the name in it',
      get('/check/token/x', { 'payment-signature': 'p' }),
      {},
      { method: 'GET', url: `${BASE}/check/token/x` },
    ],
    [
      'transaction_not_final',
      'the claim',
      post('/credits/claim'),
      {},
      {
        method: 'POST',
        url: `${BASE}/credits/claim`,
        headers: JSON_TYPE,
        body: { signature: '<TRANSACTION_SIGNATURE>', ticket: '<TICKET>' },
      },
    ],
    [
      'api_key_unknown',
      'the balance with a key',
      get('/credits/balance'),
      { status: 401 },
      { method: 'GET', url: `${BASE}/credits/balance`, headers: { 'X-API-Key': '<YOUR_KEY>' } },
    ],
    [
      'unsupported_media_type',
      'the same as JSON',
      post('/credits/prepare'),
      {},
      {
        method: 'POST',
        url: `${BASE}/credits/prepare`,
        headers: JSON_TYPE,
        body: { payer: '<YOUR_WALLET>', amount_atomic: 500_000 },
      },
    ],
    [
      'not_acceptable',
      'the same with a type that there is',
      get('/graphql?query=x'),
      {},
      { method: 'GET', url: `${BASE}/graphql?query=x`, headers: { Accept: 'application/json' } },
    ],
    [
      'unsupported_media_type',
      'the same as JSON, also of a path with a slash at its end',
      post('/credits/prepare/'),
      {},
      {
        method: 'POST',
        url: `${BASE}/credits/prepare/`,
        headers: JSON_TYPE,
        body: { payer: '<YOUR_WALLET>', amount_atomic: 500_000 },
      },
    ],
    [
      'api_key_unknown',
      'the balance with a key, also of a path with a slash at its end and a query',
      get('/credits/balance/?x=1'),
      { status: 401 },
      { method: 'GET', url: `${BASE}/credits/balance/?x=1`, headers: { 'X-API-Key': '<YOUR_KEY>' } },
    ],
    ['invalid_request', 'the usage', get('/check/trade/x'), {}, { method: 'GET', url: `${BASE}/check/trade` }],
    ['bad_request', 'the self-description', get('/%zz'), {}, { method: 'GET', url: `${BASE}/` }],
  ])('after %s is %s', (code, _what, request, extra, call) => {
    expect(next(code, request, extra)).toEqual(call);
  });

  it('is where the state is shown when the service is not ready and nothing is known of the request', () => {
    expect(next('not_ready', null)).toEqual({ method: 'GET', url: `${BASE}/health` });
    expect(next('too_many_requests', null)).toBeNull();
  });

  it('says no address back that is endless, or none of a path', () => {
    expect(next('too_many_requests', get(`/check/token/${'x'.repeat(3_000)}`))).toBeNull();
    expect(next('too_many_requests', get('constructor'))).toBeNull();
    expect(next('bad_request', get('constructor'))).toEqual({ method: 'GET', url: `${BASE}/` });
  });
});
