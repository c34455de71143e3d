import { ACCOUNT_BYTES_READ } from 'assay-core/chain/rpc/rpc-limits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { nthAddress, nthSignature, smallWorld, transferBody } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

function first(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => n);
}

describe('batching', () => {
  it('asks for 250 accounts in three calls of one HTTP request', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const accounts = await Promise.all(first(250).map((n) => reader.account(nthAddress(n))));
    expect(accounts.every(({ known }) => known)).toBe(true);
    const asked = rpcs[0].requests.flatMap(({ calls }) => calls).filter(({ method }) => method !== 'getSlot');
    expect(asked.map(({ params }) => (params[0] as unknown[]).length)).toEqual([100, 100, 50]);
    expect(rpcs[0].requests).toHaveLength(1);
    expect(asked[0]?.params[1]).toEqual({
      encoding: 'base64',
      commitment: 'finalized',
      dataSlice: { offset: 0, length: ACCOUNT_BYTES_READ },
    });
  });

  it('asks for transactions and for other history in arrays of a hundred, as far as an endpoint takes them', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const bodies = await Promise.all(first(250).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    const lengths = rpcs[0].requests.map(({ calls }) => calls.length).sort((a, b) => b - a);
    expect(lengths).toEqual([100, 100, 51]);
    const pages = await Promise.all(first(25).map((n) => reader.signatures(nthAddress(n), { limit: 1 })));
    expect(pages.every(({ known }) => known)).toBe(true);
    // The question where the ledger begins goes with the first lists.
    expect(rpcs[0].requests.slice(3).map(({ calls }) => calls.length)).toEqual([26]);
  });

  it('learns by method how long an array may be', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    rpcs[0].fail(({ calls }) =>
      calls.length > 10 && calls.some(({ method }) => method === 'getSignaturesForAddress')
        ? { kind: 'status', status: 413 }
        : null,
    );
    const load = async (from: number) => {
      await reader.account(nthAddress(from));
      const before = rpcs[0].requests.length;
      const pages = first(25).map((n) => reader.signatures(nthAddress(from + n), { limit: 1 }));
      expect((await Promise.all(pages)).every(({ known }) => known)).toBe(true);
      return rpcs[0].requests.slice(before).map(({ calls }) => calls.length);
    };
    // Not both methods together, not 25, not 12: half of that is accepted.
    expect(await load(0)).toEqual([26, 1, 25, 12, 12, 1, 6, 6, 6, 6]);
    expect(await load(100)).toEqual([6, 6, 6, 6, 1]);
    const before = rpcs[0].requests.length;
    await Promise.all(first(60).map((n) => reader.transaction(nthSignature(n))));
    expect(rpcs[0].requests.slice(before).map(({ calls }) => calls.length)).toEqual([60]);
  });

  it('cuts arrays by what answers weigh', async () => {
    const methods = {
      ...smallWorld(),
      getTransaction: ([signature]: readonly unknown[]) =>
        transferBody(
          first(300).findIndex((n) => nthSignature(n) === signature),
          100_000,
        ),
    };
    open = await rig([methods], { limits: { requestTimeoutMs: 5_000, lanes: 1 } });
    const { reader, rpcs } = open;
    await Promise.all(first(150).map((n) => reader.transaction(nthSignature(n))));
    const lengths = rpcs[0].requests.map(({ calls }) => calls.length);
    expect(lengths[0]).toBe(100);
    expect(lengths[1]).toBeLessThan(70);
  });

  it('makes one call of equal loads in two checks of an operation, and charges each its own', async () => {
    open = await rig([smallWorld()]);
    const { session, rpcs } = open;
    const one = session.reader(roomy);
    const two = session.reader(roomy);
    const load = (reader: typeof one) =>
      Promise.all([
        reader.account(nthAddress(1)),
        reader.signatures(nthAddress(1)),
        reader.transaction(nthSignature(1)),
      ]);
    const [a, b] = await Promise.all([load(one), load(two)]);
    expect(a).toEqual(b);
    expect(await two.account(nthAddress(1))).toEqual(a[0]);
    expect(rpcs[0].calls('getMultipleAccounts')).toBe(1);
    expect(rpcs[0].calls('getSignaturesForAddress')).toBe(1);
    expect(rpcs[0].calls('getTransaction')).toBe(1);
    expect(one.spent().calls).toBe(3);
    expect(two.spent().calls).toBe(4);
    expect(two.spent().bytes).toBeGreaterThan(one.spent().bytes);
  });

  it('shares arrays and finalized transactions across operations, accounts not', async () => {
    open = await rig([smallWorld()]);
    const { chain, rpcs } = open;
    const load = async () => {
      const session = chain.session();
      const reader = session.reader(roomy);
      const both = await Promise.all([reader.transaction(nthSignature(4)), reader.account(nthAddress(4))]);
      session.close();
      return both;
    };
    const [a, b] = await Promise.all([load(), load()]);
    const c = await load();
    expect(a[0]).toEqual(b[0]);
    expect(c).toEqual(a);
    expect(rpcs[0].calls('getTransaction')).toBe(1);
    expect(rpcs[0].calls('getMultipleAccounts')).toBe(3);
    expect(rpcs[0].requests).toHaveLength(3);
  });

  it('reads token holdings of both programs in one request with the account', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    await Promise.all([reader.account(nthAddress(1)), reader.tokenHoldings(nthAddress(1))]);
    expect(rpcs[0].requests).toHaveLength(1);
    expect(reader.spent().calls).toBe(3);
  });
});

const refusals: Readonly<Record<string, RpcFaultKind>> = {
  'HTTP 400': { kind: 'status', status: 400 },
  'HTTP 413': { kind: 'status', status: 413 },
  'an object': { kind: 'text', text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batch"}}' },
};

describe.each(Object.entries(refusals))('an endpoint that answers arrays with %s', (_name, refusal) => {
  it('is asked one by one, now and later', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs, log } = open;
    rpcs[0].fail(({ array }) => (array ? refusal : null));
    const bodies = await Promise.all(first(40).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    const arrays = () => rpcs[0].requests.filter(({ array }) => array).length;
    // A long array may have been too long, so halves of it are tried before single calls, by each of the four lanes at most.
    expect(arrays()).toBeLessThanOrEqual(16);
    const before = arrays();
    await Promise.all(first(40).map((n) => reader.transaction(nthSignature(100 + n))));
    expect(arrays()).toBe(before);
    expect(log.some(({ event }) => event === 'rpc_array_refused')).toBe(true);
    expect(log.some(({ event }) => event === 'rpc_endpoint_failed')).toBe(false);
  });
});

describe.each([
  ['HTTP 500', { kind: 'status', status: 500 }],
  ['a closed socket', { kind: 'reset' }],
  ['an empty list', { kind: 'text', text: '[]' }],
] as const)('an endpoint that fails at arrays with %s', (_name, failure) => {
  it('is asked one by one for a while', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    rpcs[0].fail(({ array }) => (array ? failure : null));
    const bodies = await Promise.all(first(12).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    const arrays = () => rpcs[0].requests.filter(({ array }) => array).length;
    expect(arrays()).toBe(2);
    await Promise.all(first(12).map((n) => reader.transaction(nthSignature(100 + n))));
    expect(arrays()).toBe(2);
  });
});

describe('an endpoint that answers arrays of more than ten calls as too many for a method, and asks for a pause', () => {
  it('is asked in shorter ones at once', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const body =
      '{"jsonrpc":"2.0","id":null,"error":{"code":429,"message":"Too many requests for a specific RPC call"}}';
    const tooMany: RpcFaultKind = { kind: 'status', status: 429, body, headers: { 'retry-after': '60' } };
    rpcs[0].fail(({ calls }) => (calls.length > 10 ? tooMany : null));
    const startedAt = performance.now();
    const bodies = await Promise.all(first(40).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(rpcs[0].requests.filter(({ calls }) => calls.length > 10).length).toBeLessThanOrEqual(5);
  });
});

describe('an endpoint that names its rate and refuses arrays', () => {
  it('is asked one by one in the same time, because a refused array is not counted', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const headers = { 'ratelimit-policy': '60;w=60' };
    rpcs[0].fail(({ array }) => (array ? { kind: 'status', status: 403, body: 'no batches', headers } : null));
    const startedAt = performance.now();
    const bodies = await Promise.all(first(40).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('single failures inside an array', () => {
  it('for no known reason are asked again five times where most calls are answered', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const error = { code: -32603, message: 'internal error' };
    // The second half of each array fails: 16 of 32, then 8 of 16, until one is left.
    rpcs[0].fail(({ calls }) => {
      const bodies = calls.filter(({ method }) => method === 'getTransaction');
      const bad = new Set(bodies.slice(Math.ceil(bodies.length / 2)));
      return { kind: 'items', spoil: (call, answer) => (bad.has(call) ? { id: answer.id, error } : answer) };
    });
    const bodies = await Promise.all(first(32).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
  });

  it('are asked again alone', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const bad = new Set([nthSignature(3), nthSignature(7)] as string[]);
    rpcs[0].fail(({ number }) =>
      number > 0
        ? null
        : {
            kind: 'items',
            spoil: (call, answer) =>
              bad.has(String(call.params[0])) ? { id: answer.id, error: { code: -32429, message: 'slow' } } : answer,
          },
    );
    const bodies = await Promise.all(first(50).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.every(({ known }) => known)).toBe(true);
    // Each waits for a time of its own, so they come back together or one by one.
    const again = rpcs[0].requests.slice(1).flatMap(({ calls }) => calls.map(({ params }) => params[0]));
    expect(again.sort()).toEqual([...bad].sort());
  });

  it('answers in another order belong to their calls, and a missing one is asked again', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    rpcs[0].fail(({ number, calls }) => {
      if (number > 0) return null;
      const answers = calls
        .map(({ method, params }, index) => ({
          id: index + 1,
          result: method === 'getSlot' ? 1 : smallWorld().getTransaction?.(params),
        }))
        .reverse();
      return { kind: 'text', text: JSON.stringify(answers.slice(1)) };
    });
    const bodies = await Promise.all(first(9).map((n) => reader.transaction(nthSignature(n))));
    expect(bodies.map((body) => (body.known ? body.value.signature : null))).toEqual(first(9).map(nthSignature));
    expect(rpcs[0].requests).toHaveLength(2);
    expect(rpcs[0].requests[1]?.calls).toHaveLength(1);
  });
});
