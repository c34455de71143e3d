import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { message, post } from '../mcp/rpc.ts';
import { ask, KEY, type Service, SUBJECT, startService } from '../rest/service.ts';
import {
  type Client,
  heyApi,
  type OpenApi,
  type Operation,
  operations,
  orval,
  type Parameter,
  type Place,
  type Readers,
  requestSchema,
  type Schema,
  schemasafe,
  schemasafeOf,
} from './generated-readers.ts';
import { anyNumber, anyText, around, fitting } from './schema-values.ts';
import { openTown, type Town } from './town.ts';

/*
 * Three generators of others make validators of the served document when this runs. A value that the validators take is taken by the
 * service, and a value that they refuse is refused by it. What the service answers, they take.
 */

let service: Service;
let town: Town;
let folder: string;
let document: OpenApi;
let client: Client;
let readers: Readonly<Record<string, Readers>>;
beforeAll(async () => {
  [service, town, folder] = await Promise.all([
    startService(),
    openTown(),
    mkdtemp(join(tmpdir(), 'assay-generated-')),
  ]);
  document = JSON.parse((await ask(service, '/openapi.json')).text);
  const [made, ofOrval, ofSchemasafe] = await Promise.all([
    heyApi(join(folder, 'hey-api'), document),
    orval(join(folder, 'orval'), document),
    schemasafe(document),
  ]);
  client = made.client;
  readers = { 'Hey API': made, Orval: ofOrval, Schemasafe: ofSchemasafe };
});
afterAll(async () => {
  await Promise.all([service?.close(0), town?.service.end()]);
  await rm(folder, { recursive: true });
});

type Located = ReturnType<typeof operations>[number];

const PLACES: readonly Place[] = ['path', 'query', 'header', 'body'];

/** Every operation with every place of a request that it describes. */
function described(): readonly (readonly [Located, Place, Schema])[] {
  return operations(document).flatMap((operation) =>
    PLACES.flatMap((place) => {
      const schema = requestSchema(document, operation.operationId, place);
      return schema ? [[operation, place, schema] as const] : [];
    }),
  );
}

/** What each generator's validator says of a value. */
function opinions(operationId: string, place: Place, value: unknown): readonly (readonly [string, boolean])[] {
  return Object.entries(readers).map(([name, { request }]) => {
    const reader = request(operationId, place);
    if (!reader) throw new Error(`${name} made no validator of the ${place} of ${operationId}`);
    return [name, reader(value)];
  });
}

/** The example of a body: of the media type, or of its members. */
function exampleBody({ requestBody }: Operation): unknown {
  const { schema = {}, example } = (requestBody?.content['application/json'] ?? {}) as {
    schema?: Schema;
    example?: unknown;
  };
  if (example) return example;
  const named = document.components.schemas[String(schema.$ref).split('/').at(-1) ?? ''];
  const members = Object.entries((named?.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(members.map(([name, member]) => [name, member.example]));
}

/** Sends a request of an operation that is as its examples are, but for what stands in one place. */
async function statusOf(operation: Located, place: Place, value: unknown): Promise<number> {
  const there = (other: Place): Record<string, unknown> => {
    if (other === place) return value as Record<string, unknown>;
    const needed = (operation.parameters ?? []).filter((one) => one.in === other && one.required);
    return Object.fromEntries(needed.map(({ name, schema }) => [name, schema.example ?? KEY]));
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(there('path')[name])));
  const query = new URLSearchParams(Object.entries(there('query')).map(([name, one]) => [name, String(one)]));
  const body = place === 'body' ? value : exampleBody(operation);
  const sent = {
    method: operation.method,
    headers: { accept: 'application/json, text/event-stream', ...(there('header') as Record<string, string>) },
  };
  const { status } = await ask(service, query.size > 0 ? `${path}?${query}` : path, {
    ...sent,
    ...(operation.requestBody && {
      headers: { ...sent.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  return status;
}

/** Refused is what is malformed. A path outside of a closed list is one that does not exist. */
function isTaken({ parameters = [] }: Operation, place: Place, status: number): boolean {
  const isListed = parameters.some((parameter) => parameter.in === 'path' && parameter.schema.enum);
  return status !== 400 && status !== 422 && !(status === 404 && place === 'path' && isListed);
}

/** Values in a place where HTTP has only text: of one parameter, the others being as they should be. */
function aroundParameters(parameters: readonly Parameter[], place: Place): fc.Arbitrary<unknown> {
  const there = parameters.filter((parameter) => parameter.in === place);
  const values = there.map(({ name, schema, required }) => {
    const other = schema.type === 'number' ? anyNumber : anyText.filter((text) => canBeSent(text, place));
    const fits = fitting(document, schema).filter((value) => place !== 'header' || canBeSent(String(value), place));
    return [name, required ? fc.oneof(fits, other) : fc.option(fc.oneof(fits, other), { nil: undefined })] as const;
  });
  // An absent parameter is no member.
  return fc.record(Object.fromEntries(values)).map((record) => JSON.parse(JSON.stringify(record)));
}

/**
 * HTTP takes spaces off both ends of a header. An empty segment, and one of dots, makes another path. A segment in braces is the path's own
 * template: a crawler that asks for it learns the price.
 */
function canBeSent(text: string, place: Place): boolean {
  if (place === 'header') return text === text.trim() && /^[\x20-\x7e\x80-\xff]*$/.test(text);
  return place !== 'path' || !/^(?:|\.+|\{.*\}|:.*|\[.*\])$/s.test(text);
}

/** A hash has to be that of the text beside it, and the text has to be GraphQL: no schema says so. */
function isGraphqlBody({ operationId }: Operation, place: Place): boolean {
  return operationId === 'graphql' && place === 'body';
}

describe('every parameter and body of the document', () => {
  const RUNS = 25;

  it('has a validator of each generator', () => {
    const all = described();
    expect(all.length).toBeGreaterThan(20);
    for (const [{ operationId }, place] of all) expect(opinions(operationId, place, {})).toHaveLength(3);
  });

  it('is taken where its schema is kept', async () => {
    for (const [operation, place, schema] of described()) {
      if (isGraphqlBody(operation, place)) continue;
      const sent = fitting(document, schema).filter((value) => place === 'body' || allSent(value, place));
      await fc.assert(
        fc.asyncProperty(sent, async (value) => {
          const status = await statusOf(operation, place, value);
          const said = opinions(operation.operationId, place, value);
          const at = [operation.operationId, place, value, status];
          expect([...at, isTaken(operation, place, status)]).toEqual([...at, true]);
          expect([...at, said]).toEqual([...at, said.map(([name]) => [name, true])]);
        }),
        { numRuns: RUNS },
      );
    }
  });

  it('is refused by the service exactly where the validators refuse it', async () => {
    let refused = 0;
    for (const [operation, place, schema] of described()) {
      if (isGraphqlBody(operation, place)) continue;
      const values = place === 'body' ? around(document, schema) : aroundParameters(operation.parameters ?? [], place);
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          const status = await statusOf(operation, place, value);
          const taken = isTaken(operation, place, status);
          if (!taken) refused += 1;
          const said = opinions(operation.operationId, place, value);
          const at = [operation.operationId, place, value, status];
          expect([...at, said]).toEqual([...at, said.map(([name]) => [name, taken])]);
        }),
        { numRuns: RUNS },
      );
    }
    expect(refused).toBeGreaterThan(150);
  });
});

function allSent(value: unknown, place: Place): boolean {
  return Object.values(value as object).every((one) => canBeSent(String(one), place));
}

describe('a request of GraphQL', () => {
  const hash = 'a'.repeat(64);
  const query = '{ prices { kind } }';
  const none = { variables: null, operationName: null };
  const documentId = `sha256:${createHash('sha256').update(query).digest('hex')}`;
  const persistedQuery = { version: 1, sha256Hash: hash };

  async function statusOfBody(body: unknown): Promise<number> {
    const { url } = town.service;
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }

  it.each([
    { query },
    { query: '' },
    { query, ...none, extensions: null },
    { query, variables: { a: 1 }, extensions: {} },
    { documentId: `sha256:${hash}`, ...none },
    { documentId: hash },
    { extensions: { persistedQuery } },
    { query, documentId },
    { documentId, query: null },
    { documentId, query: '' },
    { documentId, extensions: null },
    { documentId, extensions: {} },
    { documentId, extensions: { clientLibrary: { name: 'x' } } },
    { documentId, extensions: { persistedQuery } },
    { documentId, extensions: { persistedQuery: null } },
    { extensions: { persistedQuery }, query: null },
    { extensions: { persistedQuery, clientLibrary: { name: 'x' } }, query: '' },
    { extensions: { persistedQuery: { sha256Hash: hash } } },
    { extensions: { persistedQuery: { version: 2, sha256Hash: hash } } },
    { query, extensions: { persistedQuery: { sha256Hash: documentId.slice(7) } } },
  ])('is taken as %j', async (body) => {
    expect(opinions('graphql', 'body', body).map(([, takes]) => takes)).toEqual([true, true, true]);
    expect(await statusOfBody(body)).toBe(200);
  });

  it.each([
    {},
    [],
    3,
    { query: null },
    { extensions: {} },
    { query: null, extensions: { clientLibrary: { name: 'x' } } },
    { query, documentId: 'x' },
    { query, extensions: { persistedQuery: null } },
    { query, extensions: { persistedQuery: {} } },
    { documentId, query: 3 },
    { documentId, extensions: 'x' },
    { query, variables: [] },
    { query, variables: 'x' },
    { query, operationName: 3 },
    { query, extensions: 'x' },
    { documentId: 'x' },
    { extensions: { persistedQuery: { version: 1, sha256Hash: 'x' } } },
  ])('is refused as %j', async (body) => {
    expect(opinions('graphql', 'body', body).map(([, takes]) => takes)).toEqual([false, false, false]);
    expect(await statusOfBody(body)).toBe(400);
  });
});

/** Hey API and Orval write objects that take any other member, whatever `additionalProperties` says of them. Schemasafe reads it. */
it('a member that GraphQL or MCP does not know is refused where a generator reads what the schema says of it', async () => {
  const { request } = readers.Schemasafe as Readers;
  expect(request('graphql', 'body')?.({ query: '{ a }', other: 1 })).toBe(false);
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(request('mcp', 'body')?.(ping)).toBe(true);
  expect(request('mcp', 'body')?.({ ...ping, other: 1 })).toBe(false);
  const mcp = operations(document).find(({ operationId }) => operationId === 'mcp') as Located;
  expect(await statusOf(mcp, 'body', ping)).toBe(200);
  expect(await statusOf(mcp, 'body', { ...ping, other: 1 })).toBe(400);
});

it('every tool of MCP has a schema that a generator of validators reads, with the bounds of a size', async () => {
  const compile = await schemasafeOf();
  const { body } = await post(service, message('tools/list'));
  const tools = body.result.tools as readonly { readonly name: string; readonly inputSchema: Schema }[];
  const takes = new Map(tools.map(({ name, inputSchema }) => [name, compile(inputSchema)]));
  expect(takes.size).toBeGreaterThan(4);
  const trade = (size_sol: unknown) => takes.get('check_trade')?.({ mint: SUBJECT, size_sol });
  expect([1e-9, 0.5, 10_000].map(trade)).toEqual([true, true, true]);
  expect([0, -1, 10_000.000_001].map(trade)).toEqual([false, false, false]);
});

describe('every answer', () => {
  /** What each generator's validator says of an answer; null where it made none. */
  function saidOf(operationId: string, status: number, body: unknown): readonly (readonly [string, boolean | null])[] {
    return Object.entries(readers).map(([name, { answer }]) => [name, answer(operationId, status)?.(body) ?? null]);
  }

  const all = (said: boolean) => Object.keys(readers).map((name) => [name, said]);

  const bodyAt = async (path: string, headers = {}) => {
    const response = await fetch(`${town.service.url}${path}`, { headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };

  it('of the service on its sandbox is described as the generators read it', async () => {
    const { body } = await bodyAt('/openapi.json');
    expect(document.components.schemas).toMatchObject(body.components.schemas);
  });

  it('of a check with a verdict is taken', async () => {
    type Sample = { readonly kind: string; readonly verdict: string; readonly address: string };
    const samples = await rpc<Sample[]>(town.rpcUrl, 'sandbox_subjects');
    const ofEach = new Map(samples.map((sample) => [`${sample.kind} ${sample.verdict}`, sample]));
    expect(ofEach.size).toBeGreaterThan(10);
    const lanes = [...new Set(samples.map(({ kind }) => kind))].map(async (kind) => {
      for (const sample of ofEach.values()) if (sample.kind === kind) await checkOne(kind, sample.address);
    });
    await Promise.all(lanes);
  });

  async function checkOne(kind: string, address: string): Promise<void> {
    const { status, body } = await bodyAt(`/check/${kind}/${address}`, { 'x-api-key': town.apiKey });
    const operationId = `check${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    expect([kind, address, status, saidOf(operationId, 200, body)]).toEqual([kind, address, 200, all(true)]);
    const { verdict: _removed, ...rest } = body;
    expect(saidOf(operationId, 200, rest)).toEqual(all(false));
  }

  it.each([
    ['checkToken', 402, `/check/token/${SUBJECT}`],
    ['checkToken', 422, '/check/token/x'],
    ['checkTrade', 422, `/check/trade/${SUBJECT}?size_sol=0`],
    ['checkUsage', 422, '/check?kind=x'],
    ['checkUsage', 200, '/check?kind='],
    ['balance', 401, '/credits/balance'],
    ['error', 404, '/errors/x'],
    ['health', 200, '/health'],
    ['root', 200, '/'],
  ] as const)('of %s with status %d is taken', async (operationId, status, path) => {
    const answered = await ask(service, path, { headers: { accept: 'application/json' } });
    expect(answered.status).toBe(status);
    expect(saidOf(operationId, status, answered.body)).toEqual(all(true));
    if (status >= 400) expect(saidOf(operationId, status, { detail: 1 })).toEqual(all(false));
  });

  it.each([
    ['prepareCredit', { payer: SUBJECT, amount_atomic: 19_000_000, pass: true }],
    ['claimCredit', { signature: '1'.repeat(64), ticket: 'sealed' }],
    ['preparePayment', { payer: SUBJECT, resource: `/check/token/${SUBJECT}` }],
  ] as const)('of %s is taken', async (operationId, body) => {
    const { path } = operations(document).find((operation) => operation.operationId === operationId) as Located;
    const headers = { 'content-type': 'application/json' };
    const answered = await ask(service, path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answered.status).toBe(200);
    expect(saidOf(operationId, 200, answered.body)).toEqual(all(true));
  });
});

describe('the client of Hey API', () => {
  const called = (name: string, options: object) =>
    client[name]?.({ baseUrl: `http://127.0.0.1:${service.port}`, ...options });

  it('gets a verdict, a demand for payment, and a problem, each as its own type', async () => {
    const paid = await called('checkFunder', { path: { address: SUBJECT }, headers: { 'X-API-Key': KEY } });
    expect(paid).toMatchObject({ data: { verdict: 'CEX_FUNDED' } });
    const unpaid = await called('checkTrade', { path: { mint: SUBJECT }, query: { size_sol: 1e-7 } });
    expect(unpaid).toMatchObject({ error: { x402Version: 1, code: 'payment_required' } });
    expect(unpaid?.response?.status).toBe(402);
  });

  it('sends nothing that the service would refuse', async () => {
    const before = service.lines.length;
    const asked = called('checkTrade', { path: { mint: SUBJECT }, query: { size_sol: 10_001 } });
    const outcome = await asked?.catch((error: Error) => ({ error }));
    expect(String(JSON.stringify(outcome?.error))).toContain('too_big');
    expect(service.lines).toHaveLength(before);
  });
});

describe('these tests would find', () => {
  it('a document that allows more than the service takes', async () => {
    const text = JSON.stringify(document).replaceAll('"maximum":10000,', '"maximum":20000,');
    const { request } = await schemasafe(JSON.parse(text));
    const trade = operations(document).find(({ operationId }) => operationId === 'checkTrade') as Located;
    expect(request('checkTrade', 'query')?.({ size_sol: 15_000 })).toBe(true);
    expect(await statusOf(trade, 'query', { size_sol: 15_000 })).toBe(422);
  });

  it('a keyword that does not fit its type', async () => {
    const misfit = JSON.stringify(document).replaceAll('"exclusiveMinimum":0', '"pattern":"^1$"');
    const { request } = await schemasafe(JSON.parse(misfit));
    expect(() => request('checkTrade', 'query')).toThrow('Unexpected rules in type "number"');
  });
});
