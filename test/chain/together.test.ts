import type { CacheStats, ChainReader } from 'assay-core/chain/chain-reader.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  NEWEST_SLOT,
  nthAddress,
  nthSignature,
  smallWorld,
  walletAccount,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than any test: what is shared ends with the last session, or by what a test does. */
const LONG = { limits: { sharedMs: 60_000 } };

/** The small world with the other methods of a check; every answer about the present tells a later slot. */
function movingWorld() {
  let slot = NEWEST_SLOT;
  const later = <T>(value: T) => ({ context: { slot: ++slot }, value });
  return {
    ...smallWorld(),
    getMultipleAccounts: ([addresses]: readonly unknown[]) => later((addresses as []).map(() => walletAccount(7))),
    getTokenAccountsByOwner: () => later([]),
    getTokenLargestAccounts: () => later([{ address: nthAddress(5), amount: '9' }]),
    getProgramAccounts: () => later([]),
    getRecentPrioritizationFees: () => [{ slot, prioritizationFee: 3 }],
    simulateTransaction: () => later({ err: null, logs: [] }),
  };
}

/** One question of each kind that is asked about the present. */
function present(reader: ChainReader) {
  return Promise.all([
    reader.account(nthAddress(1)),
    reader.snapshot([nthAddress(1), nthAddress(2)]),
    reader.largestAccounts(nthAddress(3)),
    reader.programAccounts(nthAddress(4), [{ dataSize: 9 }], { offset: 0, length: 0 }),
    reader.priorityFees([nthAddress(1)]),
    reader.run('AQ=='),
    reader.signatures(nthAddress(1), { limit: 5 }),
    reader.tokenHoldings(nthAddress(1)),
  ]);
}

/** Calls that arrived, without questions about the endpoint itself. */
function asked({ rpcs }: Rig): number {
  const own = ['getSlot', 'getFirstAvailableBlock'];
  return rpcs[0].requests.flatMap(({ calls }) => calls).filter(({ method }) => !own.includes(method)).length;
}

function cacheOf({ chain }: Rig, name: CacheStats['name']): CacheStats {
  const found = chain.caches().find((cache) => cache.name === name);
  if (!found) throw new Error(`no cache ${name}`);
  return found;
}

describe('what sessions share that are open together', () => {
  it('is asked once, under way or answered, and is the very same reading', async () => {
    open = await rig([movingWorld()], LONG);
    const alone = await present(open.session.reader(roomy));
    expect(alone.map(({ known }) => known)).toEqual(alone.map(() => true));
    const calls = asked(open);
    const { chain } = open;
    const many = await Promise.all(Array.from({ length: 50 }, () => present(chain.session().reader(roomy))));
    for (const readings of many) expect(readings).toEqual(alone);
    expect(asked(open)).toBe(calls);
    expect(cacheOf(open, 'slot')).toMatchObject({ hits: 450, misses: calls, joined: 0, entries: calls });
  });

  it('is joined where fifty ask at once', async () => {
    open = await rig([movingWorld()], { ...LONG, latencyMs: 20 });
    const { chain } = open;
    const many = await Promise.all(Array.from({ length: 50 }, () => present(chain.session().reader(roomy))));
    for (const readings of many) expect(readings).toEqual(many[0]);
    expect(asked(open)).toBe(9);
    expect(cacheOf(open, 'slot')).toMatchObject({ hits: 0, misses: 9, joined: 441 });
  });

  it('is asked anew after the last session was closed, so that no later fault is hidden', async () => {
    open = await rig([movingWorld()], LONG);
    const { chain, rpcs, session } = open;
    await present(session.reader(roomy));
    session.close();
    expect(cacheOf(open, 'slot')).toMatchObject({ bytes: 0, entries: 0 });
    rpcs[0].fail(() => ({ kind: 'status', status: 500 }));
    const later = chain.session();
    for (const reading of await present(later.reader(roomy))) expect(reading.known).toBe(false);
    later.close();
  });

  it('is asked anew when it is older than a slot', async () => {
    open = await rig([movingWorld()], { limits: { sharedMs: 30 } });
    const before = await open.reader.account(nthAddress(1));
    await pause(60);
    const after = await open.chain.session().reader(roomy).account(nthAddress(1));
    expect(before.known && after.known && after.value.slot > before.value.slot).toBe(true);
    expect(await open.reader.account(nthAddress(1))).toEqual(before);
  });

  it('is nothing where it is switched off', async () => {
    open = await rig([movingWorld()], { limits: { sharedMs: 0 } });
    await present(open.reader);
    const calls = asked(open);
    await present(open.chain.session().reader(roomy));
    expect(asked(open)).toBe(2 * calls);
  });

  it('counts for a reader like its own, so that bounds do not depend on others', async () => {
    open = await rig([movingWorld()], LONG);
    await present(open.reader);
    const other = open.chain.session();
    const reader = other.reader({ ...roomy, callsMax: 9 });
    await present(reader);
    expect(reader.spent()).toEqual(open.reader.spent());
    expect([other.calls, other.made]).toEqual([9, 0]);
    expect(await reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'limit_reached' } });
  });

  it('asks of many accounts for those alone that nobody has', async () => {
    open = await rig([movingWorld()], LONG);
    await Promise.all([1, 2, 3].map((n) => open?.reader.account(nthAddress(n))));
    const reader = open.chain.session().reader(roomy);
    const readings = await Promise.all([4, 2, 5, 1].map((n) => reader.account(nthAddress(n))));
    expect(readings.map((reading) => reading.known && reading.value.value?.address)).toEqual(
      [4, 2, 5, 1].map(nthAddress),
    );
    const lists = open.rpcs[0].requests.flatMap(({ calls }) => calls).filter((call) => call.method.startsWith('getM'));
    expect(lists.map(({ params }) => params[0])).toEqual([[1, 2, 3].map(nthAddress), [4, 5].map(nthAddress)]);
  });

  it('is not used by who asks anew, and is replaced by what he learns', async () => {
    open = await rig([movingWorld()], LONG);
    const first = await open.reader.account(nthAddress(1));
    const other = open.chain.session().reader(roomy);
    const anew = await other.account(nthAddress(1), 'anew');
    expect(first.known && anew.known && anew.value.slot > first.value.slot).toBe(true);
    expect(await open.chain.session().reader(roomy).account(nthAddress(1))).toEqual(anew);
    expect(open.rpcs[0].calls('getMultipleAccounts')).toBe(2);
  });

  it('is no gap: what failed is asked again by the next one', async () => {
    open = await rig([movingWorld()], LONG);
    open.rpcs[0].fail(() => ({ kind: 'text', text: '{"jsonrpc":"2.0","id":1,"result":{"context":{}}}' }));
    expect((await open.reader.account(nthAddress(1))).known).toBe(false);
    expect(cacheOf(open, 'slot')).toMatchObject({ entries: 0 });
    open.rpcs[0].fail(null);
    expect((await open.chain.session().reader(roomy).account(nthAddress(1))).known).toBe(true);
  });

  it('is not cut for others when the one leaves who asked first', async () => {
    open = await rig([movingWorld()], { ...LONG, latencyMs: 60 });
    const { chain, rpcs, session } = open;
    const first = present(open.reader);
    const others = [chain.session(), chain.session()].map((one) => present(one.reader(roomy)));
    await pause(20);
    session.close();
    for (const reading of await first) expect(reading).toMatchObject({ gap: { cause: 'deadline' } });
    for (const readings of await Promise.all(others)) expect(readings.every(({ known }) => known)).toBe(true);
    expect(asked(open)).toBe(9);
    expect(rpcs[0].requests.some(({ cancelled }) => cancelled)).toBe(false);
  });

  it('is cancelled when the last one leaves, and asked again by who comes then', async () => {
    open = await rig([movingWorld()], LONG);
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    const others = [open.chain.session(), open.chain.session()] as const;
    const readings = others.map((one) => one.reader(roomy).account(nthAddress(1)));
    await pause(30);
    for (const one of others) one.close();
    for (const reading of await Promise.all(readings)) expect(reading).toMatchObject({ gap: { cause: 'deadline' } });
    open.rpcs[0].fail(null);
    expect((await open.reader.account(nthAddress(1))).known).toBe(true);
  });

  it('stays within its bytes', async () => {
    open = await rig([movingWorld()], { limits: { sharedMs: 60_000, sharedBytesMax: 5_000 } });
    for (let n = 0; n < 40; n++) {
      await open.reader.account(nthAddress(n));
      const { bytes, entries } = cacheOf(open, 'slot');
      expect(bytes).toBeLessThanOrEqual(5_000);
      expect(entries).toBeGreaterThan(0);
    }
    expect(cacheOf(open, 'slot').entries).toBeLessThan(20);
  });
});

describe('work that sessions share', () => {
  const work = async (reader: ChainReader) => ({ readings: await present(reader) });

  it('is made once, counts for each, and goes on when the session leaves that began it', async () => {
    open = await rig([movingWorld()], { ...LONG, latencyMs: 60 });
    const [first, second] = [open.chain.session(), open.chain.session()];
    const made = [first, second].map((session) => session.share?.('k', roomy, work));
    await pause(20);
    first.close();
    const [one, other] = await Promise.all(made);
    expect(one).toBe(other);
    expect(one?.readings.every(({ known }) => known)).toBe(true);
    expect([first.calls, second.calls, second.made]).toEqual([9, 9, 0]);
    expect(await open.session.share?.('k', roomy, work)).toBe(one);
    expect(asked(open)).toBe(9);
    second.close();
    expect(cacheOf(open, 'answers')).toMatchObject({ misses: 1, joined: 1, hits: 1 });
  });

  it('is cut when the last session leaves, and is not handed on', async () => {
    open = await rig([movingWorld()], LONG);
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    const [first, second] = [open.chain.session(), open.chain.session()];
    const made = [first, second].map((session) => session.share?.('k', roomy, work));
    await pause(20);
    first.close();
    second.close();
    for (const { readings } of (await Promise.all(made)).filter((one) => one !== undefined)) {
      for (const reading of readings) expect(reading).toMatchObject({ gap: { cause: 'deadline' } });
    }
    open.rpcs[0].fail(null);
    const again = await open.session.share?.('k', roomy, work);
    expect(again?.readings.every(({ known }) => known)).toBe(true);
  });

  it('ends at once where it is asked of a session that was closed', async () => {
    open = await rig([movingWorld()], LONG);
    const session = open.chain.session();
    session.close();
    const made = await session.share?.('k', roomy, work);
    expect(made?.readings.some(({ known }) => known)).toBe(false);
    expect(asked(open)).toBe(0);
  });
});

describe('what never changes', () => {
  it('is asked once for all sessions, however far apart', async () => {
    open = await rig([smallWorld()]);
    for (let n = 0; n < 3; n++) {
      const session = open.chain.session();
      const reader = session.reader(roomy);
      expect(await reader.blockTime(NEWEST_SLOT)).toEqual({ known: true, value: 1_760_000_000 });
      expect((await reader.transaction(nthSignature(1))).known).toBe(true);
      session.close();
    }
    const { rpcs } = open;
    expect([rpcs[0].calls('getBlockTime'), rpcs[0].calls('getTransaction')]).toEqual([1, 1]);
    expect(cacheOf(open, 'block_times')).toMatchObject({ hits: 2, misses: 1, entries: 1, bytes: 250 });
    expect(cacheOf(open, 'transactions')).toMatchObject({ hits: 2, misses: 1, entries: 1 });
  });

  it('is not that a slot has no time', async () => {
    let time: number | null = null;
    open = await rig([{ ...smallWorld(), getBlockTime: () => time }]);
    expect(await open.reader.blockTime(9)).toEqual({ known: true, value: null });
    time = 1_760_000_077;
    expect(await open.chain.session().reader(roomy).blockTime(9)).toEqual({ known: true, value: 1_760_000_077 });
  });

  it('stays within one bound of bytes', async () => {
    open = await rig([smallWorld()], { limits: { cacheBytesMax: 16_000 } });
    for (let n = 0; n < 30; n++) {
      await Promise.all([open.reader.blockTime(NEWEST_SLOT - n), open.reader.transaction(nthSignature(n))]);
      const bytes = cacheOf(open, 'block_times').bytes + cacheOf(open, 'transactions').bytes;
      expect(bytes).toBeLessThanOrEqual(16_000);
    }
    expect(cacheOf(open, 'block_times').entries).toBe(4);
  });
});

describe('traffic', () => {
  it('is counted by call, error and time', async () => {
    open = await rig([smallWorld()], { latencyMs: 3 });
    const { chain, reader, rpcs } = open;
    await Promise.all([reader.transaction(nthSignature(1)), reader.transaction(nthSignature(2))]);
    rpcs[0].fail(() => ({ kind: 'status', status: 404 }));
    await reader.transaction(nthSignature(3));
    const [traffic] = chain.traffic();
    expect(traffic).toMatchObject({ origin: rpcs[0].url, requests: rpcs[0].requests.length });
    expect(traffic?.calls.get('getTransaction')).toBe(3);
    expect([...(traffic?.errors ?? [])]).toEqual([['denied', 1]]);
    expect(traffic?.bytes).toBeGreaterThan(1_000);
    const { count, msSum, buckets } = traffic?.latency ?? { count: 0, msSum: 0, buckets: [] };
    expect(count).toBe(rpcs[0].requests.length);
    expect(msSum).toBe(3 * count);
    expect(buckets.at(-1)).toEqual({ msMax: 10_000, count });
  });
});
