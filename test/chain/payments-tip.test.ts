import { afterEach, describe, expect, it } from 'vitest';
import { type Rig, rig, until } from '../support/chains.ts';
import { lacking, paymentWorld, withSlot } from '../support/payment-world.ts';
import { nthAddress } from '../support/small-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const tipAt = (height: number) => withSlot({ blockhash: nthAddress(9), lastValidBlockHeight: height });

describe('the tip', () => {
  const hurried = { tipEveryMs: 20, tipEveryMsMax: 40, tipAgeMsMax: 300, callMsMax: 500, answerTimeoutMs: 200 };

  it('is a gap first, then known without a call, and kept fresh', async () => {
    let height = 100;
    open = await rig([paymentWorld({ getLatestBlockhash: () => tipAt(height++) })], { payments: hurried });
    const chain = open.chain.payments();
    expect(chain.tip()).toMatchObject({ gap: { reading: 'tip', cause: 'rpc_unavailable' } });
    await until(() => chain.tip().known);
    expect(chain.tip()).toMatchObject({ value: { blockhash: nthAddress(9) } });
    await until(() => height > 105);
    const tip = chain.tip();
    expect(tip.known && tip.value.lastValidBlockHeight).toBeGreaterThan(101n);
  });

  it('ages into a gap when no endpoint answers, and comes back', async () => {
    open = await rig([paymentWorld()], { payments: hurried });
    const chain = open.chain.payments();
    await until(() => chain.tip().known);
    open.rpcs[0].fail(() => ({ kind: 'status', status: 500 }));
    await until(() => !chain.tip().known);
    open.rpcs[0].fail(null);
    await until(() => chain.tip().known);
  });

  it('is looked at once at a time, however slow the answer, and less often while it fails', async () => {
    open = await rig([lacking(paymentWorld(), 'getLatestBlockhash')], {
      payments: { ...hurried, tipEveryMs: 50, tipEveryMsMax: 400 },
    });
    open.chain.payments();
    await pause(600);
    // Looks at 0, 50, 150, 350 and 750 ms: each pause is twice the one before.
    expect(open.rpcs[0].calls('getLatestBlockhash')).toBeLessThan(5);
    await open.end();
    open = await rig([paymentWorld()], { payments: hurried, latencyMs: 150 });
    open.chain.payments();
    await pause(400);
    expect(open.rpcs[0].calls('getLatestBlockhash')).toBeLessThan(4);
  });

  it('does not go back when another endpoint that is a little late answers', async () => {
    const heights = [1_000, 990, 995, 980];
    open = await rig([paymentWorld({ getLatestBlockhash: () => tipAt(heights.shift() ?? 970) })], {
      payments: { ...hurried, tipAgeMsMax: 5_000 },
    });
    const chain = open.chain.payments();
    await until(() => heights.length === 0);
    expect(chain.tip()).toMatchObject({ value: { lastValidBlockHeight: 1_000n } });
  });

  it.each([
    ['a height beyond 2^53', tipAt(2 ** 53)],
    ['half a hash', withSlot({ blockhash: 'abc', lastValidBlockHeight: 5 })],
    ['no slot', { value: { blockhash: nthAddress(9), lastValidBlockHeight: 5 } }],
  ])('with %s is not believed', async (_name, result) => {
    open = await rig([paymentWorld({ getLatestBlockhash: () => result })], { payments: hurried });
    const chain = open.chain.payments();
    await until(() => (open?.rpcs[0].calls('getLatestBlockhash') ?? 0) > 1);
    expect(chain.tip().known).toBe(false);
  });

  it('is asked for from the first use of payments on, by one chain of them, and no more once it was closed', async () => {
    open = await rig([paymentWorld()], { payments: hurried, latencyMs: 40 });
    await pause(50);
    expect(open.rpcs[0].requests.length).toBe(0);
    const chain = open.chain.payments();
    expect(open.chain.payments()).toBe(chain);
    await until(() => chain.tip().known);
    const asked = () => open?.rpcs[0].calls('getLatestBlockhash') ?? 0;
    const before = asked();
    await until(() => asked() > before);
    chain.close();
    const last = asked();
    await pause(200);
    expect(asked()).toBe(last);
  });
});
