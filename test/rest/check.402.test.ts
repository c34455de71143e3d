import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const decode = (header: unknown) => JSON.parse(Buffer.from(String(header), 'base64').toString('utf8'));

describe('a check that is not paid for', () => {
  it('names the price to clients of both protocol versions', async () => {
    const { status, headers, body } = await ask(service, `/check/funder/${SUBJECT}`);
    expect(status).toBe(402);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(body).toMatchObject({ x402Version: 1, code: 'payment_required', type: `${PUBLIC}/errors/payment_required` });
    expect(body.accepts[0]).toMatchObject({
      maxAmountRequired: '50000',
      resource: `${PUBLIC}/check/funder/${SUBJECT}`,
    });
    expect(decode(headers['payment-required'])).toMatchObject({ x402Version: 2, accepts: [{ amount: '50000' }] });
    expect(headers['access-control-expose-headers']).toContain('PAYMENT-REQUIRED');
    expect(body.request_id).toBe(headers['x-request-id']);
  });

  it('tells an unknown key from none', async () => {
    const { status, body } = await ask(service, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': 'nobody' } });
    expect([status, body.code]).toEqual([402, 'api_key_unknown']);
  });

  it('offers no payment per call where that is switched off', async () => {
    const off = await startService({ settings: { enabled: false } });
    const { status, headers, body } = await ask(off, `/check/funder/${SUBJECT}`);
    expect([status, body.accepts, body.hint.url]).toEqual([402, [], `${PUBLIC}/credits`]);
    expect(headers).not.toHaveProperty('payment-required');
    await off.close(0);
  });

  it.each(['{address}', '%7Baddress%7D', ':address', '%3Aaddress', '[address]', '%5Baddress%5D', '{anything}'])(
    'lets a catalogue probe the template %s, and runs nothing',
    async (placeholder) => {
      const before = service.runs.length;
      const { status, headers, body } = await ask(service, `/check/funder/${placeholder}`);
      expect([status, body.code]).toEqual([402, 'payment_required']);
      expect(URL.canParse(body.accepts[0].resource)).toBe(true);
      expect(decode(headers['payment-required']).resource.url).toBe(body.accepts[0].resource);
      expect(service.runs.length).toBe(before);
    },
  );

  it.each([{}, { 'X-API-Key': KEY }, { 'PAYMENT-SIGNATURE': 'e30=' }])(
    'answers HEAD with the headers of the price and no body, with credentials or without (%o)',
    async (headers) => {
      const before = service.runs.length;
      const reply = await ask(service, `/check/funder/${SUBJECT}`, { method: 'HEAD', headers: { ...headers } });
      expect([reply.status, reply.text]).toEqual([402, '']);
      expect(decode(reply.headers['payment-required']).x402Version).toBe(2);
      expect(service.runs.length).toBe(before);
    },
  );
});
