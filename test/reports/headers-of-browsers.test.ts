/*
 * A page asks the service from another origin, and the browser, a tracer or a client library adds headers of its own. A preflight that
 * does not allow them blocks the call: https://github.com/electric-sql/electric/issues/2351.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, type Service, SUBJECT, startService } from '../rest/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service?.close(0));

const preflight = (path: string, asked: string) =>
  ask(service, path, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://dashboard.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
    },
  });

/** What a browser makes of the answer: whether it sends the headers (Fetch, 4.8, step 7). */
function isAllowed(names: string, answered: string, wildcard = true): boolean {
  const allowed = answered.toLowerCase().split(/\s*,\s*/);
  return names.split(/\s*,\s*/).every((name) => {
    return allowed.includes(name.toLowerCase()) || (wildcard && name !== 'authorization' && allowed.includes('*'));
  });
}

describe('a preflight', () => {
  it.each([
    'traceparent,tracestate,baggage',
    'sentry-trace,x-datadog-trace-id,x-b3-traceid',
    'apollographql-client-name,apollographql-client-version,apollo-require-preflight,x-apollo-operation-name',
    'if-none-match,if-modified-since,cache-control,pragma',
    'authorization,content-type',
    'content-type, x-api-key, x-request-id, idempotency-key',
    'last-event-id,mcp-protocol-version,mcp-session-id',
    'x-header-that-nobody-knows',
  ])('allows %s, also in browsers that know no wildcard', async (asked) => {
    for (const path of [`/check/funder/${SUBJECT}`, '/graphql', '/mcp', '/a2a', '/credits/prepare', '/openapi.json']) {
      const { status, headers } = await preflight(path, asked);
      expect(status).toBe(204);
      expect(isAllowed(asked, String(headers['access-control-allow-headers']), false), path).toBe(true);
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      expect(headers.vary).toContain('Access-Control-Request-Headers');
    }
  });

  it.each([
    ['no names', 'a b, c'],
    ['an empty name', 'traceparent,,baggage'],
    ['markup', '<script>'],
    ['more than any browser asks for', Array.from({ length: 500 }, (_, n) => `x-header-${n}`).join()],
  ])('repeats nothing that is %s, and allows all the same what is needed', async (_, asked) => {
    const { status, headers } = await preflight('/graphql', asked);
    const answered = String(headers['access-control-allow-headers']);
    expect([status, answered.includes(asked)]).toEqual([204, false]);
    expect(isAllowed('authorization,x-api-key,traceparent', answered)).toBe(true);
  });
});

it('an answer lets a page read the tag that it sends back in If-None-Match', async () => {
  const { headers } = await ask(service, '/openapi.json');
  expect(headers.etag).toMatch(/^"/);
  expect(headers['access-control-expose-headers']).toContain('ETag');
});
