import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { BillRequest, HoldRequest, Ledger } from '#ledger/books.ts';
import { openDeliveries } from '#ledger/holds/deliveries.ts';
import { hold } from '#ledger/holds/hold.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { transact } from '#ledger/postgres/transaction.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import {
  accountOf,
  addPass,
  answer,
  asked,
  billed,
  charged,
  clean,
  idOf,
  lapse,
  newKey,
  newLine,
  PRICE,
  rowOf,
  USDC,
} from './fixture.ts';

let test: TestDatabase;
let second: Database;
let ledger: Ledger;
let replica: Ledger;
let sql: Sql;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  second = await openDatabase({ url: test.url });
  replica = openLedger(second);
  sql = test.database.sql;
});
afterAll(async () => {
  expect(await ledger.audit()).toEqual(clean);
  await replica.close();
  await test.stop();
});

async function named(balance = USDC): Promise<HoldRequest & { readonly idempotencyKey: string }> {
  return { ...asked(await newKey(ledger, balance)), idempotencyKey: 'bill 1' };
}

/** Makes all that is closed older, the answer with its charge. */
async function age(interval: string): Promise<void> {
  await sql`UPDATE holds SET closed_at = closed_at - ${interval}::interval WHERE state = 'posted'`;
  await sql`UPDATE answers SET created_at = created_at - ${interval}::interval`;
}

describe('a hold that has the account and waits for its idempotency key', () => {
  /** Books whose statements look for a deadlock once, when they have waited for so long. */
  function checkingAfter(ms: number): Ledger {
    const connection = { deadlock_timeout: ms };
    const own: Sql = postgres(test.url, { fetch_types: false, types: { bigint: postgres.BigInt }, connection });
    return openLedger({ ...test.database, sql: own, stop: () => own.end() });
  }

  const waiting = (count: number) =>
    until(async () => {
      const rows = await sql`
        SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return rows.length === count;
    });

  const ends = {
    post: (books: Ledger, holdId: string) => books.post(holdId, answer),
    void: (books: Ledger, holdId: string) => books.void(holdId, 'failed'),
  };

  // The one that closes waits before the circle is closed, the one that holds closes it. A slow machine may end the other.
  it.each([
    ['post', 'the post', { closing: 500, holding: 2_000 }],
    ['void', 'the void', { closing: 500, holding: 2_000 }],
    ['post', 'the hold', { closing: 60_000, holding: 10 }],
  ] as const)(
    'and the %s of the hold that has the key both end well where PostgreSQL ends %s',
    async (end, _, msOf) => {
      const [closing, holding] = [checkingAfter(msOf.closing), checkingAfter(msOf.holding)];
      const request = await named();
      const account = await accountOf(sql, request.apiKey);
      // A key of the same account that was never presented: the hold stops at its row, with the account locked.
      const other = `${request.apiKey}_2`;
      await sql`INSERT INTO api_keys (hash, account_id) VALUES (${sha256(other)}, ${account})`;
      const results = await sql.begin(async (keyHolder) => {
        await keyHolder`SELECT FROM api_keys WHERE hash = ${sha256(other)} FOR UPDATE`;
        const { holdId, held } = await sql.begin(async (first) => {
          await first`SELECT FROM accounts WHERE id = ${account} FOR NO KEY UPDATE`;
          const held = [holding.hold({ ...request, apiKey: other })] as const;
          await waiting(1);
          return { held, holdId: idOf(await hold(first as unknown as Sql, openDeliveries(sql), request)) };
        });
        await waiting(1);
        const closed = ends[end](closing, holdId);
        await waiting(2);
        return [...held, closed] as const;
      });
      const [held, closed] = await Promise.all(results);
      expect(closed).toHaveProperty('balanceAtomic');
      // What the second one finds depends on who of the two goes on first.
      if (held.outcome === 'held') await ledger.void(held.holdId, 'failed');
      else expect(held.outcome).toMatch(/^(?:in_flight|replayed)$/);
      const spent = end === 'post' ? PRICE : 0n;
      expect(await ledger.statement(request.apiKey)).toMatchObject({ balanceAtomic: USDC - spent });
      await sql`DELETE FROM api_keys WHERE hash = ${sha256(other)}`;
      await Promise.all([closing.close(), holding.close()]);
    },
  );
});

describe('a hold with an idempotency key', () => {
  it('is in flight while it is held, and replayed once it is posted, finished or not', async () => {
    const request = await named();
    const held = await ledger.hold(request);
    expect(await ledger.hold(request)).toEqual({ outcome: 'in_flight' });
    await ledger.post(idOf(held), answer);
    ledger.finish(idOf(held));
    const replayed = { outcome: 'replayed', holdId: idOf(held), balanceAtomic: USDC - PRICE, answer };
    expect(await ledger.hold(request)).toEqual(replayed);
    expect(await replica.hold(request)).toEqual(replayed);
  });

  it('differs for another request, held or posted', async () => {
    const request = await named();
    const other = { ...request, request: 'another' };
    const held = await ledger.hold(request);
    expect(await ledger.hold(other)).toEqual({ outcome: 'differs' });
    await ledger.post(idOf(held), answer);
    expect(await ledger.hold(other)).toEqual({ outcome: 'differs' });
    expect(await ledger.holdAll({ ...billed(request.apiKey, 2), idempotencyKey: 'bill 1' })).toEqual({
      outcome: 'differs',
    });
  });

  it('is a name of the account: another account may use the same', async () => {
    const [mine, theirs] = [await named(), await named()];
    await charged(ledger, mine);
    expect(await ledger.hold(theirs)).toMatchObject({ outcome: 'held' });
  });

  it.each(['free', 'failed'] as const)('stores nothing when it is voided as %s: the key is free', async (why) => {
    const request = await named();
    await ledger.void(idOf(await ledger.hold(request)), why);
    expect(await ledger.hold({ ...request, request: 'another' })).toMatchObject({ outcome: 'held' });
  });

  it('whose process is gone is given back by the repeat, also before the sweep', async () => {
    const request = await named();
    const gone = idOf(await ledger.hold(request));
    await lapse(sql, gone);
    const [first, second] = [await ledger.hold(request), await ledger.hold(request)];
    expect(first).toMatchObject({ outcome: 'held', balanceAtomic: USDC - PRICE });
    expect(second).toEqual({ outcome: 'in_flight' });
    expect(await ledger.post(gone, answer)).toEqual({ outcome: 'lost' });
  });

  it('is replayed with no balance left', async () => {
    const request = await named(PRICE);
    await charged(ledger, request);
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed', balanceAtomic: 0n });
  });

  it('is charged once by 20 repeats at once on two replicas', async () => {
    const request = await named();
    const pass = await named();
    await addPass(sql, pass.apiKey, 5);
    for (const one of [request, pass]) {
      const results = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? ledger : replica).hold(one)));
      expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(1);
      expect(results.filter(({ outcome }) => outcome === 'in_flight')).toHaveLength(19);
    }
    expect(await ledger.statement(pass.apiKey)).toMatchObject({ balanceAtomic: USDC, passes: [{ callsLeft: 4 }] });
  });

  it('works for 24 hours and then names a new bill, whether or not the old answer was deleted', async () => {
    const [request, kept] = [await named(), await named()];
    await charged(ledger, request);
    await charged(ledger, kept);
    await age('23 hours 59 minutes');
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed' });
    await age('2 minutes');
    expect(await ledger.hold({ ...request, request: 'another' })).toMatchObject({ outcome: 'held' });
    expect(await ledger.forgetOldAnswers()).toBeGreaterThanOrEqual(1);
    expect(await ledger.hold(kept)).toMatchObject({ outcome: 'held' });
  });
});

describe('a bill with an idempotency key', () => {
  async function namedBill(count: number): Promise<BillRequest> {
    return billed(await newKey(ledger), count, 'bill 1');
  }

  async function heldIds(bill: BillRequest): Promise<readonly string[]> {
    const result = await ledger.holdAll(bill);
    if (result.outcome !== 'held') throw new Error(result.outcome);
    return result.lines.map((line) => idOf(line));
  }

  it('is in flight, differs and is replayed as a whole', async () => {
    const bill = await namedBill(3);
    const ids = await heldIds(bill);
    expect(await ledger.holdAll(bill)).toEqual({ outcome: 'in_flight' });
    const turned = { ...bill, lines: [...bill.lines].reverse() };
    expect(await ledger.holdAll(turned)).toEqual({ outcome: 'differs' });
    for (const [n, id] of ids.entries()) await ledger.post(id, { ...answer, body: `${n}` });
    ids.map(ledger.finish);
    const again = await ledger.holdAll(bill);
    expect(again).toMatchObject({
      lines: ids.map((holdId, n) => ({
        outcome: 'replayed',
        holdId,
        balanceAtomic: USDC - 3n * PRICE,
        answer: { body: `${n}` },
      })),
    });
    expect(await ledger.holdAll({ ...bill, lines: bill.lines.slice(0, 2) })).toEqual({ outcome: 'differs' });
  });

  it('replays what was charged and holds anew what was given back', async () => {
    const bill = await namedBill(3);
    const [first = '', second = '', third = ''] = await heldIds(bill);
    await ledger.post(first, answer);
    await ledger.void(second, 'free');
    await lapse(sql, third);
    const again = await ledger.holdAll(bill);
    expect(again).toMatchObject({
      outcome: 'held',
      lines: [{ outcome: 'replayed', holdId: first }, { outcome: 'held' }, { outcome: 'held' }],
    });
    expect(await ledger.post(third, answer)).toEqual({ outcome: 'lost' });
    expect(await ledger.statement(bill.apiKey)).toMatchObject({ balanceAtomic: USDC - 3n * PRICE });
  });

  it('of one line is the same bill as a hold', async () => {
    const apiKey = await newKey(ledger);
    const line = newLine();
    await charged(ledger, { apiKey, ...line, idempotencyKey: 'x' });
    expect(await ledger.holdAll({ apiKey, lines: [line], idempotencyKey: 'x' })).toMatchObject({
      outcome: 'held',
      lines: [{ outcome: 'replayed' }],
    });
  });

  it('is held once by 20 repeats at once on two replicas, beside single holds of the same key', async () => {
    const bill = await namedBill(4);
    await addPass(sql, bill.apiKey, 2);
    const single = { ...asked(bill.apiKey), idempotencyKey: 'bill 1' };
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const books = n % 2 ? ledger : replica;
        return n % 5 === 0 ? books.hold(single) : books.holdAll(bill);
      }),
    );
    expect(results.filter(({ outcome }) => outcome === 'held')).toHaveLength(1);
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['held', 'in_flight', 'differs']));
  });
});

describe('retention', () => {
  it('deletes bodies and keys after 24 hours, keeps the charge, and shares portions among replicas', async () => {
    const apiKey = await newKey(ledger);
    const holdId = await charged(ledger, { ...asked(apiKey), idempotencyKey: 'kept' });
    await sql`
      WITH many AS (
        INSERT INTO holds (account_id, amount, kind, subject, request_hash, expires_at)
        SELECT account_id, 0, 'k', 's', request_hash, now() FROM holds, generate_series(1, 2500)
        WHERE id = ${rowOf(holdId)}::bigint RETURNING id
      ) INSERT INTO answers (hold_id, body, verdict) SELECT id, 'body', 'V' FROM many`;
    await sql`
      UPDATE holds SET state = 'posted', answer_id = id, closed_at = now(), bill_hash = request_hash,
        idempotency_key = 'key ' || id WHERE state = 'held' AND kind = 'k'`;
    expect(await ledger.forgetOldAnswers()).toBe(0);
    await age('25 hours');
    const gone = await Promise.all([ledger.forgetOldAnswers(), replica.forgetOldAnswers()]);
    expect(gone[0] + gone[1]).toBeGreaterThanOrEqual(2_501);
    expect(await sql`SELECT FROM answers WHERE body IS NOT NULL`).toHaveLength(0);
    expect(await sql`SELECT FROM holds WHERE idempotency_key IS NOT NULL AND state = 'posted'`).toHaveLength(0);
    expect(await sql`SELECT state FROM holds WHERE id = ${rowOf(holdId)}::bigint`).toEqual([{ state: 'posted' }]);
  });

  it('goes on where a fold, which locks holds before their answers, has one of each', async () => {
    const holdId = rowOf(await charged(ledger, { ...asked(await newKey(ledger)), idempotencyKey: 'old' }));
    await age('25 hours');
    const forgetting: Promise<number>[] = [];
    // Whoever has waited for longer than the server's deadlock_timeout when the circle closes is ended, and tries again at once.
    await transact(sql, async (tx) => {
      await tx`SELECT FROM holds WHERE id = ${holdId}::bigint FOR UPDATE`;
      if (forgetting.length === 0) {
        forgetting.push(replica.forgetOldAnswers());
        await until(async () => (await sql`SELECT FROM pg_locks WHERE NOT granted`).length > 0);
      }
      await tx`SELECT FROM answers WHERE hold_id = ${holdId}::bigint FOR UPDATE`;
    });
    // What the fold has locked when the other tries again is left to the next run.
    const [forgotten = 0] = await Promise.all(forgetting);
    expect(forgotten + (await replica.forgetOldAnswers())).toBe(1);
  });
});
