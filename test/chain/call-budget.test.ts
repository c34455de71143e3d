import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';
import { paymentWorld } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

/** When each call of a check arrived, in milliseconds; an array is many. Questions about slots are nobody's. */
function watchArrivals({ rpcs }: Rig): readonly number[] {
  const arrivals: number[] = [];
  for (const rpc of rpcs) {
    rpc.fail(({ calls }) => {
      for (const { method } of calls) if (method !== 'getSlot') arrivals.push(performance.now());
      return null;
    });
  }
  return arrivals;
}

/** A little less than a second: what left a second apart may arrive closer together. */
const SECOND_MS = 900;

describe('a budget of calls', () => {
  it('is kept within every second over all endpoints, arrays and all, and loses nothing', async () => {
    open = await rig([smallWorld(), smallWorld()], { limits: { callsPerSecondMax: 10 } });
    const arrivals = watchArrivals(open);
    const { reader } = open;
    const readings = await Promise.all(Array.from({ length: 24 }, (_, n) => reader.transaction(nthSignature(n))));
    expect(readings.every(({ known }) => known)).toBe(true);
    expect(arrivals).toHaveLength(24);
    for (const since of arrivals) {
      expect(arrivals.filter((at) => at >= since && at < since + SECOND_MS).length).toBeLessThanOrEqual(10);
    }
  });

  it('is shared between a long history and the few calls of another check', async () => {
    open = await rig([smallWorld()], { limits: { callsPerSecondMax: 4 } });
    const order: string[] = [];
    const history = Promise.all(Array.from({ length: 12 }, (_, n) => open?.reader.transaction(nthSignature(n))));
    const few = open.chain.session().reader(roomy).account(nthAddress(1));
    await Promise.all([history.then(() => order.push('history')), few.then(() => order.push('few'))]);
    expect(order).toEqual(['few', 'history']);
    expect((await few).known).toBe(true);
  });

  it('that is used up holds back no payment, and does not let the checks after it make up for that', async () => {
    open = await rig([paymentWorld()], { limits: { callsPerSecondMax: 3 } });
    const { payments, reader, rpcs } = open;
    const many = Promise.all(Array.from({ length: 6 }, (_, n) => reader.transaction(nthSignature(n))));
    const startedAt = performance.now();
    expect((await payments.account(nthAddress(1))).known).toBe(true);
    expect((await payments.finalizedHeight()).known).toBe(true);
    const paidMs = performance.now() - startedAt;
    await many;
    expect(paidMs).toBeLessThan(performance.now() - startedAt);
    expect(rpcs[0].calls('getBlockHeight')).toBe(1);
  });

  it('lets what nobody waits for any longer pass without a call', async () => {
    open = await rig([smallWorld()], { limits: { callsPerSecondMax: 1, probeEveryMs: 60_000 } });
    const { chain, reader, rpcs } = open;
    const hasty = chain.session();
    const waiting = Promise.all(Array.from({ length: 20 }, (_, n) => hasty.reader(roomy).transaction(nthSignature(n))));
    hasty.close();
    await waiting;
    expect((await reader.transaction(nthSignature(30))).known).toBe(true);
    expect(rpcs[0].calls('getTransaction')).toBeLessThanOrEqual(2);
  });
});
