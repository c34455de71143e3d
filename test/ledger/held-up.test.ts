import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '#ledger/api-key.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, answer, asked, billed, clean, idOf, newKey, PRICE } from './fixture.ts';

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

/** Lets `work` go on while somebody has the row of the key's account and does not let go. */
async function whileLocked<T>(apiKey: string, work: () => Promise<T>): Promise<T> {
  const account = await accountOf(sql, apiKey);
  const done = await sql.begin(async (holder) => {
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
