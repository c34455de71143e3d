import { afterEach, describe, expect, it } from 'vitest';
import { nthAddress, nthSignature, smallWorld } from '../../packages/core/test/support/small-world.ts';
import { type Rig, rig, roomy, until } from '../support/chains.ts';

let open: Rig | null = null;
afterEach(async () => {
  await open?.end();
  open = null;
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('the deadline of a reader', () => {
  it('ends what is open in time and refuses what is asked later, without asking the endpoint', async () => {
    open = await rig([smallWorld()], { bounds: { timeMsMax: 600 } });
    const { reader, rpcs } = open;
    rpcs[0].fail(() => ({ kind: 'hang' }));
    await pause(450);
    const startedAt = performance.now();
    const readings = await Promise.all([
      reader.account(nthAddress(1)),
      reader.signatures(nthAddress(1)),
      reader.tokenHoldings(nthAddress(1)),
      reader.blockTime(5),
    ]);
    expect(performance.now() - startedAt).toBeLessThan(400);
    for (const reading of readings) expect(reading).toMatchObject({ known: false, gap: { cause: 'deadline' } });
    const asked = rpcs[0].requests.length;
    expect(await reader.account(nthAddress(2))).toMatchObject({ gap: { reading: 'account', cause: 'deadline' } });
    expect(rpcs[0].requests.length).toBe(asked);
  });

  it('is longer than the timeout of an endpoint that hangs from the start', async () => {
    open = await rig([smallWorld()], { limits: { requestTimeoutMs: 60_000 }, bounds: { timeMsMax: 300 } });
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });

  it('leaves room for another endpoint when the first one hangs', async () => {
    open = await rig([smallWorld(), smallWorld()], {
      limits: { requestTimeoutMs: 60_000 },
      bounds: { timeMsMax: 900 },
    });
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    expect((await open.reader.account(nthAddress(1))).known).toBe(true);
  });

  it('of one check does not end a load that another one waits for', async () => {
    open = await rig([smallWorld()], { limits: { requestTimeoutMs: 5_000 }, latencyMs: 200 });
    const hasty = open.session.reader({ ...roomy, timeMsMax: 60 });
    const [short, long] = await Promise.all([hasty.account(nthAddress(1)), open.reader.account(nthAddress(1))]);
    expect(short).toMatchObject({ gap: { cause: 'deadline' } });
    expect(long.known).toBe(true);
    expect(open.rpcs[0].calls('getMultipleAccounts')).toBe(1);
    expect(open.rpcs[0].requests[0]?.cancelled).toBe(false);
  });

  it('does not spoil the key for a check that asks later', async () => {
    open = await rig([smallWorld()]);
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    const hasty = open.session.reader({ ...roomy, timeMsMax: 150 });
    await pause(110);
    expect(await hasty.transaction(nthSignature(1))).toMatchObject({ gap: { cause: 'deadline' } });
    open.rpcs[0].fail(null);
    expect((await open.reader.transaction(nthSignature(1))).known).toBe(true);
  });
});

describe('a part of the bounds of a reader', () => {
  it('ends before the rest, which goes on', async () => {
    open = await rig([smallWorld()], { bounds: { timeMsMax: 10_000 } });
    const part = open.reader.part?.(0.03);
    if (!part) throw new Error('the reader has no parts');
    await pause(150);
    open.rpcs[0].fail(() => ({ kind: 'hang' }));
    expect(await part.account(nthAddress(1))).toMatchObject({ gap: { cause: 'deadline' } });
    expect(await part.account(nthAddress(2))).toMatchObject({ gap: { cause: 'deadline' } });
    open.rpcs[0].fail(null);
    expect((await open.reader.account(nthAddress(3))).known).toBe(true);
  });

  it('counts for the whole as well', async () => {
    open = await rig([smallWorld()], { bounds: { callsMax: 10 } });
    const { reader } = open;
    const part = reader.part?.(0.6);
    if (!part) throw new Error('the reader has no parts');
    for (let n = 0; n < 6; n++) expect((await part.account(nthAddress(n))).known).toBe(true);
    expect(await part.account(nthAddress(6))).toMatchObject({ gap: { cause: 'limit_reached' } });
    expect(reader.spent().calls).toBe(6);
    for (let n = 6; n < 10; n++) expect((await reader.account(nthAddress(n))).known).toBe(true);
    expect(await reader.account(nthAddress(10))).toMatchObject({ gap: { cause: 'limit_reached' } });
  });

  it('ends with it', async () => {
    open = await rig([smallWorld()]);
    const part = open.reader.part?.(0.5);
    open.session.close();
    expect(await part?.account(nthAddress(1))).toMatchObject({ gap: { cause: 'deadline' } });
  });
});

describe('cancellation', () => {
  it('closes the requests that nobody waits for when the session closes, and drops what was queued', async () => {
    open = await rig([smallWorld()], { limits: { requestTimeoutMs: 5_000 } });
    const { reader, rpcs, session } = open;
    await reader.account(nthAddress(0));
    rpcs[0].fail(() => ({ kind: 'hang' }));
    const waiting = Promise.all(Array.from({ length: 900 }, (_, n) => reader.transaction(nthSignature(n))));
    await until(() => rpcs[0].requests.length === 5);
    session.close();
    for (const reading of await waiting) expect(reading).toMatchObject({ gap: { cause: 'deadline' } });
    const hung = rpcs[0].requests.slice(1);
    await until(() => hung.every(({ cancelled }) => cancelled));
    expect(hung.map(({ cancelled }) => cancelled)).toEqual([true, true, true, true]);
    expect(rpcs[0].requests).toHaveLength(5);
    expect(open.chain.health()[0]?.healthy).toBe(true);
    expect(await reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'deadline' } });
  });

  it('closes the request of accounts that are read one by one', async () => {
    const { getMultipleAccounts: _, ...few } = smallWorld();
    // Longer than this test waits: only being given up ends the request.
    open = await rig([few], { limits: { requestTimeoutMs: 60_000 }, bounds: { timeMsMax: 120_000 } });
    const { reader, rpcs, session } = open;
    rpcs[0].fail(({ calls }) => (calls.some(({ method }) => method === 'getAccountInfo') ? { kind: 'hang' } : null));
    const waiting = Promise.all([1, 2, 3].map((n) => reader.account(nthAddress(n))));
    await until(() => rpcs[0].calls('getAccountInfo') === 3);
    session.close();
    await waiting;
    const hung = rpcs[0].requests.filter(({ calls }) => calls.some(({ method }) => method === 'getAccountInfo'));
    await until(() => hung.every(({ cancelled }) => cancelled));
    expect(hung.map(({ cancelled }) => cancelled)).toEqual([true]);
  });

  it('keeps a request whose array holds a call of another session', async () => {
    open = await rig([smallWorld()], { limits: { requestTimeoutMs: 5_000 }, latencyMs: 150 });
    const other = open.chain.session();
    const both = Promise.all([
      open.reader.transaction(nthSignature(1)),
      other.reader(roomy).transaction(nthSignature(2)),
    ]);
    await until(() => open?.rpcs[0].requests.length === 1);
    open.session.close();
    const [mine, theirs] = await both;
    expect(mine.known).toBe(false);
    expect(theirs.known).toBe(true);
    other.close();
  });
});

describe('the bounds of a reader', () => {
  it('end with limit_reached after callsMax calls', async () => {
    open = await rig([smallWorld()], { bounds: { callsMax: 3 } });
    const { reader, rpcs } = open;
    for (let n = 0; n < 3; n++) expect((await reader.transaction(nthSignature(n))).known).toBe(true);
    expect(await reader.transaction(nthSignature(3))).toMatchObject({
      known: false,
      gap: { reading: 'transaction', cause: 'limit_reached' },
    });
    expect(reader.spent().calls).toBe(3);
    expect(rpcs[0].calls('getTransaction')).toBe(3);
  });

  it('are counted for the session of several, as far as they were asked', async () => {
    open = await rig([smallWorld()], { bounds: { callsMax: 2 } });
    const { reader, session } = open;
    expect(session.calls).toBe(0);
    const other = session.reader(roomy);
    for (let n = 0; n < 3; n++) await reader.transaction(nthSignature(n));
    await Promise.all([other.transaction(nthSignature(0)), other.tokenHoldings(nthAddress(1))]);
    session.close();
    await other.account(nthAddress(2));
    expect(session.calls).toBe(5);
  });

  it('end with limit_reached when answers took more than bytesMax, cached or not', async () => {
    open = await rig([smallWorld()]);
    const { session } = open;
    const read = async (bytesMax: number) => {
      const reader = session.reader({ ...roomy, bytesMax });
      const causes: string[] = [];
      for (let n = 0; n < 6; n++) {
        const reading = await reader.transaction(nthSignature(n));
        causes.push(reading.known ? 'known' : reading.gap.cause);
      }
      return causes;
    };
    const fresh = await read(2_500);
    expect(fresh[0]).toBe('known');
    expect(fresh.at(-1)).toBe('limit_reached');
    await read(1e9);
    expect(await read(2_500)).toEqual(fresh);
  });

  it('an answer that never ends is given up', async () => {
    open = await rig([smallWorld()], { limits: { answerBytesMax: 100_000 } });
    open.rpcs[0].fail(() => ({ kind: 'text', text: 'x'.repeat(3_000_000) }));
    expect(await open.reader.account(nthAddress(1))).toMatchObject({ gap: { cause: 'rpc_unavailable' } });
  });
});
