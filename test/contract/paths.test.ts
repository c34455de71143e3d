import { catalogue } from 'assay-core/rules/catalogue.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faults } from '#lib/fault-catalogue.ts';
import { answerSchema, paymentRequired, problem, validationError } from '#transport/discovery/openapi/schemas.ts';
import { balanceAnswer, claimAnswer, payAnswer, prepareAnswer } from '#transport/rest/credits/answers.ts';
import { SIGNATURE } from '../rest/money.ts';
import { ask, KEY, PUBLIC, type Reply, type Service, SUBJECT, startService } from '../rest/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ ownershipFiles: { glama: { claim: 'glama_claim_example' } } });
});
afterAll(() => service.close(0));

const JSON_TYPE = 'application/json';
const bodies: Readonly<Record<string, object>> = {
  '/graphql': { query: '{ __typename }' },
  '/credits/prepare': { payer: SUBJECT, amount_atomic: 5_000_000 },
  '/credits/claim': { signature: SIGNATURE, ticket: 'sealed' },
  '/mcp': { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  '/a2a': { jsonrpc: '2.0', id: 1, method: 'message/send', params: {} },
  '/pay/prepare': { payer: SUBJECT, resource: `/check/funder/${SUBJECT}` },
};
const posted = (path: string, headers = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': JSON_TYPE, ...headers },
  body: JSON.stringify(bodies[path] ?? {}),
});
const PROBLEM = 'application/problem+json';
const SCHEMA_TYPE = 'application/schema+json';
const LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/** Every row of the specification that is served now: method, path, status, content type. */
const rows = [
  ['GET', `/check/funder/${SUBJECT}`, 402, JSON_TYPE],
  ['GET', '/check/wallet/x', 422, JSON_TYPE],
  ['GET', '/check/token/x', 422, JSON_TYPE],
  ['GET', '/check/trade/x', 422, JSON_TYPE],
  ['GET', '/check/funder/x', 422, JSON_TYPE],
  ['GET', `/check/trade/${SUBJECT}?size_sol=no`, 422, JSON_TYPE],
  ...Object.keys(kinds).flatMap((kind) => [
    ['GET', `/check/${kind}`, 200, JSON_TYPE] as const,
    ['GET', `/check/${kind}/`, 200, JSON_TYPE] as const,
    ['GET', `/check?kind=${kind}`, 200, JSON_TYPE] as const,
  ]),
  ['GET', '/check', 200, JSON_TYPE],
  ['GET', '/check/', 200, JSON_TYPE],
  ['GET', '/check?kind=', 200, JSON_TYPE],
  ['GET', '/check/nothing', 422, JSON_TYPE],
  ['GET', '/check/nothing/', 422, JSON_TYPE],
  ['GET', '/check?kind=nothing', 422, JSON_TYPE],
  ['GET', '/check/__proto__', 422, JSON_TYPE],
  ['GET', '/', 200, JSON_TYPE],
  ['GET', '/health', 200, JSON_TYPE],
  ['GET', '/health/ready', 200, JSON_TYPE],
  ['GET', '/status', 200, 'text/html; charset=utf-8'],
  ['GET', '/status.json', 200, JSON_TYPE],
  ['POST', '/status', 405, PROBLEM],
  ['GET', '/metrics', 404, PROBLEM],
  ['POST', '/metrics', 405, PROBLEM],
  ['GET', '/openapi.json', 200, JSON_TYPE],
  ['GET', '/docs', 200, 'text/html; charset=utf-8'],
  ['GET', '/web/graphiql.js', 200, 'text/javascript; charset=utf-8'],
  ['GET', '/web/schema.graphql', 200, 'text/plain; charset=utf-8'],
  ['GET', '/dashboard', 200, 'text/html; charset=utf-8'],
  ['HEAD', '/dashboard', 200, 'text/html; charset=utf-8'],
  ['POST', '/dashboard', 405, PROBLEM],
  ['GET', '/topup', 200, 'text/html; charset=utf-8'],
  ['GET', '/web/dashboard.js', 200, 'text/javascript; charset=utf-8'],
  ['HEAD', '/web/dashboard.js', 200, 'text/javascript; charset=utf-8'],
  ['GET', '/web/status.js', 200, 'text/javascript; charset=utf-8'],
  ['GET', '/web/topup.js', 200, 'text/javascript; charset=utf-8'],
  ['GET', '/web/pages.css', 200, 'text/css; charset=utf-8'],
  ['GET', '/web/main.js', 404, PROBLEM],
  ['GET', '/web/__proto__', 404, PROBLEM],
  ['GET', '/web/..%2fmain.js', 404, PROBLEM],
  ['POST', '/web/dashboard.js', 405, PROBLEM],
  ['GET', '/web/app.js', 404, PROBLEM],
  ['POST', '/web/graphiql.js', 405, PROBLEM],
  ['GET', '/robots.txt', 200, 'text/plain; charset=utf-8'],
  ['GET', '/favicon.ico', 200, 'image/x-icon'],
  ['GET', '/logo.svg', 200, 'image/svg+xml'],
  ['GET', '/logo.png', 200, 'image/png'],
  ['GET', '/llms.txt', 200, 'text/plain; charset=utf-8'],
  ['GET', '/llms-full.txt', 200, 'text/plain; charset=utf-8'],
  ['GET', '/.well-known/x402', 200, JSON_TYPE],
  ['GET', '/.well-known/x402.json', 200, JSON_TYPE],
  ['GET', '/.well-known/glama.json', 200, JSON_TYPE],
  ['GET', '/.well-known/nobody.json', 404, PROBLEM],
  ['GET', '/.well-known/__proto__.json', 404, PROBLEM],
  ['POST', '/.well-known/glama.json', 405, PROBLEM],
  ['GET', '/.well-known/mcp-registry-auth', 200, 'text/plain; charset=utf-8'],
  ['GET', '/.well-known/ai-catalog.json', 200, 'application/ai-catalog+json'],
  ['GET', '/.well-known/api-catalog', 200, LINKSET],
  ['HEAD', '/.well-known/api-catalog', 200, LINKSET],
  ['GET', '/.well-known/agent-card.json', 200, JSON_TYPE],
  ['GET', '/.well-known/agent.json', 200, JSON_TYPE],
  ['GET', '/mcp', 200, JSON_TYPE],
  ['POST', '/mcp', 200, JSON_TYPE],
  ['DELETE', '/mcp', 405, JSON_TYPE],
  ['GET', '/mcp/server-card', 200, 'application/mcp-server-card+json'],
  ['POST', '/a2a', 200, JSON_TYPE],
  ['GET', '/a2a', 405, PROBLEM],
  ['GET', '/schemas', 200, JSON_TYPE],
  ...Object.keys(kinds).map((kind) => ['GET', `/schemas/verdict-${kind}.json`, 200, SCHEMA_TYPE] as const),
  ['GET', '/schemas/verdict-nothing.json', 404, PROBLEM],
  ['GET', '/schemas/payment-required.json', 200, SCHEMA_TYPE],
  ['GET', '/schemas/problem.json', 200, SCHEMA_TYPE],
  ['GET', '/schema-version', 200, JSON_TYPE],
  ['GET', '/reason-codes', 200, JSON_TYPE],
  ['GET', '/reason-codes?kind=funder', 200, JSON_TYPE],
  ['GET', '/reason-codes?kind=nothing', 422, JSON_TYPE],
  ['GET', '/reason-codes/NOTHING', 404, PROBLEM],
  ['GET', '/errors', 200, JSON_TYPE],
  ['GET', '/errors/payment_required', 200, JSON_TYPE],
  ['GET', '/errors/toString', 404, PROBLEM],
  ['GET', '/.well-known/jwks.json', 200, JSON_TYPE],
  ['HEAD', '/', 200, JSON_TYPE],
  ['GET', '/nothing', 404, PROBLEM],
  ['POST', '/', 405, PROBLEM],
  ['GET', '/credits', 200, JSON_TYPE],
  ['POST', '/credits/prepare', 200, JSON_TYPE],
  ['POST', '/credits/claim', 200, JSON_TYPE],
  ['GET', '/credits/balance', 401, PROBLEM],
  ['POST', '/pay/prepare', 200, JSON_TYPE],
  ['GET', '/credits/prepare', 405, PROBLEM],
  ['GET', '/credits/claim', 405, PROBLEM],
  ['POST', '/credits/balance', 405, PROBLEM],
  ['HEAD', '/credits/balance', 405, PROBLEM],
  ['GET', '/pay/prepare', 405, PROBLEM],
  ['POST', '/credits', 405, PROBLEM],
  ['POST', '/graphql', 200, 'application/json; charset=utf-8'],
  ['GET', '/graphql', 200, 'application/json; charset=utf-8'],
  ['DELETE', '/graphql', 405, PROBLEM],
] as const;

function expectShape(reply: Reply): void {
  if (reply.headers['content-type'] === PROBLEM) expect(problem.parse(reply.body).status).toBe(reply.status);
  if (reply.status === 422) validationError.strict().parse(reply.body);
  if (reply.status === 402) paymentRequired.parse(reply.body);
}

describe('the paths of the specification', () => {
  it.each(rows)('%s %s answers %i as %s', async (method, path, status, type) => {
    const reply = await ask(service, path, method === 'POST' ? posted(path) : { method });
    expect([reply.status, reply.headers['content-type']]).toEqual([status, type]);
    expect(reply.headers['x-request-id']).toBeTruthy();
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    if (method !== 'HEAD') expectShape(reply);
  });

  it('gives a check the shape that the OpenAPI document promises', async () => {
    const { body } = await ask(service, `/check/funder/${SUBJECT}`, { headers: { 'X-API-Key': KEY } });
    expect(answerSchema(kinds.funder).parse(body)).toEqual(body);
  });
});

describe('credit and payments', () => {
  it.each([
    ['POST', '/credits/prepare', prepareAnswer],
    ['POST', '/credits/claim', claimAnswer],
    ['GET', '/credits/balance', balanceAnswer],
    ['POST', '/pay/prepare', payAnswer],
  ] as const)('%s %s has the shape that the OpenAPI document promises', async (method, path, shape) => {
    const headers = { 'X-API-Key': KEY };
    const { body } = await ask(service, path, method === 'POST' ? posted(path, headers) : { headers });
    expect(shape.strict().parse(body)).toEqual(body);
  });
});

describe('/', () => {
  it('has every member that the specification lists', async () => {
    const { body } = await ask(service, '/');
    expect(body).toMatchObject({ name: 'Assay', version: '0.3.0-agent', schema_version: 1 });
    expect(body.description).toMatch(/Solana/);
    expect(Object.keys(body.mcp)).toEqual(expect.arrayContaining(['url', 'transport', 'hint']));
    expect(body.mcp).not.toHaveProperty('state');
    expect(Object.keys(body.credits)).toEqual(expect.arrayContaining(['url', 'hint']));
    expect(body.payment).toMatchObject({ protocol: 'x402', asset: 'USDC', enabled: true, note: expect.any(String) });
    expect(body.payment.network).toMatch(/^solana:\w+$/);
    expect(body).not.toHaveProperty('sandbox');
    const prices = Object.values(body.endpoints as Record<string, { price_usdc: string }>).map((e) => e.price_usdc);
    expect(prices).toEqual(['0.10', '0.02', '0.02', '0.05']);
    expect(body.endpoints.trade).toMatchObject({
      path: '/check/trade/{mint}',
      verdicts: ['ACCEPTABLE_COST', 'ELEVATED_COST', 'HIGH_COST', 'UNTRADEABLE', 'NO_POOL', 'UNKNOWN'],
      state: kinds.trade.state,
    });
  });

  it('links only to what answers', async () => {
    const { body } = await ask(service, '/');
    for (const url of Object.values(body.links as Record<string, string>)) {
      expect((await ask(service, url.slice(PUBLIC.length))).status).toBe(200);
    }
  });

  it('says so in the sandbox', async () => {
    const sandbox = await startService({ settings: { sandbox: true } });
    expect((await ask(sandbox, '/')).body.sandbox).toBe(true);
    expect((await ask(sandbox, '/health')).body.sandbox).toBe(true);
    expect((await ask(sandbox, `/check/funder/${SUBJECT}`)).body.sandbox).toBe(true);
    await sandbox.close(0);
  });
});

describe('usage', () => {
  it('is the same by path, with a slash, and by query', async () => {
    const [byPath, withSlash, byQuery] = await Promise.all(
      ['/check/funder', '/check/funder/', '/check?kind=wallet&kind=funder'].map((path) => ask(service, path)),
    );
    expect(byPath?.text).toBe(byQuery?.text);
    expect(withSlash?.text).toBe(byPath?.text);
  });

  it('names a call of every kind that passes validation', async () => {
    const { body } = await ask(service, '/check');
    expect(body.checks).toHaveLength(4);
    for (const { example, kind, state, verdicts, price_usdc } of body.checks) {
      const reply = await ask(service, example.url.slice(PUBLIC.length));
      expect(reply.status).toBe(state === 'available' ? 402 : 501);
      expect(verdicts).toEqual(kinds[kind as keyof typeof kinds].verdicts);
      expect(price_usdc).toMatch(/^0\.\d\d$/);
    }
  });

  it('says which sizes of a trade are taken, and which one is when none is given', async () => {
    const { body } = await ask(service, '/check/trade');
    const size = body.parameters.find(({ name }: { name: string }) => name === 'size_sol');
    expect(size).toMatchObject({ required: false, default: 0.5, exclusive_minimum: 0, maximum: 10_000 });
    expect(size.description).toMatch(/more than 0, at most 10000, .* nine decimals .* 0\.5 where it is absent/);
    for (const example of size.examples) expect(String(example)).toMatch(new RegExp(size.pattern));
  });

  it('locates an unknown kind', async () => {
    const byPath = await ask(service, '/check/nothing');
    const byQuery = await ask(service, '/check?kind=nothing');
    expect(byPath.body.detail[0]).toMatchObject({ loc: ['path', 'kind'], type: 'enum', input: 'nothing' });
    expect(byQuery.body.detail[0].loc).toEqual(['query', 'kind']);
  });
});

describe('health', () => {
  const sick = { ready: false, checks: { database: { ok: false, detail: 'no answer' }, rpc: { ok: true } } };
  it('is alive and says what is broken, while readiness is 503', async () => {
    const ill = await startService({ readiness: async () => sick });
    const live = await ask(ill, '/health');
    expect([live.status, live.body.ready, live.body.checks]).toEqual([200, false, sick.checks]);
    const ready = await ask(ill, '/health/ready');
    expect([ready.status, ready.body.code, ready.body.detail]).toEqual([503, 'not_ready', 'Not ready: database.']);
    expect(ready.headers['retry-after']).toBe('5');
    await ill.close(0);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('secret'))],
    ['hangs', () => new Promise<never>(() => undefined)],
  ])('is alive when readiness %s', async (_how, readiness) => {
    const ill = await startService({ readiness });
    const live = await ask(ill, '/health');
    expect([live.status, live.body.ready]).toEqual([200, false]);
    expect(live.text).not.toContain('secret');
    await ill.close(0);
  });
});

describe('health with warnings', () => {
  it('is ready and tells them', async () => {
    const warned = { ready: true, checks: { fee_payer: { ok: false, detail: '0.01 SOL' } }, warnings: ['Fund it.'] };
    const service = await startService({ readiness: async () => warned });
    for (const path of ['/health', '/health/ready']) {
      expect((await ask(service, path)).body).toMatchObject({ status: 'ok', ...warned });
    }
    await service.close(0);
  });
});

describe('codes and errors', () => {
  it('explains every code and flag of the registry', async () => {
    const { body } = await ask(service, '/reason-codes');
    const listed = [...body.reason_codes, ...body.flags].map(({ kind, code }) => `${kind} ${code}`);
    const registered = Object.entries(catalogue).flatMap(([name, { codes, flags }]) =>
      [...Object.keys(codes), ...Object.keys(flags)].map((code) => `${name} ${code}`),
    );
    expect(listed.sort()).toEqual(registered.sort());
    for (const { kind, url, meaning } of [...body.reason_codes, ...body.flags]) {
      const reply = await ask(service, url.slice(PUBLIC.length));
      const uses = [reply.body, ...(reply.body.others ?? [])];
      expect(uses).toContainEqual(expect.objectContaining({ kind, meaning }));
    }
  });

  it('explains every error at the address that its type names', async () => {
    for (const code of Object.keys(faults)) {
      const { body } = await ask(service, `/errors/${code}`);
      expect(body).toMatchObject({ type: `${PUBLIC}/errors/${code}`, code });
    }
  });
});

describe('/openapi.json', () => {
  it('describes what the router serves, and nothing else', async () => {
    const { body } = await ask(service, '/openapi.json');
    expect([body.openapi, body.info.version]).toEqual(['3.1.0', '0.3.0-agent']);
    expect(body.components.securitySchemes.ApiKey).toMatchObject({ type: 'apiKey', in: 'header', name: 'X-API-Key' });
    for (const [template, operations] of Object.entries(body.paths as Record<string, object>)) {
      const path = template
        .replace('{address}', SUBJECT)
        .replace('{mint}', SUBJECT)
        .replace('{kind}', 'funder')
        .replace('{catalog}', 'glama')
        .replace('/errors/{code}', '/errors/not_found')
        .replace('{code}', Object.keys(catalogue.funder.codes)[0] ?? '');
      for (const method of Object.keys(operations)) {
        const headers: Record<string, string> = path === '/credits/balance' ? { 'X-API-Key': KEY } : {};
        const { status } = await ask(service, path, method === 'post' ? posted(path) : { headers });
        expect([path, [200, 402, 501].includes(status)]).toEqual([path, true]);
      }
    }
  });

  it('prices and locks every check, and nothing else', async () => {
    const { body } = await ask(service, '/openapi.json');
    for (const kind of Object.values(kinds)) {
      const { get } = body.paths[`/check/${kind.name}/{${kind.subject}}`];
      expect(get.security).toEqual([{}, { ApiKey: [] }, { Bearer: [] }]);
      expect(get['x-payment-info'].price.amount).toMatch(/^0\.\d\d$/);
      expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '402', '422', '501']));
      expect(get.parameters[0]).toMatchObject({ name: kind.subject, in: 'path', required: true });
    }
    expect(body.paths['/check/trade/{mint}'].get.parameters[1]).toMatchObject({
      name: 'size_sol',
      in: 'query',
      required: false,
      schema: { type: 'number', default: 0.5 },
    });
    expect(body.paths['/'].get.security).toEqual([]);
  });
});

describe('/docs', () => {
  it('loads from its own origin only', async () => {
    const { text, headers } = await ask(service, '/docs');
    expect(text).not.toMatch(/(src|href)="(https?:)?\/\//);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/);
  });
});
