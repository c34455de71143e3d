import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain } from '#chain/chain-reader.ts';
import { openChain } from '#chain/open-chain.ts';
import { gapFacts } from '#lib/reading.ts';
import { type FaultyRpc, serveFaultyRpc } from '../support/faulty-rpc.ts';
import { nthAddress, nthSignature, smallWorld } from '../support/small-world.ts';
import { virtualTime } from '../support/virtual-time.ts';

let rpc: FaultyRpc;
let chain: Chain;
let realTime: () => void;
beforeAll(async () => {
  rpc = await serveFaultyRpc(smallWorld());
  realTime = await virtualTime([rpc.url]);
  const limits = { restMsMin: 1, restMsMax: 1, requestTimeoutMs: 500, cacheBytesMax: 0 };
  chain = openChain({ urls: [rpc.url], limits });
});
afterAll(async () => {
  await chain.close();
  await rpc.close();
  realTime();
});

/** Every reading of a reader ends as a reading, with a cause of the closed list where it is a gap. */
async function readsEverything(): Promise<void> {
  const session = chain.session();
  const reader = session.reader({ timeMsMax: 2_000, callsMax: 100, bytesMax: 1e7 });
  const readings = await Promise.all([
    reader.account(nthAddress(1)),
    reader.signatures(nthAddress(1)),
    reader.transaction(nthSignature(1)),
    reader.tokenHoldings(nthAddress(1)),
    reader.blockTime(3),
  ]);
  session.close();
  for (const reading of readings) {
    if (!reading.known) expect(Object.keys(gapFacts)).toContain(reading.gap.cause);
  }
}

const CONFIG = { numRuns: 12 };

describe('whatever an endpoint sends', () => {
  it('random bytes end in readings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (text) => {
        rpc.fail(() => ({ kind: 'text', text }));
        await readsEverything();
      }),
      CONFIG,
    );
  });

  it('random JSON as the whole answer ends in readings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        rpc.fail(() => ({ kind: 'text', text: JSON.stringify(value) }));
        await readsEverything();
      }),
      CONFIG,
    );
  });

  it('random JSON in the place of results and errors ends in readings', async () => {
    const member = fc.constantFrom('result', 'error');
    await fc.assert(
      fc.asyncProperty(member, fc.jsonValue(), async (name, value) => {
        rpc.fail(() => ({ kind: 'items', spoil: (_, answer) => ({ id: answer.id, [name]: value }) }));
        await readsEverything();
      }),
      CONFIG,
    );
  });

  it('good answers with one member replaced end in readings', async () => {
    const junk = fc.oneof(fc.constantFrom(null, -1, 2 ** 60, '', [], {}), fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(fc.nat(), junk, async (seed, value) => {
        rpc.fail(() => ({
          kind: 'items',
          spoil: (_, answer) => ({ ...answer, result: damaged(answer.result, seed, value) }),
        }));
        await readsEverything();
      }),
      { numRuns: 25 },
    );
  });
});

/** `value` with one of its members, chosen by `seed`, replaced by `junk` at some depth. */
function damaged(value: unknown, seed: number, junk: unknown): unknown {
  if (typeof value !== 'object' || value === null) return junk;
  const keys = Object.keys(value);
  const key = keys[seed % Math.max(1, keys.length)];
  if (key === undefined || seed % 5 === 0) return junk;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = damaged(copy[key], Math.floor(seed / 7), junk);
  return copy;
}
