import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FaultCode, FaultExtra } from '#lib/fault.ts';
import { fault, period, SIGNATURE } from './money.ts';
import { ask, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));
afterEach(() => {
  service.money.broken = null;
});

const JSON_TYPE = { 'Content-Type': 'application/json' };

function post(path: string, body: unknown, headers: Record<string, string> = JSON_TYPE, to = service) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return ask(to, path, { method: 'POST', headers, body: text });
}

const prepare = { payer: SUBJECT, amount_atomic: 5_000_000 };
const claim = { signature: SIGNATURE, ticket: 'sealed' };
const pay = { payer: SUBJECT, resource: `/check/funder/${SUBJECT}` };

describe('GET /credits', () => {
  it('has every member that the specification lists', async () => {
    const { status, headers, body } = await ask(service, '/credits');
    expect([status, headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['what', 'how', 'why_the_ticket', 'example_value', 'check_balance', 'also_supported']),
    );
    expect(body).toMatchObject({
      pay_to: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
      asset: 'USDC',
      asset_mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      min_topup_usdc: '0.50',
      prices_usdc: { wallet: '0.10', token: '0.02', trade: '0.02', funder: '0.05' },
      passes: {
        tiers: [
          { tier: 'traveller', usdc: 19, days: 30, fair_use_calls: 2000, label: '30-day pass' },
          { tier: 'voyager', usdc: 49, days: 30, fair_use_calls: 10000, label: '30-day pass, high volume' },
        ],
      },
    });
    expect(body.example_value).toBe('5.00 USDC buy 50 wallet checks or 250 token checks.');
    expect(Object.keys(body.passes)).toEqual(['what', 'tiers', 'how', 'fair_use', 'renewal']);
    expect(body.how.length).toBeGreaterThan(3);
  });
});

describe('POST /credits/prepare', () => {
  it('answers a transfer with everything that is needed to check, send and claim it', async () => {
    const { status, headers, body } = await post('/credits/prepare', prepare);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      transaction: 'AQAB',
      ticket: 'sealed',
      expires_at: '2026-11-20T12:01:00Z',
      amount_atomic: 5_000_000,
      amount_usdc: '5.00',
      pay_to: 'nowAfiByViBTf7X9wiVVaoC7PM8R5r7DzQ8Exch3kGP',
      pay_to_token_account: '9C6hybhQ6Aycep9jaUnP6uL9ZYvDjUp1aSkFWPUFJtpj',
      asset: 'USDC',
      asset_mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      last_valid_block_height: 3_000_000_123,
      memo: 'assay:1:hash',
      instructions: expect.arrayContaining([expect.stringContaining('Sign it')]),
      claim: {
        method: 'POST',
        url: `${PUBLIC}/credits/claim`,
        body: { signature: '<TRANSACTION_SIGNATURE>', ticket: 'sealed' },
      },
    });
    expect(service.money.prepared.at(-1)).toEqual({ payer: SUBJECT, amountAtomic: 5_000_000n, pass: false });
  });

  it('selects the tier of a pass by its amount', async () => {
    const { body } = await post('/credits/prepare', { payer: SUBJECT, amount_atomic: 49_000_000, pass: true });
    expect(body.pass).toEqual({ tier: 'voyager', days: 30, fair_use_calls: 10_000 });
    expect(body.claim.body.pass).toBe(true);
    const members = 'expires_at amount_atomic amount_usdc pay_to pay_to_token_account asset asset_mint network memo';
    expect(Object.keys(body).join(' ')).toBe(
      `transaction ticket ${members} last_valid_block_height pass instructions claim`,
    );
  });

  it.each(['500000', '500000.0', '5e5', '10000000000'])('takes %s as a whole number', async (amount) => {
    const { status } = await post('/credits/prepare', `{"payer":"${SUBJECT}","amount_atomic":${amount}}`);
    expect(status).toBe(200);
    expect(service.money.prepared.at(-1)?.amountAtomic).toBe(BigInt(Number(amount)));
  });

  it.each([
    ['0', 'greater_than_equal'],
    ['-5000000', 'greater_than_equal'],
    ['499999', 'greater_than_equal'],
    ['10000000001', 'less_than_equal'],
    ['9223372036854775808', 'less_than_equal'],
    ['18446744073709551616', 'less_than_equal'],
    ['-9223372036854775809', 'greater_than_equal'],
    ['1e400', 'int_type|int_from_float|less_than_equal'],
    ['5000000.5', 'int_from_float'],
    ['"5000000"', 'int_type'],
    ['true', 'int_type'],
    ['null', 'int_type'],
    ['[5000000]', 'int_type'],
    ['{}', 'int_type'],
  ])('refuses the amount %s', async (amount, type) => {
    const asked = service.money.prepared.length;
    const { status, body } = await post('/credits/prepare', `{"payer":"${SUBJECT}","amount_atomic":${amount}}`);
    expect([status, Object.keys(body)]).toEqual([422, ['detail']]);
    expect(body.detail).toHaveLength(1);
    expect(body.detail[0].loc).toEqual(['body', 'amount_atomic']);
    expect(body.detail[0].type).toMatch(new RegExp(`^(${type})$`));
    expect(service.money.prepared.length).toBe(asked);
  });

  it('refuses an amount that is the price of no pass, and names both', async () => {
    const { body } = await post('/credits/prepare', { ...prepare, pass: true });
    expect(body.detail[0]).toMatchObject({ loc: ['body', 'amount_atomic'], msg: expect.stringMatching(/19.*49/) });
  });

  it.each([
    [{}, [['payer'], ['amount_atomic']]],
    [{ payer: 1, amount_atomic: 'x', pass: 'yes' }, [['payer'], ['amount_atomic'], ['pass']]],
    [{ ...prepare, payer: 'nobody' }, [['payer']]],
    [{ ...prepare, payer: `${SUBJECT}1` }, [['payer']]],
    [{ ...prepare, payer: null }, [['payer']]],
    [{ ...prepare, pass: 1 }, [['pass']]],
    ['[]', [[]]],
    ['"text"', [[]]],
    ['null', [[]]],
    ['', [['payer'], ['amount_atomic']]],
  ])('refuses the body %j', async (body, places) => {
    const reply = await post('/credits/prepare', body);
    expect(reply.status).toBe(422);
    expect(reply.headers['content-type']).toBe('application/json');
    expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(places.map((at) => ['body', ...at]));
  });

  it('takes members that it does not know, and null for one that may be absent', async () => {
    expect((await post('/credits/prepare', { ...prepare, pass: null, more: [1] })).status).toBe(200);
  });
});

describe('POST /credits/claim', () => {
  it('answers the key once, and what was credited', async () => {
    const { status, headers, body } = await post('/credits/claim', claim);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      api_key: 'assay_new',
      credited_usdc: '5.00',
      balance_usdc: '5.00',
      note: expect.stringContaining('shown once'),
    });
    expect(service.money.claimed.at(-1)).toEqual({ ...claim, address: '127.0.0.1' });
  });

  it('hands an existing key and the pass on, and answers the period', async () => {
    const passing = await startService();
    passing.money.claim = async () => ({
      creditedAtomic: 19_000_000n,
      tier: 'traveller',
      repeated: false,
      balanceAtomic: 0n,
      pass: period,
    });
    const { body } = await post('/credits/claim', { ...claim, key: KEY, pass: true }, JSON_TYPE, passing);
    expect(passing.money.claimed.at(-1)).toEqual({ ...claim, key: KEY, pass: true, address: '127.0.0.1' });
    expect(body).toEqual({
      credited_usdc: '19.00',
      balance_usdc: '0.00',
      pass: {
        tier: 'traveller',
        starts_at: '2026-11-20T12:00:00Z',
        expires_at: '2026-12-20T12:00:00Z',
        fair_use_calls: 2000,
        fair_use_left: 1999,
      },
      note: 'Credited to the key that was given.',
    });
    await passing.close(0);
  });

  it('tells a repeat from a first claim', async () => {
    const again = await startService();
    again.money.claim = async () => ({ creditedAtomic: 5_000_000n, tier: null, repeated: true });
    const { body } = await post('/credits/claim', claim, JSON_TYPE, again);
    expect(body).toEqual({ credited_usdc: '5.00', repeated: true, note: expect.stringContaining('nothing was') });
    await again.close(0);
  });

  it.each([
    [{}, ['signature', 'ticket']],
    [{ ...claim, signature: SUBJECT }, ['signature']],
    [{ ...claim, ticket: 5 }, ['ticket']],
    [{ ...claim, key: '' }, ['key']],
    [{ ...claim, key: 7, pass: 'true' }, ['key', 'pass']],
  ])('refuses the body %j', async (body, members) => {
    const reply = await post('/credits/claim', body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual(members.map((at) => ['body', at]));
  });

  const ticket = [{ loc: ['body', 'ticket'], msg: 'Not a ticket of this service', type: 'ticket_invalid' }];
  it.each<[FaultCode, FaultExtra, number, object]>([
    ['transaction_not_final', { retryAfterSeconds: 2 }, 409, { retryable: true, retry_action: 'wait_and_retry' }],
    ['transfer_mismatch', { mismatch: 'amount' }, 409, { retryable: false, mismatch: 'amount' }],
    ['signature_already_credited', {}, 409, { retryable: false, retry_action: 'abandon' }],
    ['api_key_unknown', { status: 401 }, 401, { hint: { method: 'GET', url: `${PUBLIC}/credits` } }],
    ['chain_unavailable', { retryAfterSeconds: 3 }, 503, { retryable: true }],
    ['invalid_request', { invalid: ticket }, 422, { detail: ticket }],
  ])('answers %s', async (code, extra, status, members) => {
    service.money.broken = fault(code, extra);
    const reply = await post('/credits/claim', { ...claim, key: KEY });
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject(status === 422 ? members : { code, status, ...members });
    expect(reply.headers['retry-after']).toBe(extra.retryAfterSeconds?.toString());
    expect(reply.headers['www-authenticate']).toBe(status === 401 ? 'ApiKey realm="Assay"' : undefined);
    expect(reply.headers['cache-control']).toBe('no-store');
  });
});

describe('GET /credits/balance', () => {
  it('answers what the key owns, with its newest 100 movements', async () => {
    const { status, headers, body } = await ask(service, '/credits/balance', { headers: { 'X-API-Key': KEY } });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ balance_usdc: '4.98', balance_atomic: '4980000' });
    expect(body.passes).toEqual([
      {
        tier: 'traveller',
        state: 'active',
        starts_at: '2026-11-20T12:00:00Z',
        expires_at: '2026-12-20T12:00:00Z',
        fair_use_calls: 2000,
        fair_use_left: 1999,
      },
    ]);
    expect(body.movements).toHaveLength(100);
    expect(body.movements.slice(0, 3)).toEqual([
      { kind: 'topup', amount_usdc: '5.00', at: '2026-11-20T12:00:00Z', ref: 'ref-0' },
      { kind: 'charge', amount_usdc: '-0.05', at: '2026-11-20T12:00:00Z', ref: 'ref-1' },
      { kind: 'grant', amount_usdc: '5.00', at: '2026-11-20T12:00:00Z', ref: null },
    ]);
  });

  it.each([{}, { 'X-API-Key': '' }, { 'X-API-Key': 'assay_unknown' }])('is 401 for %o', async (headers) => {
    const reply = await ask(service, '/credits/balance', { headers: { ...headers } });
    expect(reply.body).toMatchObject({ status: 401, code: 'api_key_unknown' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/problem+json',
      'www-authenticate': 'ApiKey realm="Assay"',
      'cache-control': 'no-store',
    });
  });
});

describe('POST /pay/prepare', () => {
  it.each([
    `/check/funder/${SUBJECT}`,
    `${PUBLIC}/check/funder/${SUBJECT}`,
    `/check/funder/${SUBJECT}?utm=1`,
    `${PUBLIC}/check/%66under/${SUBJECT}#top`,
  ])('proposes a payment of %s', async (resource) => {
    const { status, headers, body } = await post('/pay/prepare', { payer: SUBJECT, resource });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({
      transaction: 'AQ==',
      payment_header_name: 'PAYMENT-SIGNATURE',
      payment_payload: { x402Version: 2, resource: { url: `${PUBLIC}/check/funder/${SUBJECT}` } },
      signed_transaction_at: 'payload.transaction',
      requirements: { amount: '50000' },
      expires_at: '2026-11-20T12:01:00Z',
    });
    expect(service.money.offered.at(-1)).toMatchObject({ payer: SUBJECT, resource: { priceAtomic: 50_000n } });
  });

  it.each([
    '',
    '/',
    '/check',
    '/check/funder',
    '/check/funder/',
    '/check/funder/{address}',
    '/check/funder/:address',
    '/check/funder/%5Baddress%5D',
    '/check/funder/nobody',
    '/check/nothing/x',
    '/check/trade/x?size_sol=-1',
    `//check/funder/${SUBJECT}`,
    `https://elsewhere.example/check/funder/${SUBJECT}`,
    `${PUBLIC}.evil.example/check/funder/${SUBJECT}`,
    `/check/funder/${SUBJECT}/more`,
    `/check/funder/${'1'.repeat(2_000)}`,
    `check/funder/${SUBJECT}`,
  ])('refuses %s', async (resource) => {
    const offered = service.money.offered.length;
    const { status, body } = await post('/pay/prepare', { payer: SUBJECT, resource });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc }: { loc: string[] }) => loc)).toEqual([['body', 'resource']]);
    expect(service.money.offered.length).toBe(offered);
  });

  it('is not there where payment per call is switched off', async () => {
    const off = await startService({ settings: { enabled: false } });
    const { body } = await post('/pay/prepare', pay, JSON_TYPE, off);
    expect(body).toMatchObject({ status: 404, code: 'not_found', detail: expect.stringContaining('/credits') });
    expect((await ask(off, '/credits')).body.also_supported).toMatch(/not offered/);
    await off.close(0);
  });
});

const routes = [
  ['/credits/prepare', prepare],
  ['/credits/claim', claim],
  ['/pay/prepare', pay],
] as const;

describe('each route', () => {
  it.each(routes)('%s takes JSON only, of a bounded size, by POST only', async (path, body) => {
    const text = JSON.stringify(body);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const reply = await post(path, text, { 'Content-Type': type });
      expect(reply.body).toMatchObject({ status: 415, code: 'unsupported_media_type' });
    }
    expect((await post(path, '{')).body).toMatchObject({ status: 400, code: 'body_not_json' });
    const large = await post(path, { ...body, more: 'x'.repeat(100_000) });
    expect(large.body).toMatchObject({ status: 413, code: 'body_too_large' });
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await ask(service, path, { method, headers: JSON_TYPE, body: method === 'HEAD' ? '' : text });
      expect([reply.status, reply.headers.allow]).toEqual([405, 'POST, OPTIONS']);
    }
    expect((await ask(service, path, { method: 'OPTIONS' })).status).toBe(204);
  });

  it.each(routes)('%s says so in the sandbox', async (path, body) => {
    const sandbox = await startService({ settings: { sandbox: true } });
    expect((await post(path, body, JSON_TYPE, sandbox)).body.sandbox).toBe(true);
    const balance = await ask(sandbox, '/credits/balance', { headers: { 'X-API-Key': KEY } });
    expect(balance.body.sandbox).toBe(true);
    await sandbox.close(0);
  });

  it('never runs for HEAD on the balance', async () => {
    const reply = await ask(service, '/credits/balance', { method: 'HEAD', headers: { 'X-API-Key': KEY } });
    expect([reply.status, reply.headers.allow]).toEqual([405, 'GET, OPTIONS']);
  });
});
