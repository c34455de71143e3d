import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { Ledger } from '#ledger/model.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { answer, asked, billed, charged, clean, idOf, lapse, newKey, PRICE, USDC } from './fixture.ts';

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

  it('refuses the eleventh free answer within an hour, per account, and says when to come back', async () => {
    const [key, other] = [await newKey(ledger), await newKey(ledger)];
    for (let n = 0; n < 10; n += 1) await ledger.void(idOf(await ledger.hold(asked(key))), 'free');
    await ledger.void(idOf(await ledger.hold(asked(other))), 'failed');
    const refused = await ledger.hold(asked(key));
    expect(refused).toMatchObject({ outcome: 'too_many_free_answers' });
    expect(refused).toHaveProperty(
      'retryAfterSeconds',
      expect.toSatisfy((s: number) => s > 3_590 && s <= 3_600),
    );
    expect(await ledger.hold(asked(other))).toMatchObject({ outcome: 'held' });
    await sql`UPDATE holds SET closed_at = closed_at - interval '50 minutes' WHERE why = 'free'`;
    expect(await ledger.hold(asked(key))).toHaveProperty(
      'retryAfterSeconds',
      expect.toSatisfy((s: number) => s > 590 && s <= 600),
    );
    await sql`UPDATE holds SET closed_at = closed_at - interval '11 minutes' WHERE why = 'free'`;
    expect(await ledger.hold(asked(key))).toMatchObject({ outcome: 'held' });
  });

  it('leaves no room for what is new in a bill, and what was paid for in it is answered again', async () => {
    const key = await newKey(ledger);
    const bill = billed(key, 3);
    const held = await ledger.holdAll({ ...bill, lines: bill.lines.slice(0, 2) });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    for (const line of held.lines) await ledger.post(idOf(line), answer);
    for (let n = 0; n < 10; n += 1) await ledger.void(idOf(await ledger.hold(asked(key))), 'free');
    const [third] = bill.lines.slice(2);
    if (!third) throw new Error('the bill has three lines');
    const again = await ledger.holdAll({ ...bill, lines: [third, ...bill.lines.slice(0, 2)] });
    const replayed = { outcome: 'replayed', answer, balanceAtomic: USDC - 2n * PRICE };
    expect(again).toMatchObject({
      outcome: 'held',
      lines: [{ outcome: 'too_many_free_answers', retryAfterSeconds: expect.any(Number) }, replayed, replayed],
    });
    expect(await ledger.statement(key)).toMatchObject({ balanceAtomic: USDC - 2n * PRICE });
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
    expect(await sql`SELECT state FROM holds WHERE id IN (${gone}::bigint, ${kept}::bigint) ORDER BY id`).toEqual([
      { state: 'expired' },
      { state: 'held' },
    ]);
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
