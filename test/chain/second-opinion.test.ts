import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig } from '../support/chains.ts';

const ignorant = { ...smallWorld(), getSignaturesForAddress: () => [] };
const asked = (of: Rig, n: number) => of.rpcs[n]?.calls('getSignaturesForAddress');

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe('an empty page of history', () => {
  it('is believed when another endpoint has nothing either, or there is none', async () => {
    open = await rig([ignorant, ignorant]);
    expect(await open.reader.signatures(nthAddress(1))).toEqual({ known: true, value: [] });
    expect([asked(open, 0), asked(open, 1)]).toEqual([1, 1]);
    await open.end();
    open = await rig([ignorant]);
    expect(await open.reader.signatures(nthAddress(1))).toEqual({ known: true, value: [] });
    expect(asked(open, 0)).toBe(1);
  });

  it('gives way to what another endpoint lists, at the beginning as after a cursor', async () => {
    open = await rig([ignorant, smallWorld()]);
    const { reader } = open;
    const newest = await reader.signatures(nthAddress(1), { limit: 2 });
    expect(newest.known && newest.value).toMatchObject([
      { signature: nthSignature(0) },
      { signature: nthSignature(1) },
    ]);
    const next = await reader.signatures(nthAddress(1), { before: nthSignature(1), limit: 1 });
    expect(next.known && next.value).toMatchObject([{ signature: nthSignature(2) }]);
  });

  it('needs no opinion of an endpoint that fails, hangs or lags', async () => {
    for (const spoil of [{ kind: 'status', status: 500 }, { kind: 'hang' }] as const) {
      open = await rig([ignorant, smallWorld()]);
      open.rpcs[1]?.fail(() => spoil);
      const startedAt = performance.now();
      expect(await open.reader.signatures(nthAddress(1))).toEqual({ known: true, value: [] });
      expect(performance.now() - startedAt).toBeLessThan(1_000);
      expect(asked(open, 1)).toBe(0);
      await open.end();
    }
    open = await rig([ignorant, { ...smallWorld(), getSlot: () => NEWEST_SLOT - 10_000 }]);
    expect(await open.reader.signatures(nthAddress(1))).toEqual({ known: true, value: [] });
    expect(asked(open, 1)).toBe(0);
  });

  it('stands when the other endpoint fails at that question only, which is asked once', async () => {
    open = await rig([ignorant, smallWorld()]);
    open.rpcs[1]?.fail(({ calls }) => (calls.some(({ method }) => method !== 'getSlot') ? { kind: 'reset' } : null));
    expect(await open.reader.signatures(nthAddress(1))).toEqual({ known: true, value: [] });
    expect(asked(open, 1)).toBe(1);
  });
});
