import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openDeliveries } from '#ledger/holds/deliveries.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { addPass, answer, asked, charged, clean, idOf, newKey, newLine, PRICE, rowOf, USDC } from './fixture.ts';

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

async function finishedAt(holdId: string): Promise<unknown> {
  return (await sql`SELECT finished_at FROM holds WHERE id = ${rowOf(holdId)}::bigint`)[0]?.finished_at;
}

afterEach(() => void vi.useRealTimers());

describe('the repeat of a request', () => {
  it('whose response was not finished gets the stored answer for nothing', async () => {
    const request = asked(await newKey(ledger));
    const holdId = await charged(ledger, request);
    const replayed = { outcome: 'replayed', holdId, balanceAtomic: USDC - PRICE, answer };
    expect(await ledger.hold(request)).toEqual(replayed);
    expect(await ledger.hold({ ...request, idempotencyKey: 'new' })).toEqual(replayed);
    expect(await ledger.holdAll({ apiKey: request.apiKey, lines: [newLine(), request] })).toMatchObject({
      lines: [{ outcome: 'held' }, { outcome: 'replayed', holdId, answer }],
    });
  });

  it('whose response was finished is charged again, at once and each time', async () => {
    const request = asked(await newKey(ledger, 31n * PRICE));
    for (let n = 0; n < 30; n += 1) ledger.finish(await charged(ledger, request));
    expect(await ledger.statement(request.apiKey)).toMatchObject({ balanceAtomic: PRICE });
  });

  it('is charged again at once while hundreds of other responses finish', async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, () => newKey(ledger, 1_000n * USDC)));
    await Promise.all(
      keys.map(async (key) => {
        const [one, other] = [asked(key), asked(key)];
        for (let n = 0; n < 8; n += 1) {
          ledger.finish(await charged(ledger, one));
          const bill = await ledger.holdAll({ apiKey: key, lines: [one, other] });
          if (bill.outcome !== 'held') throw new Error(bill.outcome);
          for (const line of bill.lines) {
            const holdId = idOf(line);
            await ledger.post(holdId, answer);
            ledger.finish(holdId);
          }
        }
      }),
    );
  });

  it('of an answer that is ten minutes old is charged', async () => {
    const request = asked(await newKey(ledger));
    const holdId = await charged(ledger, request);
    const age = (seconds: number) =>
      sql`UPDATE holds SET closed_at = closed_at - make_interval(secs => ${seconds}) WHERE id = ${rowOf(holdId)}::bigint`;
    await age(590);
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed' });
    await age(10);
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'held' });
  });

  it('gets the newest of several', async () => {
    const request = asked(await newKey(ledger));
    const [a, b] = [await ledger.hold(request), await ledger.hold(request)];
    for (const [n, held] of [a, b].entries()) {
      if (held.outcome === 'held') await ledger.post(held.holdId, { ...answer, body: `${n}` });
    }
    expect(await ledger.hold(request)).toMatchObject({ outcome: 'replayed', answer: { body: '1' } });
  });

  it('by another account, or of another request, gets nothing', async () => {
    const request = asked(await newKey(ledger));
    await charged(ledger, request);
    expect(await ledger.hold({ ...request, apiKey: await newKey(ledger) })).toMatchObject({ outcome: 'held' });
    expect(await ledger.hold({ ...request, request: 'another' })).toMatchObject({ outcome: 'held' });
  });

  it('comes before balance and passes', async () => {
    const poor = asked(await newKey(ledger, PRICE));
    await charged(ledger, poor);
    expect(await ledger.hold(poor)).toMatchObject({ outcome: 'replayed', balanceAtomic: 0n });
    const rich = asked(await newKey(ledger));
    await addPass(sql, rich.apiKey, 5);
    await charged(ledger, rich);
    expect(await ledger.hold(rich)).toMatchObject({ outcome: 'replayed' });
    expect(await ledger.statement(rich.apiKey)).toMatchObject({ passes: [{ callsLeft: 4 }] });
  });

  it('of a free or failed answer gets nothing stored', async () => {
    const request = asked(await newKey(ledger));
    for (const why of ['free', 'failed'] as const) {
      const held = await ledger.hold(request);
      expect(held.outcome).toBe('held');
      if (held.outcome === 'held') await ledger.void(held.holdId, why);
    }
  });
});

describe('finish', () => {
  it('is written soon, in few statements, and only for what was posted', async () => {
    const key = await newKey(ledger, 100n * PRICE);
    const ids = await Promise.all(Array.from({ length: 40 }, () => charged(ledger, asked(key))));
    const held = await ledger.hold(asked(key));
    let statements = 0;
    const counted: Sql = new Proxy(sql, {
      apply(target, self, args) {
        statements += 1;
        return Reflect.apply(target, self, args);
      },
    });
    const deliveries = openDeliveries(counted);
    if (held.outcome === 'held') deliveries.finish(held.holdId);
    ids.map(deliveries.finish, deliveries);
    await deliveries.written();
    expect(statements).toBe(1);
    expect(deliveries.waiting).toBe(false);
    expect(await Promise.all(ids.map(finishedAt))).toEqual(Array(40).fill(expect.any(Date)));
    expect(held.outcome === 'held' && (await finishedAt(held.holdId))).toBeNull();
  });

  it('keeps what it could not write and writes it when the database is back', async () => {
    const request = asked(await newKey(ledger));
    const holdId = await charged(ledger, request);
    let down = true;
    const away: Sql = new Proxy(sql, {
      apply(target, self, args) {
        if (down) return Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
        return Reflect.apply(target, self, args);
      },
    });
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const deliveries = openDeliveries(away);
    deliveries.finish(holdId);
    await expect(deliveries.written()).rejects.toMatchObject({ code: 'not_ready' });
    expect(deliveries.has(holdId)).toBe(true);
    down = false;
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await until(async () => !deliveries.waiting);
    expect(await finishedAt(holdId)).toBeInstanceOf(Date);
  });

  it('forgets after ten minutes what the database never took', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    const never: Sql = new Proxy(sql, {
      apply: () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
    });
    const deliveries = openDeliveries(never);
    deliveries.finish('1');
    await vi.advanceTimersByTimeAsync(599_000);
    expect(deliveries.waiting).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(deliveries.waiting).toBe(false);
  });

  it('is written before the ledger closes', async () => {
    const other = openLedger(await openDatabase({ url: test.url }));
    const holdId = await charged(ledger, asked(await newKey(ledger)));
    other.finish(holdId);
    await other.close();
    other.finish(holdId);
    await pause(1);
    expect(await finishedAt(holdId)).toBeInstanceOf(Date);
  });
});
