import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { type Deliveries, openDeliveries } from '#ledger/holds/deliveries.ts';
import { hold, holdSeveral } from '#ledger/holds/hold.ts';
import { type Post, post, postSeveral } from '#ledger/holds/post.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { callModesOf } from './call-modes.ts';
import { answer, asked, clean, idOf, newKey, PRICE, rowOf } from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let deliveries: Deliveries;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
  deliveries = openDeliveries(sql);
});
afterAll(async () => {
  await deliveries.close();
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

/** The sessions of the database that wait for a lock. */
const waiting = () => sql`
  SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

describe('calls that share a statement', () => {
  it('get what there is money for and no more: 30 of 200, and all of another key beside them', async () => {
    const [poor, rich] = [await newKey(ledger, 30n * PRICE), await newKey(ledger, 200n * PRICE)];
    const requests = Array.from({ length: 400 }, (_, n) => asked(n % 2 ? poor : rich));
    const held = await Promise.all(requests.map((request) => ledger.hold(request)));
    const of = (key: string) => held.filter((_, n) => requests[n]?.apiKey === key);
    expect(of(rich).filter(({ outcome }) => outcome === 'held')).toHaveLength(200);
    expect(of(poor).filter(({ outcome }) => outcome === 'held')).toHaveLength(30);
    expect(of(poor).filter(({ outcome }) => outcome === 'insufficient_balance')).toHaveLength(170);
    const ids = held.flatMap((one) => (one.outcome === 'held' ? [one.holdId] : []));
    const posted = await Promise.all(ids.map((holdId) => ledger.post(holdId, answer)));
    expect(posted.every(({ outcome }) => outcome === 'posted')).toBe(true);
    for (const key of [poor, rich]) expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: 0n });
    expect(await ledger.audit()).toEqual(clean);
  });

  it('reserve nothing, and are not refused, where the balance grew while they waited for its row', async () => {
    const apiKey = await newKey(ledger, 10n * PRICE);
    await ledger.statement(apiKey);
    const large = idOf(await ledger.hold({ ...asked(apiKey), priceAtomic: 9n * PRICE }));
    const members = [asked(apiKey), asked(apiKey)].map((question) => ({
      question,
      answer: () => undefined,
      fail: () => undefined,
    }));
    const { left } = await sql.begin(async (tx) => {
      await tx`
        WITH closed AS (
          UPDATE holds SET state = 'voided', closed_at = now(), why = 'failed' WHERE id = ${rowOf(large)}::bigint
          RETURNING account_id
        )
        UPDATE accounts SET held = 0 FROM closed WHERE accounts.id = closed.account_id`;
      const several = holdSeveral(sql, deliveries, members);
      await until(async () => (await waiting()).length > 0);
      return { left: several };
    });
    expect(await left).toEqual(members);
    expect(await callModesOf(sql, deliveries).together.holds(members.map(({ question }) => question))).toMatchObject([
      { outcome: 'held', balanceAtomic: 9n * PRICE },
      { outcome: 'held', balanceAtomic: 8n * PRICE },
    ]);
    expect(await ledger.audit()).toEqual(clean);
  });

  it('are held although one among them cannot be stored, and prices of others are more than any sum', async () => {
    const [apiKey, other] = [await newKey(ledger, 20n * PRICE), await newKey(ledger, 20n * PRICE)];
    const requests = Array.from({ length: 12 }, (_, n) => asked(n % 2 ? apiKey : other));
    const unstorable = { ...asked(apiKey), subject: 'a\u0000b' };
    const unpayable = Array.from({ length: 2 }, () => ({ ...asked(apiKey), priceAtomic: 2n ** 63n - 1n }));
    const all = [...requests, unstorable, ...unpayable];
    const results = await Promise.allSettled(all.map((request) => ledger.hold(request)));
    const became = results.map((one) => (one.status === 'fulfilled' ? one.value.outcome : one.status));
    expect(became).toEqual([...requests.map(() => 'held'), 'rejected', 'insufficient_balance', 'insufficient_balance']);
    const held = results.flatMap((one) => (one.status === 'fulfilled' && 'holdId' in one.value ? [one.value] : []));
    await Promise.all(held.map(({ holdId }) => ledger.void(holdId, 'failed')));
    for (const key of [apiKey, other])
      expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: 20n * PRICE });
  });

  it('are mixed with named ones, of which each name is charged once', async () => {
    const apiKey = await newKey(ledger, 100n * PRICE);
    const named = asked(apiKey);
    const requests = Array.from({ length: 60 }, (_, n) =>
      n % 3 ? asked(apiKey) : { ...named, idempotencyKey: `name ${n % 2}` },
    );
    const held = await Promise.all(requests.map((request) => ledger.hold(request)));
    expect(held.filter(({ outcome }) => outcome === 'held')).toHaveLength(42);
    expect(held.filter(({ outcome }) => outcome === 'in_flight')).toHaveLength(18);
    await Promise.all(held.map((one) => one.outcome === 'held' && ledger.void(one.holdId, 'failed')));
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 100n * PRICE });
  });
});

describe('answers that are stored together', () => {
  const bodies = [
    '',
    'NULL',
    '{"a":"b\\"c\\\\d","e":[1,2]}',
    '{},"\\n\n\r\t\'$1 \u{1F600} \u2028\uFFFF',
    'x'.repeat(100_000),
    ...Array.from({ length: 255 }, (_, n) => `${String.fromCharCode(n + 1)}|`),
  ];

  it('are kept to the character', async () => {
    const apiKey = await newKey(ledger, 1_000n * PRICE);
    const ids = await Promise.all(bodies.map(async () => idOf(await ledger.hold(asked(apiKey)))));
    const posted = await callModesOf(sql, deliveries).together.posts(
      bodies.map((body, n) => ({ holdId: ids[n] ?? '', answer: { body, verdict: body } })),
    );
    expect(posted.every(({ outcome }) => outcome === 'posted')).toBe(true);
    const rows = await sql<{ hold_id: bigint; body: string; verdict: string }[]>`
      SELECT hold_id, body, verdict FROM answers WHERE hold_id = ANY(string_to_array(${ids.map(rowOf).join()}, ',')::bigint[])`;
    const stored = new Map(rows.map(({ hold_id, body, verdict }) => [String(hold_id), { body, verdict }]));
    expect(ids.map((id) => stored.get(rowOf(id)))).toEqual(bodies.map((body) => ({ body, verdict: body })));
  });

  it('are stored although one among them cannot be', async () => {
    const apiKey = await newKey(ledger);
    const ids = await Promise.all(Array.from({ length: 9 }, async () => idOf(await ledger.hold(asked(apiKey)))));
    const results = await Promise.allSettled(
      ids.map((id, n) => ledger.post(id, { body: n === 5 ? 'a\u0000b' : 'body', verdict: 'V' })),
    );
    expect(results.map(({ status }, n) => (status === 'rejected' ? n : null)).filter((n) => n !== null)).toEqual([5]);
    await ledger.void(ids[5] ?? '', 'failed');
  });

  it('are answered as stored when they are sent again, charged once, and never replaced by others', async () => {
    const apiKey = await newKey(ledger);
    const ids = await Promise.all(Array.from({ length: 12 }, async () => idOf(await ledger.hold(asked(apiKey)))));
    const twice = [...ids, ...ids].map((holdId) => ({ holdId, answer }));
    const other = ids.map((holdId) => ({ holdId, answer: { body: 'other', verdict: 'V' } }));
    const outcomes = async (posts: readonly Post[]) =>
      new Set(
        (await Promise.all(posts.map(({ holdId, answer }) => ledger.post(holdId, answer)))).map((one) => one.outcome),
      );
    expect(await outcomes(twice)).toEqual(new Set(['posted']));
    expect(await outcomes(twice)).toEqual(new Set(['posted']));
    expect(await outcomes(other)).toEqual(new Set(['lost']));
    expect(await ledger.statement(apiKey)).toMatchObject({ balanceAtomic: 20n * PRICE - 12n * PRICE });
  });
});

it('statements for one and for several look rows up by index from the first day on', async () => {
  const made = new Map<string, readonly unknown[]>();
  // Of its own: where the other stories went on for a while, the planner has seen how few rows there are.
  const fresh = await openTestDatabase();
  const watched = postgres(fresh.url, {
    max: 1,
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    debug: (_connection, text, parameters) => void made.set(text, [...parameters]),
  });
  try {
    const apiKey = await newKey(openLedger(fresh.database));
    const members = [asked(apiKey), asked(apiKey)].map((question) => ({
      question,
      answer: () => undefined,
      fail: () => undefined,
    }));
    await holdSeveral(watched, deliveries, members);
    await hold(watched, deliveries, asked(apiKey));
    await postSeveral(watched, [{ question: { holdId: '0', answer }, answer: () => undefined, fail: () => undefined }]);
    await post(watched, '0', answer);
    const statements = [...made].filter(([text]) => text.includes('asked'));
    expect(statements).toHaveLength(4);
    await watched`SET plan_cache_mode = force_generic_plan`;
    for (const [n, [text, parameters]] of statements.entries()) {
      await watched.unsafe(`PREPARE several_${n} AS ${text}`);
      const plan = await watched.unsafe(`EXPLAIN EXECUTE several_${n} (${parameters.map(() => 'NULL').join()})`);
      const lines = plan.map((row) => String(row['QUERY PLAN']));
      expect(lines.filter((line) => /Seq Scan/.test(line))).toEqual([]);
      expect(lines.some((line) => /Index Scan using holds_/.test(line))).toBe(true);
    }
  } finally {
    await watched.end();
    await fresh.stop();
  }
});
