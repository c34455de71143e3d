import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HoldRequest, Ledger, StoredAnswer } from '#ledger/books.ts';
import { giveBack } from '#ledger/holds/closing.ts';
import { type Deliveries, openDeliveries } from '#ledger/holds/deliveries.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { type CallMode, callModesOf } from './call-modes.ts';
import { type Failover, openFailover } from './failover.ts';
import { addPass, asked, charged, clean, idOf, newKey, PRICE, rowOf, USDC } from './fixture.ts';

const SHARING = 8;

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let deliveries: Deliveries;
let ways: ReturnType<typeof callModesOf>;
let failover: Failover;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
  deliveries = openDeliveries(sql);
  ways = callModesOf(sql, deliveries);
  failover = openFailover(test, () => [sql]);
});
afterAll(async () => {
  await failover.close();
  await deliveries.close();
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

/** What both accounts can see and what is stored of their holds. */
async function everything(): Promise<unknown> {
  const tables = ['accounts', 'holds', 'answers', 'movements', 'postings', 'passes'];
  return await Promise.all(tables.map((table) => sql.unsafe(`SELECT * FROM ${table} ORDER BY 1, 2`)));
}

/** A token's answer, as X is about to store it. */
const theirs: StoredAnswer = { body: '{"kind":"token","subject":"X","verdict":"LOW_RISK"}', verdict: 'LOW_RISK' };
const own: StoredAnswer = {
  body: '{"kind":"funder","subject":"subject","verdict":"CEX_FUNDED"}',
  verdict: 'CEX_FUNDED',
};

const tokenLine = (apiKey: string): HoldRequest => ({ ...asked(apiKey), kind: 'token', subject: 'X' });

/** Holds of X that a failover lost, and Y's holds, to which the same ids were given. */
interface Twins {
  readonly x: string;
  readonly y: string;
  readonly lost: readonly string[];
  readonly held: readonly string[];
  readonly requests: readonly HoldRequest[];
}

async function twins(way: CallMode, calls = 0): Promise<Twins> {
  const [x, y] = [await newKey(ledger), await newKey(ledger)];
  for (const key of [x, y]) {
    if (calls > 0) await addPass(sql, key, calls);
    await ledger.statement(key);
  }
  await failover.follow();
  const lost = await way.holds(Array.from({ length: SHARING }, () => tokenLine(x)));
  await failover.failOver();
  const requests = Array.from({ length: SHARING }, () => asked(y));
  const held = await way.holds(requests);
  const ids = { lost: lost.map(idOf), held: held.map(idOf) };
  expect(ids.held.map(rowOf)).toEqual(ids.lost.map(rowOf));
  return { x, y, ...ids, requests };
}

describe.each(['oneByOne', 'together', 'unlocked'] as const)('ids that come twice, %s', (name) => {
  let way: CallMode;
  beforeEach(() => {
    way = ways[name];
  });

  it.each([0, 100])('let nobody post on the hold of another (%i calls on a pass)', async (calls) => {
    const { x, y, lost, held } = await twins(way, calls);
    const before = await everything();
    const posted = await way.posts(lost.map((holdId) => ({ holdId, answer: theirs })));
    expect(posted).toEqual(lost.map(() => ({ outcome: 'lost' })));
    expect(await everything()).toEqual(before);
    const mine = await way.posts(held.map((holdId) => ({ holdId, answer: own })));
    expect(new Set(mine.map(({ outcome }) => outcome))).toEqual(new Set(['posted']));
    // The answer of Y is not taken for the outcome of a post of X that was sent again.
    expect(await way.posts(lost.map((holdId) => ({ holdId, answer: own })))).toEqual(
      lost.map(() => ({ outcome: 'lost' })),
    );
    expect(await ledger.statement(x)).toMatchObject({ balanceAtomic: USDC });
    expect(await ledger.statement(y)).toMatchObject({ balanceAtomic: USDC - (calls ? 0n : PRICE * BigInt(SHARING)) });
    for (const holdId of held) deliveries.finish(holdId);
    await deliveries.written();
  });

  it('keep both apart in one statement', async () => {
    const { y, lost, held, requests } = await twins(way);
    const posts = held.flatMap((holdId, n) => [
      { holdId: lost[n] ?? '', answer: theirs },
      { holdId, answer: own },
    ]);
    const outcomes = (await way.posts(posts)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(held.flatMap(() => ['lost', 'posted']));
    const again = await way.holds(requests);
    expect(again).toMatchObject(held.map((holdId) => ({ outcome: 'replayed', holdId, answer: own })));
    expect(await ledger.statement(y)).toMatchObject({ balanceAtomic: USDC - PRICE * BigInt(SHARING) });
  });

  it('let nobody give back, renew or finish the hold of another', async () => {
    const { lost, held, requests } = await twins(way);
    await sql`UPDATE holds SET expires_at = expires_at - interval '30 seconds' WHERE state = 'held'`;
    const before = await everything();
    for (const holdId of lost) {
      expect(await ledger.void(holdId, 'free')).toEqual({ balanceAtomic: null });
      await ledger.renew(holdId);
    }
    giveBack(sql, lost);
    await Promise.all(lost.map((holdId) => ledger.void(holdId, 'failed')));
    expect(await everything()).toEqual(before);
    await way.posts(held.map((holdId) => ({ holdId, answer: own })));
    const posted = await everything();
    for (const holdId of lost) deliveries.finish(holdId);
    await deliveries.written();
    expect(await everything()).toEqual(posted);
    expect(await way.holds(requests)).toMatchObject(
      held.map((holdId) => ({ outcome: 'replayed', holdId, answer: own })),
    );
  });

  it('do not keep an answer from whom it did not reach because another got the one of that id', async () => {
    const { y, lost, held, requests } = await twins(way);
    await way.posts(held.map((holdId) => ({ holdId, answer: own })));
    // Finished responses that the database was away for.
    const noted: Deliveries = {
      waiting: false,
      finish: () => undefined,
      has: (holdId) => lost.includes(holdId),
      noted: () => lost,
      written: async () => undefined,
      close: async () => undefined,
    };
    const again = await callModesOf(sql, noted)[name].holds(requests);
    expect(again).toMatchObject(held.map((holdId) => ({ outcome: 'replayed', holdId, answer: own })));
    expect(await ledger.statement(y)).toMatchObject({ balanceAtomic: USDC - PRICE * BigInt(SHARING) });
  });
});

it('a bill that was lost with its ids charges nobody, and the bill that has them now is charged whole', async () => {
  const [x, y] = [await newKey(ledger), await newKey(ledger)];
  const bill = (apiKey: string) => ({
    apiKey,
    lines: Array.from({ length: 5 }, () => asked(apiKey)),
    idempotencyKey: 'b',
  });
  await failover.follow();
  const lost = await ledger.holdAll(bill(x));
  await failover.failOver();
  const mine = bill(y);
  const held = await ledger.holdAll(mine);
  if (lost.outcome !== 'held' || held.outcome !== 'held') throw new Error('not held');
  for (const line of lost.lines) expect(await ledger.post(idOf(line as never), theirs)).toEqual({ outcome: 'lost' });
  for (const line of lost.lines) await ledger.void(idOf(line as never), 'failed');
  for (const line of held.lines)
    expect(await ledger.post(idOf(line as never), own)).toMatchObject({ outcome: 'posted' });
  const again = await ledger.holdAll(mine);
  expect(again).toMatchObject({ lines: held.lines.map(() => ({ outcome: 'replayed', answer: own })) });
  expect(await ledger.statement(x)).toMatchObject({ balanceAtomic: USDC });
  expect(await ledger.statement(y)).toMatchObject({ balanceAtomic: USDC - 5n * PRICE });
});

describe('holds of an older version, which have no token', () => {
  it('are answered again, and named by their id alone', async () => {
    const apiKey = await newKey(ledger);
    const request = asked(apiKey);
    const holdId = rowOf(await charged(ledger, request, own));
    await sql`UPDATE holds SET token = NULL WHERE id = ${holdId}::bigint`;
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed', holdId, answer: own });
    ledger.finish(holdId);
    const finished = () => sql`SELECT FROM holds WHERE id = ${holdId}::bigint AND finished_at IS NOT NULL`;
    await until(async () => (await finished()).length === 1);
  });

  it.each(['oneByOne', 'together', 'unlocked'] as const)(
    'are closed by an id alone, others are not (%s)',
    async (name) => {
      const apiKey = await newKey(ledger);
      const ids = [idOf(await ledger.hold(asked(apiKey))), idOf(await ledger.hold(asked(apiKey)))];
      const [old = '', young = ''] = ids.map(rowOf);
      await sql`UPDATE holds SET token = NULL WHERE id = ${old}::bigint`;
      const posted = await ways[name].posts([old, young].map((holdId) => ({ holdId, answer: own })));
      expect(posted.map(({ outcome }) => outcome)).toEqual(['posted', 'lost']);
      expect(await ledger.void(young, 'failed')).toEqual({ balanceAtomic: null });
      expect(await ledger.void(ids[1] ?? '', 'failed')).toEqual({ balanceAtomic: USDC - PRICE });
    },
  );
});
