import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import type { RateWindows, Turn } from '#ledger/rate-windows.ts';
import { openRateWindows, RatePortions } from '#ledger/rate-windows.ts';
import type { Rate, RateState } from '#lib/request-rate.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { hangMs } from '../support/pace.ts';
import { until } from '../support/until.ts';

const HOUR = 3_600;
/** A window that began in 1970 and ends in 2286, so that no test sees the end of one. */
const LONG = 10_000_000_000;
/** On a busy machine no question takes so long that it is an outage. */
const ASK_MS_MAX = hangMs(30_000);

let test: TestDatabase;
let replica: Database;
let windows: RateWindows;
let others: RateWindows;
const log = { warn: () => undefined };

beforeAll(async () => {
  test = await openTestDatabase();
  replica = await openDatabase({ url: test.url });
  windows = openRateWindows(test.database, ASK_MS_MAX);
  others = openRateWindows(replica, ASK_MS_MAX);
});
afterAll(async () => {
  await replica.stop();
  await test.stop();
});

/** So many requests at once, through one counter. */
async function takeAll(counter: RatePortions, label: string, rate: Rate, times: number): Promise<readonly RateState[]> {
  return await Promise.all(Array.from({ length: times }, async () => await counter.take(label, rate)));
}

const allowedOf = (standings: readonly RateState[]): number => standings.filter(({ allowed }) => allowed).length;

describe('a rate over all replicas', () => {
  it('lets through exactly its limit, however many ask at once on however many replicas', async () => {
    const counters = [windows, others, windows].map((each) => new RatePortions({ windows: each, log }));
    const rate = { max: 500, seconds: LONG };
    const standings = await Promise.all(counters.map((counter) => takeAll(counter, 'exact', rate, 300)));
    expect(allowedOf(standings.flat())).toBeLessThanOrEqual(rate.max);
    const rest = await Promise.all(counters.map((counter) => takeAll(counter, 'exact', rate, 300)));
    expect(allowedOf([...standings, ...rest].flat())).toBe(rate.max);
    expect(rest.flat().at(-1)).toMatchObject({ allowed: false, left: 0 });
  });

  it('counts callers apart', async () => {
    const counter = new RatePortions({ windows, log });
    const rate = { max: 1, seconds: LONG };
    expect(allowedOf(await takeAll(counter, 'one', rate, 2))).toBe(1);
    expect(allowedOf(await takeAll(counter, 'two', rate, 2))).toBe(1);
  });

  it('asks the database for portions that grow, and not for each request', async () => {
    let asked = 0;
    const counted: RateWindows = {
      ...windows,
      ask: async (...question) => {
        asked += 1;
        return await windows.ask(...question);
      },
    };
    const counter = new RatePortions({ windows: counted, log });
    for (let n = 0; n < 10_000; n += 1) await counter.take('busy', { max: 60_000, seconds: LONG });
    expect(asked).toBeLessThan(15);
  });

  it('answers who is over the limit without asking again until the window ends', async () => {
    let asked = 0;
    let now = 1_000;
    const scripted: RateWindows = {
      ...windows,
      ask: async (_label, portion) => {
        asked += 1;
        return { asked: portion + (now < 61_000 ? 1 : 0), msLeft: 60_000 };
      },
    };
    const counter = new RatePortions({ windows: scripted, log, now: () => now });
    const rate = { max: 1, seconds: 60 };
    expect(await counter.take('over', rate)).toEqual({ allowed: false, left: 0, msLeft: 60_000 });
    now += 1_000;
    expect(await counter.take('over', rate)).toEqual({ allowed: false, left: 0, msLeft: 59_000 });
    expect(asked).toBe(1);
    now = 61_000;
    expect(await counter.take('over', rate)).toMatchObject({ allowed: true });
  });

  it('says how much is left: never more than there is', async () => {
    const counter = new RatePortions({ windows, log });
    const rate = { max: 50, seconds: LONG };
    for (let n = 1; n <= 50; n += 1) expect((await counter.take('left', rate)).left).toBe(50 - n);
  });

  it('lets everybody through while the database is away, says so once, and counts again when it is back', async () => {
    const gone = await openDatabase({ url: test.url });
    let back = false;
    const away = openRateWindows(gone);
    const lines: string[] = [];
    let now = 0;
    const counter = new RatePortions({
      windows: { ...away, ask: (...question) => (back ? windows : away).ask(...question) },
      log: { warn: (_fields, message) => lines.push(message) },
      now: () => now,
    });
    await gone.stop();
    const rate = { max: 1, seconds: LONG };
    const callers = ['away', 'also away', 'away as well'];
    const standings = (await Promise.all(callers.map((caller) => takeAll(counter, caller, rate, 50)))).flat();
    expect(standings.every(({ allowed, left }) => allowed && left === null)).toBe(true);
    expect(lines).toHaveLength(1);
    now += 2_000;
    await takeAll(counter, 'away', rate, 5);
    expect(lines).toHaveLength(1);
    back = true;
    now += 2_000;
    expect(allowedOf(await takeAll(counter, 'away', rate, 5))).toBe(1);
  });
});

describe('windows', () => {
  it('hold no text of who is counted', async () => {
    await windows.ask('requests of key assay_secret', 1, LONG);
    const rows = await test.database.sql<{ caller: Uint8Array }[]>`SELECT caller FROM rate_windows`;
    expect(rows.every(({ caller }) => caller.length === 32)).toBe(true);
  });

  it('keep what is noted for as long as it counts', async () => {
    await windows.note([
      { label: 'noted', amount: 2, seconds: HOUR },
      { label: 'noted too', amount: 5, seconds: 2 * HOUR },
    ]);
    await others.note([{ label: 'noted', amount: 3, seconds: HOUR }]);
    const [noted, nothing, too] = await windows.noted(['noted', 'not noted', 'noted too']);
    expect([noted?.amount, nothing, too?.amount]).toEqual([5, { amount: 0, msLeft: 0 }, 5]);
    expect(Math.abs(Number(noted?.msLeft) - HOUR * 1_000)).toBeLessThan(60_000);
    await test.database
      .sql`UPDATE rate_windows SET starts_at = starts_at - interval '2 hours', ends_at = ends_at - interval '2 hours'`;
    expect(await windows.noted(['noted'])).toEqual([{ amount: 0, msLeft: 0 }]);
  });

  it('are found for each of those who ask at once, in one statement', async () => {
    const { sql } = test.database;
    let statements = 0;
    const counted = new Proxy(sql, {
      apply(target, self, args) {
        statements += 1;
        return Reflect.apply(target, self, args);
      },
    });
    const together = openRateWindows({ sql: counted }, ASK_MS_MAX);
    await windows.note([{ label: 'asked together', amount: 7, seconds: HOUR }]);
    const found = await Promise.all([
      together.noted(['asked together', 'no 1']),
      together.noted(['no 2']),
      together.noted(['no 3', 'asked together']),
    ]);
    expect(found.map((ones) => ones.map(({ amount }) => amount))).toEqual([[7, 0], [0], [0, 7]]);
    expect(statements).toBe(1);
  });

  it('have few rows for a label, however often it is noted', async () => {
    await test.database.sql`DELETE FROM rate_windows`;
    const once = { label: 'often', amount: 1, seconds: HOUR };
    for (let n = 0; n < 50; n += 1) await (n % 2 ? windows : others).note([once]);
    const rows = await test.database.sql`SELECT FROM rate_windows`;
    expect([await windows.noted(['often']), rows.length <= 2]).toMatchObject([[{ amount: 50 }], true]);
  });

  it('are forgotten when they are over, and not before', async () => {
    await test.database.sql`DELETE FROM rate_windows`;
    await windows.ask('old', 1, LONG);
    await test.database
      .sql`UPDATE rate_windows SET starts_at = starts_at - interval '400 years', ends_at = ends_at - interval '400 years'`;
    await windows.ask('new', 1, LONG);
    expect(await windows.forgetPast()).toBe(1);
    expect(await windows.forgetPast()).toBe(0);
  });

  it('stay within their column whatever is asked for', async () => {
    for (let n = 0; n < 3; n += 1) await windows.ask('huge', 1_000_000_000, LONG);
    expect((await windows.ask('huge', 1_000_000_000, LONG)).asked).toBe(2_000_000_000);
  });
});

/** All rows get so much older. */
async function pass(seconds: number): Promise<void> {
  await test.database.sql`UPDATE rate_windows SET ends_at = ends_at - make_interval(secs => ${seconds})`;
}

describe('turns', () => {
  it('of a label are taken by one at a time, over all replicas', async () => {
    const turns = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? windows : others).takeTurn(['contended'])),
    );
    expect(turns.filter((turn) => 'pauseSeconds' in turn)).toEqual([{ pauseSeconds: 1 }]);
    expect(turns.filter((turn) => 'msLeft' in turn && turn.msLeft > 0 && turn.msLeft <= 2_000)).toHaveLength(19);
  });

  it('come after pauses that double up to a minute, and at once after one that went well', async () => {
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      const turn = await windows.takeTurn(['paused']);
      if (!('pauseSeconds' in turn)) throw new Error('no turn');
      pauses.push(turn.pauseSeconds);
      await windows.endTurn(['paused'], turn.pauseSeconds);
      const early = await others.takeTurn(['paused']);
      expect('msLeft' in early && Math.ceil(early.msLeft / 1_000)).toBe(turn.pauseSeconds);
      await pass(turn.pauseSeconds);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expect(await windows.takeTurn(['paused'])).toEqual({ pauseSeconds: 60 });
    await windows.endTurn(['paused'], null);
    expect(await windows.takeTurn(['paused'])).toEqual({ pauseSeconds: 1 });
  });

  it('of several labels are taken together or not at all', async () => {
    await windows.takeTurn(['held']);
    expect(await windows.takeTurn(['free', 'held'])).toMatchObject({ msLeft: expect.any(Number) });
    expect(await windows.takeTurn(['free'])).toEqual({ pauseSeconds: 1 });
  });

  it.each([0, 1])('of several labels keep none where another takes one of them at once', async (lost) => {
    const labels = [`raced ${lost}`, `raced as well ${lost}`].sort((one, other) =>
      Buffer.compare(sha256(one), sha256(other)),
    );
    let asked: Promise<Turn> | undefined;
    await test.database.sql.begin(async (tx) => {
      await tx`INSERT INTO rate_windows (caller, starts_at, ends_at, taken)
        VALUES (${sha256(labels[lost] ?? '')}, to_timestamp(0), now() + interval '2 hours', 0)`;
      asked = others.takeTurn(labels);
      const { sql } = replica;
      await until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0);
    });
    expect(await asked).toMatchObject({ msLeft: expect.any(Number) });
    expect(await windows.takeTurn([labels[1 - lost] ?? ''])).toEqual({ pauseSeconds: 1 });
  });

  it('that come too late for who asked are free at once', async () => {
    const hasty = openRateWindows(replica, 1);
    const { sql } = test.database;
    const began = await sql.begin(async (tx) => {
      await tx`LOCK rate_windows`;
      await expect(hasty.takeTurn(['late'])).rejects.toMatchObject({ code: 'not_ready' });
      return (await tx<{ at: Date }[]>`SELECT now() AS at`)[0]?.at ?? null;
    });
    // By itself it ends 90 seconds after it was asked for.
    const isGivenBack = async () =>
      (
        await sql`SELECT FROM rate_windows WHERE caller = ${sha256('late')} AND ends_at < ${began}::timestamptz + interval '3690 seconds'`
      ).length > 0;
    await until(isGivenBack);
    expect(await windows.takeTurn(['late'])).toEqual({ pauseSeconds: 1 });
  });

  it('of a process that is gone end by themselves', async () => {
    await windows.takeTurn(['gone']);
    await pass(89);
    expect(await windows.takeTurn(['gone'])).toMatchObject({ msLeft: expect.any(Number) });
    await pass(1);
    expect(await windows.takeTurn(['gone'])).toEqual({ pauseSeconds: 1 });
  });
});
