import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLedger } from '#ledger/ledger.ts';
import type { HoldRequest, Ledger } from '#ledger/model.ts';
import type { Sql } from '#ledger/postgres/database.ts';
import { Fault } from '#lib/fault.ts';
import { openTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { chargeFor, type Worked } from './till.ts';

const USDC = 1_000_000n;
const PRICE = 50_000n;
const worked: Worked = { answer: { body: '{}', verdict: 'CEX_FUNDED' }, free: false };

let test: TestDatabase;
let ledger: Ledger;
let statements = 0;
beforeAll(async () => {
  test = await openTestDatabase();
  const counted: Sql = new Proxy(test.database.sql, {
    apply(target, self, args) {
      statements += 1;
      return Reflect.apply(target, self, args);
    },
  });
  ledger = openLedger({ ...test.database, sql: counted });
});
afterAll(async () => {
  expect(await ledger.audit()).toMatchObject({ sumAtomic: 0n, unbalancedAccounts: 0, postedWithoutAnswer: 0 });
  await test.stop();
});
afterEach(() => {
  vi.useRealTimers();
});

async function asked(balance = USDC): Promise<HoldRequest> {
  const { apiKey = '' } = await ledger.grant(balance);
  return { apiKey, kind: 'funder', subject: 's', request: 'r', priceAtomic: PRICE };
}

async function spendable(request: HoldRequest): Promise<bigint> {
  const refused = await ledger.hold({ ...request, priceAtomic: 1_000n * USDC });
  if (refused.outcome !== 'insufficient_balance') throw new Error(refused.outcome);
  return refused.balanceAtomic;
}

const down = () => Promise.reject(new Fault('not_ready'));

describe('a check at the till', () => {
  it('costs its price, and two statements', async () => {
    const request = await asked();
    statements = 0;
    const charged = await chargeFor(ledger, request, async () => worked);
    expect(statements).toBe(2);
    expect(charged).toEqual({ route: 'credit', chargedAtomic: PRICE, balanceAtomic: USDC - PRICE, worked });
  });

  it('is free when a gap of ours decided, also in two statements', async () => {
    const request = await asked();
    statements = 0;
    const charged = await chargeFor(ledger, request, async () => ({ ...worked, free: true }));
    expect(statements).toBe(2);
    expect(charged).toMatchObject({ route: 'none', chargedAtomic: 0n, balanceAtomic: USDC });
  });

  it('gives back and passes on what the work throws', async () => {
    const request = await asked();
    await expect(chargeFor(ledger, request, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await spendable(request)).toBe(USDC);
  });

  it('never starts the work of who cannot pay', async () => {
    const work = vi.fn(async () => worked);
    const poor = await asked(PRICE - 1n);
    await expect(chargeFor(ledger, { ...poor, apiKey: 'assay_x' }, work)).rejects.toMatchObject({
      code: 'api_key_unknown',
      status: 402,
      extra: { priceAtomic: PRICE },
    });
    await expect(chargeFor(ledger, poor, work)).rejects.toMatchObject({
      code: 'insufficient_balance',
      status: 402,
      extra: { priceAtomic: PRICE, balanceAtomic: PRICE - 1n },
    });
    expect(work).not.toHaveBeenCalled();
  });

  it('refuses the eleventh free answer with 429', async () => {
    const request = await asked();
    for (let n = 0; n < 10; n += 1) await chargeFor(ledger, request, async () => ({ ...worked, free: true }));
    await expect(chargeFor(ledger, request, async () => worked)).rejects.toMatchObject({
      code: 'too_many_free_answers',
      status: 429,
      extra: { retryAfterSeconds: expect.toSatisfy((s: number) => s > 3_500 && s <= 3_600) },
    });
  });

  it('delivers nothing when its hold was closed meanwhile', async () => {
    const request = await asked();
    const lapsing = async () => {
      await test.database.sql`UPDATE holds SET expires_at = now() - interval '1 second' WHERE state = 'held'`;
      await ledger.expireHolds();
      return worked;
    };
    await expect(chargeFor(ledger, request, lapsing)).rejects.toMatchObject({ code: 'answer_not_stored', status: 503 });
    expect(await spendable(request)).toBe(USDC);
  });
});

describe('a database that goes away', () => {
  it('before the hold is the fault not_ready', async () => {
    await expect(chargeFor({ ...ledger, hold: down }, await asked(), async () => worked)).rejects.toMatchObject({
      code: 'not_ready',
      status: 503,
    });
  });

  it('after a post that was written loses neither the answer nor a second charge', async () => {
    const request = await asked();
    let asks = 0;
    const forgetful: Ledger = {
      ...ledger,
      async post(holdId, answer) {
        const result = await ledger.post(holdId, answer);
        asks += 1;
        return asks === 1 ? await down() : result;
      },
    };
    const charged = await chargeFor(forgetful, request, async () => worked);
    expect(charged).toMatchObject({ route: 'credit', balanceAtomic: USDC - PRICE });
    expect(asks).toBe(2);
    expect(await spendable(request)).toBe(USDC - PRICE);
  });

  it('for good, before the post, ends as answer_not_stored and does not claim that nothing was charged', async () => {
    const call = chargeFor({ ...ledger, post: down }, await asked(), async () => worked);
    await expect(call).rejects.toMatchObject({ code: 'answer_not_stored', message: expect.stringMatching(/balance/) });
  });
});

describe('a lease', () => {
  it('is renewed while the work runs, and no longer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const renewed = vi.fn(ledger.renew);
    const request = await asked();
    await chargeFor({ ...ledger, renew: renewed }, request, async (signal) => {
      vi.advanceTimersByTime(45_000);
      expect(signal.aborted).toBe(false);
      return worked;
    });
    vi.advanceTimersByTime(100_000);
    expect(renewed).toHaveBeenCalledTimes(2);
  });

  it('that cannot be renewed three times aborts the work', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const call = chargeFor({ ...ledger, renew: down }, await asked(), async (signal) => {
      vi.advanceTimersByTime(60_000);
      await new Promise(setImmediate);
      signal.throwIfAborted();
      return worked;
    });
    await expect(call).rejects.toMatchObject({ code: 'not_ready' });
  });
});
