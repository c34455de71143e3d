import { RpcFault, type RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { NEWEST_SLOT, nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy } from '../support/chains.ts';

/** The small world as an endpoint shows it that stands `slots` behind; `owned` says whether it knows. */
function lagging(slots: number, owned: boolean) {
  return {
    ...smallWorld(),
    getSlot: () => (owned ? NEWEST_SLOT - slots : NEWEST_SLOT),
    getMultipleAccounts: ([addresses]: readonly unknown[]) => ({
      context: { slot: NEWEST_SLOT - slots },
      value: (addresses as unknown[]).map(() => null),
    }),
  };
}

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

describe('an endpoint that lags by 1,000 slots', () => {
  it('is noticed by its own contradiction when it is alone', async () => {
    open = await rig([lagging(1_000, false)]);
    const account = await open.reader.account(nthAddress(1));
    expect(account).toMatchObject({ gap: { reading: 'account', cause: 'rpc_disagrees' } });
  });

  it('is not believed while a better one answers', async () => {
    open = await rig([lagging(1_000, true), smallWorld()]);
    const account = await open.reader.account(nthAddress(1));
    expect(account).toMatchObject({ known: true, value: { slot: NEWEST_SLOT } });
    expect(await open.reader.signatures(nthAddress(2), { limit: 3 })).toMatchObject({ known: true });
    expect(open.rpcs[1]!.calls('getSignaturesForAddress')).toBe(1);
    expect(open.chain.health()[0]).toMatchObject({ healthy: false });
    expect(open.chain.health()[0]?.lagSlots).toBeGreaterThan(900);
  });

  it('makes a gap of what speaks of the present when the better one gives no answers', async () => {
    open = await rig([lagging(1_000, true), smallWorld()]);
    open.rpcs[1]!.fail(({ calls }) =>
      calls.some(({ method }) => method !== 'getSlot') ? { kind: 'status', status: 500 } : null,
    );
    const [account, page, body] = await Promise.all([
      open.reader.account(nthAddress(1)),
      open.reader.signatures(nthAddress(1)),
      open.reader.transaction(nthSignature(5)),
    ]);
    expect(account).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    expect(page).toMatchObject({ gap: { cause: 'rpc_disagrees' } });
    // A finalized body does not change: it may come from an endpoint that lags.
    expect(body.known).toBe(true);
  });

  it('within the bound is fine', async () => {
    open = await rig([lagging(140, false)]);
    expect((await open.reader.account(nthAddress(1))).known).toBe(true);
  });
});

describe('an endpoint of several nodes, the next of which lags by a slot', () => {
  /** A node refuses what it has not reached, and has reached it when it is asked again. */
  function nodes(): RpcMethods {
    let slot = NEWEST_SLOT;
    const world = smallWorld();
    const reached = (method: string) => (params: readonly unknown[]) => {
      const { minContextSlot = 0 } = params.at(-1) as { minContextSlot?: number };
      const at = slot;
      slot = at === NEWEST_SLOT ? NEWEST_SLOT - 1 : NEWEST_SLOT;
      if (at < minContextSlot)
        throw new RpcFault(-32016, 'Minimum context slot has not been reached', { contextSlot: at });
      const answer = world[method]?.(params) as object;
      return 'context' in answer ? { ...answer, context: { slot: at } } : answer;
    };
    const methods = ['getMultipleAccounts', 'getTokenAccountsByOwner', 'getSignaturesForAddress'];
    return { ...world, ...Object.fromEntries(methods.map((method) => [method, reached(method)])) };
  }
  const least = (method: string) =>
    open!.rpcs[0].requests.flatMap(({ calls }) =>
      calls
        .filter((call) => call.method === method)
        .map(({ params }) => (params.at(-1) as { minContextSlot?: number }).minContextSlot),
    );

  it('answers nothing as of a slot before that of the first reading', async () => {
    open = await rig([nodes()]);
    const { reader } = open;
    expect(await reader.account(nthAddress(1))).toMatchObject({ value: { slot: NEWEST_SLOT } });
    expect(await reader.account(nthAddress(1), 'anew')).toMatchObject({ value: { slot: NEWEST_SLOT } });
    expect(least('getMultipleAccounts')).toEqual([undefined, NEWEST_SLOT, NEWEST_SLOT]);
    expect(await reader.signatures(nthAddress(1), { limit: 3 })).toMatchObject({ known: true });
    expect(least('getSignaturesForAddress')).toEqual([NEWEST_SLOT, NEWEST_SLOT]);
  });

  it('is not held to it for what lies before a signature, nor for what another check read', async () => {
    open = await rig([nodes()]);
    const { reader, session } = open;
    await reader.account(nthAddress(1));
    await reader.signatures(nthAddress(1), { limit: 3, before: nthSignature(3) });
    await session.reader(roomy).account(nthAddress(2));
    expect(least('getSignaturesForAddress')).toEqual([undefined]);
    expect(least('getMultipleAccounts')).toEqual([undefined, undefined]);
  });

  it('is asked for what is confirmed as of the confirmed slot that was read before, and for what is final without it', async () => {
    open = await rig([nodes()]);
    const { reader } = open;
    expect(await reader.snapshot([nthAddress(1)])).toMatchObject({ value: { slot: NEWEST_SLOT } });
    expect(await reader.snapshot([nthAddress(2)])).toMatchObject({ value: { slot: NEWEST_SLOT } });
    await reader.account(nthAddress(3));
    expect(least('getMultipleAccounts')).toEqual([undefined, NEWEST_SLOT, NEWEST_SLOT, undefined]);
  });
});

describe('probing', () => {
  it('rides along with the first call and is not repeated within seconds', async () => {
    open = await rig([smallWorld()]);
    for (let n = 0; n < 5; n++) await open.reader.account(nthAddress(n));
    expect(open.rpcs[0].calls('getSlot')).toBe(1);
    expect(open.rpcs[0].requests.length).toBe(5);
  });

  it('is repeated while endpoints are in use, and again compared with after a pause', async () => {
    let behind = 0;
    const own = { ...lagging(0, true), getSlot: () => NEWEST_SLOT - behind };
    open = await rig([own, smallWorld()], { limits: { probeEveryMs: 30, probeAgeMsMax: 60 } });
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ value: { value: null } });
    behind = 5_000;
    await new Promise((resolve) => setTimeout(resolve, 80));
    // The page carries no slot of its own: that the endpoint fell behind is known from the probe it rode along with.
    await open.reader.signatures(nthAddress(1), { limit: 2 });
    expect(open.rpcs[1]!.calls('getSignaturesForAddress')).toBe(1);
    expect(open.rpcs[0].calls('getSlot')).toBe(2);
  });

  it('does not hold an answer back for an endpoint that hangs', async () => {
    open = await rig([smallWorld(), smallWorld()], { limits: { probeWaitMs: 100 } });
    open.rpcs[1]!.fail(() => ({ kind: 'hang' }));
    const startedAt = performance.now();
    expect((await open.reader.account(nthAddress(1))).known).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
