import { describe, expect, it } from 'vitest';
import { Fault, type FaultCode } from '#lib/fault.ts';
import type { Receipt } from '#payments/bill.ts';
import { ask, delivered, KEY, PUBLIC, SUBJECT, startService } from './service.ts';

const PATH = `/check/funder/${SUBJECT}`;
const receipt: Receipt = { version: 2, success: true, transaction: 'sig', network: 'solana:x', payer: SUBJECT };

function decoded(header: unknown): unknown {
  return JSON.parse(Buffer.from(String(header), 'base64').toString('utf8'));
}

describe('credentials', () => {
  it.each([
    [
      { 'PAYMENT-SIGNATURE': 'two', 'X-PAYMENT': 'one' },
      { version: 2, value: 'two' },
    ],
    [{ 'X-PAYMENT': 'one' }, { version: 1, value: 'one' }],
    [
      { 'PAYMENT-SIGNATURE': '', 'X-PAYMENT': 'one' },
      { version: 1, value: 'one' },
    ],
    [{ 'PAYMENT-SIGNATURE': '' }, null],
  ])('%o is the payment %o', async (headers, payment) => {
    const service = await startService();
    await ask(service, PATH, { headers: { 'X-API-Key': KEY, ...headers } });
    expect(service.runs.at(-1)?.caller.credentials.payment).toEqual(payment);
    await service.close(0);
  });

  it('hands an Idempotency-Key on, and refuses what is none before anything runs', async () => {
    const service = await startService();
    const call = (key: string) => ask(service, PATH, { headers: { 'X-API-Key': KEY, 'Idempotency-Key': key } });
    await call('order 7');
    expect(service.runs.at(-1)?.caller.credentials.idempotencyKey).toBe('order 7');
    for (const key of ['', 'x'.repeat(256), 'caf\u00e9', 'a\tb']) {
      const { status, body } = await call(key);
      expect([status, body.detail[0].loc]).toEqual([422, ['header', 'idempotency-key']]);
    }
    expect(service.runs).toHaveLength(1);
    await service.close(0);
  });

  it.each([
    [undefined, '127.0.0.1'],
    [1, '203.0.113.9'],
    [2, '198.51.100.7'],
  ])('believes %s hops', async (trustProxyHops, address) => {
    const service = await startService({ ...(trustProxyHops !== undefined && { trustProxyHops }) });
    const forwarded = '10.9.9.9, 198.51.100.7, 203.0.113.9';
    await ask(service, PATH, { headers: { 'X-API-Key': KEY, 'X-Forwarded-For': forwarded } });
    expect(service.runs.at(-1)?.caller.credentials.address).toBe(address);
    await service.close(0);
  });

  it('hears of the end of the response', async () => {
    const service = await startService();
    let finished = 0;
    const run = service.runs;
    const listening = await startService({
      run: async () => {
        listening.runs.at(-1)?.caller.whenFinished(() => {
          finished += 1;
        });
        return delivered();
      },
    });
    await ask(listening, PATH, { headers: { 'X-API-Key': KEY } });
    await expect.poll(() => finished).toBe(1);
    expect(run).toHaveLength(0);
    await Promise.all([service.close(0), listening.close(0)]);
  });
});

describe('a check that was paid per call', () => {
  it.each([
    [2, 'payment-response', 'x-payment-response'],
    [1, 'x-payment-response', 'payment-response'],
  ] as const)('carries the receipt of version %i', async (version, name, other) => {
    const billing = { route: 'x402', charged_usdc: '0.05', transaction: 'sig' } as const;
    const service = await startService({
      run: async () => ({ ...delivered(), billing, receipt: { ...receipt, version } }),
    });
    const { status, headers, body } = await ask(service, PATH, { headers: { 'PAYMENT-SIGNATURE': 'signed' } });
    expect([status, body.billing]).toEqual([200, billing]);
    expect(decoded(headers[name])).toMatchObject({ success: true, transaction: 'sig', payer: SUBJECT });
    expect(headers).not.toHaveProperty(other);
    expect(headers).not.toHaveProperty('idempotent-replayed');
    expect(headers['access-control-expose-headers']).toContain('Idempotent-Replayed');
    await service.close(0);
  });

  it('says when the answer is one of an earlier call', async () => {
    const billing = { ...delivered().billing, charged_usdc: '0.00', replayed: true } as const;
    const service = await startService({ run: async () => ({ ...delivered(), billing }) });
    const { headers, body } = await ask(service, PATH, { headers: { 'X-API-Key': KEY } });
    expect([headers['idempotent-replayed'], body.billing.replayed]).toEqual(['true', true]);
    await service.close(0);
  });
});

describe('a payment that is refused', () => {
  it.each<[FaultCode, number, object]>([
    ['payment_malformed', 400, { payment_state: 'unused', retry_action: 'resign' }],
    ['payment_already_used', 409, { payment_state: 'settled' }],
    ['in_flight', 503, { payment_state: 'in_flight', retry_action: 'retry_same_payment', retry_after_seconds: 2 }],
    ['too_many_payments', 429, { payment_state: 'unused' }],
    ['prepaid_only', 403, { hint: { method: 'POST', url: `${PUBLIC}/credits/prepare` } }],
    ['request_in_flight', 409, { retry_action: 'wait_and_retry' }],
    ['request_differs', 409, { retry_action: 'abandon' }],
  ])('is the problem %s', async (code, status, members) => {
    const failed = { ...receipt, success: false, errorReason: 'settlement_pending' };
    const extra = code === 'in_flight' ? { retryAfterSeconds: 2, receipt: failed } : {};
    const service = await startService({ run: async () => Promise.reject(new Fault(code, undefined, extra)) });
    const { headers, body } = await ask(service, PATH, { headers: { 'PAYMENT-SIGNATURE': 'signed' } });
    expect(body).toMatchObject({ status, code, ...members });
    expect(headers).toMatchObject({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('payment-required');
    if (code === 'in_flight') {
      expect(decoded(headers['payment-response'])).toMatchObject({ success: false, errorReason: 'settlement_pending' });
      expect(headers['retry-after']).toBe('2');
    }
    await service.close(0);
  });

  it.each(['payment_invalid', 'payment_failed'] as const)('is a 402 with new terms: %s', async (code) => {
    const failed = { ...receipt, success: false, errorReason: 'invalid_exact_svm_payload' };
    const refused = new Fault(code, 'invalid_exact_svm_payload', { receipt: failed });
    const service = await startService({ run: async () => Promise.reject(refused) });
    const { status, headers, body } = await ask(service, PATH, { headers: { 'PAYMENT-SIGNATURE': 'signed' } });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code, x402Version: 1, retry_action: 'resign', payment_state: 'unused' });
    expect(body.accepts).toHaveLength(1);
    expect(decoded(headers['payment-required'])).toMatchObject({ x402Version: 2, error: 'invalid_exact_svm_payload' });
    expect(decoded(headers['payment-response'])).toMatchObject({ success: false });
    await service.close(0);
  });
});
