import { answerSizeMax, rpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entry,
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const SLOT = NEWEST_SLOT - 50;

function skipped(slot: unknown): never {
  throw new RpcFault(-32009, `Slot ${slot} was skipped, or missing in long-term storage`);
}

/** The world, where only the blocks of these slots are there. */
function withBlocks(...slots: readonly number[]): RpcMethods {
  const { getBlock } = smallWorld();
  return {
    ...smallWorld(),
    getBlock: (params) => (slots.includes(Number(params[0])) ? getBlock?.(params) : skipped(params[0])),
  };
}

function refusing(code: number, message: string): RpcMethods {
  const refuse = () => {
    throw new RpcFault(code, message);
  };
  return { ...smallWorld(), getBlock: refuse };
}

function asked({ rpcs }: Rig, at = 0): readonly unknown[] {
  const calls = rpcs[at]?.requests.flatMap((request) => request.calls) ?? [];
  return calls.filter(({ method }) => method === 'getBlock').map(({ params }) => params[0]);
}

describe('a signature of the block at a slot', () => {
  it('is that of its first transaction, and is asked for without bodies and rewards', async () => {
    open = await rig([smallWorld()]);
    const block = await open.reader.blockSignature(SLOT);
    expect(block).toEqual({ known: true, value: { signature: nthSignature(50), slot: SLOT } });
    const [call] = open.rpcs[0].requests.flatMap(({ calls }) => calls).filter(({ method }) => method === 'getBlock');
    expect(call?.params).toEqual([
      SLOT,
      { transactionDetails: 'signatures', rewards: false, commitment: 'finalized', maxSupportedTransactionVersion: 1 },
    ]);
  });

  it.each([
    [0, 1],
    [1, 2],
    [7, 5],
    [64, 8],
  ])('is that of a later block where %i slots have none, after %i calls', async (none, calls) => {
    const slots = Array.from({ length: 100 }, (_, n) => SLOT - 100 + none + n);
    open = await rig([withBlocks(...slots)]);
    const block = await open.reader.blockSignature(SLOT - 100);
    expect(block).toMatchObject({ known: true });
    expect(block?.known && block.value.slot - (SLOT - 100)).toBeGreaterThanOrEqual(none);
    expect(open.reader.spent().calls).toBe(calls);
    expect(asked(open)).toHaveLength(calls);
  });

  it('passes over a block without transactions', async () => {
    const empty = {
      ...smallWorld(),
      getBlock: ([slot]: readonly unknown[]) => ({
        parentSlot: Number(slot) - 1,
        signatures: slot === SLOT ? [] : [nthSignature(49)],
      }),
    };
    open = await rig([empty]);
    expect(await open.reader.blockSignature(SLOT)).toMatchObject({ value: { slot: SLOT + 1 } });
  });

  it('is history_missing where nothing follows within reach, and that is not kept', async () => {
    let has = false;
    const { getBlock } = smallWorld();
    open = await rig([{ ...smallWorld(), getBlock: (params) => (has ? getBlock?.(params) : skipped(params[0])) }]);
    expect(await open.reader.blockSignature(SLOT - 64)).toMatchObject({
      gap: { reading: 'block_signature', cause: 'history_missing' },
    });
    has = true;
    expect(
      (
        await open.chain
          .session()
          .reader(roomy)
          .blockSignature(SLOT - 64)
      )?.known,
    ).toBe(true);
  });

  it('is that of an endpoint which has the block, where another has lost it', async () => {
    open = await rig([withBlocks(), smallWorld()]);
    // Only an endpoint whose slot is known is asked for a second answer.
    await open.reader.account(nthAddress(1));
    expect(await open.reader.blockSignature(SLOT)).toMatchObject({
      value: { signature: nthSignature(50), slot: SLOT },
    });
    expect([asked(open), asked(open, 1)]).toEqual([[SLOT], [SLOT]]);
  });

  it.each([
    [-32601, 'Method not found', 'plan_refuses'],
    [-32600, 'this method is only available on paid plans', 'plan_refuses'],
    [-32001, 'Block 5 cleaned up, does not exist on node. First available block: 9', 'history_missing'],
    [-32011, 'Transaction history is not available from this node', 'history_missing'],
    [-32004, 'Block not available for slot 5', 'rpc_unavailable'],
  ])('is a gap where the only endpoint answers %i "%s"', async (code, message, cause) => {
    open = await rig([refusing(code, message)]);
    expect(await open.reader.blockSignature(SLOT)).toMatchObject({ gap: { reading: 'block_signature', cause } });
    const calls = asked(open).length;
    if (code === -32601) await open.reader.blockSignature(SLOT - 1);
    expect(asked(open)).toHaveLength(calls);
  });

  it.each([
    [-32601, 'Method not found'],
    [-32001, 'Block 5 cleaned up, does not exist on node. First available block: 9'],
  ])('comes from another endpoint where one answers %i', async (code, message) => {
    open = await rig([refusing(code, message), smallWorld()]);
    expect((await open.reader.blockSignature(SLOT))?.known).toBe(true);
  });

  it.each([
    ['nothing', null, 'history_missing'],
    ['no list', { parentSlot: 5 }, 'rpc_unavailable'],
    ['something else than a signature', { parentSlot: 5, signatures: ['x'] }, 'rpc_unavailable'],
    ['a block that follows on it', { parentSlot: SLOT, signatures: [nthSignature(1)] }, 'rpc_disagrees'],
  ])('is a gap where the answer is %s', async (_, answer, cause) => {
    open = await rig([{ ...smallWorld(), getBlock: () => answer }]);
    expect(await open.reader.blockSignature(SLOT)).toMatchObject({ gap: { cause } });
  });

  it('is asked for in the form that an older endpoint takes', async () => {
    const { getBlock } = smallWorld();
    const old: RpcMethods[string] = (params) => {
      const { maxSupportedTransactionVersion } = params[1] as { maxSupportedTransactionVersion: number };
      if (maxSupportedTransactionVersion > 0) throw new RpcFault(-32602, 'invalid value: integer `1`, expected 0');
      return getBlock?.(params);
    };
    open = await rig([{ ...smallWorld(), getBlock: old }]);
    expect((await open.reader.blockSignature(SLOT))?.known).toBe(true);
  });

  it('is kept for all sessions, and costs each the same', async () => {
    open = await rig([smallWorld()]);
    const costs: unknown[] = [];
    for (let n = 0; n < 2; n += 1) {
      const reader = open.chain.session().reader(roomy);
      await reader.blockSignature(SLOT);
      costs.push(reader.spent());
    }
    expect(asked(open)).toEqual([SLOT]);
    expect(costs[1]).toEqual(costs[0]);
    const kept = open.chain.caches().find(({ name }) => name === 'block_signatures');
    expect(kept).toMatchObject({ hits: 1, misses: 1, entries: 1, bytes: 350 });
  });

  it('is kept within a bound', async () => {
    open = await rig([smallWorld()], { limits: { cacheBytesMax: 32_000 } });
    for (let n = 0; n < 9; n += 1) await open.reader.blockSignature(SLOT + n);
    expect(open.chain.caches().find(({ name }) => name === 'block_signatures')).toMatchObject({ entries: 2 });
  });

  it('is read from the fullest block', () => {
    const { bytes, values } = answerSizeMax(['getBlock'], rpcLimits);
    const fullest = JSON.stringify({ signatures: Array.from({ length: 98_000 }, () => nthSignature(1)) });
    expect(bytes).toBeGreaterThan(fullest.length);
    expect(values).toBeGreaterThan(98_000);
  });
});

describe('a list that is entered by it', () => {
  it('begins there, also where it does not name the address', async () => {
    open = await rig([smallWorld()]);
    const block = await open.reader.blockSignature(SLOT);
    if (!block?.known) throw new Error('no block');
    const page = await open.reader.signatures(nthAddress(1), { before: block.value.signature, limit: 3 });
    expect(page.known && page.value.map(({ slot }) => slot)).toEqual([SLOT - 1, SLOT - 2, SLOT - 3]);
  });

  it('is not that of an endpoint which lists the newest entries instead', async () => {
    const confused = { ...smallWorld(), getSignaturesForAddress: () => [entry(0), entry(1)] };
    for (const [others, cause] of [
      [[smallWorld()], null],
      [[], 'rpc_disagrees'],
    ] as const) {
      open = await rig([confused, ...others]);
      const block = await open.reader.blockSignature(SLOT);
      if (!block?.known) throw new Error('no block');
      const page = await open.reader.signatures(nthAddress(1), { before: block.value.signature, limit: 2 });
      expect(page).toMatchObject(cause ? { gap: { cause } } : { value: [{ slot: SLOT - 1 }, { slot: SLOT - 2 }] });
      await open.end();
    }
  });

  it('comes from an endpoint that knows the signature, where another answers that it does not', async () => {
    const unknown = {
      ...smallWorld(),
      getSignaturesForAddress: () => {
        throw new RpcFault(-32020, 'Transaction not found');
      },
    };
    open = await rig([unknown, smallWorld()]);
    const block = await open.reader.blockSignature(SLOT);
    if (!block?.known) throw new Error('no block');
    expect((await open.reader.signatures(nthAddress(1), { before: block.value.signature })).known).toBe(true);
  });

  it('comes from a second endpoint, where one lists nothing', async () => {
    open = await rig([{ ...smallWorld(), getSignaturesForAddress: () => [] }, smallWorld()]);
    await open.reader.account(nthAddress(1));
    const block = await open.reader.blockSignature(SLOT);
    if (!block?.known) throw new Error('no block');
    const page = await open.reader.signatures(nthAddress(1), { before: block.value.signature, limit: 1 });
    expect(page).toMatchObject({ value: [{ slot: SLOT - 1 }] });
  });
});
