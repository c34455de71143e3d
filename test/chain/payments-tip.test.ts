import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, until } from '../support/chains.ts';
import { paymentWorld, withSlot } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tipAt = (height: number) => withSlot({ blockhash: nthAddress(9), lastValidBlockHeight: height });

describe('the tip', () => {
  const hurried = { tipEveryMs: 20, tipAgeMsMax: 300, callMsMax: 500, answerTimeoutMs: 200 };
  const asked = () => open?.rpcs[0].calls('getLatestBlockhash') ?? 0;

  it('is asked for by nobody but its callers, who share a call', async () => {
    open = await rig([paymentWorld()], { payments: hurried, latencyMs: 40 });
    const chain = open.payments;
    expect(open.payments).toBe(chain);
    await pause(100);
    expect(asked()).toBe(0);
    const [first, second] = await Promise.all([chain.tip(), chain.tip()]);
    expect([first.known, second.known, asked()]).toEqual([true, true, 1]);
    await pause(100);
    expect(asked()).toBe(1);
  });

  it('that is a little old answers at once, and is renewed behind the answer', async () => {
    let height = 100;
    open = await rig([paymentWorld({ getLatestBlockhash: () => tipAt(height++) })], { payments: hurried });
    const chain = open.payments;
    expect(await chain.tip()).toMatchObject({ value: { blockhash: nthAddress(9), lastValidBlockHeight: 100n } });
    await pause(50);
    expect(await chain.tip()).toMatchObject({ value: { lastValidBlockHeight: 100n } });
    await until(async () => (await chain.tip()).known && height > 101);
    const tip = await chain.tip();
    expect(tip.known && tip.value.lastValidBlockHeight).toBeGreaterThan(100n);
  });

  it('that cannot be read is asked for no more often than one that is', async () => {
    const slow = { ...hurried, tipEveryMs: 200 };
    open = await rig([paymentWorld()], { payments: slow });
    open.rpcs[0].fail(() => ({ kind: 'status', status: 500 }));
    const chain = open.payments;
    expect((await chain.tip()).known).toBe(false);
    const once = asked();
    for (let n = 0; n < 20; n += 1) await chain.tip();
    expect(asked()).toBe(once);
    await pause(250);
    await chain.tip();
    expect(asked()).toBeGreaterThan(once);
  });

  it('ages into a gap when no endpoint answers, and comes back', async () => {
    open = await rig([paymentWorld()], { payments: hurried });
    const chain = open.payments;
    expect((await chain.tip()).known).toBe(true);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 500 }));
    await until(async () => !(await chain.tip()).known);
    expect(await chain.tip()).toMatchObject({ gap: { reading: 'tip' } });
    open.rpcs[0].fail(null);
    await until(async () => (await chain.tip()).known);
  });

  it('does not go back when another endpoint that is a little late answers', async () => {
    const heights = [1_000, 990, 995, 980];
    open = await rig([paymentWorld({ getLatestBlockhash: () => tipAt(heights.shift() ?? 970) })], {
      payments: { ...hurried, tipAgeMsMax: 5_000 },
    });
    const chain = open.payments;
    await until(async () => (await chain.tip()).known && heights.length === 0);
    expect(await chain.tip()).toMatchObject({ value: { lastValidBlockHeight: 1_000n } });
  });

  it.each([
    ['a height beyond 2^53', tipAt(2 ** 53)],
    ['half a hash', withSlot({ blockhash: 'abc', lastValidBlockHeight: 5 })],
    ['no slot', { value: { blockhash: nthAddress(9), lastValidBlockHeight: 5 } }],
  ])('with %s is not believed', async (_name, result) => {
    open = await rig([paymentWorld({ getLatestBlockhash: () => result })], { payments: hurried });
    expect((await open.payments.tip()).known).toBe(false);
  });
});
