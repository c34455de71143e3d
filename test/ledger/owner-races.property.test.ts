import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { revoke } from '#ledger/accounts/revocation.ts';
import type { HoldResult, Ledger } from '#ledger/books.ts';
import { type ClaimBook, type CreditRequest, openClaimBook } from '#ledger/claims.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { openRefundBook, type RefundBook, type Refunded } from '#ledger/refunds.ts';
import { cases } from '../../packages/core/test/support/cases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { accountOf, answer, asked, billed, clean, PRICE, placeOf } from './fixture.ts';
import { PASS, transfer } from './payments-fixture.ts';

/*
 * One account, and everything that its customer and an operator do to it, at once and over two replicas: calls, purchases, refunds of
 * charges and of transfers, repeats of claims, and keys that are revoked or replaced meanwhile.
 */

const RUNS = cases(400);
const OPENED_ATOMIC = 5_000_000n;
const PASS_CALLS = 6;
const BILL_LINES = 3;

const ONCE = ['bill', 'free', 'top up', 'pass', 'send back', 'repeat', 'rotate', 'rotate all'] as const;
const step = fc.constantFrom('call', 'call', 'call', 'refund', 'refund', ...ONCE);
type Step = 'call' | 'refund' | (typeof ONCE)[number];
const actors = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 4, maxLength: 12 });

interface Replica {
  readonly ledger: Ledger;
  readonly claims: ClaimBook;
  readonly refunds: RefundBook;
  readonly sql: Sql;
}

let test: TestDatabase;
let other: Database;
let replicas: readonly [Replica, Replica];
beforeAll(async () => {
  test = await openTestDatabase();
  other = await openDatabase({ url: test.url });
  replicas = [replicaOf(test.database), replicaOf(other)];
});
afterAll(async () => {
  await other.stop();
  await test.stop();
});

function replicaOf(database: Database): Replica {
  return {
    ledger: openLedger(database),
    claims: openClaimBook(database),
    refunds: openRefundBook(database),
    sql: database.sql,
  };
}

/** What was told of the account, which its books have to match. */
class Owner {
  readonly accountId: bigint;
  apiKey: string;
  readonly revoked = new Set<string>();
  /** Charges by hold, with what each took of the balance: nothing where a pass covered it. */
  readonly charged = new Map<string, bigint>();
  readonly topUps: CreditRequest[];
  /** What each charge and each transfer gave back. */
  readonly refunded = new Map<string, bigint>();

  constructor(accountId: bigint, apiKey: string, opened: CreditRequest) {
    this.accountId = accountId;
    this.apiKey = apiKey;
    this.topUps = [opened];
  }

  balanceAtomic(): bigint {
    const isTopUp = new Set(this.topUps.map(({ signature }) => signature));
    const back = [...this.refunded].map(([cause, amount]) => (isTopUp.has(cause) ? -amount : amount));
    const spent = [...this.charged.values()].map((amount) => -amount);
    return [...this.topUps.map(({ amountAtomic }) => amountAtomic), ...spent, ...back].reduce(
      (sum, one) => sum + one,
      0n,
    );
  }

  /** The key was revoked; `next` replaces it where one was made. */
  lose(apiKey: string, next: string | undefined): void {
    this.revoked.add(apiKey);
    if (next !== undefined) this.apiKey = next;
  }
}

async function openOwner(): Promise<Owner> {
  const opened = transfer({ amountAtomic: OPENED_ATOMIC });
  const credited = await replicas[0].claims.credit(opened);
  if (credited.outcome !== 'credited' || !credited.apiKey) throw new Error(credited.outcome);
  return new Owner(await accountOf(test.database.sql, credited.apiKey), credited.apiKey, opened);
}

type Held = Extract<HoldResult, { readonly outcome: 'held' }>;

/** Holds with the newest key. A key that was revoked before holds nothing; one that is revoked meanwhile may. */
async function hold(owner: Owner, { ledger }: Replica, lines: number): Promise<readonly Held[]> {
  const { apiKey } = owner;
  const wasRevoked = owner.revoked.has(apiKey);
  const held = await ledger.holdAll(billed(apiKey, lines));
  if (held.outcome !== 'held') return [];
  expect(wasRevoked).toBe(false);
  return held.lines.flatMap((line) => (line.outcome === 'held' ? [line] : []));
}

async function call(owner: Owner, replica: Replica, lines: number): Promise<void> {
  for (const { holdId, pass } of await hold(owner, replica, lines)) {
    expect(await replica.ledger.post(holdId, answer)).toMatchObject({ outcome: 'posted' });
    owner.charged.set(holdId, pass ? 0n : PRICE);
  }
}

async function free(owner: Owner, replica: Replica): Promise<void> {
  for (const { holdId } of await hold(owner, replica, 1)) await replica.ledger.void(holdId, 'free');
}

async function buy(owner: Owner, { claims }: Replica, bought: Partial<CreditRequest>): Promise<void> {
  const { apiKey } = owner;
  const wasRevoked = owner.revoked.has(apiKey);
  const request = transfer({ apiKey, ...bought });
  const credited = await claims.credit(request);
  if (credited.outcome !== 'credited') return;
  expect(wasRevoked).toBe(false);
  if (!request.pass) owner.topUps.push(request);
}

/** A refund moves its money once, whoever asks again. */
function note(owner: Owner, cause: string, { amountAtomic, balanceAtomic }: Refunded): void {
  expect(owner.refunded.get(cause) ?? amountAtomic).toBe(amountAtomic);
  expect(balanceAtomic).toBeGreaterThanOrEqual(0n);
  owner.refunded.set(cause, amountAtomic);
}

async function refund(owner: Owner, { refunds, sql }: Replica, turn: number): Promise<void> {
  const [holdId, price] = [...owner.charged][turn % Math.max(1, owner.charged.size)] ?? [];
  if (holdId === undefined) return;
  const back = await refunds.charge(await placeOf(sql, holdId));
  expect(back.outcome).toBe(price === 0n ? 'on_pass' : 'refunded');
  if (back.outcome === 'refunded') note(owner, holdId, back);
}

async function sendBack(owner: Owner, { refunds }: Replica, turn: number): Promise<void> {
  const { signature } = owner.topUps[turn % owner.topUps.length] ?? transfer();
  const back = await refunds.topUp(signature);
  if (back.outcome === 'refunded') note(owner, signature, back);
  else expect(back.outcome).toBe('too_much');
}

/** A repeat tells what was credited. A key that it issues is of the account that the claim opened, and replaces the one before. */
async function repeat(owner: Owner, { claims }: Replica, turn: number): Promise<void> {
  const claim = owner.topUps[turn % owner.topUps.length] ?? transfer();
  const { signature, ticketHash, amountAtomic } = claim;
  const { apiKey } = owner;
  const told = await claims.recall({ signature, ticketHash });
  expect(told).toMatchObject({ outcome: 'repeated', creditedAtomic: amountAtomic });
  if (told?.outcome === 'repeated' && told.apiKey !== undefined) owner.lose(apiKey, told.apiKey);
}

/** Replaces one key, or all of the account by a new one. */
async function rotate(owner: Owner, { sql }: Replica, isAll: boolean): Promise<void> {
  const { apiKey, accountId } = owner;
  const made = await revoke(sql, isAll ? { accountId } : { apiKey }, true);
  owner.lose(apiKey, made?.apiKey);
}

async function act(owner: Owner, replica: Replica, step: Step, turn: number): Promise<void> {
  switch (step) {
    case 'call':
      return await call(owner, replica, 1);
    case 'bill':
      return await call(owner, replica, BILL_LINES);
    case 'free':
      return await free(owner, replica);
    case 'top up':
      return await buy(owner, replica, { amountAtomic: 500_000n });
    case 'pass':
      return await buy(owner, replica, { amountAtomic: 19_000_000n, pass: { ...PASS, calls: PASS_CALLS } });
    case 'refund':
      return await refund(owner, replica, turn);
    case 'send back':
      return await sendBack(owner, replica, turn);
    case 'repeat':
      return await repeat(owner, replica, turn);
    case 'rotate':
    case 'rotate all':
      return await rotate(owner, replica, step === 'rotate all');
  }
}

/** The balance, and the calls of all passes beside those that were charged to one. */
async function bookedOf({ accountId }: Owner): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await test.database.sql`
    SELECT balance, held, (SELECT COALESCE(sum(used), 0)::int FROM passes WHERE account_id = ${accountId}) AS used
    FROM accounts WHERE id = ${accountId}`;
  return { ...row };
}

it('refunds, revocations and passes at once with calls leave books that match what was told', async () => {
  await fc.assert(
    fc.asyncProperty(actors, async (all) => {
      const owner = await openOwner();
      const acting = all.map(async (steps, actor) => {
        for (const [turn, step] of steps.entries())
          await act(owner, replicas[actor % 2 === 0 ? 0 : 1], step, turn + actor);
      });
      await Promise.all(acting);
      expect(await replicas[0].ledger.audit()).toEqual(clean);
      const used = [...owner.charged.values()].filter((amount) => amount === 0n).length;
      expect(await bookedOf(owner)).toEqual({ balance: owner.balanceAtomic(), held: 0n, used });
      for (const { ledger } of replicas) {
        for (const apiKey of owner.revoked)
          expect(await ledger.hold(asked(apiKey))).toEqual({ outcome: 'key_unknown' });
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
