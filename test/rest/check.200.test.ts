import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, delivered, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const paid = { headers: { 'X-API-Key': KEY } };

describe('a check that is paid for', () => {
  it('answers the document in its order with billing last', async () => {
    const reply = await ask(service, `/check/funder/${SUBJECT}`, paid);
    expect(reply.status).toBe(200);
    expect(reply.text).toBe(JSON.stringify({ ...delivered().document, billing: delivered().billing }));
    expect(Object.keys(reply.body).at(-1)).toBe('billing');
  });

  it('carries the headers of a check', async () => {
    const { headers } = await ask(service, `/check/funder/${SUBJECT}`, paid);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-verdict': 'CEX_FUNDED',
      'cache-control': 'private, no-store',
      'ratelimit-policy': '"checks";q=1000;qu="concurrent-requests"',
      ratelimit: '"checks";r=999',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(headers).not.toHaveProperty('etag');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('retry-after');
  });

  it('hands the subject, the key and the public address on', async () => {
    await ask(service, `/check/funder/${SUBJECT}?utm=1&utm=2`, {
      headers: { 'X-API-Key': KEY, 'X-Request-Id': 'me.1' },
    });
    expect(service.runs.at(-1)).toEqual({
      kind: 'funder',
      args: { address: SUBJECT },
      caller: {
        credentials: { apiKey: KEY, payment: null, idempotencyKey: null, ignored: null, address: '127.0.0.1' },
        requestId: 'me.1',
        resourceUrl: `${PUBLIC}/check/funder/${SUBJECT}`,
        whenFinished: expect.any(Function),
        left: expect.any(Function),
        noted: expect.any(Function),
        resumed: expect.any(Function),
      },
    });
  });

  it('says when to ask again when the answer was free because of us', async () => {
    const free = await startService({ run: async () => ({ ...delivered(), retryAfterSeconds: 2 }) });
    const { headers } = await ask(free, `/check/funder/${SUBJECT}`, paid);
    expect(headers['retry-after']).toBe('2');
    await free.close(0);
  });

  it.each(['http://other.example', 'HTTPS://other.example:1'])(
    'takes a full URL in the request line (%s)',
    async (at) => {
      expect((await ask(service, `${at}/check/funder/${SUBJECT}`, paid)).status).toBe(200);
    },
  );

  it('replaces a request id that is none', async () => {
    const asked = { headers: { 'X-API-Key': KEY, 'X-Request-Id': 'a b"c' } };
    const { headers } = await ask(service, `/check/funder/${SUBJECT}`, asked);
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
