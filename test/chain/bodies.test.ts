import type { BodiesCursor, BodiesPart } from 'assay-core/chain/chain-reader.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  transferBody,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

const METHOD = 'getTransactionsForAddress';
const SIZE = 300;
const wallet = nthAddress(1);

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

interface Asked {
  readonly limit: number;
  readonly sortOrder: 'asc' | 'desc';
  readonly paginationToken?: string;
  readonly filters: { readonly signature?: { readonly gt: string } };
}

/** A page of 300 transfers, of which the newest is number 0, as an endpoint cuts it. */
function pageOf({ limit, sortOrder, paginationToken, filters }: Asked) {
  const newest = Array.from({ length: SIZE }, (_, n) => n);
  const until = newest.find((n) => nthSignature(n) === filters.signature?.gt) ?? SIZE;
  const ordered = sortOrder === 'desc' ? newest.slice(0, until) : newest.slice(0, until).reverse();
  const from = paginationToken === undefined ? 0 : Number(paginationToken);
  const numbers = ordered.slice(from, from + limit);
  const end = from + numbers.length;
  return { data: numbers.map((n) => transferBody(n)), paginationToken: end < ordered.length ? `${end}` : null };
}

type Page = ReturnType<typeof pageOf>;

const offering = (change: (page: Page, asked: Asked) => unknown = (page) => page): RpcMethods => ({
  ...smallWorld(),
  [METHOD]: ([, options]) => change(pageOf(options as Asked), options as Asked),
});

const newest: BodiesPart = { order: 'newest', limit: 100 };
const bodies = (part: BodiesPart = newest) => open!.reader.bodies!(wallet, part);

async function pageIn(part: BodiesPart) {
  const page = await bodies(part);
  if (!page.known) throw new Error(page.gap.cause);
  return page.value;
}

describe('pages of bodies', () => {
  it('follow each other to the end, each transaction as it is by itself', async () => {
    open = await rig([offering()]);
    const first = await pageIn({ order: 'newest', limit: 200 });
    const second = await pageIn({ order: 'newest', limit: 200, from: first.next as BodiesCursor });
    expect(second.next).toBeNull();
    const all = [...first.entries, ...second.entries];
    expect(all.map(({ signature }) => signature)).toEqual(Array.from({ length: SIZE }, (_, n) => nthSignature(n)));
    expect(all[7]?.body()).toEqual(await open.reader.transaction(nthSignature(7)));
    expect(open.rpcs[0].calls(METHOD)).toBe(2);
  });

  it('ask for what lists name, finalized, of every version that is read', async () => {
    open = await rig([offering()]);
    await pageIn({ order: 'oldest', limit: 3, until: { signature: nthSignature(299), slot: NEWEST_SLOT - 299 } });
    const call = open.rpcs[0].requests.flatMap(({ calls }) => calls).find(({ method }) => method === METHOD);
    expect(call?.params).toEqual([
      wallet,
      {
        transactionDetails: 'full',
        sortOrder: 'asc',
        limit: 3,
        commitment: 'finalized',
        encoding: 'json',
        maxSupportedTransactionVersion: 1,
        filters: { tokenAccounts: 'none', signature: { gt: nthSignature(299) } },
      },
    ]);
  });

  it('leave alone in a request, whatever else is asked', async () => {
    open = await rig([offering()]);
    await Promise.all([bodies(), bodies(), open.reader.signatures(wallet), open.reader.account(wallet)]);
    const mixed = open.rpcs[0].requests.filter(({ calls }) => calls.some(({ method }) => method === METHOD));
    expect(mixed.map(({ calls }) => calls.length)).toEqual([1, 1]);
  });

  it('do not tell the place in a block, which a body by itself does not tell either', async () => {
    open = await rig([
      offering((page) => ({ ...page, data: page.data.map((one) => ({ ...one, transactionIndex: 4 })) })),
    ]);
    const [entry] = (await pageIn(newest)).entries;
    expect(entry?.body()).toMatchObject({ known: true, value: { index: null } });
  });

  it('hold a transaction once that is named twice', async () => {
    open = await rig([offering((page) => ({ ...page, data: [page.data[0], ...page.data] }))]);
    expect((await pageIn(newest)).entries).toHaveLength(100);
  });

  it('hold a transaction without its metadata as one without a body', async () => {
    open = await rig([offering((page) => ({ ...page, data: page.data.map((one) => ({ ...one, meta: null })) }))]);
    const [entry] = (await pageIn(newest)).entries;
    expect(entry?.body()).toMatchObject({ gap: { cause: 'history_missing' } });
  });

  it('are asked for with a hundred where a thousand are refused, from then on', async () => {
    const limits: number[] = [];
    const small = offering((page, { limit }) => {
      limits.push(limit);
      if (limit > 100) throw new RpcFault(-32602, 'limit must be at most 100');
      return page;
    });
    open = await rig([small]);
    const first = await pageIn({ order: 'newest', limit: 1_000 });
    await pageIn({ order: 'newest', limit: 1_000, from: first.next as BodiesCursor });
    expect(limits).toEqual([1_000, 100, 100]);
  });

  it('are limit_reached where an answer is too large, and nothing is held against the endpoint', async () => {
    open = await rig([offering()], { limits: { bodiesBytesMax: 50_000 } });
    expect(await bodies()).toMatchObject({ gap: { cause: 'limit_reached' } });
    expect((await bodies({ order: 'newest', limit: 10 })).known).toBe(true);
    expect(open.rpcs[0].calls(METHOD)).toBe(2);
  });

  it('are asked for again where the endpoint is busy', async () => {
    let asked = 0;
    const busy = offering((page) => {
      asked += 1;
      if (asked < 3) throw new RpcFault(-32005, 'too many requests');
      return page;
    });
    open = await rig([busy]);
    expect((await bodies()).known).toBe(true);
    expect(asked).toBe(3);
  });

  it('are taken from the endpoint that offers them', async () => {
    open = await rig([smallWorld(), offering()]);
    expect((await bodies()).known).toBe(true);
    expect((await bodies()).known).toBe(true);
    expect([open.rpcs[0].calls(METHOD), open.rpcs[1]?.calls(METHOD)]).toEqual([1, 2]);
  });
});

describe('an endpoint without pages of bodies', () => {
  const plans: readonly [string, () => never, number][] = [
    ['does not know the method', refusing(-32601), 1],
    ['leaves it out of a plan with a code of its own', refusing(-32403), 1],
    ['calls the request invalid', refusing(-32600), 2],
  ];

  it.each(plans)('%s, and is not asked again', async (_, refuse, calls) => {
    open = await rig([offering(refuse)]);
    for (let n = 0; n < 3; n++)
      expect(await bodies()).toMatchObject({ gap: { reading: 'bodies', cause: 'not_found' } });
    expect(open.rpcs[0].calls(METHOD)).toBe(calls);
  });

  it.each([400, 401, 403, 404])('refuses it by HTTP %i and answers everything else without a rest', async (status) => {
    open = await rig([offering()]);
    open.rpcs[0].fail(({ calls }) => (calls[0]?.method === METHOD ? { kind: 'status', status } : null));
    for (let n = 0; n < 3; n++) expect(await bodies()).toMatchObject({ gap: { cause: 'not_found' } });
    expect((await open.reader.account(wallet)).known).toBe(true);
    // HTTP 400 may mean the parameters, of which there are two forms.
    expect(open.rpcs[0].calls(METHOD)).toBe(status === 400 ? 2 : 1);
    expect(open.chain.health()[0]?.healthy).toBe(true);
  });

  it('takes too long for them, once, and counts as well', async () => {
    open = await rig([offering()]);
    open.rpcs[0].fail(({ calls }) => (calls[0]?.method === METHOD ? { kind: 'hang' } : null));
    for (let n = 0; n < 3; n++) expect(await bodies()).toMatchObject({ gap: { cause: 'not_found' } });
    expect(open.rpcs[0].calls(METHOD)).toBe(1);
    expect(open.chain.health()[0]?.healthy).toBe(true);
  });

  it('is asked again after a while', async () => {
    open = await rig([offering(refusing(-32601))], { limits: { methodMemoryMs: 500 } });
    await bodies();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await bodies();
    expect(open.rpcs[0].calls(METHOD)).toBe(2);
  });
});

describe('a page that is not what was asked for', () => {
  const from: BodiesCursor = { token: '100', slot: NEWEST_SLOT - 99, signatures: new Set([nthSignature(99)]) };
  const until = { signature: nthSignature(50), slot: NEWEST_SLOT - 50 };
  const foreign = (one: Record<string, unknown>) => {
    const body = structuredClone(one) as { transaction: { message: { accountKeys: string[] } } };
    body.transaction.message.accountKeys[0] = nthAddress(9);
    return body;
  };
  const contradictory = (one: Record<string, unknown>) => ({
    ...one,
    meta: { ...(one.meta as object), err: { InstructionError: [0, { Custom: 1 }] }, status: { Ok: null } },
  });
  const wrongs: readonly [string, (page: Page) => unknown, Partial<BodiesPart>][] = [
    ['in the other order', (page) => ({ ...page, data: page.data.toReversed() }), {}],
    ['out of order', (page) => ({ ...page, data: [page.data[5], ...page.data.slice(0, 5)] }), {}],
    ['newer than the page before', () => pageOf({ limit: 100, sortOrder: 'desc', filters: {} }), { from }],
    [
      'that repeats the end of the page before',
      (page) => ({ ...page, data: [transferBody(99), ...page.data] }),
      { from },
    ],
    ['that ends where it began', (page) => ({ ...page, paginationToken: '100' }), { from }],
    ['with what was filtered out', () => pageOf({ limit: 100, sortOrder: 'desc', filters: {} }), { until }],
    ['with a transaction of another address', (page) => ({ ...page, data: page.data.map(foreign) }), {}],
    ['with a failure that succeeded', (page) => ({ ...page, data: page.data.map(contradictory) }), {}],
    ['with null for a transaction', (page) => ({ ...page, data: [null, ...page.data] }), {}],
    ['with one signature in two slots', ({ data }) => ({ data: [data[0], { ...data[0], slot: 5 }] }), {}],
    ['of signatures alone', () => ({ data: [{ signature: nthSignature(0), slot: 5 }], paginationToken: null }), {}],
    ['that is a list', ({ data }) => data, {}],
    ['that is nothing', () => null, {}],
    ['with a token that is none', (page) => ({ ...page, paginationToken: 7 }), {}],
  ];

  it.each(wrongs)('%s is not used, nor the method from then on', async (_, change, part) => {
    open = await rig([offering(change)]);
    expect(await bodies({ ...newest, ...part })).toMatchObject({ gap: { cause: 'not_found' } });
    expect(await bodies()).toMatchObject({ gap: { cause: 'not_found' } });
    expect(open.rpcs[0].calls(METHOD)).toBe(1);
  });
});

describe('whether an endpoint offers it', () => {
  it.each([-32601, -32603])('is asked once, however many checks begin at once (%i)', async (code) => {
    open = await rig([offering(() => refusing(code)())], { latencyMs: 20 });
    const { chain } = open;
    const sessions = Array.from({ length: 20 }, () => chain.session());
    await Promise.all(sessions.map((session) => session.reader(roomy).bodies?.(wallet, newest)));
    expect(open.rpcs[0].calls(METHOD)).toBe(1);
    for (const session of sessions) session.close();
  });

  it.each([429, 500, 503])('is remembered where its requests end with %i', async (status) => {
    open = await rig([offering()]);
    open.rpcs[0].fail(({ calls }) => (calls[0]?.method === METHOD ? { kind: 'status', status } : null));
    expect((await bodies()).known).toBe(false);
    const asked = open.rpcs[0].calls(METHOD);
    expect(await bodies()).toMatchObject({ gap: { cause: 'not_found' } });
    expect(open.rpcs[0].calls(METHOD)).toBe(asked);
    expect((await open.reader.signatures(wallet)).known).toBe(true);
  });

  it('does not matter once half of the time of a check is over', async () => {
    open = await rig([offering()], { bounds: { timeMsMax: 2_000 } });
    await pageIn({ order: 'newest', limit: 50 });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await bodies()).toMatchObject({ gap: { cause: 'deadline' } });
    expect((await open.reader.signatures(wallet)).known).toBe(true);
  });
});

describe('the oldest transactions in one request', () => {
  const oldest = Array.from({ length: 20 }, (_, n) => nthSignature(SIZE - 1 - n));
  const entries = oldest.map((signature) => ({ signature, slot: NEWEST_SLOT, blockTime: null, failed: false }));

  it('are there before they are asked for', async () => {
    open = await rig([offering()]);
    await open.reader.oldestAhead?.(wallet, entries);
    const read = await Promise.all(oldest.map((signature) => open!.reader.transaction(signature)));
    expect(read.every((body) => body.known)).toBe(true);
    expect([open.rpcs[0].calls(METHOD), open.rpcs[0].calls('getTransaction')]).toEqual([1, 0]);
  });

  it('are asked for one by one where nobody offers that', async () => {
    open = await rig([smallWorld()]);
    await open.reader.oldestAhead?.(wallet, entries);
    await open.reader.oldestAhead?.(wallet, entries);
    expect((await open.reader.transaction(nthSignature(SIZE - 1))).known).toBe(true);
    expect([open.rpcs[0].calls(METHOD), open.rpcs[0].calls('getTransaction')]).toEqual([1, 1]);
  });

  it("are no word for other operations, and the very oldest is the first endpoint's where there are several", async () => {
    const forged = (page: Page) => ({
      ...page,
      data: page.data.map((body) => ({ ...body, slot: Number(body.slot) + 1 })),
    });
    open = await rig([smallWorld(), offering(forged)]);
    const { reader, session, chain } = open;
    await reader.oldestAhead?.(wallet, entries);
    const slotOf = async (of: Pick<typeof reader, 'transaction'>, n: number) => {
      const body = await of.transaction(oldest[n]!);
      return body.known && body.value.slot;
    };
    const [first, second] = [1, 2].map((n) => Number(transferBody(SIZE - n).slot));
    expect([await slotOf(reader, 0), await slotOf(reader, 1)]).toEqual([first, Number(second) + 1]);
    const another = chain.session();
    expect(await slotOf(another.reader(roomy), 1)).toBe(second);
    another.close();
    expect(session.calls).toBeGreaterThan(0);
  });
});

function refusing(code: number) {
  return (): never => {
    throw new RpcFault(code, 'refused');
  };
}
