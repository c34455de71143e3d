import { RpcFault } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, walletAccount } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, until } from '../support/chains.ts';
import { lacking, paymentWorld, wireOf, withSlot } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const outcome = (err: unknown) => () => withSlot({ err, logs: [], accounts: [null] });
const refusing = (code: number, message: string, data?: unknown) => () => {
  throw new RpcFault(code, message, data);
};
const paramsOf = (of: Rig, method: string) =>
  of.rpcs[0].requests.flatMap(({ calls }) => calls).find((call) => call.method === method)?.params;

describe('a simulation', () => {
  const simulate = async (...results: readonly [() => unknown, ...(() => unknown)[]]) => {
    const [first, ...more] = results.map((simulateTransaction) => paymentWorld({ simulateTransaction }));
    open = await rig([first ?? paymentWorld(), ...more], { payments: { callMsMax: 2_000, answerTimeoutMs: 500 } });
    return open.payments.simulate(wireOf(1), nthAddress(1), 'payment');
  };

  it('tells how the watched account would stand, or that there would be none', async () => {
    const good = await simulate(() => withSlot({ err: null, logs: [], accounts: [walletAccount(42)] }));
    expect(good).toMatchObject({ value: { ok: true, watched: { address: nthAddress(1), lamports: 42n } } });
    expect(open && paramsOf(open, 'simulateTransaction')).toEqual([
      wireOf(1),
      {
        encoding: 'base64',
        commitment: 'confirmed',
        sigVerify: false,
        replaceRecentBlockhash: false,
        accounts: { encoding: 'base64', addresses: [nthAddress(1)] },
      },
    ]);
    await open?.end();
    expect(await simulate(outcome(null))).toEqual({ known: true, value: { ok: true, watched: null } });
  });

  it('that fails says why, and asks nobody else', async () => {
    const err = { InstructionError: [2, { Custom: 1 }] };
    const failed = await simulate(outcome(err), outcome(null));
    expect(failed).toEqual({
      known: true,
      value: { ok: false, error: `the simulation failed: ${JSON.stringify(err)}` },
    });
    expect(open?.rpcs[1]?.calls('simulateTransaction')).toBe(0);
  });

  it.each([-32002, -32003, -32013])('refused by code %i is the failure of the transaction', async (code) => {
    const refused = await simulate(refusing(code, 'no', { err: 'SignatureFailure' }));
    expect(refused).toMatchObject({ value: { ok: false } });
    expect(JSON.stringify(refused)).toContain(String(code));
    expect(JSON.stringify(refused)).toContain('SignatureFailure');
    expect(open?.rpcs[0].calls('simulateTransaction')).toBe(1);
  });

  it.each([
    ['an unknown blockhash', outcome('BlockhashNotFound')],
    ['an unknown payer', outcome('AccountNotFound')],
    ['invalid parameters', refusing(-32602, 'Invalid params')],
  ])('is asked of another endpoint before %s is believed', async (_name, doubtful) => {
    expect(await simulate(doubtful, outcome(null))).toEqual({ known: true, value: { ok: true, watched: null } });
    await open?.end();
    expect(await simulate(doubtful, doubtful)).toMatchObject({ known: true, value: { ok: false } });
    await open?.end();
    expect(await simulate(doubtful)).toMatchObject({ known: true, value: { ok: false } });
  });

  it('goes to another endpoint when one fails or lacks the method, and is a gap when none can', async () => {
    open = await rig([lacking(paymentWorld(), 'simulateTransaction'), paymentWorld()]);
    expect(await open.payments.simulate(wireOf(1), nthAddress(1), 'payment')).toMatchObject({
      value: { ok: true },
    });
    open.rpcs[1]?.fail(() => ({ kind: 'status', status: 503 }));
    const gap = await open.payments.simulate(wireOf(1), nthAddress(1), 'payment');
    expect(gap).toMatchObject({ gap: { reading: 'simulation', cause: 'rpc_unavailable' } });
  });

  it('ends in time when every endpoint hangs', async () => {
    open = await rig([paymentWorld(), paymentWorld()], { payments: { callMsMax: 300, answerTimeoutMs: 5_000 } });
    for (const rpc of open.rpcs) rpc.fail(() => ({ kind: 'hang' }));
    const startedAt = performance.now();
    const gap = await open.payments.simulate(wireOf(1), nthAddress(1), 'payment');
    expect(gap).toMatchObject({ gap: { reading: 'simulation', cause: 'deadline' } });
    expect(performance.now() - startedAt).toBeLessThan(700);
    await until(() => open?.rpcs[0].requests.every(({ cancelled }) => cancelled) === true);
  });

  it.each([
    ['no outcome', withSlot({ logs: [] })],
    ['no account', withSlot({ err: null })],
    ['two accounts', withSlot({ err: null, accounts: [null, null] })],
    ['half an account', withSlot({ err: null, accounts: [{}] })],
    ['no slot', { value: { err: null, accounts: [null] } }],
  ])('in a wrong shape (%s) is a gap', async (_name, result) => {
    expect(await simulate(() => result)).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });
});

describe('sending', () => {
  const send = async (...results: readonly (() => unknown)[]) => {
    const [first, ...more] = results.map((sendTransaction) => paymentWorld({ sendTransaction }));
    open = await rig([first ?? paymentWorld(), ...more], { payments: { callMsMax: 2_000, answerTimeoutMs: 500 } });
    return open.payments.send(wireOf(1));
  };
  const sent = { known: true, value: nthSignature(1) };
  const takes = () => nthSignature(1);

  it('gives the bytes to two endpoints without preflight, and not to a third', async () => {
    expect(await send(takes, takes, takes)).toEqual(sent);
    expect(open && paramsOf(open, 'sendTransaction')).toEqual([wireOf(1), { encoding: 'base64', skipPreflight: true }]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(open?.rpcs.map((rpc) => rpc.calls('sendTransaction'))).toEqual([1, 1, 0]);
  });

  it('succeeds when one endpoint takes it, the third if need be', async () => {
    const no = refusing(-32003, 'no');
    expect(await send(no, takes)).toEqual(sent);
    await open?.end();
    expect(await send(no, no, takes)).toEqual(sent);
  });

  it('does not wait for the other endpoint, which gets it all the same', async () => {
    open = await rig([paymentWorld(), paymentWorld()]);
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    const startedAt = performance.now();
    expect(await open.payments.send(wireOf(1))).toEqual(sent);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(open.rpcs[0].requests.at(-1)?.cancelled).toBe(false);
  });

  it.each([
    ['in data', refusing(-32002, 'Transaction simulation failed', { err: 'AlreadyProcessed' })],
    ['in words', refusing(-32002, 'Transaction simulation failed: This transaction has already been processed')],
  ])('of what was processed already, said %s, is a success', async (_name, refusal) => {
    expect(await send(refusal)).toEqual(sent);
  });

  it('refused is a gap, and no reason to leave the endpoint alone', async () => {
    const refused = await send(refusing(-32003, 'Transaction signature verification failure'));
    expect(refused).toMatchObject({ gap: { reading: 'send', cause: 'rpc_unavailable' } });
    expect(open?.rpcs[0].calls('sendTransaction')).toBe(1);
    expect(open?.chain.health()[0]?.healthy).toBe(true);
  });

  it('answered with the signature of something else is a gap', async () => {
    expect(await send(() => nthSignature(2))).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
  });

  it('with no endpoint left is a gap', async () => {
    open = await rig([lacking(paymentWorld(), 'sendTransaction'), paymentWorld()]);
    open.rpcs[1]?.fail(() => ({ kind: 'reset' }));
    const sent = await open.payments.send(wireOf(1));
    expect(sent).toMatchObject({ gap: { cause: expect.stringMatching(/^(rpc_unavailable|plan_refuses)$/) } });
  });

  it.each(['', 'AA==', 'not base64', Buffer.alloc(60, 1).toString('base64')])('of %j asks nobody', async (text) => {
    open = await rig([paymentWorld()]);
    expect(await open.payments.send(text)).toMatchObject({ gap: { cause: 'unreadable' } });
    expect(open.rpcs[0].calls('sendTransaction')).toBe(0);
  });
});
