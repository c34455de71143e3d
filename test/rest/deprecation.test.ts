import { createServer } from 'node:http';
import { kinds } from 'assay-core/rules/index.ts';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Deprecation } from '#http/deprecation.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { mountPage } from '#http/mount-page.ts';
import { CACHED, type Page } from '#http/page.ts';
import { endpointOperation } from '#transport/discovery/openapi/document.ts';
import { checkOperation, pageOperation } from '#transport/discovery/openapi/operations.ts';
import { creditEndpoints } from '#transport/rest/credits/endpoints.ts';
import { mountEndpoint } from '#transport/router.ts';
import { ask, KEY, PUBLIC, type Service, SUBJECT, startService } from './service.ts';

const deprecated: Deprecation = {
  since: new Date('2027-01-01T00:00:00Z'),
  sunset: new Date('2027-04-01T00:00:00Z'),
  successor: `${PUBLIC}/v2`,
  policy: `${PUBLIC}/schema-version`,
};
const announced = {
  deprecation: '@1798761600',
  sunset: 'Thu, 01 Apr 2027 00:00:00 GMT',
  link: `<${PUBLIC}/schema-version>; rel="deprecation", <${PUBLIC}/v2>; rel="successor-version"`,
};

const page: Page = {
  path: '/old',
  operationId: 'old',
  summary: 'A page that goes away',
  tag: 'Documents',
  mediaType: 'application/json',
  headers: CACHED,
  read: () => ({ old: true }),
};

describe('what is mounted as deprecated', () => {
  const app = express();
  const server = createServer(app);
  const [endpoint] = creditEndpoints({ money: {}, settings: {} } as HttpDeps);
  if (!endpoint) throw new Error('there is no endpoint');
  const old = { ...endpoint, method: 'GET', path: '/old-call', run: async () => ({}), deprecated } as const;
  let port = 0;
  beforeAll(async () => {
    mountPage(app, { ...page, deprecated });
    mountEndpoint(app, old, { settings: { baseUrl: PUBLIC } } as HttpDeps);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = Object(server.address()).port;
  });
  afterAll(() => server.close());

  it.each(['/old', '/old-call'])('says so at %s', async (path) => {
    const { status, headers } = await ask({ port }, path);
    expect([status, headers]).toEqual([200, expect.objectContaining(announced)]);
  });

  it('says so of a copy that is still good', async () => {
    const etag = String((await ask({ port }, '/old')).headers.etag);
    const { status, headers } = await ask({ port }, '/old', { headers: { 'If-None-Match': etag } });
    expect([status, headers]).toEqual([304, expect.objectContaining(announced)]);
  });

  it('stops the start where its dates contradict each other', () => {
    const wrong = { ...deprecated, sunset: new Date('2026-01-01') };
    expect(() => mountPage(express(), { ...page, deprecated: wrong })).toThrow('earlier');
  });

  it('is marked in the OpenAPI document, and nothing else is', () => {
    expect([pageOperation(page).deprecated, pageOperation({ ...page, deprecated }).deprecated]).toEqual([
      undefined,
      true,
    ]);
    expect([endpointOperation(endpoint).deprecated, endpointOperation(old).deprecated]).toEqual([undefined, true]);
    expect(checkOperation(kinds.token, { deprecated: true }).deprecated).toBe(true);
    expect(checkOperation(kinds.token)).not.toHaveProperty('deprecated');
  });
});

describe('checks', () => {
  let service: Service;
  let later: Service;
  beforeAll(async () => {
    [service, later] = await Promise.all([startService(), startService({ checksDeprecated: deprecated })]);
  });
  afterAll(() => Promise.all([service.close(0), later.close(0)]));

  const calls = [
    ['an answer', `/check/funder/${SUBJECT}`, { 'X-API-Key': KEY }, 200],
    ['the terms of payment', `/check/funder/${SUBJECT}`, {}, 402],
    ['a malformed subject', '/check/funder/x', {}, 422],
  ] as const;

  it.each(calls)('that are deprecated say so in %s', async (_what, path, headers, status) => {
    const reply = await ask(later, path, { headers });
    expect([reply.status, reply.headers]).toEqual([status, expect.objectContaining(announced)]);
    expect((await ask(later, '/openapi.json')).body.paths['/check/funder/{address}'].get.deprecated).toBe(true);
  });

  it.each(calls)('that are not deprecated say nothing of it in %s', async (_what, path, headers, status) => {
    const reply = await ask(service, path, { headers });
    expect(reply.status).toBe(status);
    for (const name of Object.keys(announced)) expect(reply.headers).not.toHaveProperty(name);
  });

  it.each(calls)('say how many may be under way at once in %s', async (_what, path, headers) => {
    const reply = await ask(service, path, { headers });
    expect(reply.headers['ratelimit-policy']).toBe('"checks";q=1000;qu="concurrent-requests"');
  });

  it('say how many are left where one was refused', async () => {
    const none = await startService({ callerChecksInFlightMax: 0 });
    const { status, headers } = await ask(none, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    expect([status, headers.ratelimit, headers['retry-after']]).toEqual([429, '"checks";r=0', '1']);
    await none.close(0);
  });
});

describe('/schema-version', () => {
  it('says what the version promises, and links to what answers', async () => {
    const service = await startService();
    const { status, headers, body } = await ask(service, '/schema-version');
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(body).toMatchObject({
      schema_version: 1,
      supported: [1],
      deprecated: [],
      deprecation: { overlap_days_min: 180 },
    });
    expect(body).not.toHaveProperty('current');
    expect(body.you_can_rely_on.join(' ')).toMatch(/schema_version 1\..*at least 180 days/);
    expect(body.verdicts.token).toEqual(kinds.token.verdicts);
    for (const link of [body.schemas, body.reason_codes, body.errors]) {
      expect((await ask(service, link.slice(PUBLIC.length))).status).toBe(200);
    }
    await service.close(0);
  });
});

describe('/schemas', () => {
  it('lists schemas that are served at the address that each names', async () => {
    const service = await startService();
    const { body } = await ask(service, '/schemas');
    const listed = [...Object.values<string>(body.verdicts), body.payment_required, body.problem];
    expect(listed).toHaveLength(6);
    for (const url of listed) {
      const reply = await ask(service, url.slice(PUBLIC.length));
      expect([reply.status, reply.headers['content-type']]).toEqual([200, 'application/schema+json']);
      expect(reply.body.$id).toBe(url);
    }
    expect((await ask(service, body.policy.slice(PUBLIC.length))).status).toBe(200);
    for (const path of ['/schemas/verdict-x.json', '/schemas/verdict-__proto__.json', '/schemas/x']) {
      const missing = await ask(service, path);
      expect([missing.status, missing.body.hint.url]).toEqual([404, `${PUBLIC}/schemas`]);
    }
    await service.close(0);
  });
});
