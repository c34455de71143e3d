import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { FreeCallBook, FreeNetwork, FreeTaken } from '#ledger/free-calls.ts';
import { openFreeCallBook } from '#ledger/free-calls.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { clean } from './fixture.ts';
import { fresh } from './payments-fixture.ts';

const RPC_MAX = 1_000;
const SHARE_MAX = 100;

let test: TestDatabase;
let replica: Database;
let books: readonly [FreeCallBook, FreeCallBook];
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
  books = [openFreeCallBook(test.database), openFreeCallBook(replica)];
  sql = test.database.sql;
});
afterEach(async () => {
  await sql`DELETE FROM free_work`;
});
afterAll(async () => {
  expect(await openLedger(test.database).audit()).toEqual(clean);
  await replica.stop();
  await test.stop();
});

const limited = (callsMax: number, name = fresh('network')): FreeNetwork => ({ name, callsMax });

function take(networks: readonly FreeNetwork[], calls = 1, book = books[0]): Promise<FreeTaken> {
  return book.take({ networks, calls, rpcCallsMax: RPC_MAX });
}

/** The results of `count` takings at once, on two replicas by turns. */
function atOnce(count: number, networksOf: (index: number) => readonly FreeNetwork[], calls = 1) {
  const takings = Array.from({ length: count }, (_, n) => take(networksOf(n), calls, books[n % 2 === 0 ? 0 : 1]));
  return Promise.all(takings);
}

async function callsOf({ name }: FreeNetwork): Promise<number> {
  return (await books[1].today([name])).calls[0] ?? -1;
}

const taken = (results: readonly FreeTaken[]) => results.filter((result) => result.taken);

describe('5.16 free calls of a day', () => {
  it.each([5, 37])('are exactly %i of 200 asked for at once on two replicas', async (allowance) => {
    const caller = limited(allowance);
    const wider = limited(20 * allowance);
    const results = await atOnce(200, () => [caller, wider]);
    const counts = taken(results).map(({ calls }) => calls[0]);
    expect(counts.sort((one, two) => Number(one) - Number(two))).toEqual(
      Array.from({ length: allowance }, (_, n) => n + 1),
    );
    expect(await callsOf(caller)).toBe(allowance);
    expect(await callsOf(wider)).toBe(allowance);
  });

  it('are exactly those that the wider network may take, however many callers in it ask at once', async () => {
    const wider = limited(30);
    const callers = Array.from({ length: 20 }, () => limited(5));
    const results = await atOnce(200, (n) => [callers[n % callers.length] ?? wider, wider]);
    expect(taken(results)).toHaveLength(30);
    expect(await callsOf(wider)).toBe(30);
    const counted = await Promise.all(callers.map(callsOf));
    expect(counted.reduce((sum, calls) => sum + calls)).toBe(30);
    expect(Math.max(...counted)).toBeLessThanOrEqual(5);
  });

  it('are taken for a whole batch or not at all', async () => {
    const networks = [limited(5), limited(100)];
    expect(await take(networks, 3)).toEqual({ taken: true, calls: [3, 3] });
    expect(await take(networks, 3)).toMatchObject({ taken: false, day: { calls: [3, 3] } });
    expect(await take(networks, 2)).toEqual({ taken: true, calls: [5, 5] });
    expect(await take([limited(5)], 6)).toMatchObject({ taken: false, day: { calls: [0] } });
  });

  it('are never more than the allowance when batches race', async () => {
    const caller = limited(37);
    expect(taken(await atOnce(60, () => [caller], 4))).toHaveLength(9);
    expect(await callsOf(caller)).toBe(36);
  });

  it('that the wider network refuses are not counted for the caller either', async () => {
    const wider = limited(1);
    expect(await take([limited(5), wider])).toMatchObject({ taken: true });
    const caller = limited(5);
    expect(await take([caller, wider])).toMatchObject({ taken: false, day: { calls: [0, 1] } });
    expect(await callsOf(caller)).toBe(0);
  });

  it('are over for everybody once they cost too many calls of endpoints', async () => {
    const caller = limited(5);
    await books[0].spend(fresh('network'), RPC_MAX - 1);
    expect(await take([caller])).toMatchObject({ taken: true });
    await Promise.all([books[0].spend(fresh('network'), 1), books[1].spend(fresh('network'), 40)]);
    expect(await take([caller])).toMatchObject({ taken: false, day: { calls: [1], rpcCalls: RPC_MAX + 40 } });
  });

  it('of a network are over once they cost its share, and those of other networks go on', async () => {
    const wider = { ...limited(100), rpcCallsMax: SHARE_MAX };
    const caller = limited(5);
    await books[0].spend(wider.name, SHARE_MAX - 1);
    expect(await take([caller, wider])).toMatchObject({ taken: true });
    await books[1].spend(wider.name, 1);
    const day = { calls: [1, 1], networkRpcCalls: [0, SHARE_MAX], rpcCalls: SHARE_MAX };
    expect(await take([caller, wider])).toMatchObject({ taken: false, day });
    expect(await take([limited(5), wider])).toMatchObject({ taken: false, day: { calls: [0, 1] } });
    expect(await take([limited(5), { ...limited(100), rpcCallsMax: SHARE_MAX }])).toMatchObject({ taken: true });
    expect(await take([caller, limited(100, wider.name)])).toEqual({ taken: true, calls: [2, 2] });
  });

  it('cost what was noted at once on two replicas, each call of it, while others are taken', async () => {
    const networks = [limited(500), limited(500)];
    const noted = Array.from({ length: 200 }, (_, n) => {
      return books[n % 2 === 0 ? 0 : 1].spend(networks[n % 4 < 2 ? 0 : 1]?.name ?? '', 4);
    });
    await Promise.all([...noted, atOnce(100, () => networks)]);
    const { calls, networkRpcCalls, rpcCalls } = await books[0].today(networks.map(({ name }) => name));
    expect(calls).toEqual([100, 100]);
    expect([networkRpcCalls, rpcCalls]).toEqual([[400, 400], 800]);
  });

  it('cannot be less than none', async () => {
    await expect(sql`INSERT INTO free_calls VALUES (now(), ${fresh('network')}, -1)`).rejects.toThrow(
      'free_calls_calls',
    );
    await expect(sql`INSERT INTO free_calls VALUES (now(), ${fresh('network')}, 1, -1)`).rejects.toThrow(
      'free_calls_rpc_calls',
    );
    await expect(sql`INSERT INTO free_calls VALUES (now(), '', 1)`).rejects.toThrow('free_calls_network');
    await expect(sql`INSERT INTO free_work VALUES (now(), -1)`).rejects.toThrow('free_work_rpc_calls');
  });

  it('of past days are deleted, in portions, and those of today stay', async () => {
    const caller = limited(5);
    await take([caller], 2);
    await books[0].spend(caller.name, 7);
    await sql`
      INSERT INTO free_calls SELECT now() AT TIME ZONE 'UTC' - interval '1 day', 'old ' || n, 1 FROM generate_series(1, 1500) AS n`;
    await sql`INSERT INTO free_work VALUES (now() AT TIME ZONE 'UTC' - interval '1 day', 9)`;
    const [one, other] = await Promise.all(books.map((book) => book.forgetPastDays()));
    expect(Number(one) + Number(other) + (await books[0].forgetPastDays())).toBe(1_500);
    expect(await books[0].today([caller.name])).toMatchObject({ calls: [2], networkRpcCalls: [7], rpcCalls: 7 });
    expect(await sql`SELECT FROM free_work`).toHaveLength(1);
  });
});

describe('a day', () => {
  let moved: Database;
  let book: FreeCallBook;

  /** What the database takes for the present from now on, in this file's last connections. */
  const setClock = (moment: string) => sql`UPDATE clock.present SET moment = ${moment}`;

  /** A function of its own stands before PostgreSQL's, and its sessions live where the day begins 14 hours early. */
  beforeAll(async () => {
    await sql`CREATE SCHEMA clock`;
    await sql`CREATE TABLE clock.present AS SELECT now() AS moment`;
    await sql`
      CREATE FUNCTION clock.now() RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT moment FROM clock.present'`;
    const name = sql(new URL(test.url).pathname.slice(1));
    await sql`ALTER DATABASE ${name} SET search_path = clock, pg_catalog, public`;
    await sql`ALTER DATABASE ${name} SET timezone = 'Pacific/Kiritimati'`;
    moved = await openDatabase({ url: test.url });
    book = openFreeCallBook(moved);
  });
  afterAll(() => moved.stop());

  it('ends at midnight in UTC by the clock of the database, and free calls with it', async () => {
    const caller = limited(5);
    const ask = (calls: number) => take([caller], calls, book);
    await setClock('2031-03-01T23:59:59.9Z');
    expect(await ask(5)).toMatchObject({ taken: true });
    await book.spend(caller.name, RPC_MAX);
    const resetsAt = new Date('2031-03-02T00:00:00Z');
    const day = { calls: [5], networkRpcCalls: [RPC_MAX], rpcCalls: RPC_MAX, resetsAt };
    expect(await ask(1)).toEqual({ taken: false, day });
    await setClock('2031-03-02T00:00:00Z');
    expect(await book.today([caller.name])).toEqual({
      calls: [0],
      networkRpcCalls: [0],
      rpcCalls: 0,
      resetsAt: new Date('2031-03-03T00:00:00Z'),
    });
    expect(await ask(5)).toEqual({ taken: true, calls: [5] });
  });

  it('pays for work that ends on it, of whatever day the call was', async () => {
    const caller = limited(5);
    await setClock('2031-04-01T23:59:59.9Z');
    expect(await take([caller], 5, book)).toMatchObject({ taken: true });
    await setClock('2031-04-02T00:00:00Z');
    await book.spend(caller.name, 9);
    expect(await book.today([caller.name])).toMatchObject({ calls: [0], networkRpcCalls: [9], rpcCalls: 9 });
    expect(await take([caller], 5, book)).toEqual({ taken: true, calls: [5] });
  });

  it('is past for the upkeep as soon as it is over, and not before', async () => {
    const caller = limited(5);
    await setClock('2031-06-01T23:59:59Z');
    await book.forgetPastDays();
    await take([caller], 1, book);
    expect(await book.forgetPastDays()).toBe(0);
    await setClock('2031-06-02T00:00:00Z');
    expect(await book.forgetPastDays()).toBe(1);
  });
});

it('a database that is away is not_ready for every method', async () => {
  const gone = await openDatabase({ url: test.url });
  const book = openFreeCallBook(gone);
  await gone.stop();
  const notReady = { code: 'not_ready', status: 503 };
  await expect(take([limited(5)], 1, book)).rejects.toMatchObject(notReady);
  await expect(book.today(['one'])).rejects.toMatchObject(notReady);
  await expect(book.spend('one', 1)).rejects.toMatchObject(notReady);
  await expect(book.forgetPastDays()).rejects.toMatchObject(notReady);
});
