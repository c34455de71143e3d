import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, smallWorld, walletAccount } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const limits = { probeEveryMs: 20, slotTimeEveryMs: 50, probeWaitMs: 2_000 };
const samples = (numSlots: number) => ({
  getRecentPerformanceSamples: () => [{ slot: NEWEST_SLOT, numSlots, numTransactions: 1, samplePeriodSecs: 60 }],
});

/** The small world as an endpoint shows it that is `behind` slots late. */
function late(behind: number, more: RpcMethods = {}): RpcMethods {
  const slot = NEWEST_SLOT - behind;
  const value = (addresses: unknown) => (addresses as unknown[]).map(() => walletAccount(behind));
  return {
    ...smallWorld(),
    ...more,
    getSlot: () => slot,
    getMultipleAccounts: ([addresses]) => ({ context: { slot }, value: value(addresses) }),
  };
}

async function slotRead(): Promise<number | null> {
  const reading = await open?.reader.account(nthAddress(1), 'anew');
  return reading?.known ? reading.value.slot : null;
}

describe('the slot time that is measured', () => {
  it('is asked in the background, once the first calls are answered', async () => {
    open = await rig([late(0, samples(300))], { limits });
    const [rpc] = open.rpcs;
    await slotRead();
    expect(rpc.calls('getRecentPerformanceSamples')).toBe(0);
    await pause(25);
    await slotRead();
    await pause(5);
    expect(rpc.calls('getRecentPerformanceSamples')).toBe(1);
    for (let n = 0; n < 4; n += 1) {
      await pause(25);
      await slotRead();
    }
    expect(rpc.calls('getRecentPerformanceSamples')).toBeLessThan(4);
  });

  it('decides how many slots behind make a minute', async () => {
    open = await rig([late(250), late(0, samples(300))], { limits });
    // At 400 ms, as long as nobody said otherwise, 250 slots are 100 seconds.
    expect(await slotRead()).toBe(NEWEST_SLOT);
    await open.end();
    open = await rig([late(250, samples(300)), late(0)], { limits });
    for (let n = 0; n < 3; n += 1) {
      await slotRead();
      await pause(25);
    }
    expect(await slotRead()).toBe(NEWEST_SLOT - 250);
  });

  it('is asked of another endpoint where one does not know the methods, and nothing else comes of that', async () => {
    const lacking = () => {
      throw new RpcFault(-32601, 'Method not found');
    };
    const old = { getRecentPerformanceSamples: lacking, getAgGenesisCert: lacking };
    const knowing = { ...samples(300), getAgGenesisCert: () => null };
    open = await rig([late(0, old), late(0, knowing)], { limits });
    for (let n = 0; n < 8; n += 1) {
      expect(await slotRead()).toBe(NEWEST_SLOT);
      await pause(25);
    }
    const [first, second] = open.rpcs;
    for (const method of Object.keys(old)) {
      expect(first.calls(method)).toBe(1);
      expect(second?.calls(method)).toBeGreaterThan(0);
    }
    expect(open.chain.health().every(({ healthy }) => healthy)).toBe(true);
    expect(open.log).toEqual([]);
  });
});
