import { createHash } from 'node:crypto';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { paymentWorld } from './payment-world.ts';

const MEMORY_MS = 400;

const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const VERSION_UNSUPPORTED = -32015;

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const lapse = () => new Promise((resolve) => setTimeout(resolve, MEMORY_MS + 20));

/** The world, in which the first call of `method` is refused with `code` and all others are answered. */
function refusingOnce(world: RpcMethods, method: string, code: number): RpcMethods {
  let calls = 0;
  const refused: RpcMethods[string] = (params) => {
    calls += 1;
    if (calls === 1) throw new RpcFault(code, 'refused by a mistake');
    return world[method]?.(params);
  };
  return { ...world, [method]: refused };
}

/** An endpoint that knows transactions up to a version, of which that of the signature 9 is a transaction of version 1. */
function knowing(newest: 0 | 1): RpcMethods {
  return {
    ...smallWorld(),
    getTransaction: ([signature, options]) => {
      const version = versionOf(options);
      if (version > newest) throw new RpcFault(INVALID_PARAMS, 'invalid value: integer `1`, expected 0');
      if (version === 0 && signature === nthSignature(9)) throw new RpcFault(VERSION_UNSUPPORTED, 'version (1)');
      return smallWorld().getTransaction?.([signature]);
    },
  };
}

function versionOf(options: unknown): number {
  return (options as { maxSupportedTransactionVersion: number }).maxSupportedTransactionVersion;
}

function versionsAsked({ rpcs }: Rig): readonly number[] {
  const calls = rpcs[0].requests.flatMap((request) => request.calls);
  return calls.filter(({ method }) => method === 'getTransaction').map(({ params }) => versionOf(params[1]));
}

describe('the version of transactions that an endpoint was found to know', () => {
  it('is doubted when a transaction is of a newer one, at once and later', async () => {
    open = await rig([refusingOnce(knowing(1), 'getTransaction', INVALID_PARAMS)]);
    expect((await open.reader.transaction(nthSignature(9))).known).toBe(true);
    expect((await open.reader.transaction(nthSignature(1))).known).toBe(true);
    expect(versionsAsked(open)).toEqual([1, 0, 1, 1]);
    await open.end();
    open = await rig([refusingOnce(knowing(1), 'getTransaction', INVALID_PARAMS)]);
    for (const n of [1, 9, 2]) expect((await open.reader.transaction(nthSignature(n))).known).toBe(true);
    expect(versionsAsked(open)).toEqual([1, 0, 0, 1, 1]);
  });

  it('stays where it is confirmed, and the transaction is what the endpoint refuses', async () => {
    open = await rig([knowing(0)]);
    for (const n of [9, 9]) {
      expect(await open.reader.passing(nthSignature(n))).toMatchObject({ gap: { cause: 'plan_refuses' } });
    }
    expect((await open.reader.transaction(nthSignature(1))).known).toBe(true);
    expect(versionsAsked(open)).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('is forgotten after a while', async () => {
    open = await rig([knowing(0)], { limits: { methodMemoryMs: MEMORY_MS } });
    await open.reader.transaction(nthSignature(1));
    await lapse();
    expect((await open.reader.transaction(nthSignature(2))).known).toBe(true);
    expect(versionsAsked(open)).toEqual([1, 0, 1, 0]);
  });
});

describe('that an endpoint lacks a method', () => {
  const HOLDINGS = 'getTokenAccountsByOwner';
  const STATUSES = 'getSignatureStatuses';

  it('is forgotten after a while', async () => {
    const limits = { methodMemoryMs: MEMORY_MS };
    open = await rig([refusingOnce(paymentWorld(), STATUSES, METHOD_NOT_FOUND)], { limits });
    const chain = open.payments;
    expect((await chain.status(nthSignature(1))).known).toBe(true);
    expect(open.rpcs[0].calls(STATUSES)).toBe(1);
    await lapse();
    expect((await chain.status(nthSignature(2))).known).toBe(true);
    expect(open.rpcs[0].calls(STATUSES)).toBe(2);
  });

  it('keeps calls away from it, also when no other answers, until one call finds that it has it', async () => {
    const limits = { methodMemoryMs: MEMORY_MS };
    open = await rig([refusingOnce(smallWorld(), HOLDINGS, METHOD_NOT_FOUND), smallWorld()], { limits });
    const [first, second] = open.rpcs;
    expect((await open.reader.tokenHoldings(nthAddress(1))).known).toBe(true);
    const before = first.calls(HOLDINGS);
    second?.fail(() => ({ kind: 'status', status: 500 }));
    expect(await open.reader.tokenHoldings(nthAddress(2))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
    expect(first.calls(HOLDINGS)).toBe(before);
    await lapse();
    await open.reader.tokenHoldings(nthAddress(3));
    expect(first.calls(HOLDINGS)).toBe(before + 1);
    expect((await open.reader.tokenHoldings(nthAddress(4))).known).toBe(true);
    second?.fail(null);
    const asked = second?.calls(HOLDINGS);
    expect((await open.reader.tokenHoldings(nthAddress(5))).known).toBe(true);
    expect(second?.calls(HOLDINGS)).toBe(asked);
  });
});

describe('what an endpoint was found to allow', () => {
  const ADDRESSES = 'getMultipleAccounts';

  /** An endpoint that takes five addresses in a call. */
  const narrow: RpcMethods = {
    ...smallWorld(),
    [ADDRESSES]: (params) => {
      const [addresses] = params as readonly [readonly unknown[]];
      if (addresses.length > 5) throw new RpcFault(-32615, 'limited to a 5 range, upgrade your plan');
      return smallWorld()[ADDRESSES]?.(params);
    },
  };

  /** What the limits of the endpoint are kept by. */
  const keyOf = ({ rpcs }: Rig) => createHash('sha256').update(`${rpcs[0].url}/v1?api-key=secret`).digest('hex');

  const twelve = ({ reader }: Rig) => Promise.all(Array.from({ length: 12 }, (_, n) => reader.account(nthAddress(n))));
  const lengths = ({ rpcs }: Rig) =>
    rpcs[0].requests
      .flatMap(({ calls }) => calls)
      .filter(({ method }) => method === ADDRESSES)
      .map(({ params }) => (params[0] as unknown[]).length);

  it('cuts lists from then on, into one answer at the oldest slot', async () => {
    open = await rig([narrow]);
    expect((await twelve(open)).every(({ known }) => known)).toBe(true);
    expect(lengths(open)).toEqual([12, 5, 5, 2]);
  });

  it('is known after a restart, by a hash of the URL and for the same endpoint only', async () => {
    open = await rig([narrow]);
    await twelve(open);
    const kept = open.chain.limits();
    const [key = ''] = kept.keys();
    expect(JSON.stringify([...kept])).not.toContain('secret');
    await open.end();
    open = await rig([narrow]);
    const own = keyOf(open);
    open.chain.restoreLimits(new Map([[own, kept.get(key) ?? '']]));
    await twelve(open);
    expect(lengths(open)).toEqual([5, 5, 2]);
    await open.end();
    open = await rig([narrow]);
    open.chain.restoreLimits(kept);
    await twelve(open);
    expect(lengths(open)[0]).toBe(12);
  });

  it.each(['', '{', '[]', '{"methods":5}', '{"arrays":-1,"pace":{"callsMax":"x"},"methods":{"getSlot":null}}'])(
    'is left out where it is kept as %j',
    async (text) => {
      open = await rig([smallWorld()]);
      const own = keyOf(open);
      open.chain.restoreLimits(new Map([[own, text]]));
      expect(open.chain.limits().size).toBe(0);
      expect((await open.reader.account(nthAddress(1))).known).toBe(true);
    },
  );
});
