import { afterEach, describe, expect, it } from 'vitest';
import { nthSignature } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { lacking, paymentWorld, statusOf, withSlot } from './payment-world.ts';

const METHOD = 'getSignatureStatuses';
const UNKNOWN = nthSignature(5_000);
const blind = paymentWorld({
  getSignatureStatuses: ([signatures]) => withSlot((signatures as unknown[]).map(() => null)),
  getTransaction: () => null,
});
const finalized = { known: true, value: { commitment: 'finalized', error: null } };
const disagree = { gap: { reading: 'status', cause: 'rpc_disagrees' } };
const ERR = { InstructionError: [0, { Custom: 1 }] };
type Told = ReturnType<typeof statusOf> | null;
const twice = (one: Told): readonly Told[] => [one, one];
const quick = { callMsMax: 1_200, answerTimeoutMs: 400 };

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe('a status', () => {
  it('is asked for in one request with all others of the moment, and each signature once', async () => {
    open = await rig([paymentWorld()]);
    const chain = open.payments;
    const signatures = Array.from({ length: 50 }, (_, n) => nthSignature(n));
    const answers = await Promise.all([...signatures, nthSignature(0)].map((one) => chain.status(one)));
    for (const answer of answers) expect(answer).toMatchObject(finalized);
    expect(open.rpcs[0].calls(METHOD)).toBe(1);
    const call = open.rpcs[0].requests.flatMap(({ calls }) => calls).find(({ method }) => method === METHOD);
    expect(call?.params).toEqual([signatures, { searchTransactionHistory: true }]);
  });

  it('is asked for in parts of 256', async () => {
    open = await rig([paymentWorld()]);
    const chain = open.payments;
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => chain.status(nthSignature(n))));
    expect(answers.every(({ known }) => known)).toBe(true);
    expect(open.rpcs[0].calls(METHOD)).toBe(2);
  });

  it('that one endpoint hides is found at two others', async () => {
    for (const at of [0, 1, 2]) {
      open = await rig(
        [0, 1, 2].map((n) => (n === at ? blind : paymentWorld())) as unknown as Parameters<typeof rig>[0],
      );
      expect(await open.payments.status(nthSignature(3))).toMatchObject(finalized);
      await open.end();
    }
  });

  it.each<readonly [string, readonly Told[], unknown]>([
    ['confirmed and nothing: processed at most', [statusOf('confirmed'), null], { value: { commitment: 'processed' } }],
    ['finalized and nothing', [statusOf('finalized'), null], disagree],
    ['success and failure', [statusOf('confirmed'), statusOf('confirmed', ERR)], disagree],
    [
      'success and two failures',
      [statusOf('confirmed'), ...twice(statusOf('confirmed', ERR))],
      { value: { error: JSON.stringify(ERR) } },
    ],
    [
      'two successes and a failure',
      [statusOf('confirmed', ERR), ...twice(statusOf('confirmed'))],
      { value: { error: null } },
    ],
    ['nothing twice and a success', [null, null, statusOf('finalized')], disagree],
    [
      'finalized and confirmed: the lower',
      [statusOf('finalized'), statusOf('confirmed')],
      { value: { commitment: 'confirmed' } },
    ],
    ['failure and nothing, finalized', [statusOf('finalized', ERR), null], disagree],
  ])('takes the word of two: %s', async (_, statuses, expected) => {
    const worlds = statuses.map((one) => paymentWorld({ [METHOD]: () => withSlot([one]) }));
    for (const tables of [worlds, worlds.toReversed()]) {
      open = await rig(tables as unknown as Parameters<typeof rig>[0]);
      expect(await open.payments.status(nthSignature(3))).toMatchObject(expected as object);
      await open.end();
    }
  });

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['hangs', { kind: 'hang' }],
  ] as const)('of one endpoint alone is a gap while the other %s', async (_, fault) => {
    open = await rig([paymentWorld(), paymentWorld()], { payments: quick });
    open.rpcs[1]?.fail(() => fault);
    expect(await open.payments.status(nthSignature(3))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });

  it('is null when two endpoints say so, and when the only one does', async () => {
    open = await rig([blind, blind]);
    expect(await open.payments.status(UNKNOWN)).toEqual({ known: true, value: null });
    expect(open.rpcs.map((rpc) => rpc.calls(METHOD))).toEqual([1, 1]);
    await open.end();
    open = await rig([blind]);
    expect(await open.payments.status(UNKNOWN)).toEqual({ known: true, value: null });
  });

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['hangs', { kind: 'hang' }],
    ['cuts', { kind: 'reset' }],
  ] as const)('is a gap and not null when the other endpoint %s, within the time of a call', async (_name, fault) => {
    open = await rig([blind, paymentWorld()], { payments: quick });
    open.rpcs[1]?.fail(() => fault);
    const startedAt = performance.now();
    const answer = await open.payments.status(UNKNOWN);
    expect(answer).toMatchObject({ known: false, gap: { reading: 'status' } });
    expect(performance.now() - startedAt).toBeLessThan(1_700);
  });

  it('is a gap and not null when the other endpoint lags', async () => {
    open = await rig([
      blind,
      { ...blind, getSlot: () => 5, [METHOD]: () => ({ context: { slot: 5 }, value: [null] }) },
    ]);
    expect(await open.payments.status(UNKNOWN)).toMatchObject({ gap: { reading: 'status' } });
  });

  it('does not wait for what the moment asks about other signatures', async () => {
    open = await rig([paymentWorld(), blind, paymentWorld()], { payments: quick });
    open.rpcs[1]?.fail(() => ({ kind: 'hang' }));
    const chain = open.payments;
    const startedAt = performance.now();
    const unknown = chain.status(UNKNOWN);
    expect(await chain.status(nthSignature(1))).toMatchObject(finalized);
    expect(performance.now() - startedAt).toBeLessThan(300);
    expect(await unknown).toEqual({ known: true, value: null });
  });

  it('that is null is kept for a moment, and a known one is not', async () => {
    open = await rig([blind], { payments: { absenceMs: 500 } });
    const chain = open.payments;
    for (let n = 0; n < 5; n++) await chain.status(UNKNOWN);
    expect(open.rpcs[0].calls(METHOD)).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 510));
    await chain.status(UNKNOWN);
    expect(open.rpcs[0].calls(METHOD)).toBe(2);
    await open.end();
    open = await rig([paymentWorld()]);
    for (let n = 0; n < 3; n++) await open.payments.status(nthSignature(1));
    expect(open.rpcs[0].calls(METHOD)).toBe(3);
  });

  it('tells how settled it is and why it failed', async () => {
    const err = { InstructionError: [0, { Custom: 1 }] };
    const list = [
      statusOf('processed'),
      statusOf('confirmed', err),
      { ...statusOf('finalized'), confirmationStatus: null },
    ];
    open = await rig([paymentWorld({ [METHOD]: () => withSlot(list) })]);
    const chain = open.payments;
    const answers = await Promise.all([0, 1, 2].map((n) => chain.status(nthSignature(n))));
    expect(answers.map((answer) => answer.known && answer.value)).toMatchObject([
      { commitment: 'processed', error: null },
      { commitment: 'confirmed', error: JSON.stringify(err) },
      { commitment: 'finalized', error: null },
    ]);
  });

  it.each([
    ['no list', null],
    ['too few', withSlot([])],
    ['no slot', { value: [null] }],
    ['no object', withSlot([5])],
    ['a slot beyond 2^53', withSlot([{ ...statusOf('finalized'), slot: 2 ** 53 }])],
    ['a commitment that is none', withSlot([statusOf('certain')])],
    ['no outcome', withSlot([{ ...statusOf('finalized'), err: undefined }])],
  ])('in a wrong shape (%s) is a gap', async (_name, result) => {
    open = await rig([paymentWorld({ [METHOD]: () => result })]);
    expect(await open.payments.status(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });
});

describe('endpoints that do not know statuses', () => {
  it('are asked for transactions instead', async () => {
    const without = lacking(paymentWorld(), METHOD);
    open = await rig([without, without]);
    const chain = open.payments;
    expect(await chain.status(nthSignature(1))).toMatchObject(finalized);
    expect(await chain.status(UNKNOWN)).toEqual({ known: true, value: null });
  });

  it('can be the second opinion, for and against', async () => {
    open = await rig([blind, lacking(paymentWorld(), METHOD), lacking(paymentWorld(), METHOD)]);
    const chain = open.payments;
    expect(await chain.status(nthSignature(1))).toMatchObject(finalized);
    expect(await chain.status(UNKNOWN)).toEqual({ known: true, value: null });
  });

  it('tell a confirmed transaction from a finalized one', async () => {
    const { getTransaction } = paymentWorld();
    const without = lacking(paymentWorld(), METHOD);
    open = await rig([
      {
        ...without,
        getTransaction: (params) =>
          (params[1] as { commitment: string }).commitment === 'confirmed' ? getTransaction?.(params) : null,
      },
    ]);
    expect(await open.payments.status(nthSignature(1))).toMatchObject({ value: { commitment: 'confirmed' } });
  });

  it('and know nothing at all give gaps', async () => {
    const nothing = { getSlot: () => 300_000_000 };
    open = await rig([nothing, nothing]);
    expect(await open.payments.status(nthSignature(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });
});
