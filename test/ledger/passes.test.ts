import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BillRequest, Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import {
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
  usedOf,
} from './fixture.ts';

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

describe('a call on a pass', () => {
  it('is taken before the balance, moves no money and stores its answer', async () => {
    const key = await newKey(ledger);
    await addPass(sql, key, 2);
    const held = await ledger.hold(asked(key));
    const pass = { tier: 'traveller', state: 'active', callsIncluded: 2, callsLeft: 1 };
    expect(held).toMatchObject({ outcome: 'held', balanceAtomic: USDC, pass });
    const posted = await ledger.post(idOf(held), answer);
    expect(posted).toMatchObject({ outcome: 'posted', balanceAtomic: USDC, pass });
    expect(await ledger.post(idOf(held), answer)).toEqual(posted);
    expect(await sql`SELECT FROM movements WHERE cause = ${`hold:${rowOf(idOf(held))}`}`).toHaveLength(0);
    expect(await sql`SELECT body FROM answers WHERE hold_id = ${rowOf(idOf(held))}::bigint`).toEqual([
      { body: answer.body },
    ]);
  });

  it('needs no balance', async () => {
    const key = await newKey(ledger, 1n);
    await addPass(sql, key, 1);
    expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held', pass: { callsLeft: 0 } });
    expect(await ledger.hold(asked(key))).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 1n });
  });

  it('draws on the running period, then on the balance, and on queued ones in order where that is empty; no date changes', async () => {
    const key = await newKey(ledger, PRICE);
    const ids = [await addPass(sql, key, 2), await addPass(sql, key, 1, 30), await addPass(sql, key, 1, 60)];
    const dates = () => sql`SELECT id, starts_at, expires_at FROM passes WHERE id >= ${ids[0] ?? 0n} ORDER BY id`;
    const before = await dates();
    const drawn = [];
    for (let n = 0; n < 5; n += 1) drawn.push(await ledger.hold(asked(key)));
    expect(drawn).toMatchObject([
      { pass: { state: 'active', callsLeft: 1 } },
      { pass: { state: 'active', callsLeft: 0 } },
      { balanceAtomic: 0n },
      { pass: { state: 'queued', callsLeft: 0, startsAt: before[1]?.starts_at } },
      { pass: { state: 'queued', callsLeft: 0, startsAt: before[2]?.starts_at } },
    ]);
    expect(drawn[2]).not.toHaveProperty('pass');
    expect(await ledger.hold(asked(key))).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 0n });
    expect(await dates()).toEqual(before);
  });

  it('is drawn on no pass that has expired by the clock of the database', async () => {
    const key = await newKey(ledger);
    const id = await addPass(sql, key, 5);
    await sql`
      UPDATE passes SET starts_at = now() - interval '30 days', expires_at = now() + interval '1 second' WHERE id = ${id}`;
    expect(await ledger.hold(asked(key))).toMatchObject({ pass: { callsLeft: 4 } });
    await sql`UPDATE passes SET expires_at = now() WHERE id = ${id}`;
    const held = await ledger.hold(asked(key));
    expect(held).toMatchObject({ outcome: 'held', balanceAtomic: USDC - PRICE });
    expect(held).not.toHaveProperty('pass');
    expect(await ledger.statement(key)).toMatchObject({ passes: [] });
  });

  it('comes back when it is voided, once, and when its lease runs out', async () => {
    const key = await newKey(ledger);
    const id = await addPass(sql, key, 3);
    const holdId = idOf(await ledger.hold(asked(key)));
    await ledger.hold(asked(key));
    await ledger.hold(asked(key));
    expect(await ledger.void(holdId, 'failed')).toEqual({ balanceAtomic: USDC });
    await ledger.void(holdId, 'failed');
    expect(await usedOf(sql, id)).toBe(2);
    await lapse(sql);
    await Promise.all([ledger.expireHolds(), ledger.expireHolds(), ledger.expireHolds()]);
    expect(await usedOf(sql, id)).toBe(0);
    expect(await ledger.post(holdId, answer)).toEqual({ outcome: 'lost' });
  });

  it('is drawn on after any number of free answers, as a balance is', async () => {
    const key = await newKey(ledger);
    const id = await addPass(sql, key, 50);
    for (let n = 0; n < 12; n += 1) await ledger.void(idOf(await ledger.hold(asked(key))), 'free');
    expect(await usedOf(sql, id)).toBe(0);
    expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held' });
    expect(await ledger.holdAll(billed(key, 2))).toMatchObject({ outcome: 'held' });
  });
});

async function heldIds(bill: BillRequest): Promise<readonly string[]> {
  const result = await ledger.holdAll(bill);
  if (result.outcome !== 'held') throw new Error(result.outcome);
  return result.lines.map((line) => idOf(line));
}

/** Ends a hold in one of four ways: given back, left open, posted, posted again and again. */
async function end(holdId: string, way: number): Promise<void> {
  if (way === 0) await ledger.void(holdId, 'failed');
  for (let n = 1; n < way; n += 1) await ledger.post(holdId, answer);
}

describe('fair use', () => {
  it('is never exceeded by 50 calls at once, which spill over in order', async () => {
    const key = await newKey(ledger, 10n * PRICE);
    const ids = [await addPass(sql, key, 20), await addPass(sql, key, 15, 30)];
    const results = await Promise.all(Array.from({ length: 50 }, () => ledger.hold(asked(key))));
    const on = (state?: string) =>
      results.filter((one) => one.outcome === 'held' && one.pass?.state === state).map((one) => idOf(one));
    expect([on('active').length, on('queued').length, on().length]).toEqual([20, 15, 10]);
    expect(results.filter(({ outcome }) => outcome === 'insufficient_balance')).toHaveLength(5);
    expect(await Promise.all(ids.map((id) => usedOf(sql, id)))).toEqual([20, 15]);
  });

  it('is exact under calls and bills that end in every way at once', async () => {
    const key = await newKey(ledger, 1_000n * PRICE);
    const id = await addPass(sql, key, 40);
    const held = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        const ids = n % 3 === 0 ? await heldIds(billed(key, 3)) : [idOf(await ledger.hold(asked(key)))];
        await Promise.all(ids.map((holdId, line) => end(holdId, (n + line) % 4)));
        return ids;
      }),
    );
    expect(held.flat()).toHaveLength(84);
    expect(await ledger.audit()).toEqual(clean);
    expect(await usedOf(sql, id)).toBeLessThanOrEqual(40);
    await lapse(sql);
    await ledger.expireHolds();
    const rows = await sql`SELECT count(*)::int AS posted FROM holds WHERE pass_id = ${id} AND state = 'posted'`;
    expect(await usedOf(sql, id)).toBe(rows[0]?.posted);
  });

  it.each([['used = included + 1'], ['used = -1'], ['expires_at = starts_at']])(
    'refuses a pass with %s',
    async (set) => {
      const id = await addPass(sql, await newKey(ledger), 1);
      await expect(sql.unsafe(`UPDATE passes SET ${set} WHERE id = ${id}`)).rejects.toMatchObject({ code: '23514' });
    },
  );

  it('that is miscounted is found by the audit', async () => {
    const id = await addPass(sql, await newKey(ledger), 1);
    await sql`UPDATE passes SET used = 1 WHERE id = ${id}`;
    expect(await ledger.audit()).toEqual({ ...clean, miscountedPasses: 1 });
    await sql`UPDATE passes SET used = 0 WHERE id = ${id}`;
  });
});

describe('a bill', () => {
  it('takes what the running pass covers, then the balance, then queued passes', async () => {
    const key = await newKey(ledger, 2n * PRICE);
    const ids = [await addPass(sql, key, 2), await addPass(sql, key, 1, 30)];
    const held = await ledger.holdAll(billed(key, 5));
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const states = held.lines.map((line) => (line.outcome === 'held' ? line.pass?.state : line.outcome));
    expect(states).toEqual(['active', 'active', undefined, undefined, 'queued']);
    expect(held.lines).toMatchObject(Array(5).fill({ outcome: 'held', balanceAtomic: 0n }));
    expect(held.lines[0]).toMatchObject({ pass: { callsLeft: 0, callsIncluded: 2 } });
    expect(await Promise.all(ids.map((id) => usedOf(sql, id)))).toEqual([2, 1]);
  });

  it('is held whole or not at all', async () => {
    const key = await newKey(ledger, 2n * PRICE);
    const id = await addPass(sql, key, 2);
    const refused = await ledger.holdAll(billed(key, 5));
    expect(refused).toEqual({ outcome: 'insufficient_balance', balanceAtomic: 2n * PRICE });
    expect(await usedOf(sql, id)).toBe(0);
    expect(await ledger.holdAll(billed(key, 4))).toMatchObject({ outcome: 'held' });
    expect(await ledger.holdAll(billed('assay_unknown', 2))).toEqual({ outcome: 'key_unknown' });
  });

  it('races others without one line too many or a bill in part', async () => {
    const key = await newKey(ledger, 31n * PRICE);
    await addPass(sql, key, 10);
    const bills = await Promise.all(Array.from({ length: 20 }, () => ledger.holdAll(billed(key, 4))));
    const held = bills.flatMap((bill) => (bill.outcome === 'held' ? bill.lines : []));
    expect(held).toHaveLength(40);
    expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held', balanceAtomic: 0n });
    expect(await ledger.audit()).toEqual(clean);
  });

  it('has 1 to 100 lines of any price', async () => {
    const key = await newKey(ledger, 100n * PRICE);
    await expect(ledger.holdAll({ apiKey: key, lines: [] })).rejects.toThrow(RangeError);
    await expect(ledger.holdAll(billed(key, 101))).rejects.toThrow(RangeError);
    const lines = [newLine(1n), newLine(2n), newLine(0n)];
    expect(await ledger.holdAll({ apiKey: key, lines })).toMatchObject({
      lines: Array(3).fill({ balanceAtomic: 100n * PRICE - 3n }),
    });
    expect(await ledger.holdAll(billed(key, 99))).toMatchObject({ outcome: 'held' });
    expect(await ledger.holdAll({ apiKey: key, lines: [newLine(1n)] })).toMatchObject({ lines: [{ outcome: 'held' }] });
  });
});

describe('a statement', () => {
  it('tells the balance and the passes in the order in which they are drawn on', async () => {
    const key = await newKey(ledger);
    expect(await ledger.statement(key)).toEqual({ balanceAtomic: USDC, passes: [] });
    await addPass(sql, key, 1);
    await addPass(sql, key, 7, 30);
    await charged(ledger, asked(key));
    expect(await ledger.statement(key)).toMatchObject({
      balanceAtomic: USDC,
      passes: [
        { state: 'active', callsLeft: 0, callsIncluded: 1 },
        { state: 'queued', callsLeft: 7, startsAt: expect.any(Date), expiresAt: expect.any(Date) },
      ],
    });
    expect(await ledger.statement('assay_unknown')).toBeNull();
  });

  it.each([
    ['statement', (key: string) => ledger.statement(key)],
    ['hold', (key: string) => ledger.hold(asked(key))],
    ['refused hold', (key: string) => ledger.hold(asked(key, 100n * USDC))],
    ['bill', (key: string) => ledger.holdAll(billed(key, 2))],
    ['list of entries', (key: string) => ledger.entries(key, { limit: 1 })],
  ])('or a %s presents the key, once for good', async (_, use) => {
    const key = await newKey(ledger);
    const presented = async () =>
      (await sql`SELECT presented_at FROM api_keys ORDER BY account_id DESC LIMIT 1`)[0]?.presented_at;
    expect(await presented()).toBeNull();
    await use(key);
    const first = await presented();
    expect(first).toBeInstanceOf(Date);
    await use(key);
    expect(await presented()).toEqual(first);
  });
});
