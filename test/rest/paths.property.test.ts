import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../packages/core/test/support/cases.ts';
import { ask, KEY, type Service, SUBJECT, startService } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close(0));

const words = [
  'check',
  'funder',
  'trade',
  'errors',
  'reason-codes',
  'health',
  'docs',
  'graphql',
  '.well-known',
  SUBJECT,
];
const segment = fc.oneof(
  fc.constantFrom(
    ...words,
    '',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%00',
    '%zz',
    '{address}',
    ':x',
    '__proto__',
    'constructor',
  ),
  fc.string({ maxLength: 12 }).map((text) => text.replace(/[^\x21-\x7e]/g, '-')),
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom('?size_sol=1', '?size_sol', '?kind=trade', '?kind[]=x', '?__proto__=1', '?%zz=%zz'),
  fc.string({ maxLength: 20 }).map((text) => `?${text.replace(/[^\x21-\x7e]/g, '-')}`),
);
const request = fc.record({
  path: fc.tuple(fc.array(segment, { maxLength: 4 }), query).map(([parts, search]) => `/${parts.join('/')}${search}`),
  method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'DELETE', 'PURGE'),
  headers: fc.constantFrom<Record<string, string>>({}, { 'X-API-Key': KEY }, { 'PAYMENT-SIGNATURE': '%' }),
});

describe('any request', () => {
  it('is answered without a 5xx but the one for kinds that do not run yet, with an id, in a type of ours', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ path, method, headers }) => {
        const reply = await ask(service, path, { method, headers });
        expect(reply.status < 500 || reply.body?.code === 'kind_not_available').toBe(true);
        expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
        expect(reply.headers['access-control-allow-origin']).toBe('*');
        expect(reply.headers['content-type']).toMatch(/^(application\/(problem\+)?json|text\/(html|css|javascript))/);
        if (reply.status >= 400) expect(reply.body).not.toBeNull();
      }),
      { numRuns: cases(300) },
    );
  });
});

describe('anything in the place of an address', () => {
  it('is 402 for an address or placeholder, 422 or another refusal in JSON for the rest, and runs nothing', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom(...'123ABCabcz0OIl{}:[]%/ .'), maxLength: 60 }),
      fc.constantFrom('..', '.', '%', '%zz', '%ff', '?', '#', '//', '\\'),
    );
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (raw, encode) => {
        const part = encode ? encodeURIComponent(raw) : raw.replace(/[^\x21-\x7e]/g, 'x');
        const reply = await ask(service, `/check/funder/${part}`, { headers: { 'X-API-Key': 'nobody' } });
        expect([200, 400, 402, 404, 422]).toContain(reply.status);
        expect(reply.headers['content-type']).toMatch(/^application\/(problem\+)?json$/);
        expect(reply.body).not.toBeNull();
      }),
      { numRuns: cases(300) },
    );
  });
});
