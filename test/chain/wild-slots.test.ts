import { rpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import type { Reading } from 'assay-core/lib/reading.ts';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, smallWorld, walletAccount } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy, until } from '../support/chains.ts';

const DISAGREES = { gap: { cause: 'rpc_disagrees' } };
const UNAVAILABLE = { gap: { cause: 'rpc_unavailable' } };
const MILLION = 1_000_000;
const HOUR_SLOTS = 9_000;
const limits = { probeWaitMs: 2_000, restMsMin: 1, restMsMax: 1 };

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
      limits: { ...limits, probeEveryMs: 10, probeAgeMsMax: 80 },
    });
    expect(await open.reader.account(nthAddress(1))).toMatchObject(DISAGREES);
    open.rpcs[0].fail(() => ({ kind: 'reset' }));
    const read = async () => {
      const reading = await open?.reader.account(nthAddress(1), 'anew');
      return reading?.known ? reading.value.slot : null;
    };
    await until(async () => (await read()) === NEWEST_SLOT);
  });
});

describe('endpoints of which one goes on, slot by slot', () => {
  const brief = { ...limits, probeEveryMs: 10, probeAgeMsMax: 300 };
  const DAY_SLOTS = rpcLimits.leadMsMax / 400;
  const MOMENTS = 10;

  /** The small world as an endpoint shows it whose newest slot was `slot` when it began, and is another one every few milliseconds. */
  function running(slot: number): RpcMethods {
    let startedAt: number | null = null;
    const newest = () => {
      startedAt ??= performance.now();
      return slot + Math.floor((performance.now() - startedAt) / 5);
    };
    return {
      ...smallWorld(),
      getSlot: newest,
      getMultipleAccounts: ([addresses]) => ({
        context: { slot: newest() },
        value: (addresses as unknown[]).map(() => walletAccount(9)),
      }),
    };
  }

  /** What an account is read as, again and again within several times what makes an endpoint count as stuck. */
  async function readOnAndOn(): Promise<readonly unknown[]> {
    const readings = [];
    for (let n = 0; n < MOMENTS; n++) {
      readings.push(await open?.reader.account(nthAddress(1), 'anew'));
      await new Promise((resolve) => setTimeout(resolve, brief.probeAgeMsMax / 3));
    }
    return readings;
  }

  it('forget the slot ahead that the other one named, once that one is heard no more', async () => {
    open = await rig([running(NEWEST_SLOT), naming(NEWEST_SLOT + 20 * HOUR_SLOTS)], { limits: brief });
    await readOnAndOn();
    open.rpcs[1]?.fail(() => ({ kind: 'reset' }));
    const readings = await readOnAndOn();
    expect(readings.slice(MOMENTS / 2).map((reading) => (reading as Reading<unknown>).known)).not.toContain(false);
  });

  it('keep to what was known of the present where the one that is left has stopped', async () => {
    open = await rig([naming(NEWEST_SLOT - 5 * HOUR_SLOTS), running(NEWEST_SLOT)], { limits: brief });
    await readOnAndOn();
    open.rpcs[1]?.fail(() => ({ kind: 'reset' }));
    for (const reading of (await readOnAndOn()).slice(MOMENTS / 2)) expect(reading).toMatchObject(DISAGREES);
  });

  it('need no vote against one that has stopped more than a day behind or ahead', async () => {
    for (const slot of [NEWEST_SLOT - DAY_SLOTS - 1_000, NEWEST_SLOT + MILLION]) {
      open = await rig([naming(slot), running(NEWEST_SLOT)], { limits: brief });
      expect(await open.reader.account(nthAddress(1))).toMatchObject(DISAGREES);
      const last = (await readOnAndOn()).slice(MOMENTS / 2) as readonly Reading<{ readonly slot: number }>[];
      expect(last.map((reading) => reading.known && reading.value.slot < NEWEST_SLOT + HOUR_SLOTS)).not.toContain(
        false,
      );
      expect(open.chain.health().map(({ lagSlots }) => lagSlots)).toEqual([DAY_SLOTS, 0]);
      await open.end();
    }
  });

  it('contradict each other for as long as the other one goes on as well', async () => {
    open = await rig([running(NEWEST_SLOT + MILLION), running(NEWEST_SLOT)], { limits: brief });
    for (const reading of await readOnAndOn()) expect(reading).toMatchObject(DISAGREES);
    expect(open.chain.health().map(({ lagSlots }) => lagSlots)).toEqual([DAY_SLOTS, DAY_SLOTS]);
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
