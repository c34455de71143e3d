import { afterEach, describe, expect, it } from 'vitest';
import type { RpcFaultKind } from '../../packages/core/test/support/faulty-rpc.ts';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy, until } from '../support/chains.ts';
import { paymentWorld } from './payment-world.ts';

const hang: RpcFaultKind = { kind: 'hang' };
const GAP = { gap: { cause: 'rpc_unavailable' } };
const limits = { requestTimeoutMs: 150, restMsMin: 1, restMsMax: 1, silentMsMin: 0, trialWaitMs: 100 };
/** So many calls would need as many time-outs where each was asked for itself. */
const CALLS = 30;

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

/** Reads accounts one after another, each through a session of its own. */
async function readOneByOne(chain: Rig['chain'], count: number, bounds = roomy) {
  const readings = [];
  for (let n = 0; n < count; n++) {
    const session = chain.session();
    readings.push(await session.reader(bounds).account(nthAddress(n)));
    session.close();
  }
  return readings;
}

describe('an endpoint that accepts questions and answers none', () => {
  it('is asked one trial question at a time once that is known, and everything else ends without being sent', async () => {
    open = await rig([smallWorld()], { limits });
    const [rpc] = open.rpcs;
    rpc.fail(() => hang);
    expect(await open.reader.account(nthAddress(1))).toMatchObject(GAP);
    const before = rpc.requests.length;
    const all = await Promise.all(Array.from({ length: CALLS }, (_, n) => open?.reader.transaction(nthSignature(n))));
    for (const reading of all) expect(reading).toMatchObject(GAP);
    const since = rpc.requests.slice(before);
    expect(since.flatMap(({ calls }) => calls.map(({ method }) => method))).toEqual(since.map(() => 'getSlot'));
    expect(since.length).toBeLessThanOrEqual(1);
  });

  it('answers again with the first call that comes after it recovered', async () => {
    open = await rig([smallWorld()], { limits });
    const [rpc] = open.rpcs;
    rpc.fail(() => hang);
    for (const reading of await readOneByOne(open.chain, 2)) expect(reading).toMatchObject(GAP);
    rpc.fail(null);
    // A trial question may still hang that left before.
    await new Promise((resolve) => setTimeout(resolve, limits.requestTimeoutMs));
    expect((await readOneByOne(open.chain, 3)).map(({ known }) => known)).toEqual([true, true, true]);
  });

  it('is left aside while another one answers, and taken back when it answers again', async () => {
    open = await rig([smallWorld(), smallWorld()], { limits: { ...limits, probeEveryMs: 20, shunMsMax: 60 } });
    const [ill, well] = open.rpcs;
    ill.fail(() => hang);
    await readOneByOne(open.chain, 3);
    expect((await readOneByOne(open.chain, 5)).every(({ known }) => known)).toBe(true);
    ill.fail(null);
    well?.fail(() => ({ kind: 'status', status: 500 }));
    const { chain } = open;
    await until(async () => (await readOneByOne(chain, 1))[0]?.known === true);
    expect(ill.calls('getMultipleAccounts')).toBeGreaterThan(0);
  });
});

describe('an endpoint that is slower than the timeout of some calls', () => {
  const slow = { ...limits, requestTimeoutMs: 2_000 };
  const hasty = { tipEveryMs: 0, answerTimeoutMs: 60, callMsMax: 300 };

  it('answers those who have more', async () => {
    open = await rig([paymentWorld()], { limits: slow, payments: hasty, latencyMs: 250 });
    const [rpc] = open.rpcs;
    const payments = open.payments;
    while (rpc.requests.length <= 5) expect((await payments.tip()).known).toBe(false);
    expect((await readOneByOne(open.chain, 3)).map(({ known }) => known)).toEqual([true, true, true]);
  });

  it('answers the first call that comes after it recovered, and sends the next away once a trial was lost', async () => {
    open = await rig([smallWorld()], { limits: slow, latencyMs: 250 });
    const [rpc] = open.rpcs;
    const patient = { ...roomy, timeMsMax: 1_500 };
    rpc.fail(() => hang);
    expect((await readOneByOne(open.chain, 1, patient))[0]).toMatchObject(GAP);
    rpc.fail(null);
    expect((await readOneByOne(open.chain, 1, patient))[0]?.known).toBe(true);
    rpc.fail(() => hang);
    await readOneByOne(open.chain, 2, patient);
    await new Promise((resolve) => setTimeout(resolve, slow.requestTimeoutMs));
    const before = rpc.requests.length;
    for (const reading of await readOneByOne(open.chain, 5, patient)) expect(reading).toMatchObject(GAP);
    expect(rpc.requests.length - before).toBe(1);
  });
});

describe('an endpoint that is slow once', () => {
  it('is asked on as before', async () => {
    open = await rig([smallWorld()], { limits });
    const [rpc] = open.rpcs;
    rpc.fail(({ number }) => (number === 0 ? hang : null));
    const readings = await readOneByOne(open.chain, 3);
    expect(readings.every(({ known }) => known)).toBe(true);
    expect(rpc.calls('getMultipleAccounts')).toBe(4);
  });
});
