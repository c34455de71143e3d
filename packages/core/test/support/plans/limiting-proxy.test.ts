import { type JsonRpcServer, type RpcMethods, serveJsonRpc } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { type LimitingProxy, limitBefore } from './limiting-proxy.ts';
import type { Plan, Refusal } from './plan.ts';
import { heliusFree, plans, quicknodeFree } from './providers.ts';

const TIP = 1_000;
const methods: RpcMethods = {
  getSlot: () => TIP,
  getFirstAvailableBlock: () => 0,
  // A slot takes a second.
  getBlockTime: ([slot]) => slot,
  getSignaturesForAddress: () => [{ slot: 900 }, { slot: 100 }],
  getTransaction: ([slot]) => ({ slot }),
  getMultipleAccounts: ([addresses]) => addresses,
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function served(plan: Plan): Promise<LimitingProxy> {
  const node: JsonRpcServer = await serveJsonRpc(methods);
  const proxy = await limitBefore(node.url, plan);
  closers.push(
    () => node.close(),
    () => proxy.close(),
  );
  return proxy;
}

/** A request of single calls or of an array: status, headers and text of the answer. */
async function ask(proxy: LimitingProxy, body: unknown) {
  const response = await fetch(proxy.url, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const call = (method: string, params: readonly unknown[] = [], id = 1) => ({ jsonrpc: '2.0', id, method, params });
const array = (length: number, method: string) => Array.from({ length }, (_, id) => call(method, [], id));
const refusal: Refusal = { status: 429, code: -1, message: 'slow', inArray: { status: 200 } };
const open: Plan = { name: 'open', limits: [], refused: [], price: { nanoUsd: 3n, units: { each: 2 } } };
const HOUR = { seconds: 3_600, window: 'rolling' } as const;

describe('a proxy that limits as a plan does', () => {
  it('answers as the endpoint behind it where nothing is limited, and counts what it costs', async () => {
    const proxy = await served(open);
    expect((await ask(proxy, call('getSlot'))).text).toBe('{"jsonrpc":"2.0","id":1,"result":1000}');
    expect(JSON.parse((await ask(proxy, array(3, 'getSlot'))).text)).toHaveLength(3);
    const { requests, calls } = proxy.take();
    expect([requests, calls.length, calls.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0n)]).toEqual([2, 4, 24n]);
    expect(proxy.take().calls).toEqual([]);
  });

  it('passes on an error of the endpoint behind it', async () => {
    const proxy = await served(open);
    expect(JSON.parse((await ask(proxy, call('getNothing'))).text).error.code).toBe(-32601);
  });

  it('refuses alone what is over a limit of items', async () => {
    const proxy = await served({ ...open, limits: [{ ...HOUR, most: 2, refusal }] });
    const { status, text } = await ask(proxy, array(3, 'getSlot'));
    expect([status, JSON.parse(text).map((one: { error?: { code: number } }) => one.error?.code)]).toEqual([
      200,
      [undefined, undefined, -1],
    ]);
    const alone = await ask(proxy, call('getSlot'));
    expect([alone.status, JSON.parse(alone.text).error]).toEqual([429, { code: -1, message: 'slow' }]);
    expect(proxy.take().calls.map(({ isRefused }) => isRefused)).toEqual([false, false, true, true]);
  });

  it('refuses a whole array that is longer than what is left, and uses nothing up', async () => {
    const whole: Refusal = { ...refusal, inArray: 'whole', headers: { 'retry-after': '7' } };
    const proxy = await served({ ...open, limits: [{ ...HOUR, most: 2, headers: 'x-rest', refusal: whole }] });
    const { status, headers, text } = await ask(proxy, array(3, 'getSlot'));
    expect([status, headers.get('retry-after'), JSON.parse(text).id]).toEqual([429, '7', null]);
    expect([headers.get('x-rest-limit'), headers.get('x-rest-remaining')]).toEqual(['2', '2']);
    expect((await ask(proxy, array(2, 'getSlot'))).status).toBe(200);
  });

  it('counts the calls of each method by itself where the limit does', async () => {
    const proxy = await served({ ...open, limits: [{ ...HOUR, most: 1, perMethod: true, refusal }] });
    const statuses: number[] = [];
    for (const method of ['getSlot', 'getFirstAvailableBlock', 'getSlot']) {
      statuses.push((await ask(proxy, call(method))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('lets pass again what a window of a second has forgotten', async () => {
    const proxy = await served({ ...open, limits: [{ most: 1, seconds: 1, window: 'rolling', refusal }] });
    expect((await ask(proxy, call('getSlot'))).status).toBe(200);
    await expect.poll(async () => (await ask(proxy, call('getSlot'))).status).toBe(200);
    const [first, ...others] = proxy.take().calls.filter(({ isRefused }) => !isRefused);
    expect((others[0]?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
  });

  it('counts an array once where the limit counts requests', async () => {
    const proxy = await served({ ...open, limits: [{ ...HOUR, most: 1, countsRequests: true, refusal }] });
    expect(JSON.parse((await ask(proxy, array(3, 'getSlot'))).text).at(-1).result).toBe(TIP);
    expect((await ask(proxy, call('getSlot'))).status).toBe(429);
  });

  it('refuses arrays, many addresses and methods with the words of the provider', async () => {
    const helius = await served(heliusFree);
    const arrays = await ask(helius, array(1, 'getSlot'));
    expect([arrays.status, JSON.parse(arrays.text).error.code, JSON.parse(arrays.text).id]).toEqual([
      403,
      -32403,
      null,
    ]);
    const quicknode = await served(quicknodeFree);
    const six = await ask(quicknode, call('getMultipleAccounts', [['1', '2', '3', '4', '5', '6']]));
    expect([six.status, JSON.parse(six.text).error.code]).toEqual([413, -32615]);
    expect(quicknode.take().calls.map(({ addresses }) => addresses)).toEqual([6]);
  });

  it('cuts lists, transactions and blocks at the beginning of its ledger', async () => {
    const proxy = await served({ ...open, ledgerSeconds: 500 });
    expect(proxy.firstSlot).toBe(500);
    const asked = ['getFirstAvailableBlock', 'getSignaturesForAddress'].map((method) => call(method));
    const older = [call('getTransaction', [499]), call('getTransaction', [500]), call('getBlockTime', [499])];
    const answers = JSON.parse((await ask(proxy, [...asked, ...older])).text);
    expect(answers.map((one: { result?: unknown }) => one.result)).toEqual([
      500,
      [{ slot: 900 }],
      null,
      { slot: 500 },
      undefined,
    ]);
    expect(answers[4].error.code).toBe(-32001);
  });

  it('refuses a method after some calls of it, and each so many', async () => {
    const refused = [
      { methods: ['getSlot'], after: 2, refusal },
      { methods: ['getBlockTime'], every: 2, refusal },
    ];
    const proxy = await served({ ...open, refused });
    const calls = ['getSlot', 'getSlot', 'getSlot', 'getBlockTime', 'getBlockTime'].map((method) => call(method, [1]));
    const answers: { readonly error?: unknown }[] = JSON.parse((await ask(proxy, calls)).text);
    expect(answers.map(({ error }) => error !== undefined)).toEqual([false, false, true, false, true]);
  });

  it('becomes another plan while it runs', async () => {
    const strict: Plan = { ...open, refused: [{ methods: ['getSlot'], refusal }] };
    const proxy = await served({ ...open, later: { afterCalls: 1, plan: strict } });
    expect((await ask(proxy, call('getSlot'))).status).toBe(200);
    expect((await ask(proxy, call('getSlot'))).status).toBe(429);
  });

  it('sends a refusal without a code as text, and one instead of an answer that is too long', async () => {
    const text: Refusal = { status: 413, code: null, message: 'Too large', inArray: 'whole' };
    const proxy = await served({ ...open, answer: { most: 100, refusal: text } });
    expect((await ask(proxy, call('getSlot'))).status).toBe(200);
    const long = await ask(proxy, array(3, 'getSlot'));
    expect([long.status, long.text]).toEqual([413, 'Too large']);
  });

  it('has a name of its own for each plan', () => {
    expect(new Set(plans.map(({ name }) => name)).size).toBe(plans.length);
  });
});
