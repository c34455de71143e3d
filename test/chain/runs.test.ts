import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { RpcFault } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';
import { withSlot } from './payment-world.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const world = (simulateTransaction: RpcMethods[string]): RpcMethods => ({
  ...smallWorld(),
  getSlot: () => NEWEST_SLOT + 32,
  simulateTransaction,
});
const passing = world(() => withSlot({ err: null, logs: [], unitsConsumed: 9 }));
const answering = (value: unknown) => world(() => withSlot(value));
const asked = (n: number) => open?.rpcs[n]?.calls('simulateTransaction');

describe('a run without effect', () => {
  it('is asked for at confirmed, unsigned and under a block hash of the endpoint, once for all who ask', async () => {
    open = await rig([passing]);
    const runs = await Promise.all([open.reader.run('AQ=='), open.reader.run('AQ==')]);
    expect(runs).toEqual([1, 2].map(() => ({ known: true, value: { ok: true } })));
    const calls = open.rpcs[0].requests.flatMap((request) => request.calls);
    expect(calls.filter(({ method }) => method === 'simulateTransaction').map(({ params }) => params)).toEqual([
      [
        'AQ==',
        {
          encoding: 'base64',
          commitment: 'confirmed',
          sigVerify: false,
          replaceRecentBlockhash: true,
          innerInstructions: false,
        },
      ],
    ]);
  });

  it('that fails says with what and in which programs', async () => {
    const logs = [`Program ${nthAddress(4)} failed: custom program error: 0x7`];
    open = await rig([answering({ err: { InstructionError: [1, { Custom: 7 }] }, logs })]);
    expect(await open.reader.run('AQ==')).toEqual({
      known: true,
      value: { ok: false, failure: { name: 'Custom', custom: 7, programs: [nthAddress(4)] } },
    });
  });

  it('that an endpoint cannot make is made by another', async () => {
    const lacking = smallWorld();
    const refusing = world(() => {
      throw new RpcFault(-32002, 'Transaction simulation failed');
    });
    for (const first of [lacking, refusing, answering({ logs: [] }), answering({ err: 7 }), answering(null)]) {
      open = await rig([first, passing]);
      expect(await open.reader.run('AQ==')).toEqual({ known: true, value: { ok: true } });
      await open.end();
    }
  });

  it('that nobody can make is a gap', async () => {
    open = await rig([smallWorld()]);
    expect(await open.reader.run('AQ==')).toMatchObject({ gap: { reading: 'run', cause: 'plan_refuses' } });
    await open.end();
    open = await rig([answering({ err: { Strange: 1, Twice: 2 } })]);
    expect(await open.reader.run('AQ==')).toMatchObject({ gap: { reading: 'run', cause: 'rpc_unavailable' } });
  });

  it('whose payer one endpoint does not know is asked of another', async () => {
    const ignorant = answering({ err: 'AccountNotFound', logs: [] });
    open = await rig([ignorant, passing]);
    expect(await open.reader.run('AQ==')).toEqual({ known: true, value: { ok: true } });
    expect([asked(0), asked(1)]).toEqual([1, 1]);
    await open.end();
    open = await rig([ignorant]);
    expect(await open.reader.run('AQ==')).toMatchObject({ value: { ok: false, failure: { name: 'AccountNotFound' } } });
  });

  it('counts as a call of the check', async () => {
    open = await rig([passing], { bounds: { callsMax: 1 } });
    await open.reader.run('AQ==');
    expect(await open.reader.run('Ag==')).toMatchObject({ gap: { cause: 'limit_reached' } });
    expect(open.reader.spent().calls).toBe(1);
  });
});
