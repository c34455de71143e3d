import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { Fault } from '#lib/fault.ts';
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import type { Bill, ServedLine, Work, Worked } from '../bill.ts';
import { holdBill, serveHolds } from './credit.ts';

const USDC = 1_000_000n;
const PRICE = 50_000n;
const worked: Worked = { answer: { body: '{}', verdict: 'CEX_FUNDED' }, free: false };
const free: Worked = { ...worked, free: true };

let test: TestDatabase;
let ledger: Ledger;
let statements = 0;
let requests = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  const options = test.database.sql.options as { debug?: unknown };
  options.debug = () => {
    statements += 1;
  };
  ledger = openLedger(test.database);
});
afterAll(async () => {
  expect(await ledger.audit()).toMatchObject({ sumAtomic: 0n, unbalancedAccounts: 0, postedWithoutAnswer: 0 });
  await test.stop();
});
afterEach(() => {
  vi.useRealTimers();
});

async function keyWith(balance = USDC): Promise<string> {
  return (await ledger.grant(balance)).apiKey ?? '';
}

/** A bill of one line that nobody asked for before. */
function billOf(apiKey: string, idempotencyKey: string | null = null): Bill {
  requests += 1;
  const line = { kind: 'funder', subject: 's', request: `r${requests}`, priceAtomic: PRICE };
  return { lines: [line], credentials: { apiKey, payment: null, idempotencyKey, address: '192.0.2.1' } };
}

async function charge(books: Ledger, bill: Bill, work: Work<Worked>): Promise<ServedLine<Worked>> {
  const held = await holdBill(books, bill, bill.credentials.apiKey ?? '');
  if (held instanceof Fault) throw held;
  const [line] = (await serveHolds(books, bill, held, work)).lines;
  if (!line) throw new Error('no line');
  if ('failure' in line) throw line.failure;
  return line;
}

async function spendable(apiKey: string): Promise<bigint | undefined> {
  return (await ledger.statement(apiKey))?.balanceAtomic;
}

const down = () => Promise.reject(new Fault('not_ready'));

describe('a check on a key', () => {
  it('costs its price, and two statements', async () => {
    const bill = billOf(await keyWith());
    statements = 0;
    const { answer, worked: done, billing } = await charge(ledger, bill, async () => worked);
    expect(statements).toBe(2);
    expect(billing).toEqual({
      route: 'credit',
      chargedAtomic: PRICE,
      balanceAtomic: USDC - PRICE,
      replayed: false,
    });
    expect([answer, done]).toEqual([worked.answer, worked]);
  });

  it('is free when a gap of ours decided, also in two statements', async () => {
    const bill = billOf(await keyWith());
    statements = 0;
    const { billing } = await charge(ledger, bill, async () => free);
    expect(statements).toBe(2);
    expect(billing).toMatchObject({ route: 'none', chargedAtomic: 0n, balanceAtomic: USDC });
  });

  it('gives back and passes on what the work throws', async () => {
    const key = await keyWith();
    await expect(charge(ledger, billOf(key), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await spendable(key)).toBe(USDC);
  });

  it('never starts the work of who cannot pay', async () => {
    const work = vi.fn(async () => worked);
    const poor = await keyWith(PRICE - 1n);
    await expect(charge(ledger, billOf('assay_x'), work)).rejects.toMatchObject({
      code: 'api_key_unknown',
      status: 402,
      extra: { priceAtomic: PRICE },
    });
    await expect(charge(ledger, billOf(poor), work)).rejects.toMatchObject({
      code: 'insufficient_balance',
      status: 402,
      extra: { priceAtomic: PRICE, balanceAtomic: PRICE - 1n },
    });
    expect(work).not.toHaveBeenCalled();
  });

  it('delivers nothing when its hold was closed meanwhile', async () => {
    const key = await keyWith();
    const lapsing = async () => {
      await test.database.sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
      await ledger.expireHolds();
      return worked;
    };
    await expect(charge(ledger, billOf(key), lapsing)).rejects.toMatchObject({
      code: 'answer_not_stored',
      status: 503,
    });
    expect(await spendable(key)).toBe(USDC);
  });

  it('5.3 is answered again, for nothing and without work, while its response was not finished', async () => {
    const bill = billOf(await keyWith());
    await charge(ledger, bill, async () => worked);
    const work = vi.fn(async () => worked);
    const again = await charge(ledger, bill, work);
    expect(again).toMatchObject({
      answer: worked.answer,
      billing: { route: 'none', chargedAtomic: 0n, replayed: true },
    });
    expect(work).not.toHaveBeenCalled();
    ledger.finish(again.holdId ?? '');
    expect((await charge(ledger, bill, work)).billing).toMatchObject({ route: 'credit', replayed: false });
  });

  it('5.3 with an Idempotency-Key that names another request is refused', async () => {
    const key = await keyWith();
    await charge(ledger, billOf(key, 'mine'), async () => worked);
    await expect(charge(ledger, billOf(key, 'mine'), async () => worked)).rejects.toMatchObject({
      code: 'request_differs',
    });
  });
});

describe('an operation of several checks on a key', () => {
  it('is held whole, and each line is charged or given back by itself', async () => {
    const key = await keyWith();
    const one = billOf(key);
    const bill: Bill = { ...one, lines: [...one.lines, ...billOf(key).lines, ...billOf(key).lines] };
    const held = await holdBill(ledger, bill, key);
    if (held instanceof Fault) throw held;
    const results: readonly Worked[] = [worked, free];
    const served = await serveHolds(ledger, bill, held, async (line) => {
      const result = results[bill.lines.indexOf(line)];
      if (!result) throw new Error('broken');
      return result;
    });
    expect(served.lines).toMatchObject([
      { billing: { route: 'credit' } },
      { billing: { route: 'none' } },
      { failure: { message: 'broken' } },
    ]);
    expect(await spendable(key)).toBe(USDC - PRICE);
  });

  it('that the balance does not cover whole is not begun', async () => {
    const key = await keyWith(2n * PRICE - 1n);
    const one = billOf(key);
    const refused = await holdBill(ledger, { ...one, lines: [...one.lines, ...billOf(key).lines] }, key);
    expect(refused).toMatchObject({ code: 'insufficient_balance', extra: { priceAtomic: 2n * PRICE } });
    expect(await spendable(key)).toBe(2n * PRICE - 1n);
  });
});

describe('a database that goes away', () => {
  it('before the hold is the fault not_ready', async () => {
    const call = charge({ ...ledger, hold: down }, billOf(await keyWith()), async () => worked);
    await expect(call).rejects.toMatchObject({ code: 'not_ready', status: 503 });
  });

  it('after a post that was written loses neither the answer nor a second charge', async () => {
    const key = await keyWith();
    let asks = 0;
    const forgetful: Ledger = {
      ...ledger,
      async post(holdId, answer) {
        const result = await ledger.post(holdId, answer);
        asks += 1;
        return asks === 1 ? await down() : result;
      },
    };
    const { billing } = await charge(forgetful, billOf(key), async () => worked);
    expect(billing).toMatchObject({ route: 'credit', balanceAtomic: USDC - PRICE });
    expect(asks).toBe(2);
    expect(await spendable(key)).toBe(USDC - PRICE);
  });

  it('for good, before the post, ends as answer_not_stored and does not claim that nothing was charged', async () => {
    const call = charge({ ...ledger, post: down }, billOf(await keyWith()), async () => worked);
    await expect(call).rejects.toMatchObject({ code: 'answer_not_stored', message: expect.stringMatching(/balance/) });
  });
});

describe('a lease', () => {
  it('is renewed while the work runs, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const renewed = vi.fn(ledger.renew);
    await charge({ ...ledger, renew: renewed }, billOf(await keyWith()), async (_, lease) => {
      vi.advanceTimersByTime(45_000);
      expect(() => lease.throwIfAborted()).not.toThrow();
      return worked;
    });
    vi.advanceTimersByTime(100_000);
    expect(renewed).toHaveBeenCalledTimes(2);
  });

  it('that cannot be renewed three times aborts the work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const call = charge({ ...ledger, renew: down }, billOf(await keyWith()), async (_, signal) => {
      vi.advanceTimersByTime(60_000);
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return worked;
    });
    await expect(call).rejects.toMatchObject({ code: 'not_ready' });
  });
});
