import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { Fault } from '#lib/fault.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { answer, asked, billed, clean, idOf, newKey, PRICE, waitingForLocks, whileLocked } from './fixture.ts';

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let hasty: Database;
beforeAll(async () => {
  test = await openTestDatabase();
  hasty = waitingForLocks(test, LOCK_MS_MAX);
  ledger = openLedger(hasty);
  sql = test.database.sql;
});
afterAll(async () => {
  expect(await ledger.audit()).toEqual(clean);
  await hasty.stop();
  await test.stop();
});

/** More than the time after which a call hangs (`PROMPT_MS_MAX`). */
const LOCK_MS_MAX = 800;
const OTHERS = 30;
const OWN = 6;

/** Mixes calls of the locked customer with those of others, so that they share statements. */
function mixed<T>(locked: readonly T[], others: readonly T[]): readonly T[] {
  return [...locked.slice(0, 1), ...others.slice(0, 10), ...locked.slice(1), ...others.slice(10)];
}

it('a locked account holds up its own calls only: others are held and posted while it is locked', async () => {
  const lockedKey = await newKey(ledger);
  const keys = await Promise.all(Array.from({ length: OTHERS }, () => newKey(ledger)));
  // A key that was never presented is asked for alone.
  for (const key of [lockedKey, ...keys]) await ledger.statement(key);
  const stuck = await whileLocked(sql, lockedKey, async () => {
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
  // Of a call that is still worked on: no post of others touches it.
  const open = idOf(await ledger.hold(asked(keys[0] ?? '')));
  const lost = await whileLocked(sql, lockedKey, async () => {
    const posting = mixed(own, others).map((holdId) => ({ holdId, posted: ledger.post(holdId, answer) }));
    const ends = Promise.allSettled(posting.filter(({ holdId }) => own.includes(holdId)).map(({ posted }) => posted));
    const posted = await Promise.all(posting.filter(({ holdId }) => others.includes(holdId)).map((one) => one.posted));
    expect(posted.map(({ outcome }) => outcome)).toEqual(Array(OTHERS).fill('posted'));
    return await ends;
  });
  expect(lost).toMatchObject(Array(OWN).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  for (const holdId of [...own, open]) expect(await ledger.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
});

it('a first call and one without money are answered while others in their statement wait for a locked account', async () => {
  const [lockedKey, newcomer, poor] = [await newKey(ledger), await newKey(ledger), await newKey(ledger, 1n)];
  for (const key of [lockedKey, poor]) await ledger.statement(key);
  await whileLocked(sql, lockedKey, async () => {
    const stuck = Promise.allSettled(Array.from({ length: 2 + OWN }, () => ledger.hold(asked(lockedKey))));
    const held = await ledger.hold(asked(newcomer));
    expect(await ledger.hold(asked(poor))).toMatchObject({ outcome: 'insufficient_balance' });
    await ledger.void(idOf(held), 'failed');
    expect(await stuck).toMatchObject(Array(2 + OWN).fill({ status: 'rejected', reason: { code: 'not_ready' } }));
  });
});

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
  });

  it('of posts', async () => {
    const key = await newKey(ledger);
    const held = await Promise.all(Array.from({ length: PRESSES }, () => ledger.hold(asked(key, 1n))));
    const open = held.map(idOf);
    await pressed(key, [() => ledger.post(open.pop() ?? '', answer)]);
    await Promise.all(held.map((one) => ledger.void(idOf(one), 'failed')));
  });

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
    await whileLocked(sql, key, async () => {
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
