import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { answer, asked, clean, idOf, lapse, newKey, PRICE, rowOf, USDC, waitingForLocks } from './fixture.ts';

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

describe('hold', () => {
  it('reserves for 60 seconds and tells what is left', async () => {
    const held = await ledger.hold(asked(await newKey(ledger)));
    expect(held).toMatchObject({ outcome: 'held', balanceAtomic: USDC - PRICE });
    const rows = await sql`
      SELECT extract(epoch FROM expires_at - created_at)::int AS lease, state, kind, subject FROM holds
      WHERE id = ${rowOf(idOf(held))}::bigint`;
    expect(rows[0]).toEqual({ lease: 60, state: 'held', kind: 'funder', subject: 'subject' });
    await ledger.void(idOf(held), 'failed');
  });

  it('knows no key that it has not made, that was revoked, or that differs in one character', async () => {
    const key = await newKey(ledger);
    for (const other of ['', 'assay_', `${key}1`, key.slice(0, -1), 'x'.repeat(10_000), "' OR true --", '\u{1f511}']) {
      expect(await ledger.hold(asked(other))).toEqual({ outcome: 'key_unknown' });
    }
    await sql`UPDATE api_keys SET revoked_at = now() WHERE account_id = (SELECT max(id) FROM accounts)`;
    expect(await ledger.hold(asked(key))).toEqual({ outcome: 'key_unknown' });
  });

  it('spends the last atomic unit and refuses the next', async () => {
    const key = await newKey(ledger, PRICE);
    const held = await ledger.hold(asked(key));
    expect(held).toMatchObject({ outcome: 'held', balanceAtomic: 0n });
    expect(await ledger.hold(asked(key, 1n))).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 0n });
    await ledger.void(idOf(held), 'failed');
    expect(await ledger.hold(asked(key, PRICE + 1n))).toEqual({
      outcome: 'insufficient_balance',
      balanceAtomic: PRICE,
    });
  });

  it('never reserves more than there is, whoever asks at once', async () => {
    const key = await newKey(ledger, 30n * PRICE);
    const results = await Promise.all(Array.from({ length: 200 }, () => ledger.hold(asked(key))));
    const holds = results.filter((result) => result.outcome === 'held').map(idOf);
    expect(holds).toHaveLength(30);
    const posted = await Promise.all(holds.map((id) => ledger.post(id, answer)));
    expect(posted.every(({ outcome }) => outcome === 'posted')).toBe(true);
    expect(await ledger.hold(asked(key, 1n))).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 0n });
  });

  it('tells what is left now, not what was left before it waited for another call', async () => {
    const key = await newKey(ledger, PRICE);
    const patient = waitingForLocks(test, 60_000);
    const newest = sql`SELECT max(id) FROM accounts`;
    const waiting = async () =>
      (await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`).length;
    const refused = await sql.begin(async (other) => {
      await other`UPDATE accounts SET held = balance WHERE id = (${newest})`;
      const late = openLedger(patient).hold(asked(key));
      await until(async () => (await waiting()) === 1);
      return { late };
    });
    expect(await refused.late).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 0n });
    await sql`UPDATE accounts SET held = 0 WHERE id = (${newest})`;
    await patient.stop();
  });

  it('stores neither a key nor a request in clear', async () => {
    const key = await newKey(ledger);
    await ledger.void(idOf(await ledger.hold(asked(key))), 'failed');
    const rows =
      await sql`SELECT row_to_json(api_keys)::text || (SELECT json_agg(holds)::text FROM holds) AS all FROM api_keys`;
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(JSON.stringify(rows)).not.toContain('funder subject');
  });
});

describe('post', () => {
  it('charges once, stores the answer and enters a movement from the customer to revenue', async () => {
    const holdId = idOf(await ledger.hold(asked(await newKey(ledger))));
    expect(await ledger.post(holdId, answer)).toEqual({ outcome: 'posted', balanceAtomic: USDC - PRICE });
    const rows = await sql`
      SELECT movements.kind, postings.amount, payee.name, payer.balance, payer.held, answers.body, answers.verdict
      FROM movements JOIN postings ON postings.movement_id = movements.id
      JOIN accounts AS payee ON payee.id = postings.to_account JOIN accounts AS payer ON payer.id = postings.from_account
      JOIN answers ON answers.hold_id = ${rowOf(holdId)}::bigint WHERE movements.cause = ${`hold:${rowOf(holdId)}`}`;
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ kind: 'charge', amount: PRICE, balance: USDC - PRICE, held: 0n, ...answer });
    expect(rows[0]?.name).toMatch(/^revenue:\d+$/);
  });

  it('answers its own repeat as posted and charges nothing more', async () => {
    const key = await newKey(ledger);
    const holdId = idOf(await ledger.hold(asked(key)));
    const results = await Promise.all(Array.from({ length: 8 }, () => ledger.post(holdId, answer)));
    expect(results).toEqual(Array(8).fill({ outcome: 'posted', balanceAtomic: USDC - PRICE }));
    expect(await ledger.post(holdId, answer)).toEqual({ outcome: 'posted', balanceAtomic: USDC - PRICE });
    expect(await ledger.post(holdId, { ...answer, body: 'another' })).toEqual({ outcome: 'lost' });
  });

  it('is lost on a hold that was voided, has expired or never was', async () => {
    const key = await newKey(ledger);
    const voided = idOf(await ledger.hold(asked(key)));
    await ledger.void(voided, 'failed');
    const expired = idOf(await ledger.hold(asked(key)));
    await lapse(sql, expired);
    expect(await ledger.expireHolds()).toBe(1);
    for (const holdId of [voided, expired, '999999999']) {
      expect(await ledger.post(holdId, answer)).toEqual({ outcome: 'lost' });
    }
    expect(await ledger.hold(asked(key, USDC + 1n))).toEqual({ outcome: 'insufficient_balance', balanceAtomic: USDC });
  });

  it('still succeeds on a lease that has run out and that nobody has swept', async () => {
    const holdId = idOf(await ledger.hold(asked(await newKey(ledger))));
    await lapse(sql, holdId);
    expect(await ledger.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
  });

  it('charges nothing for a price of nothing and stores the answer all the same', async () => {
    const holdId = idOf(await ledger.hold(asked(await newKey(ledger), 0n)));
    expect(await ledger.post(holdId, answer)).toEqual({ outcome: 'posted', balanceAtomic: USDC });
    expect(await sql`SELECT 1 FROM movements WHERE cause = ${`hold:${rowOf(holdId)}`}`).toHaveLength(0);
  });

  it('leaves the books as they were when the answer cannot be stored', async () => {
    const holdId = idOf(await ledger.hold(asked(await newKey(ledger))));
    await expect(ledger.post(holdId, { body: 'nul \u0000', verdict: 'x' })).rejects.toThrow();
    expect(await sql`SELECT state FROM holds WHERE id = ${rowOf(holdId)}::bigint`).toEqual([{ state: 'held' }]);
    expect(await ledger.void(holdId, 'failed')).toEqual({ balanceAtomic: USDC });
  });
});

describe('grant', () => {
  it('opens an account or credits one', async () => {
    const first = await ledger.grant(5n * USDC);
    expect(first).toEqual({ apiKey: expect.stringMatching(/^assay_/), balanceAtomic: 5n * USDC });
    expect(await ledger.grant(1n, first.apiKey)).toEqual({ balanceAtomic: 5n * USDC + 1n });
    await expect(ledger.grant(1n, 'assay_unknown')).rejects.toMatchObject({ code: 'api_key_unknown' });
    await expect(ledger.grant(0n)).rejects.toThrow(RangeError);
    await expect(ledger.grant(-1n, first.apiKey)).rejects.toThrow(RangeError);
  });
});

describe('constraints', () => {
  it.each([
    [
      'a charge without an answer',
      `UPDATE holds SET state = 'posted', closed_at = now(), answer_id = id WHERE state = 'held'`,
    ],
    ['a posted hold that names no answer', `UPDATE holds SET state = 'posted', closed_at = now() WHERE state = 'held'`],
    ['a customer who owes', `UPDATE accounts SET balance = -1 WHERE kind = 'customer'`],
    ['a hold beyond the balance', `UPDATE accounts SET held = balance + 1 WHERE kind = 'customer'`],
    ['a negative hold', `UPDATE accounts SET held = -1 WHERE kind = 'customer'`],
    ['a posting of nothing', `UPDATE postings SET amount = 0`],
    ['a posting to oneself', `UPDATE postings SET to_account = from_account`],
    [
      'a second movement for one cause',
      `INSERT INTO movements (kind, cause) SELECT kind, cause FROM movements LIMIT 1`,
    ],
    ['an unknown state', `UPDATE holds SET state = 'lost'`],
    ['a hold that reopens', `UPDATE holds SET state = 'held' WHERE state = 'posted'`],
  ])('refuse %s', async (_, statement) => {
    await ledger.hold(asked(await newKey(ledger)));
    await expect(sql.unsafe(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });
});

it('answers a ping, and not when the database is gone', async () => {
  expect(await ledger.ping()).toBe(true);
  const database = await openDatabase({ url: test.url });
  const closed = openLedger(database);
  await closed.close();
  expect(await closed.ping()).toBe(false);
  await expect(closed.audit()).rejects.toMatchObject({ code: 'not_ready' });
});
