import { RpcFault } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entry,
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  transferBody,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const signaturesOf = (numbers: readonly number[]) => numbers.map(nthSignature);

async function page(list: () => unknown, options = {}) {
  open = await rig([{ ...smallWorld(), getSignaturesForAddress: list }]);
  return open.reader.signatures(nthAddress(1), options);
}

describe('a listed transaction without a body', () => {
  const without = { ...smallWorld(), getTransaction: () => null };

  it('is asked for once more and is then history_missing', async () => {
    open = await rig([without]);
    const reading = await open.reader.transaction(nthSignature(1));
    expect(reading).toMatchObject({ gap: { reading: 'transaction', cause: 'history_missing' } });
    expect(open.rpcs[0].calls('getTransaction')).toBe(2);
  });

  it('is taken from an endpoint that has it', async () => {
    open = await rig([without, smallWorld()]);
    expect((await open.reader.transaction(nthSignature(1))).known).toBe(true);
    expect(open.rpcs[0].calls('getTransaction')).toBe(1);
  });

  it('is history_missing when nobody has it, after one more question', async () => {
    open = await rig([without, without]);
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'history_missing' } });
    expect(open.rpcs[0].calls('getTransaction') + open.rpcs[1]!.calls('getTransaction')).toBe(3);
  });

  it('is rpc_unavailable while somebody who may have it does not answer', async () => {
    open = await rig([without, smallWorld()]);
    open.rpcs[1]!.fail(() => ({ kind: 'status', status: 500 }));
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });

  it.each([1, 2])(
    'is rpc_unavailable, beside %i without it, while somebody rests who was not asked',
    async (others) => {
      open = await rig([smallWorld(), ...Array.from({ length: others }, () => without)]);
      open.rpcs[0].fail(() => ({ kind: 'status', status: 429, headers: { 'retry-after': '60' } }));
      expect((await open.reader.account(nthAddress(1))).known).toBe(true);
      expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
      expect(open.rpcs[0].calls('getTransaction')).toBe(0);
    },
  );

  it.each([-32009, -32011])('is history_missing when storage answers %i', async (code) => {
    const pruned = () => {
      throw new RpcFault(code, 'pruned');
    };
    open = await rig([{ ...smallWorld(), getTransaction: pruned, getSignaturesForAddress: pruned }]);
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'history_missing' } });
    expect(await open.reader.signatures(nthAddress(1))).toMatchObject({ gap: { cause: 'history_missing' } });
    expect(open.rpcs[0].calls('getTransaction')).toBe(1);
  });
});

describe('transaction versions', () => {
  function refusing(newest: number) {
    return {
      ...smallWorld(),
      getTransaction: ([signature, options]: readonly unknown[]) => {
        const version = (options as { maxSupportedTransactionVersion: number }).maxSupportedTransactionVersion;
        if (version > newest) throw new RpcFault(-32602, 'invalid value: integer `1`, expected 0');
        if (signature === nthSignature(9)) throw new RpcFault(-32015, 'Transaction version (1) is not supported');
        return smallWorld().getTransaction?.([signature]);
      },
    };
  }

  it('are asked for newest first, and one lower where an endpoint does not know that, which is remembered', async () => {
    open = await rig([refusing(0)]);
    const read = (n: number) => open?.reader.transaction(nthSignature(n));
    expect((await read(1))?.known).toBe(true);
    expect((await read(2))?.known).toBe(true);
    const asked = open.rpcs[0].requests.flatMap(({ calls }) => calls).filter((c) => c.method === 'getTransaction');
    expect(asked.map(({ params }) => params[1])).toEqual(
      [1, 0, 0].map((version) => ({
        encoding: 'json',
        commitment: 'finalized',
        maxSupportedTransactionVersion: version,
      })),
    );
  });

  it('that an endpoint refuses are the gap unreadable', async () => {
    open = await rig([refusing(1)]);
    expect(await open.reader.transaction(nthSignature(9))).toMatchObject({ gap: { cause: 'unreadable' } });
    expect(open.rpcs[0].calls('getTransaction')).toBe(1);
  });

  it('that we do not know are the gap unreadable', async () => {
    open = await rig([{ ...smallWorld(), getTransaction: () => ({ ...transferBody(1), version: 7 }) }]);
    expect(await open.reader.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'unreadable' } });
  });
});

describe('a signature page', () => {
  it('loses its duplicates', async () => {
    const reading = await page(() => [entry(1), entry(1), entry(2), entry(1), entry(3)]);
    expect(reading.known && reading.value.map(({ signature }) => signature)).toEqual(signaturesOf([1, 2, 3]));
  });

  it('out of order is ordered by slot, entries of one slot as they came', async () => {
    const twin = { ...entry(7), slot: NEWEST_SLOT - 2 };
    const reading = await page(() => [entry(3), entry(2), twin, entry(1)]);
    expect(reading.known && reading.value.map(({ signature }) => signature)).toEqual(signaturesOf([1, 2, 7, 3]));
  });

  it('with one signature in two slots contradicts itself', async () => {
    const reading = await page(() => [entry(1), { ...entry(1), slot: 5 }]);
    expect(reading).toMatchObject({ gap: { reading: 'signatures', cause: 'rpc_disagrees' } });
  });

  it('holds neither its cursors nor more than was asked for', async () => {
    const list = () => [entry(1), entry(2), entry(3), entry(4), entry(5)];
    const reading = await page(list, { before: nthSignature(1), until: nthSignature(5), limit: 2 });
    expect(reading.known && reading.value.map(({ signature }) => signature)).toEqual(signaturesOf([2, 3]));
  });

  it('with entries newer than the one before it is taken from another endpoint, else it is a gap', async () => {
    const confused = { ...smallWorld(), getSignaturesForAddress: () => [entry(0), entry(1), entry(2)] };
    open = await rig([confused, smallWorld()]);
    expect((await open.reader.signatures(nthAddress(1), { limit: 3 })).known).toBe(true);
    const next = { before: nthSignature(2), limit: 2 };
    const good = await open.reader.signatures(nthAddress(1), next);
    expect(good.known && good.value.map(({ signature }) => signature)).toEqual(signaturesOf([3, 4]));
    await open.end();
    open = await rig([confused]);
    await open.reader.signatures(nthAddress(1));
    const bad = await open.reader.signatures(nthAddress(1), { before: nthSignature(2) });
    expect(bad).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('of a whole history is read to the empty one', async () => {
    open = await rig([smallWorld()]);
    const seen: string[] = [];
    for (let before = undefined as ReturnType<typeof nthSignature> | undefined; ; ) {
      const reading = await open.reader.signatures(nthAddress(1), before === undefined ? {} : { before });
      if (!reading.known) throw new Error(reading.gap.cause);
      const last = reading.value.at(-1);
      if (!last) break;
      seen.push(...reading.value.map(({ signature }) => signature));
      before = last.signature;
    }
    expect(seen).toHaveLength(2_000);
    expect(open.rpcs[0].calls('getSignaturesForAddress')).toBe(3);
  });
});

describe('a block time', () => {
  it.each([-32007, -32009])('is null where the endpoint answers %i', async (code) => {
    const skipped = () => {
      throw new RpcFault(code, 'skipped');
    };
    open = await rig([{ ...smallWorld(), getBlockTime: skipped }]);
    expect(await open.reader.blockTime(4)).toEqual({ known: true, value: null });
  });
});
