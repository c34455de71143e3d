import type { ChainReader } from 'assay-core/chain/chain-reader.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entry,
  nthAddress,
  nthSignature,
  smallWorld,
  type transferBody,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

type Body = ReturnType<typeof transferBody> & { meta: Record<string, unknown> };
type Lie = (body: Body) => void;

const error = { InstructionError: [0, { Custom: 1 }] };

/** Says of a transfer that it failed, and has its balances say so as well: nothing in the body contradicts that. */
const failedWholly: Lie = ({ meta }) => {
  meta.err = error;
  meta.status = { Err: error };
  meta.postBalances = [10_000_000 - 5_000, 0, 1];
};

/** Tells less of the transfer than it was, without a contradiction. */
const smaller: Lie = ({ meta }) => {
  meta.postBalances = [10_000_000 - 5_001, 1, 1];
};

/** What contradicts itself. */
const crude: readonly (readonly [string, Lie])[] = [
  ['an error and the balances of a success', ({ meta }) => Object.assign(meta, { err: error })],
  ['an error that its status does not know', ({ meta }) => Object.assign(meta, { err: null, status: { Err: error } })],
  ['lamports out of nothing', ({ meta }) => Object.assign(meta, { postBalances: [10_000_000, 1_000, 1] })],
];

/** The small world, with a lie about some of its transactions. */
function lying(lie: Lie, about: (n: number) => boolean = () => true): RpcMethods {
  const world = smallWorld();
  return {
    ...world,
    getTransaction(params) {
      const body = structuredClone(world.getTransaction?.(params)) as Body;
      const n = Array.from({ length: 50 }, (_, i) => i).find((i) => nthSignature(i) === params[0]);
      if (n !== undefined && about(n)) lie(body);
      return body;
    },
  };
}

/** The small world whose lists tell other outcomes. */
const misListing: RpcMethods = {
  ...smallWorld(),
  getSignaturesForAddress: () => Array.from({ length: 50 }, (_, n) => ({ ...entry(n), err: error })),
};

const list = (reader: ChainReader) => reader.signatures(nthAddress(1), { limit: 50 });
const truth = (n: number) => ({
  known: true,
  value: { failed: false, postBalances: [9_994_000n - BigInt(n), 1_000n + BigInt(n), 1n] },
});
const caught = ({ log }: Rig) =>
  log.filter(({ event }) => event === 'rpc_endpoint_caught').map(({ fields }) => fields.origin);

describe('an endpoint whose body contradicts itself', () => {
  it.each(crude)(
    '(%s) is caught by another that answers soundly, and asked nothing more in that check',
    async (_, lie) => {
      open = await rig([lying(lie), smallWorld()]);
      const { reader, rpcs } = open;
      expect(await reader.transaction(nthSignature(1))).toMatchObject(truth(1));
      expect(caught(open)).toEqual([rpcs[0].url]);
      const calls = rpcs[0].requests.length;
      const again = reader.renewed?.();
      expect(await again?.passing(nthSignature(2))).toMatchObject(truth(2));
      expect((await again?.account(nthAddress(1)))?.known).toBe(true);
      expect(again?.renewed?.()).toBeNull();
      expect(
        rpcs[0].requests
          .slice(calls)
          .flatMap((one) => one.calls)
          .filter(({ method }) => method !== 'getSlot'),
      ).toEqual([]);
    },
  );

  it.each(crude)('(%s) leaves a gap of ours where nobody else can be asked', async (_, lie) => {
    open = await rig([lying(lie)]);
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect([open.reader.renewed?.(), caught(open)]).toEqual([null, []]);
  });

  it.each(crude)('(%s) is not caught where all say the same', async (_, lie) => {
    open = await rig([lying(lie), lying(lie)]);
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect([open.reader.renewed?.(), caught(open)]).toEqual([null, []]);
  });
});

describe('a body that its list contradicts', () => {
  const ways = ['transaction', 'passing'] as const;

  it.each(ways)('is the lie of an endpoint that gave both, which is caught (%s)', async (way) => {
    open = await rig([lying(failedWholly), smallWorld()]);
    await list(open.reader);
    expect(await open.reader[way](nthSignature(3))).toMatchObject(truth(3));
    expect(caught(open)).toEqual([open.rpcs[0].url]);
    expect(open.reader.renewed?.()).not.toBeNull();
  });

  it.each(ways)('catches whose list it is, where two others give the body (%s)', async (way) => {
    open = await rig([misListing, smallWorld(), smallWorld()]);
    await list(open.reader);
    expect(await open.reader[way](nthSignature(3))).toMatchObject(truth(3));
    expect(caught(open)).toEqual([open.rpcs[0].url]);
  });

  it('is a gap where an endpoint gives one and another the other', async () => {
    const consistent = { ...lying(failedWholly), getSignaturesForAddress: misListing.getSignaturesForAddress! };
    open = await rig([consistent, smallWorld()]);
    await list(open.reader);
    open.rpcs[0].fail(({ calls, number }) =>
      calls[0]?.method === 'getTransaction' && number < 3 ? { kind: 'status', status: 403 } : null,
    );
    expect(await open.reader.transaction(nthSignature(3))).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect(caught(open)).toEqual([]);
  });

  it('is a gap where there is one endpoint', async () => {
    open = await rig([lying(failedWholly)]);
    await list(open.reader);
    expect(await open.reader.passing(nthSignature(3))).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect(open.reader.renewed?.()).toBeNull();
  });
});

describe('the sample that a second endpoint confirms', () => {
  async function read(tables: readonly [RpcMethods, ...RpcMethods[]], bodies = 40) {
    open = await rig(tables);
    const { reader } = open;
    await Promise.all(Array.from({ length: bodies }, (_, n) => reader.passing(nthSignature(n))));
    return reader;
  }

  it('is of sixteen bodies in one request, others each time', async () => {
    const drawn = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const reader = await read([smallWorld(), smallWorld()]);
      expect(await reader.confirmSample?.()).toBe('confirmed');
      const requests = open!.rpcs[1]!.requests.filter(({ calls }) => calls[0]?.method === 'getTransaction');
      expect(requests.map(({ calls }) => calls.length)).toEqual([16]);
      for (const { params } of requests[0]!.calls) drawn.add(String(params[0]));
      await open!.end();
    }
    expect(drawn.size).toBeGreaterThan(20);
  });

  it('catches who lied where two others agree', async () => {
    const reader = await read([lying(smaller), smallWorld(), smallWorld()]);
    expect(await reader.confirmSample?.()).toBe('unheard');
    expect(caught(open!)).toEqual([open!.rpcs[0].url]);
    expect(reader.renewed?.()).not.toBeNull();
  });

  it('is disputed where one stands against one', async () => {
    const reader = await read([lying(smaller), smallWorld()]);
    expect(await reader.confirmSample?.()).toBe('disputed');
  });

  it('is unheard where the second does not answer, and confirmed where there is none', async () => {
    const reader = await read([smallWorld(), smallWorld()]);
    open!.rpcs[1]!.fail(() => ({ kind: 'status', status: 500 }));
    expect(await reader.confirmSample?.()).toBe('unheard');
    await open!.end();
    expect(await (await read([lying(smaller)])).confirmSample?.()).toBe('confirmed');
  });
});

describe('a body that later checks use', () => {
  async function later(of: Rig, n: number) {
    const session = of.chain.session();
    const reading = await session.reader(roomy).transaction(nthSignature(n));
    session.close();
    return reading;
  }

  it('was given by two endpoints, and is asked of nobody from then on', async () => {
    open = await rig([smallWorld(), smallWorld()]);
    for (let check = 0; check < 4; check++) expect(await later(open, 7)).toMatchObject(truth(7));
    expect(open.rpcs.map((rpc) => rpc.calls('getTransaction'))).toEqual([1, 1]);
  });

  it('is not the lie of an endpoint that has turned honest since', async () => {
    let lies = true;
    open = await rig([lying((body) => lies && failedWholly(body)), smallWorld()]);
    expect(await later(open, 7)).toMatchObject({ value: { failed: true } });
    lies = false;
    expect(await later(open, 7)).toMatchObject(truth(7));
  });

  it('is a gap for as long as two endpoints tell two', async () => {
    open = await rig([lying(failedWholly), smallWorld()]);
    expect(await later(open, 7)).toMatchObject({ value: { failed: true } });
    for (let check = 0; check < 3; check++)
      expect(await later(open, 7)).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });
});
