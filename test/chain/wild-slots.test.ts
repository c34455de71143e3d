import { afterEach, describe, expect, it } from 'vitest';
import type { RpcMethods } from '#sandbox/json-rpc.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';
import { NEWEST_SLOT, nthAddress, smallWorld, walletAccount } from '../support/small-world.ts';

const DISAGREES = { gap: { cause: 'rpc_disagrees' } };
const UNAVAILABLE = { gap: { cause: 'rpc_unavailable' } };
const MILLION = 1_000_000;
const HOUR_SLOTS = 9_000;
const limits = { probeWaitMs: 400, restMsMin: 1, restMsMax: 1 };

/** The small world as an endpoint shows it that calls its newest slot `slot`; `owned` says whether `getSlot` does as well. */
function naming(slot: number, owned = true): RpcMethods {
  return {
    ...smallWorld(),
    getSlot: () => (owned ? slot : NEWEST_SLOT),
    getMultipleAccounts: ([addresses]) => ({
      context: { slot },
      value: (addresses as unknown[]).map(() => walletAccount(9)),
    }),
  };
}

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

async function slotOf(worlds: readonly [RpcMethods, ...RpcMethods[]]): Promise<unknown> {
  open = await rig(worlds, { limits });
  const account = await open.reader.account(nthAddress(1));
  const page = await open.reader.signatures(nthAddress(1), { limit: 2 });
  const seen = account.known ? account.value.slot : { gap: account.gap };
  if (account.known) expect(page.known).toBe(true);
  else expect(page).toMatchObject({ gap: { cause: account.gap.cause } });
  await open.end();
  open = null;
  return seen;
}

describe('a slot that one endpoint of several names', () => {
  it('is not believed where two others are a million behind, whichever is asked first', async () => {
    const wild = naming(NEWEST_SLOT + MILLION);
    expect(await slotOf([wild, smallWorld(), smallWorld()])).toBe(NEWEST_SLOT);
    expect(await slotOf([smallWorld(), wild, smallWorld()])).toBe(NEWEST_SLOT);
  });

  it('is not believed where it stands beside an answer only', async () => {
    const wild = naming(NEWEST_SLOT + MILLION, false);
    expect(await slotOf([wild, smallWorld(), smallWorld()])).toBe(NEWEST_SLOT);
    expect(await slotOf([wild, smallWorld()])).toMatchObject(DISAGREES);
  });

  it('is a contradiction where there is one other endpoint, because nobody can say which of them is right', async () => {
    expect(await slotOf([naming(NEWEST_SLOT + MILLION), smallWorld()])).toMatchObject(DISAGREES);
    expect(await slotOf([smallWorld(), naming(NEWEST_SLOT + MILLION)])).toMatchObject(DISAGREES);
  });

  it('is believed where the others are stuck by hours, be they one or two', async () => {
    const stuck = naming(NEWEST_SLOT - 5 * HOUR_SLOTS);
    expect(await slotOf([stuck, smallWorld()])).toBe(NEWEST_SLOT);
    expect(await slotOf([stuck, stuck, smallWorld()])).toBe(NEWEST_SLOT);
  });

  it.each([2 ** 52, 2 ** 53, 1e15, -1, 1.5])('is no slot of any chain when it is %d', async (slot) => {
    expect(await slotOf([naming(slot), smallWorld()])).toBe(NEWEST_SLOT);
    open = await rig([naming(slot)], { limits });
    expect(await open.reader.account(nthAddress(1))).toMatchObject(UNAVAILABLE);
  });

  it('is forgotten with who named it, once that one is heard no more', async () => {
    open = await rig([naming(NEWEST_SLOT + MILLION), smallWorld()], {
      limits: { ...limits, probeEveryMs: 10, probeAgeMsMax: 80, requestTimeoutMs: 100 },
    });
    expect(await open.reader.account(nthAddress(1))).toMatchObject(DISAGREES);
    open.rpcs[0].fail(() => ({ kind: 'reset' }));
    const read = async () => {
      const reading = await open?.reader.account(nthAddress(1), 'anew');
      return reading?.known ? reading.value.slot : null;
    };
    await expect.poll(read, { timeout: 5_000 }).toBe(NEWEST_SLOT);
  });
});

describe('a time that an endpoint names for a block', () => {
  const times = [1e15, 2 ** 53 - 1, -5, 0, 1.5, '1760000000', []];

  it.each(times)('is not kept and asked elsewhere when it is %j', async (time) => {
    open = await rig([{ ...smallWorld(), getBlockTime: () => time }, smallWorld()]);
    expect(await open.reader.blockTime(NEWEST_SLOT)).toEqual({ known: true, value: 1_760_000_000 });
    await open.end();
    open = await rig([{ ...smallWorld(), getBlockTime: () => time }]);
    const anotherReader = open.chain.session().reader(roomy);
    for (const reader of [open.reader, anotherReader]) {
      expect(await reader.blockTime(NEWEST_SLOT)).toMatchObject(UNAVAILABLE);
    }
    expect(open.rpcs[0].calls('getBlockTime')).toBe(2);
  });
});
