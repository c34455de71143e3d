import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { hangMs } from '../support/pace.ts';
import { type ServiceProcess, startProcess } from '../support/service.ts';
import { peer } from './peer.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects of answers.
type Json = any;

/** What is used here of the clients, which is the same in both generations. */
interface Client {
  onerror?: (error: Error) => void;
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  getServerVersion(): Json;
  getServerCapabilities(): Json;
  getInstructions(): string | undefined;
  listTools(): Promise<{ readonly tools: readonly Json[] }>;
  callTool(call: { readonly name: string; readonly arguments: object }): Promise<Json>;
  listResources(): Promise<{ readonly resources: readonly Json[] }>;
  readResource(what: { readonly uri: string }): Promise<Json>;
  listPrompts(): Promise<{ readonly prompts: readonly Json[] }>;
  getPrompt(what: { readonly name: string; readonly arguments: object }): Promise<Json>;
  complete(what: object): Promise<Json>;
}

type ClientClass = new (identity: object, options?: object) => Client;
type TransportClass = new (url: URL, options: object) => object;

const identity = { name: 'a peer', version: '1.0.0' };

/** Every published client that is looked at: its generation, and the era of the protocol that it speaks. */
const clients: Readonly<Record<string, () => Promise<readonly [Client, TransportClass]>>> = {
  'sdk 1.32.2': async () => {
    const { Client: Made } = await peer<{ Client: ClientClass }>('@modelcontextprotocol/sdk/client/index.js');
    const http = await peer<{ StreamableHTTPClientTransport: TransportClass }>(
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    );
    return [new Made(identity), http.StreamableHTTPClientTransport];
  },
  'client 2.4.0, 2025-11-25': () => second('legacy'),
  'client 2.4.0, whichever is newest': () => second('auto'),
  'client 2.4.0, 2026-07-28': () => second({ pin: '2026-07-28' }),
};

async function second(mode: unknown): Promise<readonly [Client, TransportClass]> {
  const { Client: Made, StreamableHTTPClientTransport } = await peer<{
    Client: ClientClass;
    StreamableHTTPClientTransport: TransportClass;
  }>('@modelcontextprotocol/client');
  return [new Made(identity, { versionNegotiation: { mode } }), StreamableHTTPClientTransport];
}

interface Subject {
  readonly kind: string;
  readonly verdict: string;
  readonly address: string;
}

const FREE_CALLS = 4;
const CHECKS = [
  ['check_wallet', 'address', 'wallet', 'TRUSTED'],
  ['check_token', 'mint', 'token', 'LOW_RISK'],
  ['check_trade', 'mint', 'trade', 'ACCEPTABLE_COST'],
  ['check_funder', 'address', 'funder', 'CEX_FUNDED'],
] as const;

let service: ServiceProcess;
let apiKey: string;
let subjects: readonly Subject[];

beforeAll(async () => {
  service = await startProcess({ FREE_CALLS_PER_DAY: String(FREE_CALLS), TRUST_PROXY: '1' });
  const printed = (pattern: RegExp) => {
    const [, found] = pattern.exec(service.output()) ?? [];
    if (found === undefined) throw new Error('the service has not printed its sandbox');
    return found;
  };
  const [rpcUrl, key] = await vi.waitFor(() => [printed(/sandbox RPC +(\S+)/), printed(/API key +(\S+)/)] as const, {
    timeout: hangMs(60_000),
  });
  apiKey = key;
  subjects = await rpc<Subject[]>(rpcUrl, 'sandbox_subjects');
});
afterAll(() => service?.end());

function argumentsOf([, argument, kind, verdict]: (typeof CHECKS)[number]): object {
  const found = subjects.find((subject) => subject.kind === kind && subject.verdict === verdict);
  return { [argument]: found?.address };
}

/** A connected client, and what it complained of on the way. Headers say who asks: a caller behind a proxy, or a key. */
async function connected(name: string, headers: Readonly<Record<string, string>>) {
  const seen: { readonly method: string; readonly status: number }[] = [];
  const observability = async (url: string | URL, init: RequestInit = {}) => {
    const response = await fetch(url, init);
    seen.push({ method: init.method ?? 'GET', status: response.status });
    return response;
  };
  const make = clients[name];
  if (!make) throw new Error(`no client ${name}`);
  const [client, Transport] = await make();
  const errors: Error[] = [];
  client.onerror = (error) => errors.push(error);
  await client.connect(
    new Transport(new URL(`${service.url}/mcp`), { requestInit: { headers }, fetch: observability }),
  );
  return { client, errors, seen };
}

describe.each(Object.keys(clients))('%s', (name) => {
  const address = `203.0.113.${Object.keys(clients).indexOf(name) + 1}`;

  it('connects, and learns what is here', async () => {
    const { client, errors, seen } = await connected(name, {});
    expect(client.getServerVersion()).toMatchObject({ title: 'Assay' });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {}, completions: {} });
    expect(client.getInstructions()).toContain('check_token');
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      ...CHECKS.map(([tool]) => tool),
      'check_batch',
      'explain_reason',
      'balance',
    ]);
    expect((await client.listPrompts()).prompts).toHaveLength(2);
    for (const { uri } of (await client.listResources()).resources) {
      const { contents } = await client.readResource({ uri });
      expect(JSON.parse(contents[0].text)).toBeTypeOf('object');
    }
    const prompt = await client.getPrompt({
      name: 'pre_trade_check',
      arguments: argumentsOf(CHECKS[1]),
    });
    expect(prompt.messages[0].content.text).toContain('check_batch');
    const ref = { type: 'ref/resource', uri: 'assay://reason-codes/{code}' };
    const { completion } = await client.complete({ ref, argument: { name: 'code', value: 'LP_' } });
    expect(completion.values).toContain('LP_BURNED');
    await client.close();
    expect(errors).toEqual([]);
    // An earlier client asks for a stream beside, and goes on without one.
    expect(seen.filter(({ status }) => status !== 200 && status !== 202 && status !== 405)).toEqual([]);
    expect(seen.filter(({ method, status }) => method === 'POST' && status === 405)).toEqual([]);
  });

  it('gets an error for an unknown tool, resource or prompt', async () => {
    const { client } = await connected(name, {});
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    await expect(client.readResource({ uri: 'assay://nope' })).rejects.toThrow();
    await expect(client.getPrompt({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    await client.close();
  });

  it('uses its free calls, then gets the terms of payment as a result', async () => {
    const { client, errors } = await connected(name, { 'x-forwarded-for': address });
    // Clients validate structured content once they have seen the schemas.
    await client.listTools();
    for (const [n, check] of CHECKS.entries()) {
      const result = await client.callTool({ name: check[0], arguments: argumentsOf(check) });
      expect(result.structuredContent).toMatchObject({
        verdict: check[3],
        billing: { route: 'free', free_remaining: FREE_CALLS - n - 1 },
      });
    }
    for (const check of CHECKS) {
      const result = await client.callTool({ name: check[0], arguments: argumentsOf(check) });
      expect([result.isError, result.structuredContent.code]).toEqual([true, 'payment_required']);
      expect(result.structuredContent.accepts).toHaveLength(1);
      expect(result._meta['x402/error']).toEqual(result.structuredContent);
      expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
    }
    const batch = await client.callTool({
      name: 'check_batch',
      arguments: { checks: [{ kind: 'token', subject: Object.values(argumentsOf(CHECKS[1]))[0] }] },
    });
    expect([batch.isError, batch.structuredContent.code]).toEqual([true, 'payment_required']);
    const wrong = await client.callTool({ name: 'check_token', arguments: { mint: 'no address' } });
    expect([wrong.isError, wrong.structuredContent.code]).toEqual([true, 'invalid_request']);
    const { structuredContent: left } = await client.callTool({ name: 'balance', arguments: {} });
    expect(left.free_calls).toMatchObject({ limit: FREE_CALLS, remaining: 0 });
    await client.close();
    expect(errors).toEqual([]);
  });

  it('pays from a key, alone and for many at once', async () => {
    const { client, errors } = await connected(name, { 'x-api-key': apiKey });
    await client.listTools();
    const balance = async () =>
      Number((await client.callTool({ name: 'balance', arguments: {} })).structuredContent.balance_usdc);
    const before = await balance();
    for (const check of CHECKS) {
      const { structuredContent } = await client.callTool({ name: check[0], arguments: argumentsOf(check) });
      expect(structuredContent).toMatchObject({ verdict: check[3], billing: { route: 'credit' } });
    }
    const checks = CHECKS.map((check) => ({ kind: check[2], subject: Object.values(argumentsOf(check))[0] }));
    const { structuredContent: batch } = await client.callTool({ name: 'check_batch', arguments: { checks } });
    expect(batch.results.map(({ verdict }: Json) => verdict)).toEqual(CHECKS.map(([, , , verdict]) => verdict));
    expect((before - (await balance())).toFixed(2)).toBe('0.38');
    const explained = await client.callTool({ name: 'explain_reason', arguments: { code: 'LP_BURNED' } });
    expect(explained.structuredContent.meaning.length).toBeGreaterThan(15);
    await client.close();
    expect(errors).toEqual([]);
  });
});

describe('what clients send beside messages', () => {
  it('a stream is refused with 405 and JSON, as is the end of a session', async () => {
    for (const [method, accept] of [
      ['GET', 'text/event-stream'],
      ['DELETE', '*/*'],
    ] as const) {
      const response = await fetch(`${service.url}/mcp`, { method, headers: { accept } });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, OPTIONS']);
      expect((await response.json()).error.code).toBeTypeOf('number');
    }
  });
});
