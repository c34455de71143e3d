import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects of answers.
type Json = any;

/*
 * `assay mcp` as the official clients start it, beside the same clients over HTTP: what is listed, read and answered is the same.
 */

const identity = { name: 'a peer', version: '1.0.0' };
const second = (mode: unknown) => [
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/client',
  { versionNegotiation: { mode } },
];
const clients: Readonly<Record<string, readonly unknown[]>> = {
  'sdk 1.32.2': ['@modelcontextprotocol/sdk/client/index.js', '@modelcontextprotocol/sdk/client', {}],
  'client 2.4.0, 2025-11-25': second('legacy'),
  'client 2.4.0, whichever is newest': second('auto'),
  'client 2.4.0, 2026-07-28': second({ pin: '2026-07-28' }),
};

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town?.service.end());

async function connected(name: string, by: 'process' | 'http') {
  const [module, folder, options] = clients[name] ?? [];
  const { Client, StreamableHTTPClientTransport: Own } = await peer<Json>(String(module));
  const isFirst = folder !== module;
  const client = new Client(identity, options);
  const errors: Error[] = [];
  client.onerror = (error: Error) => errors.push(error);
  if (by === 'process') {
    const { StdioClientTransport } = await peer<Json>(`${folder}/stdio${isFirst ? '.js' : ''}`);
    const env = { ASSAY_URL: town.service.url, ASSAY_API_KEY: town.apiKey };
    const args = ['packages/assay/bin/assay.js', 'mcp'];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  } else {
    const Transport = isFirst ? (await peer<Json>(`${folder}/streamableHttp.js`)).StreamableHTTPClientTransport : Own;
    const requestInit = { headers: { 'x-api-key': town.apiKey } };
    await client.connect(new Transport(new URL(`${town.service.url}/mcp`), { requestInit }));
  }
  return { client, errors };
}

/** Everything that a client can see without paying. */
async function seen(client: Json): Promise<Json> {
  const { resources } = await client.listResources();
  return {
    server: client.getServerVersion(),
    can: client.getServerCapabilities(),
    instructions: client.getInstructions(),
    tools: await client.listTools(),
    prompts: await client.listPrompts(),
    resources,
    read: await Promise.all(resources.map(({ uri }: Json) => client.readResource({ uri }))),
    prompt: await client.getPrompt({ name: 'pre_trade_check', arguments: { mint: town.sample('token', 'LOW_RISK') } }),
  };
}

describe.each(Object.keys(clients))('%s', (name) => {
  it('sees by the process what it sees by HTTP', async () => {
    const [process, http] = await Promise.all([connected(name, 'process'), connected(name, 'http')]);
    expect(await seen(process.client)).toEqual(await seen(http.client));
    expect(process.errors).toEqual([]);
    await Promise.all([process.client.close(), http.client.close()]);
  });

  it('gets verdicts on the key, refusals, and errors', async () => {
    const { client, errors } = await connected(name, 'process');
    await client.listTools();
    const mint = town.sample('token', 'LOW_RISK');
    const { structuredContent } = await client.callTool({ name: 'check_token', arguments: { mint } });
    expect(structuredContent).toMatchObject({ verdict: 'LOW_RISK', billing: { route: 'credit' } });
    const wrong = await client.callTool({ name: 'check_token', arguments: { mint: 'no address' } });
    expect([wrong.isError, wrong.structuredContent.code]).toEqual([true, 'invalid_request']);
    await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32_602 });
    const ended = new AbortController();
    // Another subject: an answer that nobody took is given again free of charge.
    const cancelled = { name: 'check_trade', arguments: { mint } };
    const call = client.callTool(cancelled, ...given(name, { signal: ended.signal }));
    ended.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect((await client.callTool({ name: 'balance', arguments: {} })).structuredContent.balance_usdc).toBeTypeOf(
      'string',
    );
    await client.close();
    expect(errors).toEqual([]);
  });
});

/** The first generation takes the schema of the result before its options. */
function given(name: string, options: object): readonly unknown[] {
  return name.startsWith('sdk') ? [undefined, options] : [options];
}
