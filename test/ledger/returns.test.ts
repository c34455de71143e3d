import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { answer, asked, billed, charged, clean, idOf, lapse, newKey, PRICE, rowOf, USDC } from './fixture.ts';

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

describe('void', () => {
  it('gives back once and leaves a posted hold posted', async () => {
    const key = await newKey(ledger);
    const holdId = idOf(await ledger.hold(asked(key)));
    expect(await ledger.void(holdId, 'free')).toEqual({ balanceAtomic: USDC });
    expect(await ledger.void(holdId, 'free')).toEqual({ balanceAtomic: USDC });
    const posted = idOf(await ledger.hold(asked(key)));
    await ledger.post(posted, answer);
    expect(await ledger.void(posted, 'failed')).toEqual({ balanceAtomic: USDC - PRICE });
  });

  it('of what can no longer be afforded leaves what was paid for, under its name and without', async () => {
    const key = await newKey(ledger, 2n * PRICE);
    const bill = billed(key, 2, 'lost on the way');
    const held = await ledger.holdAll(bill);
    if (held.outcome !== 'held') throw new Error(held.outcome);
    const [first, second] = held.lines.map((line) => idOf(line));
    await ledger.post(first ?? '', answer);
    await ledger.void(second ?? '', 'failed');
    await charged(ledger, asked(key));
    const { idempotencyKey: _, ...unnamed } = bill;
    for (const again of [bill, unnamed]) {
      expect(await ledger.holdAll(again)).toMatchObject({
        outcome: 'held',
        lines: [
          { outcome: 'replayed', holdId: first, answer },
          { outcome: 'insufficient_balance', balanceAtomic: 0n },
        ],
      });
    }
  });

  it('does not count failures', async () => {
    const key = await newKey(ledger);
    for (let n = 0; n < 12; n += 1) await ledger.void(idOf(await ledger.hold(asked(key))), 'failed');
    expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held' });
  });
});

describe('leases', () => {
  it('expire when they have run out, and not when they were renewed', async () => {
    const key = await newKey(ledger);
    const [gone, kept] = [idOf(await ledger.hold(asked(key))), idOf(await ledger.hold(asked(key)))];
    await lapse(sql, gone);
    await lapse(sql, kept);
    expect((await ledger.audit()).staleHolds).toBe(2);
    await ledger.renew(kept);
    expect(await ledger.expireHolds()).toBe(1);
    expect(
      await sql`SELECT state FROM holds WHERE id IN (${rowOf(gone)}::bigint, ${rowOf(kept)}::bigint) ORDER BY id`,
    ).toEqual([{ state: 'expired' }, { state: 'held' }]);
    expect(await ledger.post(kept, answer)).toEqual({ outcome: 'posted', balanceAtomic: USDC - PRICE });
  });

  it('are swept once by replicas that sweep together', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => newKey(ledger)));
    const holds = await Promise.all(keys.flatMap((key) => [asked(key), asked(key), asked(key)]).map(ledger.hold));
    for (const held of holds) await lapse(sql, idOf(held));
    const swept = await Promise.all(Array.from({ length: 8 }, () => ledger.expireHolds()));
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(18);
    for (const key of keys) {
      expect(await ledger.hold(asked(key, USDC + 1n))).toMatchObject({ balanceAtomic: USDC });
    }
  });
});
