import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { paymentWorld, wireOf, withSlot } from './payment-world.ts';

const METHOD = 'getSignatureStatuses';
const EVERY_MS = 100;
const blind = paymentWorld({
  [METHOD]: ([signatures]) => withSlot((signatures as unknown[]).map(() => null)),
});

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

/** How many calls arrived at all endpoints, alone or in arrays. */
const arrived = ({ rpcs }: Rig): number =>
  rpcs.reduce((sum, { requests }) => sum + requests.reduce((calls, request) => calls + request.calls.length, 0), 0);

describe('statuses that many ask for', () => {
  it('one after the other cost a bounded number of requests, first and second opinions alike', async () => {
    open = await rig([blind, blind], { latencyMs: 20, payments: { statusEveryMs: EVERY_MS } });
    const payments = open.payments;
    const startedAt = performance.now();
    const asked: Promise<unknown>[] = [];
    for (let n = 0; n < 300; n++) {
      asked.push(payments.status(nthSignature(6_000 + n), 'payment'));
      await turn();
    }
    for (const answer of await Promise.all(asked)) expect(answer).toEqual({ known: true, value: null });
    const rounds = (performance.now() - startedAt) / EVERY_MS + 1;
    for (const rpc of open.rpcs) expect(rpc.calls(METHOD)).toBeLessThanOrEqual(rounds);
  });

  it('wait for nothing while an endpoint that others ask for a second opinion hangs', async () => {
    const world = paymentWorld();
    open = await rig([world, blind, world], { payments: { callMsMax: 1_500, answerTimeoutMs: 1_000 } });
    open.rpcs[1]?.fail(() => ({ kind: 'hang' }));
    const payments = open.payments;
    const unknown = Array.from({ length: 5 }, (_, n) => payments.status(nthSignature(6_000 + n), 'payment'));
    for (let n = 0; n < 5; n++) expect((await payments.status(nthSignature(n), 'payment')).known).toBe(true);
    expect(await Promise.race([...unknown, 'open'])).toBe('open');
    await Promise.all(unknown);
  });
});

describe('a budget of calls that strangers without money could use up', () => {
  const perSecond = 4;

  it('is not exceeded by them for long, and what was paid already goes before them', async () => {
    open = await rig([paymentWorld()], { limits: { callsPerSecondMax: perSecond } });
    const payments = open.payments;
    const startedAt = performance.now();
    const trials = Array.from({ length: 6 }, (_, n) => payments.simulate(wireOf(n), nthAddress(7), 'payment'));
    const claims = Array.from({ length: 6 }, (_, n) => payments.finalized(nthSignature(n)));
    const flood: readonly Promise<{ readonly known: boolean }>[] = [...trials, ...claims];
    await turn();
    const settled = await Promise.all([
      payments.send(wireOf(1)),
      payments.status(nthSignature(40)),
      payments.confirmed(nthSignature(41)),
      payments.finalizedHeight(),
    ]);
    for (const reading of settled) expect(reading.known).toBe(true);
    const stillWaits = await Promise.race([Promise.all(flood), 'strangers wait']);
    expect(stillWaits).toBe('strangers wait');
    for (const reading of await Promise.all(flood)) expect(reading.known).toBe(true);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect(arrived(open)).toBeLessThanOrEqual(perSecond * (seconds + 2));
  });

  it('tries out what is worked for before what strangers only show', async () => {
    open = await rig([paymentWorld()], { limits: { callsPerSecondMax: perSecond } });
    const payments = open.payments;
    let strangers = 0;
    for (let n = 0; n < 12; n++) {
      void payments.simulate(wireOf(n), nthAddress(7), 'payment').then(() => (strangers += 1));
    }
    await turn();
    const ours = Array.from({ length: 6 }, (_, n) => payments.simulate(wireOf(20 + n), nthAddress(7), 'settlement'));
    for (const reading of await Promise.all(ours)) expect(reading.known).toBe(true);
    expect(strangers).toBeLessThan(8);
  });

  it('leaves a part to checks', async () => {
    open = await rig([paymentWorld()], { limits: { callsPerSecondMax: perSecond } });
    const payments = open.payments;
    const order: string[] = [];
    const flood = Promise.all(Array.from({ length: 16 }, (_, n) => payments.finalized(nthSignature(n))));
    await turn();
    const checks = Promise.all(Array.from({ length: 4 }, (_, n) => open?.reader.tokenHoldings(nthAddress(n))));
    await Promise.all([flood.then(() => order.push('claims')), checks.then(() => order.push('checks'))]);
    expect(order).toEqual(['checks', 'claims']);
  });
});
