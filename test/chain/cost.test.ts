import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

const PRICE = 5n;

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe('the cost of a check', () => {
  it('counts calls by method, with their price', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE });
    const { reader, rpcs } = open;
    await Promise.all([1, 2, 3].map((n) => reader.account(nthAddress(n))));
    await Promise.all([1, 2].map((n) => reader.transaction(nthSignature(n))));
    const { calls, picoUsd } = reader.cost?.() ?? {};
    expect(calls).toEqual(
      new Map([
        ['getMultipleAccounts', 1],
        ['getTransaction', 2],
      ]),
    );
    expect(picoUsd).toBe(3n * PRICE);
    expect(rpcs[0].calls('getTransaction')).toBe(2);
  });

  it('has no dollars where the price of a call is not known', async () => {
    open = await rig([smallWorld()]);
    expect(open.reader.cost?.()).toMatchObject({ picoUsd: 0n });
    await open.reader.transaction(nthSignature(1));
    expect(open.reader.cost?.()).toEqual({ calls: new Map([['getTransaction', 1]]), picoUsd: null });
  });

  it('counts retries, as the provider does', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE });
    let refused = 0;
    open.rpcs[0].fail(() => (refused++ < 2 ? { kind: 'status', status: 503 } : null));
    expect((await open.reader.transaction(nthSignature(1))).known).toBe(true);
    expect(open.reader.cost?.()).toEqual({ calls: new Map([['getTransaction', 3]]), picoUsd: 3n * PRICE });
  });

  it('is nothing for what was kept, and falls on the first of those who wait for one call', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE });
    const { reader, session } = open;
    const other = session.reader(roomy);
    await Promise.all([reader, other].map((one) => one.transaction(nthSignature(1))));
    const late = session.reader(roomy);
    await late.transaction(nthSignature(1));
    expect([reader, other, late].map((one) => one.cost?.().picoUsd)).toEqual([PRICE, 0n, 0n]);
    expect(late.spent().calls).toBe(1);
  });

  it('is that of its parts as well', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE });
    const part = open.reader.part?.(0.5);
    await part?.transaction(nthSignature(1));
    await open.reader.transaction(nthSignature(2));
    expect(open.reader.cost?.()).toEqual({ calls: new Map([['getTransaction', 2]]), picoUsd: 2n * PRICE });
  });
});

describe('what the calls of a check may cost', () => {
  const bounds = { picoUsdMax: 3n * PRICE };

  it('ends in a gap that is ours, without a further call', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE, bounds });
    const { reader, rpcs } = open;
    for (let n = 0; n < 3; n++) expect((await reader.transaction(nthSignature(n))).known).toBe(true);
    expect(await reader.transaction(nthSignature(3))).toMatchObject({
      gap: { reading: 'transaction', cause: 'deadline' },
    });
    expect(await reader.account(nthAddress(1))).toMatchObject({ gap: { reading: 'account', cause: 'deadline' } });
    expect(rpcs[0].calls('getTransaction')).toBe(3);
  });

  it('counts bodies that are asked for at once before the first of them is sent', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE, bounds });
    const { reader, rpcs } = open;
    await reader.transaction(nthSignature(0));
    const read = await Promise.all(Array.from({ length: 50 }, (_, n) => reader.transaction(nthSignature(n + 1))));
    expect(read.filter((reading) => reading.known)).toHaveLength(2);
    expect(rpcs[0].calls('getTransaction')).toBe(3);
  });

  it('bounds nothing where no price is known', async () => {
    open = await rig([smallWorld()], { bounds: { picoUsdMax: 1n } });
    for (let n = 0; n < 5; n++) expect((await open.reader.transaction(nthSignature(n))).known).toBe(true);
  });

  it('is shared with a part, also where only the part has a bound', async () => {
    open = await rig([smallWorld()], { picoUsdPerCall: PRICE, bounds: { picoUsdMax: 10n * PRICE } });
    const { reader } = open;
    const part = reader.part?.(0.6);
    for (let n = 0; n < 6; n++) expect((await part?.transaction(nthSignature(n)))?.known).toBe(true);
    expect(await part?.transaction(nthSignature(6))).toMatchObject({ gap: { cause: 'deadline' } });
    for (let n = 6; n < 10; n++) expect((await reader.transaction(nthSignature(n))).known).toBe(true);
    expect(await reader.transaction(nthSignature(10))).toMatchObject({ gap: { cause: 'deadline' } });
    const free = open.session.reader(roomy);
    const own = free.part?.(0.5, 4n * PRICE);
    for (let n = 20; n < 22; n++) expect((await own?.transaction(nthSignature(n)))?.known).toBe(true);
    expect(await own?.transaction(nthSignature(22))).toMatchObject({ gap: { cause: 'deadline' } });
    expect((await free.transaction(nthSignature(23))).known).toBe(true);
  });
});
