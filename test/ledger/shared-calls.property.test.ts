import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HoldRequest, HoldResult, Ledger, PostResult } from '#ledger/books.ts';
import { type Deliveries, openDeliveries } from '#ledger/holds/deliveries.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { type CallMode, callModesOf, inTurn } from './call-modes.ts';
import { accountOf, addPass, clean, newKey } from './fixture.ts';

const RUNS = Number(process.env.MODEL_RUNS ?? cases(25));

/** Holds that are abandoned may outlive their lease while this runs. */
const soundBooks = { ...clean, staleHolds: expect.any(Number) };

let test: TestDatabase;
let ledger: Ledger;
let sql: Sql;
let deliveries: Deliveries;
beforeAll(async () => {
  test = await openTestDatabase();
  ledger = openLedger(test.database);
  sql = test.database.sql;
  deliveries = openDeliveries(sql);
});
afterAll(async () => {
  await deliveries.close();
  expect(await ledger.audit()).toEqual(soundBooks);
  await test.stop();
});

interface Owner {
  readonly balance: number;
  readonly calls: number;
  readonly laterCalls: number;
  readonly presented: boolean;
}

interface Call {
  readonly owner: number;
  readonly name: number;
  /** The caller's own name for the bill; null where it gives none. */
  readonly key: number | null;
  readonly end: 'post' | 'finish' | 'free' | 'failed' | 'abandon';
}

const owner: fc.Arbitrary<Owner> = fc.record({
  balance: fc.integer({ min: 1, max: 12 }),
  calls: fc.constantFrom(0, 0, 1, 3, 8),
  laterCalls: fc.constantFrom(0, 0, 2),
  presented: fc.boolean(),
});
const call: fc.Arbitrary<Call> = fc.record({
  owner: fc.integer({ min: 0, max: 3 }),
  name: fc.integer({ min: 0, max: 6 }),
  key: fc.constant(null),
  end: fc.constantFrom('post', 'post', 'finish', 'finish', 'free', 'failed', 'abandon'),
});
const named: fc.Arbitrary<Call> = fc.tuple(call, fc.constantFrom(null, 1, 2, 3)).map(([one, key]) => ({ ...one, key }));
const owners = fc.array(owner, { minLength: 4, maxLength: 4 });
const wavesOf = (one: fc.Arbitrary<Call>) =>
  fc.array(fc.array(one, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });

async function keyOf(owner: Owner): Promise<string> {
  const apiKey = await newKey(ledger, BigInt(owner.balance));
  if (owner.calls > 0) await addPass(sql, apiKey, owner.calls);
  if (owner.laterCalls > 0) await addPass(sql, apiKey, owner.laterCalls, 30);
  if (owner.presented) await ledger.statement(apiKey);
  return apiKey;
}

/** The answers of calls of one moment, without ids and times, which differ between two runs. */
async function wave(mode: CallMode, keys: readonly string[], calls: readonly Call[]): Promise<unknown[]> {
  const requests = calls.map(({ owner, name, key }): HoldRequest => {
    const subject = `subject ${name}`;
    const line = { apiKey: keys[owner] ?? '', kind: 'funder', subject, request: subject, priceAtomic: 2n };
    return key === null ? line : { ...line, idempotencyKey: `key ${key}` };
  });
  const held = await mode.holds(requests);
  const ends = calls.map(({ end }, n) => ({ end, hold: held[n] as HoldResult, body: `"${n}"` }));
  const open = ends.flatMap((one) => (one.hold.outcome === 'held' ? [{ ...one, holdId: one.hold.holdId }] : []));
  const posts = open.filter(({ end }) => end === 'post' || end === 'finish');
  const posted = await mode.posts(posts.map(({ holdId, body }) => ({ holdId, answer: { body, verdict: 'V' } })));
  for (const { end, holdId } of open) {
    if (end === 'finish') deliveries.finish(holdId);
    if (end === 'free' || end === 'failed') await ledger.void(holdId, end);
  }
  return [...held.map(told), ...posted.map(told)];
}

function told(result: HoldResult | PostResult): unknown {
  if (result.outcome === 'replayed') return [result.outcome, result.answer];
  const pass = 'pass' in result ? [result.pass?.state, result.pass?.callsLeft] : null;
  return [result.outcome, 'balanceAtomic' in result ? String(result.balanceAtomic) : null, pass];
}

async function play(mode: CallMode, world: readonly Owner[], moments: readonly (readonly Call[])[]): Promise<unknown> {
  const keys = await inTurn(world, keyOf);
  const answers = await inTurn(moments, (calls) => wave(mode, keys, calls));
  const left = await inTurn(keys, async (key) => {
    const rows = await sql<{ balance: bigint; held: bigint; used: bigint | null; entries: number }[]>`
      SELECT balance, held, (SELECT sum(used) FROM passes WHERE passes.account_id = accounts.id)::bigint AS used,
        (SELECT count(*)::int FROM postings WHERE from_account = accounts.id) AS entries
      FROM accounts WHERE id = ${await accountOf(sql, key)}`;
    return rows[0];
  });
  return { answers, left };
}

it('calls that share a statement are answered and charged what they would be one after the other', async () => {
  const { asBills, oneByOne, together, unlocked } = callModesOf(sql, deliveries);
  await fc.assert(
    fc.asyncProperty(owners, wavesOf(call), async (world, moments) => {
      const expected = await play(asBills, world, moments);
      for (const mode of [oneByOne, together, unlocked]) expect(await play(mode, world, moments)).toEqual(expected);
      expect(await ledger.audit()).toEqual(soundBooks);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

it('a single call, named or not, is answered and charged what a bill of its line is', async () => {
  const { asBills, oneByOne } = callModesOf(sql, deliveries);
  await fc.assert(
    fc.asyncProperty(owners, wavesOf(named), async (world, moments) => {
      expect(await play(oneByOne, world, moments)).toEqual(await play(asBills, world, moments));
      expect(await ledger.audit()).toEqual(soundBooks);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
