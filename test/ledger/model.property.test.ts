import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { addPass, clean, lapse, newLine, rowOf } from './fixture.ts';

const CLIENTS = 50;
const ACCOUNTS = 5;
/** Of the pass that some accounts have: fewer than their clients make. */
const CALLS = 25;
/** One in `npm test`, eight in `npm run properties`: each is hundreds of calls. */
const RUNS = Number(process.env.MODEL_RUNS ?? cases(80) / 10);
const ROUNDS = cases(40);

type Ending = 'post' | 'free' | 'failed' | 'abandon' | 'twice';

type Step =
  | { readonly do: 'check'; readonly price: number; readonly end: Ending }
  | { readonly do: 'bill'; readonly prices: readonly number[]; readonly end: Ending }
  | { readonly do: 'grant'; readonly amount: number }
  | { readonly do: 'expire' };

const ending = fc.constantFrom<Ending[]>('post', 'post', 'post', 'free', 'failed', 'abandon', 'twice');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('check' as const),
      price: fc.integer({ min: 0, max: 400 }),
      end: ending,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('bill' as const),
      prices: fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 5 }),
      end: ending,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grant' as const), amount: fc.integer({ min: 1, max: 300 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
);
const clients = fc.array(fc.array(step, { minLength: 2, maxLength: 10 }), { minLength: CLIENTS, maxLength: CLIENTS });

/** What an account must hold at the end, counted from what the ledger told its clients. */
interface Account {
  readonly apiKey: string;
  balance: bigint;
  held: bigint;
}

let test: TestDatabase;
let ledger: Ledger;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
});
afterAll(() => test.stop());

async function check(account: Account, priceAtomic: bigint, ending: Ending): Promise<void> {
  const held = await ledger.hold({ apiKey: account.apiKey, ...newLine(priceAtomic) });
  if (held.outcome === 'key_unknown') throw new Error('a key got lost');
  if (held.outcome === 'held') await end(account, held, priceAtomic, ending);
}

async function bill(account: Account, prices: readonly number[], ending: Ending): Promise<void> {
  const lines = prices.map((price) => newLine(BigInt(price)));
  const held = await ledger.holdAll({ apiKey: account.apiKey, lines });
  if (held.outcome === 'key_unknown') throw new Error('a key got lost');
  if (held.outcome !== 'held') return;
  expect(held.lines).toHaveLength(lines.length);
  const ends = held.lines.map((line, n) => {
    if (line.outcome !== 'held') throw new Error('a new line was answered before');
    return end(account, line, BigInt(prices[n] ?? 0), n % 2 ? 'post' : ending);
  });
  await Promise.all(ends);
}

async function end(account: Account, held: Held, priceAtomic: bigint, ending: Ending): Promise<void> {
  expect(held.balanceAtomic).toBeGreaterThanOrEqual(0n);
  const cost = held.pass ? 0n : priceAtomic;
  const answer = { body: `{"hold":${held.holdId}}`, verdict: 'CEX_FUNDED' };
  if (ending === 'abandon') {
    account.held += cost;
  } else if (ending === 'free' || ending === 'failed') {
    await ledger.void(held.holdId, ending);
  } else {
    const repeats = ending === 'twice' ? 2 : 1;
    const results = await Promise.all(Array.from({ length: repeats }, () => ledger.post(held.holdId, answer)));
    expect(results.every(({ outcome }) => outcome === 'posted')).toBe(true);
    if (ending === 'twice') await ledger.void(held.holdId, 'failed');
    account.balance -= cost;
  }
}

async function run(account: Account, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    if (one.do === 'check') await check(account, BigInt(one.price), one.end);
    if (one.do === 'bill') await bill(account, one.prices, one.end);
    if (one.do === 'grant') {
      await ledger.grant(BigInt(one.amount), account.apiKey);
      account.balance += BigInt(one.amount);
    }
    // No lease runs out within a run: the sweep must find nothing, however it interleaves.
    if (one.do === 'expire') expect(await ledger.expireHolds()).toBe(0);
  }
}

async function newAccount(): Promise<Account> {
  const { apiKey = '' } = await ledger.grant(1_000n);
  return { apiKey, balance: 1_000n, held: 0n };
}

async function expectBooked(accounts: readonly Account[]): Promise<void> {
  for (const { apiKey, balance, held } of accounts) {
    expect(balance).toBeGreaterThanOrEqual(held);
    const probe = await ledger.hold({ apiKey, ...newLine(10n ** 12n) });
    if (probe.outcome === 'held') await ledger.void(probe.holdId, 'failed');
    expect(probe).toMatchObject({ balanceAtomic: balance - held });
  }
  const rows = await test.database.sql<{ balance: bigint; held: bigint }[]>`
    SELECT balance, held FROM accounts WHERE kind = 'customer' ORDER BY id DESC LIMIT ${ACCOUNTS}`;
  const booked = rows.map((row) => `${row.balance}/${row.held}`).sort();
  expect(booked).toEqual(accounts.map(({ balance, held }) => `${balance}/${held}`).sort());
}

it(`${CLIENTS} clients in any order leave books that balance and match the answers they got`, async () => {
  await fc.assert(
    fc.asyncProperty(clients, async (steps) => {
      const accounts: Account[] = [];
      for (let n = 0; n < ACCOUNTS; n += 1) accounts.push(await newAccount());
      for (const { apiKey } of accounts.slice(2)) await addPass(test.database.sql, apiKey, CALLS);
      await Promise.all(steps.map((own, client) => run(accounts[client % ACCOUNTS]!, own)));
      expect(await ledger.audit()).toEqual(clean);
      await expectBooked(accounts);
      await lapse(test.database.sql);
      const open = (await ledger.audit()).staleHolds;
      const swept = await Promise.all([ledger.expireHolds(), ledger.expireHolds(), ledger.expireHolds()]);
      expect(swept.reduce((sum, count) => sum + count, 0)).toBe(open);
      for (const account of accounts) account.held = 0n;
      expect(await ledger.audit()).toEqual(clean);
      await expectBooked(accounts);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

it('holds, posts, voids and sweeps of one hold at once close it exactly once', async () => {
  const account = await newAccount();
  const outcomes = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const held = await ledger.hold({ apiKey: account.apiKey, ...newLine(10n) });
    if (held.outcome !== 'held') throw new Error(held.outcome);
    await lapse(test.database.sql);
    const post = () => ledger.post(held.holdId, { body: `${round}`, verdict: 'V' });
    const rivals = [post, () => ledger.void(held.holdId, 'failed'), () => ledger.expireHolds()];
    await Promise.all(rivals.map((_, n) => rivals[(n + round) % rivals.length]?.()));
    const rows = await test.database.sql`SELECT state FROM holds WHERE id = ${rowOf(held.holdId)}::bigint`;
    outcomes.add(String(rows[0]?.state));
    if (rows[0]?.state === 'posted') account.balance -= 10n;
    if ((await ledger.audit()).unbalancedAccounts) throw new Error(`unbalanced after round ${round}`);
  }
  expect(outcomes.has('held')).toBe(false);
  expect(outcomes.size).toBeGreaterThan(1);
  expect(await ledger.grant(1n, account.apiKey)).toEqual({ balanceAtomic: account.balance + 1n });
});
