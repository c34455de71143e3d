import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Service, SUBJECT, startService } from '../rest/service.ts';

let secure: Service;
let plain: Service;
beforeAll(async () => {
  secure = await startService();
  plain = await startService({ settings: { baseUrl: 'http://assay.example' } });
});
afterAll(async () => {
  await secure.close(0);
  await plain.close(0);
});

const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

describe('security headers', () => {
  it.each([
    '/',
    '/health',
    '/openapi.json',
    '/llms.txt',
    '/check',
    `/check/funder/${SUBJECT}`,
    '/nothing',
    '/credits/balance',
  ])('of %s let nothing load, run, frame or guess', async (path) => {
    const { headers } = await ask(secure, path);
    expect(headers).toMatchObject({
      'content-security-policy': DATA_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it.each(['/docs', '/dashboard', '/topup'])(
    'of the page %s have its own policy, which nobody may frame',
    async (path) => {
      const { headers } = await ask(secure, path, { headers: { accept: 'text/html' } });
      expect(headers['content-security-policy']).toContain("script-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    },
  );

  it('bind browsers to https where that is the public address, and only there', async () => {
    expect((await ask(secure, '/health')).headers['strict-transport-security']).toBe('max-age=31536000');
    expect((await ask(plain, '/health')).headers['strict-transport-security']).toBeUndefined();
  });
});
