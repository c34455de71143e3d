import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Buyer, holding, openBuyer } from './buyer.ts';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

/*
 * The official clients of MCP as they are, with payments of the published x402 client: what a client of `@x402/mcp` does, which
 * is not published as a package, by the transport's specification: call, read the terms in the result, sign, call again.
 */

const PRICE = 50_000n;
const RECEIPTS = ['x402/payment-response', 'x402.payment-response'];

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
type Json = any;

interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(params: object): Promise<Json>;
  close(): Promise<void>;
}

interface Generation {
  readonly client: string;
  /** A connected client that has read the list of tools, against whose schemas it then validates results. */
  open(url: string, headers?: Readonly<Record<string, string>>): Promise<Client>;
}

const WHO = { name: 'a-buyer', version: '1.0.0' };

const generations: readonly Generation[] = [
  {
    client: '@modelcontextprotocol/sdk 1.32.2',
    open: async (url, headers = {}) => {
      const [{ Client: Made }, { StreamableHTTPClientTransport: Transport }] = await Promise.all([
        peer<Json>('@modelcontextprotocol/sdk/client/index.js'),
        peer<Json>('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      ]);
      const client: Client = new Made(WHO);
      await client.connect(new Transport(new URL(`${url}/mcp`), { requestInit: { headers } }));
      await client.listTools();
      return client;
    },
  },
  ...(['legacy', 'modern'] as const).map((era) => ({
    client: `@modelcontextprotocol/client 2.4.0, ${era},`,
    open: async (url: string, headers: Readonly<Record<string, string>> = {}) => {
      const { Client: Made, StreamableHTTPClientTransport: Transport } =
        await peer<Json>('@modelcontextprotocol/client');
      const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
      const client: Client = new Made(WHO, { versionNegotiation: { mode } });
      await client.connect(new Transport(new URL(`${url}/mcp`), { requestInit: { headers } }));
      await client.listTools();
      return client;
    },
  })),
];

let town: Town;
let buyer: Buyer;
let mint: string;
let merchant: string;
let subject: string;

beforeAll(async () => {
  town = await openTown();
  subject = town.sample('funder', 'CEX_FUNDED');
  const [terms] = ((await (await fetch(`${town.service.url}/check/funder/${subject}`)).json()) as Json).accepts;
  ({ asset: mint, payTo: merchant } = terms);
  await useFreeCalls();
});
afterAll(async () => {
  await town?.service.end();
});

/** Until this address has none left. */
async function useFreeCalls(): Promise<void> {
  const params = { name: 'check_funder', arguments: { address: subject } };
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
  for (let free = true; free; ) {
    const { result } = (await (await fetch(`${town.service.url}/mcp`, init)).json()) as Json;
    free = result.structuredContent.billing?.route === 'free';
  }
}

async function moved(): Promise<() => Promise<readonly bigint[]>> {
  const held = () => Promise.all([holding(town.rpcUrl, buyer.address, mint), holding(town.rpcUrl, merchant, mint)]);
  const [paid, got] = await held();
  return async () => {
    const [left, holds] = await held();
    return [paid - left, holds - got];
  };
}

/** A payment of the terms in a result, as its object. */
async function signed(unpaid: Json): Promise<Json> {
  const header = Buffer.from(JSON.stringify(unpaid.structuredContent)).toString('base64');
  const { 'PAYMENT-SIGNATURE': value = '' } = await buyer.sign(header);
  return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}

describe.each(generations)('$client', ({ open }) => {
  let client: Client;
  const check = (payment?: readonly [string, unknown], address = subject) =>
    client.callTool({
      name: 'check_funder',
      arguments: { address },
      ...(payment && { _meta: { [payment[0]]: payment[1] } }),
    });

  beforeAll(async () => {
    buyer = await openBuyer(town.rpcUrl);
    client = await open(town.service.url);
  });
  afterAll(() => client?.close());

  it.each([
    ['an object', 'x402/payment', (payload: object) => payload],
    ['base64', 'x402/payment', (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')],
    ['base64', 'x402.payment', (payload: object) => Buffer.from(JSON.stringify(payload)).toString('base64')],
  ])('reads the terms of an unpaid call, and pays by %s in %s, once', async (_, key, shown) => {
    const unpaid = await check();
    expect([unpaid.isError, JSON.parse(unpaid.content[0].text)]).toEqual([true, unpaid.structuredContent]);
    expect(unpaid._meta['x402/error']).toEqual(unpaid.structuredContent);
    const since = await moved();
    const payment = shown(await signed(unpaid));
    const paid = await check([key, payment]);
    expect([paid.isError ?? false, paid.structuredContent.verdict]).toEqual([false, 'CEX_FUNDED']);
    const { transaction } = paid.structuredContent.billing;
    expect(paid.structuredContent.billing).toEqual({ route: 'x402', charged_usdc: '0.05', transaction });
    for (const name of RECEIPTS) expect(paid._meta[name]).toMatchObject({ success: true, transaction });
    const again = await check([key, payment]);
    expect(again.structuredContent.billing).toMatchObject({ replayed: true, transaction });
    const elsewhere = await check([key, payment], town.sample('funder', 'WALLET_FUNDED'));
    expect([elsewhere.isError, elsewhere.structuredContent.code]).toEqual([true, 'payment_already_used']);
    expect(await since()).toEqual([PRICE, PRICE]);
  });

  it('is paid for by the key of its connection', async () => {
    const keyed = await open(town.service.url, { 'X-API-Key': town.apiKey });
    const { structuredContent } = await keyed.callTool({ name: 'check_funder', arguments: { address: subject } });
    expect(structuredContent.billing).toMatchObject({ route: 'credit', charged_usdc: '0.05' });
    await keyed.close();
  });

  it('gets nothing settled for a verdict that a gap of ours decided', async () => {
    const since = await moved();
    const unjudged = town.sample('funder', 'UNVERIFIABLE_ORIGIN');
    const free = await check(['x402/payment', await signed(await check(undefined, unjudged))], unjudged);
    expect(free.structuredContent.billing).toEqual({ route: 'none', charged_usdc: '0.00' });
    expect(await since()).toEqual([0n, 0n]);
  });
});
