import { Keypair } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rpc } from '../../packages/core/test/sandbox/rpc.ts';
import { confirmed, type Json, pay } from '../support/market.ts';
import { peer } from './peer.ts';
import { openTown, type Town } from './town.ts';

/*
 * The official clients of both generations of A2A as they are: each finds the card by itself, asks every skill for a key,
 * and pays for a task by the payment extension with what the reference x402 client signs.
 */

interface Client {
  sendMessage(params: Json, options?: Json): Promise<Json>;
  getTask(params: Json): Promise<Json>;
  cancelTask(params: Json): Promise<Json>;
}

interface Package {
  readonly ClientFactory: new (options?: Json) => { createFromUrl(url: string, path?: string): Promise<Client> };
  readonly ClientFactoryOptions: { readonly default: object; createFrom(one: object, other: object): object };
  readonly JsonRpcTransportFactory: new (options: Json) => object;
}

/** A client's own forms of what is sent and what comes back. */
interface Generation {
  readonly name: string;
  readonly module: string;
  readonly version: 1 | 2;
  message(content: object | string, more?: object): Json;
  texts(parts: Json): readonly string[];
  objects(parts: Json): readonly Json[];
  state(task: Json): string;
}

const STATES: Readonly<Record<number, string>> = { 3: 'completed', 5: 'canceled', 6: 'input-required' };

const generations: readonly Generation[] = [
  {
    name: '@a2a-js/sdk 1.3.0',
    module: '@a2a-js/sdk/client',
    version: 2,
    message: (content, more = {}) => {
      const $case = typeof content === 'string' ? 'text' : 'data';
      const part = { content: { $case, value: content }, metadata: undefined, filename: '', mediaType: '' };
      const nothing = { contextId: '', taskId: '', extensions: [], referenceTaskIds: [], metadata: undefined };
      return { message: { messageId: crypto.randomUUID(), role: 1, parts: [part], ...nothing, ...more }, tenant: '' };
    },
    texts: (parts) => parts.flatMap((one: Json) => (one.content.$case === 'text' ? [one.content.value] : [])),
    objects: (parts) => parts.flatMap((one: Json) => (one.content.$case === 'data' ? [one.content.value] : [])),
    state: (task) => String(STATES[task.status.state]),
  },
  {
    name: '@a2a-js/sdk 0.3.10',
    module: 'a2a-sdk-v03/client',
    version: 1,
    message: (content, more = {}) => {
      const part = typeof content === 'string' ? { kind: 'text', text: content } : { kind: 'data', data: content };
      return { message: { kind: 'message', messageId: crypto.randomUUID(), role: 'user', parts: [part], ...more } };
    },
    texts: (parts) => parts.flatMap((one: Json) => (one.kind === 'text' ? [one.text] : [])),
    objects: (parts) => parts.flatMap((one: Json) => (one.kind === 'data' ? [one.data] : [])),
    state: (task) => task.status.state,
  },
];

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(async () => {
  await town?.service.end();
});

/** A client that found its endpoint by the card, with headers of its own on every request. */
async function connect(module: string, headers: Record<string, string> = {}, path?: string): Promise<Client> {
  const { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } = await peer<Package>(module);
  const fetchImpl = (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init);
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
    return fetch(request);
  };
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    transports: [new JsonRpcTransportFactory({ fetchImpl })],
  });
  return await new ClientFactory(options).createFromUrl(town.service.url, path);
}

async function funded(): Promise<Keypair> {
  const keypair = Keypair.generate();
  const given = await rpc<string>(town.rpcUrl, 'sandbox_airdropUsdc', [keypair.publicKey.toBase58(), '1000000']);
  await confirmed(town.rpcUrl, given);
  return keypair;
}

describe.each(generations)('the client of $name', ({ module, version, message, texts, objects, state }) => {
  it.each([
    ['wallet', 'TRUSTED'],
    ['token', 'LOW_RISK'],
    ['trade', 'ACCEPTABLE_COST'],
    ['funder', 'CEX_FUNDED'],
  ])('finds the card and gets the verdict of a %s for a key', async (kind, verdict) => {
    const client = await connect(module, { 'x-api-key': town.apiKey });
    const subject = town.sample(kind, verdict);
    const said = await client.sendMessage(message({ kind, subject }));
    const [answer] = objects(said.parts);
    expect([answer.kind, answer.verdict, answer.billing.route]).toEqual([kind, verdict, 'credit']);
    expect(texts(said.parts)[0]).toContain(verdict);
  });

  it('is understood in plain words, and helped where it is not', async () => {
    const client = await connect(module, { 'x-api-key': town.apiKey }, '.well-known/agent.json');
    const subject = town.sample('token', 'LOW_RISK');
    const said = await client.sendMessage(message(`Please run the token check for ${subject}.`));
    expect(objects(said.parts)[0].verdict).toBe('LOW_RISK');
    const helped = await client.sendMessage(message('Can you help me?'));
    const [guide] = objects(helped.parts);
    const again = await client.sendMessage(message(guide.skills[3].example));
    expect(objects(again.parts)[0]).toMatchObject({ kind: 'funder' });
    const unclear = await client.sendMessage(message(`What about the mint ${subject}?`));
    const [filled] = objects(unclear.parts);
    const sent = await client.sendMessage(message(filled.skills[1].example));
    expect(objects(sent.parts)[0]).toMatchObject({ kind: 'token', subject });
    const tool = await client.sendMessage(message({ tool: 'check_token', arguments: { mint: subject } }));
    expect(objects(tool.parts)[0]).toMatchObject({ kind: 'token', subject });
  });

  it('learns what it misspelt, free', async () => {
    const client = await connect(module, { 'x-api-key': town.apiKey });
    const mint = town.sample('trade', 'ACCEPTABLE_COST');
    const said = await client.sendMessage(message({ kind: 'trade', mint, size: '2' }));
    const [items, problem] = objects(said.parts);
    expect(items.detail).toMatchObject([{ type: 'extra_forbidden', loc: ['message', 'size'] }]);
    expect(problem).toMatchObject({ code: 'invalid_request', status: 422 });
  });

  it('gets the terms, pays by the extension, and gets the verdict', async () => {
    const client = await connect(module);
    const subject = town.sample('funder', 'CEX_FUNDED');
    const task = await client.sendMessage(message({ kind: 'funder', address: subject }));
    expect(state(task)).toBe('input-required');
    const { metadata, parts } = task.status.message;
    expect(metadata['x402.payment.status']).toBe('payment-required');
    const offered = { required: objects(parts)[0], body: metadata['x402.payment.required'] };
    const { payload } = await pay(town.rpcUrl, version, await funded(), offered);
    const paying = message('Here is the payment.', {
      taskId: task.id,
      contextId: task.contextId,
      metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload },
    });
    const paid = await client.sendMessage(paying);
    expect([state(paid), paid.id]).toEqual(['completed', task.id]);
    expect(paid.status.message.metadata['x402.payment.receipts'][0].success).toBe(true);
    const [answer] = objects(paid.artifacts[0].parts);
    expect(answer).toMatchObject({ verdict: 'CEX_FUNDED', billing: { route: 'x402', charged_usdc: '0.05' } });
    const found = await client.getTask(version === 2 ? { id: task.id, tenant: '' } : { id: task.id });
    expect(objects(found.artifacts[0].parts)[0]).toEqual(answer);
  });

  it('cancels a task that it does not want to pay', async () => {
    const client = await connect(module);
    const subject = town.sample('funder', 'CEX_FUNDED');
    const task = await client.sendMessage(message({ kind: 'funder', address: subject }));
    const params = version === 2 ? { id: task.id, tenant: '', metadata: undefined } : { id: task.id };
    expect(state(await client.cancelTask(params))).toBe('canceled');
    await expect(client.getTask({ ...params, id: 'unknown' })).rejects.toThrow(/not found/i);
  });
});
