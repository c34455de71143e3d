import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RpcMethods } from 'assay-sandbox/json-rpc.ts';
import { readWorld } from 'assay-sandbox/replay/folder.ts';
import { replayMethods } from 'assay-sandbox/replay/methods.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { FaultyRpc } from '../../packages/core/test/support/faulty-rpc.ts';
import { STREAM } from '../graphql/graphql-batches.ts';
import { gate } from '../rest/service.ts';
import { withApp } from '../support/app.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openEvents } from '../support/event-stream.ts';

const FOLDER = join('test', 'fixtures', 'worlds', 'sandbox');
const methods = replayMethods(readWorld(FOLDER));
const subjects: readonly { readonly verdict: string; readonly address: string }[] = JSON.parse(
  readFileSync(join(FOLDER, 'subjects.json'), 'utf8'),
);
const subject = String(subjects.find(({ verdict }) => verdict === 'CEX_FUNDED')?.address);
const other = String(subjects.find(({ verdict }) => verdict === 'WALLET_FUNDED')?.address);
const CALLERS = 50;

let database: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  database = await openTestDatabase();
  ledger = openLedger(database.database);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => database.stop());

async function check(url: string, address: string) {
  const apiKey = String((await ledger.grant(1_000_000n)).apiKey);
  const response = await fetch(`${url}/check/funder/${address}`, { headers: { 'X-API-Key': apiKey } });
  return { status: response.status, body: await response.json() };
}

/** How many checks are under way. */
async function openHolds(): Promise<number> {
  const [row] = await database.database.sql<
    { n: number }[]
  >`SELECT count(*)::int AS n FROM holds WHERE closed_at IS NULL`;
  return row?.n ?? 0;
}

/** A check over a stream, which ends when its caller leaves; it is under way when this resolves. */
async function stream(url: string, address: string) {
  const apiKey = String((await ledger.grant(1_000_000n)).apiKey);
  const variables = { requests: [{ funder: { address } }] };
  return await openEvents(`${url}/graphql`, { query: STREAM, variables }, { 'X-API-Key': apiKey });
}

/** Questions about the history of `subject` that arrived: nobody but a check asks them here. */
const histories = (rpc: FaultyRpc | undefined) =>
  (rpc?.requests ?? [])
    .flatMap(({ calls }) => calls)
    .filter(({ method, params }) => method === 'getSignaturesForAddress' && params[0] === subject).length;

/** Lets every request wait that asks about `address`, so that a check of it stays under way. */
function holdUp(rpc: FaultyRpc | undefined, address: string): void {
  rpc?.fail(({ calls }) =>
    calls.some(({ params }) => JSON.stringify(params).includes(address)) ? { kind: 'hang' } : null,
  );
}

describe('the same question of many callers at once', () => {
  it('is answered with one answer, worked about once and charged to each', async () => {
    await withApp(database, [methods], { SLOT_CACHE_MS: '2000' }, async ({ url }, [rpc]) => {
      const alone = await check(url, subject);
      const once = histories(rpc);
      expect(once).toBeGreaterThan(0);
      holdUp(rpc, other);
      const underWay = await stream(url, other);
      const before = histories(rpc);
      // What was read stays fresh however long the machine needs for them all.
      vi.spyOn(performance, 'now').mockReturnValue(performance.now());
      const all = await Promise.all(Array.from({ length: CALLERS }, () => check(url, subject)));
      for (const { status, body } of all) {
        expect([status, body.verdict, body.billing.balance_usdc]).toEqual([200, 'CEX_FUNDED', '0.95']);
        expect(body.attestation).toBe(all[0]?.body.attestation);
        expect(body.as_of).toEqual(alone.body.as_of);
      }
      expect(histories(rpc) - before).toBeLessThanOrEqual(once);
      underWay.leave();
    });
  });

  it('is asked of the chain again by a caller who comes after the answer', async () => {
    await withApp(database, [methods], { SLOT_CACHE_MS: '2000' }, async ({ url }, [rpc]) => {
      const counts: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        const before = histories(rpc);
        expect((await check(url, subject)).body.verdict).toBe('CEX_FUNDED');
        counts.push(histories(rpc) - before);
      }
      expect(counts[0]).toBeGreaterThan(0);
      expect(counts).toEqual([counts[0], counts[0], counts[0]]);
    });
  });

  it('is answered to who stays when the caller leaves whose check it was', async () => {
    const { opened, open } = gate();
    const waiting: RpcMethods = {
      ...methods,
      getSignaturesForAddress: async (params) => {
        await opened;
        return await methods.getSignaturesForAddress?.(params);
      },
    };
    await withApp(database, [waiting], { SLOT_CACHE_MS: '2000' }, async ({ url }) => {
      const first = await stream(url, subject);
      const second = check(url, subject);
      await expect.poll(openHolds).toBe(2);
      first.leave();
      open();
      const { status, body } = await second;
      expect([status, body.verdict, body.billing.balance_usdc]).toEqual([200, 'CEX_FUNDED', '0.95']);
    });
  });
});
