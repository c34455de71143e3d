import { ACCOUNT_BYTES_READ } from 'assay-core/chain/rpc/rpc-limits.ts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  entry,
  nthAddress,
  nthSignature,
  transferBody,
  walletAccount,
} from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { CONFIRMED_SLOT, paymentWorld, withSlot } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

type Body = ReturnType<typeof transferBody>;
/** Tells less of a transfer than it was, without a contradiction. */
const lighter = (body: Body): Body => ({ ...body, meta: { ...Object(body.meta), postBalances: [9_994_995, 5, 1] } });
/** The same signature over another transfer. */
const otherAmount = (body: Body): Body => {
  const { signatures } = body.transaction as { readonly signatures: unknown };
  return { ...transferBody(5), slot: body.slot, transaction: { ...Object(transferBody(5).transaction), signatures } };
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
describe('an account', () => {
  it('is read at confirmed, once for all who ask, and kept', async () => {
    open = await rig([paymentWorld()], { payments: { accountMs: 500 } });
    const chain = open.payments;
    const answers = await Promise.all([1, 2, 3].map(() => chain.account(nthAddress(1))));
    answers.push(await chain.account(nthAddress(1)));
    for (const answer of answers) expect(answer).toMatchObject({ known: true, value: { lamports: 7n } });
    const calls = () =>
      open?.rpcs[0].requests.flatMap((r) => r.calls).filter((c) => c.method === 'getAccountInfo') ?? [];
    expect(calls().map(({ params }) => params)).toEqual([
      [
        nthAddress(1),
        { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: ACCOUNT_BYTES_READ } },
      ],
    ]);
    await pause(510);
    await chain.account(nthAddress(1));
    expect(calls().length).toBe(2);
  });

  it('that is not there is asked of another endpoint, and kept for a moment only', async () => {
    const none = paymentWorld({ getAccountInfo: () => withSlot(null) });
    open = await rig([none, paymentWorld()]);
    expect(await open.payments.account(nthAddress(1))).toMatchObject({ value: { lamports: 7n } });
    await open.end();
    open = await rig([none, none], { payments: { absenceMs: 500 } });
    const chain = open.payments;
    for (let n = 0; n < 3; n++) expect(await chain.account(nthAddress(1))).toEqual({ known: true, value: null });
    expect(open.rpcs.map((rpc) => rpc.calls('getAccountInfo'))).toEqual([1, 1]);
    await pause(510);
    await chain.account(nthAddress(1));
    expect(open.rpcs[0].calls('getAccountInfo')).toBe(2);
  });

  it('that could not be read is not remembered, and one too rich to be exact is refused', async () => {
    let lamports = 2 ** 53;
    open = await rig([paymentWorld({ getAccountInfo: () => withSlot(walletAccount(lamports)) })]);
    const chain = open.payments;
    expect(await chain.account(nthAddress(1))).toMatchObject({ gap: { reading: 'account', cause: 'unreadable' } });
    lamports = 5;
    expect(await chain.account(nthAddress(1))).toMatchObject({ value: { lamports: 5n } });
  });
});

describe('a transaction', () => {
  const confirmedOnly = paymentWorld({
    getTransaction: ([, options]) =>
      (options as { commitment: string }).commitment === 'confirmed' ? transferBody(4) : null,
  });

  it('that is confirmed only is no finalized one', async () => {
    open = await rig([confirmedOnly]);
    const chain = open.payments;
    expect(await chain.confirmed(nthSignature(4))).toMatchObject({
      value: { signatures: [nthSignature(4)], fee: 5_000n },
    });
    expect(await chain.finalized(nthSignature(4))).toMatchObject({
      gap: { reading: 'transaction', cause: 'history_missing' },
    });
  });

  it('that one endpoint lacks is found at another; one that all lack is null, or history_missing when finalized', async () => {
    open = await rig([paymentWorld({ getTransaction: () => null }), paymentWorld(), paymentWorld()]);
    const chain = open.payments;
    expect(await chain.confirmed(nthSignature(4))).toMatchObject({ value: { signature: nthSignature(4) } });
    expect(await chain.finalized(nthSignature(4))).toMatchObject({ value: { signature: nthSignature(4) } });
    expect(await chain.confirmed(nthSignature(9_999))).toEqual({ known: true, value: null });
    expect(await chain.finalized(nthSignature(9_999))).toMatchObject({ gap: { cause: 'history_missing' } });
  });

  it('counts as finalized on the word of two endpoints, where as many are configured', async () => {
    const smaller = paymentWorld({ getTransaction: () => lighter(transferBody(4)) });
    const finalizedIn = async (...worlds: Parameters<typeof rig>[0]) => {
      await open?.end();
      open = await rig(worlds);
      return await open.payments.finalized(nthSignature(4));
    };
    const [world, lacks] = [paymentWorld(), paymentWorld({ getTransaction: () => null })];
    expect(await finalizedIn(smaller)).toMatchObject({ value: { postBalances: [9_994_995n, 5n, 1n] } });
    const truth = { value: { postBalances: [9_993_996n, 1_004n, 1n] } };
    for (const worlds of [
      [smaller, world, world],
      [world, smaller, world],
      [world, lacks, world],
    ] as const) {
      expect(await finalizedIn(...worlds)).toMatchObject(truth);
    }
    expect(await finalizedIn(world, smaller)).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect(await finalizedIn(world, lacks)).toMatchObject({ gap: { cause: 'history_missing' } });
  });

  it('is believed only with the signatures of its signers over its message', async () => {
    const forged = paymentWorld({ getTransaction: () => otherAmount(transferBody(4)) });
    open = await rig([forged]);
    const chain = open.payments;
    for (const reading of [await chain.finalized(nthSignature(4)), await chain.confirmed(nthSignature(4))]) {
      expect(reading).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    }
    await open.end();
    open = await rig([forged, paymentWorld(), paymentWorld()]);
    const truth = { value: { postBalances: [9_993_996n, 1_004n, 1n] } };
    expect(await open.payments.finalized(nthSignature(4))).toMatchObject(truth);
    expect(await open.payments.confirmed(nthSignature(4))).toMatchObject(truth);
  });

  it('is not called absent while the other endpoint fails, or holds no history', async () => {
    open = await rig([paymentWorld({ getTransaction: () => null }), paymentWorld()]);
    open.rpcs[1]?.fail(() => ({ kind: 'status', status: 500 }));
    expect(await open.payments.confirmed(nthSignature(4))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
    await open.end();
    open = await rig([paymentWorld({ getTransaction: () => null }), paymentWorld()]);
    const error = { code: -32011, message: 'Transaction history is not available from this node' };
    open.rpcs[1]?.fail(() => ({
      kind: 'items',
      spoil: ({ method }, answer) => (method === 'getTransaction' ? { jsonrpc: '2.0', id: answer.id, error } : answer),
    }));
    expect((await open.payments.confirmed(nthSignature(4))).known).toBe(false);
  });
});

describe('recent signatures and the finalized height', () => {
  it('are read at their commitments', async () => {
    open = await rig([paymentWorld()]);
    const chain = open.payments;
    const recent = await chain.recent(nthAddress(1));
    expect(recent.known && recent.value.length).toBe(100);
    expect(recent.known && recent.value[0]).toBe(nthSignature(0));
    expect(await chain.finalizedHeight()).toEqual({ known: true, value: 280_000_000n });
    const asked = open.rpcs[0].requests.flatMap(({ calls }) => calls);
    expect(asked.find(({ method }) => method === 'getSignaturesForAddress')?.params[1]).toEqual({
      limit: 100,
      commitment: 'confirmed',
    });
    expect(asked.find(({ method }) => method === 'getBlockHeight')?.params).toEqual([{ commitment: 'finalized' }]);
  });

  it('an empty list is asked of another endpoint, and a height beyond 2^53 is refused', async () => {
    const world = paymentWorld({ getSignaturesForAddress: () => [], getBlockHeight: () => 2 ** 53 });
    open = await rig([
      world,
      paymentWorld({ getSignaturesForAddress: () => [entry(3)], getBlockHeight: () => 2 ** 53 }),
    ]);
    const chain = open.payments;
    expect(await chain.recent(nthAddress(1))).toEqual({ known: true, value: [nthSignature(3)] });
    expect(await chain.finalizedHeight()).toMatchObject({ gap: { reading: 'block_height', cause: 'rpc_unavailable' } });
  });

  it('what payments read does not make an endpoint look late that answers at finalized', async () => {
    open = await rig([paymentWorld(), paymentWorld()]);
    await open.payments.account(nthAddress(1));
    await open.reader.account(nthAddress(1));
    expect(open.chain.health().map(({ lagSlots }) => lagSlots)).toEqual([0, 0]);
    expect(CONFIRMED_SLOT - 32).toBe(open.chain.health()[0]?.slot);
  });
});
