import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe('a transaction that passes', () => {
  it('is kept by nobody, and taken from what is kept for others', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const first = await reader.passing(nthSignature(1));
    await reader.passing(nthSignature(1));
    expect(rpcs[0].calls('getTransaction')).toBe(2);
    expect(await reader.transaction(nthSignature(1))).toEqual(first);
    expect(await reader.passing(nthSignature(1))).toEqual(first);
    expect(rpcs[0].calls('getTransaction')).toBe(3);
  });

  it('shares what is under way, and goes in arrays', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    const kept = reader.transaction(nthSignature(1));
    await new Promise(setImmediate);
    const passing = Array.from({ length: 150 }, (_, n) => reader.passing(nthSignature(n)));
    expect((await Promise.all([kept, ...passing])).every(({ known }) => known)).toBe(true);
    expect(rpcs[0].calls('getTransaction')).toBe(150);
    expect(rpcs[0].requests.length).toBeLessThanOrEqual(3);
  });

  it('costs calls and bytes, and ends with the deadline and with the operation', async () => {
    open = await rig([smallWorld()], { bounds: { callsMax: 2 } });
    const { reader, session, rpcs } = open;
    await reader.passing(nthSignature(1));
    expect(reader.spent()).toMatchObject({ calls: 1 });
    expect(reader.spent().bytes).toBeGreaterThan(100);
    await reader.passing(nthSignature(2));
    expect(await reader.passing(nthSignature(3))).toMatchObject({
      gap: { reading: 'transaction', cause: 'limit_reached' },
    });
    rpcs[0].fail(() => ({ kind: 'hang' }));
    const waiting = session.reader(roomy).passing(nthSignature(4));
    setTimeout(() => session.close(), 50);
    expect(await waiting).toMatchObject({ gap: { cause: 'deadline' } });
  });
});

describe('a reading asked anew', () => {
  it('is asked of the endpoint again', async () => {
    open = await rig([smallWorld()]);
    const { reader, rpcs } = open;
    for (const freshness of ['shared', 'shared', 'anew'] as const) {
      await reader.account(nthAddress(1), freshness);
      await reader.tokenHoldings(nthAddress(1), freshness);
      await reader.signatures(nthAddress(1), { limit: 3 }, freshness);
    }
    expect(rpcs[0].calls('getMultipleAccounts')).toBe(2);
    expect(rpcs[0].calls('getTokenAccountsByOwner')).toBe(4);
    expect(rpcs[0].calls('getSignaturesForAddress')).toBe(2);
  });
});
