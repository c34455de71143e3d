import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/api-key.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import { unlessDown } from '#ledger/outage.ts';
import { openDatabase, type Sql } from '#ledger/postgres/database.ts';
import { Fault } from '#lib/fault.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, answer, asked, billed, clean, idOf, lapse, newKey, PRICE, USDC } from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
});
afterAll(async () => {
  expect(await ledger.audit()).toEqual(clean);
  await test.stop();
});

const OTHERS = 30;
const OWN = 6;

/** Lets `work` go on while somebody, who is no process of ours, has the row of the key's account and does not let go. */
async function whileLocked<T>(apiKey: string, work: () => Promise<T>): Promise<T> {
  const account = await accountOf(sql, apiKey);
  const done = await sql.begin(async (holder) => {
    await holder`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await holder`SELECT FROM accounts WHERE id = ${account} FOR UPDATE`;
    return { value: await work() };
  });
  return done.value;
}

/** Mixes calls of the locked customer with those of others, so that they share statements. */
function mixed<T>(locked: readonly T[], others: readonly T[]): readonly T[] {
  return [...locked.slice(0, 1), ...others.slice(0, 10), ...locked.slice(1), ...others.slice(10)];
}

it('a locked account holds up its own calls only: others are held and posted while it is locked', async () => {
  const lockedKey = await newKey(ledger);
  const keys = await Promise.all(Array.from({ length: OTHERS }, () => newKey(ledger)));
  // A key that was never presented is asked for alone.
  for (const key of [lockedKey, ...keys]) await ledger.statement(key);
  const stuck = await whileLocked(lockedKey, async () => {
    const requests = mixed(Array<string>(OWN).fill(lockedKey), keys).map((key) => asked(key));
    const asking = requests.map((request) => ({ request, held: ledger.hold(request) }));
    const [own, others] = [true, false].map((is) =>
      asking.filter(({ request }) => (request.apiKey === lockedKey) === is),
    );
    const ends = Promise.allSettled((own ?? []).map(({ held }) => held));
    const held = await Promise.all((others ?? []).map((one) => one.held));
    expect(held.map(({ outcome }) => outcome)).toEqual(Array(OTHERS).fill('held'));
    await Promise.all(held.map((one) => ledger.void(idOf(one), 'failed')));
    return await ends;
  });
  expect(stuck).toMatchObject(Array(OWN).fill({ status: 'rejected', reason: { code: 'not_ready' } }));

  const [own, others] = await Promise.all([
    Promise.all(Array.from({ length: OWN }, async () => idOf(await ledger.hold(asked(lockedKey))))),
    Promise.all(keys.map(async (key) => idOf(await ledger.hold(asked(key))))),
  ]);
  const lost = await whileLocked(lockedKey, async () => {
    const posting = mixed(own, others).map((holdId) => ({ holdId, posted: ledger.post(holdId, answer) }));
    const ends = Promise.allSettled(posting.filter(({ holdId }) => own.includes(holdId)).map(({ posted }) => posted));
    const posted = await Promise.all(posting.filter(({ holdId }) => others.includes(holdId)).map((one) => one.posted));
    expect(posted.map(({ outcome }) => outcome)).toEqual(Array(OTHERS).fill('posted'));
    return await ends;
  });
  expect(lost).toMatchObject(Array(OWN).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  for (const holdId of own) expect(await ledger.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
}, 30_000);

it('a first call and one without money are answered while others in their statement wait for a locked account', async () => {
  const [lockedKey, newcomer, poor] = [await newKey(ledger), await newKey(ledger), await newKey(ledger, 1n)];
  for (const key of [lockedKey, poor]) await ledger.statement(key);
  await whileLocked(lockedKey, async () => {
    const stuck = Promise.allSettled(Array.from({ length: 2 + OWN }, () => ledger.hold(asked(lockedKey))));
    const held = await ledger.hold(asked(newcomer));
    expect(await ledger.hold(asked(poor))).toMatchObject({ outcome: 'insufficient_balance' });
    await ledger.void(idOf(held), 'failed');
    expect(await stuck).toMatchObject(Array(2 + OWN).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  });
}, 30_000);

describe('however many calls a locked account makes, few wait at the database, and nobody else is refused', () => {
  it('of holds, named holds and bills, of a key that was never presented too', async () => {
    const keys = await Promise.all([newKey(ledger), newKey(ledger)]);
    const [presented = '', fresh = ''] = keys;
    await ledger.statement(presented);
    for (const key of [presented, fresh])
      await pressed(key, [
        () => ledger.hold(asked(key)),
        () => ledger.hold({ ...asked(key), idempotencyKey: randomUUID() }),
        () => ledger.holdAll(billed(key, 2)),
      ]);
  }, 60_000);

  it('of posts', async () => {
    const key = await newKey(ledger);
    const held = await Promise.all(Array.from({ length: PRESSES }, () => ledger.hold(asked(key, 1n))));
    const open = held.map(idOf);
    await pressed(key, [() => ledger.post(open.pop() ?? '', answer)]);
    await Promise.all(held.map((one) => ledger.void(idOf(one), 'failed')));
  }, 60_000);

  const PRESSES = 60;
  /** Statements for several in two lanes, two calls that hang, and one that may be about to. */
  const WAITERS_MAX = 5;

  /** Makes calls of the key while its account is locked, beside those of strangers. */
  async function pressed(key: string, calls: readonly (() => Promise<unknown>)[]): Promise<void> {
    const strangers = await Promise.all(Array.from({ length: 4 }, () => newKey(ledger, 1_000n * PRICE)));
    for (const stranger of strangers) await ledger.statement(stranger);
    const watcher = postgres(test.url, { max: 1 });
    const [own, others]: [Promise<string>[], Promise<string>[]] = [[], []];
    let waiters = 0;
    await whileLocked(key, async () => {
      for (let n = 0; n < PRESSES; n += 1) {
        const call = calls[n % calls.length]?.() ?? Promise.resolve();
        own.push(call.then(() => 'answered', codeOf));
        others.push(visit(strangers[n % strangers.length] ?? ''));
        const rows = await watcher`
          SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
        waiters = Math.max(waiters, rows.length);
        await pause(50);
      }
      expect(await Promise.all(own)).toEqual(Array(PRESSES).fill('not_ready'));
    });
    await watcher.end();
    expect(await Promise.all(others)).toEqual(Array(PRESSES).fill('posted'));
    expect(waiters).toBeLessThanOrEqual(WAITERS_MAX);
  }

  async function visit(key: string): Promise<string> {
    const posted = ledger.hold(asked(key)).then((held) => ledger.post(idOf(held), answer));
    return await posted.then(({ outcome }) => outcome, codeOf);
  }

  function codeOf(error: unknown): string {
    return error instanceof Fault ? error.code : String(error);
  }
});

it('a hold that comes after its caller was sent away is given back, and its name is free at once', async () => {
  const keys = await Promise.all(Array.from({ length: 4 }, () => newKey(ledger)));
  for (const key of keys) await ledger.statement(key);
  const [first = '', second = '', third = '', fourth = ''] = keys;
  // Longer than a caller waits for a statement.
  await sql.unsafe(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(6); RETURN NULL; END $$;
    CREATE TRIGGER dawdle AFTER INSERT ON holds FOR EACH STATEMENT EXECUTE FUNCTION dawdle()`);
  const named = { ...asked(first), idempotencyKey: 'one' };
  const bill = billed(second, 3, 'several');
  const calls = [ledger.hold(named), ledger.holdAll(bill), ledger.hold(asked(third)), ledger.hold(asked(fourth))];
  const ends = await Promise.allSettled(calls);
  expect(ends).toMatchObject(Array(4).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  const states = async () => {
    const rows = await sql<{ state: string }[]>`
      SELECT state FROM holds JOIN api_keys USING (account_id)
      WHERE hash IN ${sql(keys.map((key) => sha256(key)))}`;
    return rows.map(({ state }) => state);
  };
  await expect.poll(states, { timeout: 20_000 }).toEqual(Array(6).fill('voided'));
  await sql`DROP TRIGGER dawdle ON holds`;
  expect(await ledger.hold(named)).toMatchObject({ outcome: 'held', balanceAtomic: 20n * PRICE - PRICE });
  expect(await ledger.holdAll(bill)).toMatchObject({ outcome: 'held' });
}, 60_000);

it('what was held by processes that are gone is given back while somebody has another account locked', async () => {
  const [lockedKey, key] = [await newKey(ledger), await newKey(ledger)];
  for (const one of [lockedKey, key]) await lapse(sql, idOf(await ledger.hold(asked(one))));
  expect(await whileLocked(lockedKey, () => ledger.expireHolds())).toBe(1);
  expect(await ledger.hold(asked(key, 2n * USDC))).toMatchObject({ balanceAtomic: USDC });
  expect(await ledger.expireHolds()).toBe(1);
});

it('a process that stands still in a transaction keeps no account for itself', async () => {
  const key = await newKey(ledger);
  const account = await accountOf(sql, key);
  const other = await openDatabase({ url: test.url, dataDir: 'unused' });
  try {
    const [left] = await other.sql`SHOW idle_in_transaction_session_timeout`;
    expect(left?.idle_in_transaction_session_timeout).toBe('5s');
    const still = other.sql.begin(async (holder) => {
      await holder`SET LOCAL idle_in_transaction_session_timeout = 300`;
      await holder`SELECT FROM accounts WHERE id = ${account} FOR UPDATE`;
      await pause(2_000);
      await holder`SELECT 1`;
    });
    await Promise.all([
      expect(unlessDown(still)).rejects.toMatchObject({ code: 'not_ready' }),
      pause(200).then(async () => expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held' })),
    ]);
  } finally {
    await other.stop();
  }
});
