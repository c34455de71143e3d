import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { expect } from 'vitest';
import { sha256 } from '#ledger/accounts/api-key.ts';
import { chainAccount, lockAccount, move, revenueAccount } from '#ledger/accounts/movement.ts';
import type { BillRequest, CheckPlace, HoldLine, HoldRequest, HoldResult, Ledger } from '#ledger/books.ts';
import type { Database, Sql } from '#ledger/postgres/sql.ts';
import { transact } from '#ledger/postgres/transaction.ts';
import { Fault } from '#lib/fault.ts';
import type { TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

export const USDC = 1_000_000n;
export const PRICE = 50_000n;
const PASS_PRICE = 19_000_000n;
/** What a line of `newLine` is answered with. */
export const answer = { body: '{"kind":"funder","subject":"subject","verdict":"CEX_FUNDED"}', verdict: 'CEX_FUNDED' };

/** What an audit says of sound books without abandoned holds. */
export const clean = {
  unbalancedAccounts: 0,
  overdrawnAccounts: 0,
  misnamedAccounts: 0,
  misplacedKeys: 0,
  emptyMovements: 0,
  splitMovements: 0,
  misdirectedMovements: 0,
  postedWithoutAnswer: 0,
  mismatchedAnswers: 0,
  mispricedCharges: 0,
  staleHolds: 0,
  miscountedPasses: 0,
  alteredPasses: 0,
  mismatchedPayments: 0,
  unaccountedChange: 0,
  misusedSignatures: 0,
  excessiveRefunds: 0,
  sumAtomic: 0n,
};

/** A key of a new account with `amount` atomic USDC. */
export async function newKey(ledger: Ledger, amount = USDC): Promise<string> {
  const { apiKey } = await ledger.grant(amount);
  if (!apiKey) throw new Error('the grant made no key');
  return apiKey;
}

let requests = 0;

/** A line that no other line is a repeat of. */
export function newLine(priceAtomic = PRICE): HoldLine {
  requests += 1;
  return { kind: 'funder', subject: 'subject', request: `funder subject ${requests}`, priceAtomic };
}

/** A request that no other request is a repeat of. */
export function asked(apiKey: string, priceAtomic = PRICE): HoldRequest {
  return { apiKey, ...newLine(priceAtomic) };
}

/** A bill of new lines. */
export function billed(apiKey: string, count: number, idempotencyKey?: string): BillRequest {
  const lines = Array.from({ length: count }, () => newLine());
  return { apiKey, lines, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
}

export function idOf(held: HoldResult): string {
  if (held.outcome !== 'held') throw new Error(`not held: ${held.outcome}`);
  return held.holdId;
}

/** The row of a hold that was told by its name. */
export function rowOf(holdId: string): string {
  return holdId.split('.')[0] ?? '';
}

/** Where a charge stands among the past checks. */
export async function placeOf(sql: Sql, holdId: string): Promise<CheckPlace> {
  const rows = await sql<CheckPlace[]>`
    SELECT (extract(epoch FROM closed_at) * 1000000)::bigint AS micros, id AS "holdId" FROM holds
    WHERE id = ${rowOf(holdId)}::bigint`;
  if (!rows[0]) throw new Error('there is no such hold');
  return rows[0];
}

/** Holds and posts; returns the hold's name. */
export async function charged(ledger: Ledger, request: HoldRequest, stored = answer): Promise<string> {
  const holdId = idOf(await ledger.hold(request));
  expect(await ledger.post(holdId, stored)).toMatchObject({ outcome: 'posted' });
  return holdId;
}

/** Whose key it is. */
export async function accountOf(sql: Sql, apiKey: string): Promise<bigint> {
  const rows = await sql<{ account_id: bigint }[]>`
    SELECT account_id FROM api_keys WHERE hash = ${sha256(apiKey)}`;
  if (!rows[0]) throw new Error('no account has the key');
  return rows[0].account_id;
}

/** A pass of few calls as a claim would enter it: it begins `startsInDays` from now and lasts 30 days. */
export async function addPass(sql: Sql, apiKey: string, calls: number, startsInDays = 0): Promise<bigint> {
  const customer = await accountOf(sql, apiKey);
  const signature = `signature-${randomUUID()}`;
  const [chain, revenue] = [chainAccount(signature), revenueAccount(signature)];
  return await transact(sql, async (tx) => {
    await lockAccount(tx, customer);
    await tx`INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'claim')`;
    await tx`
      INSERT INTO claims (signature, ticket_hash, account_id, amount, tier, opened)
      VALUES (${signature}, ${sha256(signature)}, ${customer}, ${PASS_PRICE}, 'traveller', false)`;
    const paid = { from: chain, to: customer, amountAtomic: PASS_PRICE };
    await move(tx, { kind: 'topup', cause: `claim:${signature}`, ...paid });
    await move(tx, { kind: 'pass', cause: `pass:${signature}`, ...paid, from: customer, to: revenue });
    const rows = await tx<{ id: bigint }[]>`
      INSERT INTO passes (account_id, tier, starts_at, expires_at, included, signature)
      SELECT ${customer}, 'traveller', now() + make_interval(days => ${startsInDays}),
        now() + make_interval(days => ${startsInDays + 30}), ${calls}, ${signature} RETURNING id`;
    return rows[0]?.id ?? 0n;
  });
}

/** Calls that are held or posted on a pass. */
export async function usedOf(sql: Sql, passId: bigint): Promise<number> {
  const rows = await sql<{ used: number }[]>`SELECT used FROM passes WHERE id = ${passId}`;
  return rows[0]?.used ?? -1;
}

/** Lets the lease of a hold, or of all open holds, run out. */
export async function lapse(sql: Sql, holdId?: string): Promise<void> {
  await sql`
    UPDATE holds SET expires_at = now() - interval '1 second'
    WHERE state = 'held' AND id = COALESCE(${holdId === undefined ? null : rowOf(holdId)}::bigint, id)`;
}

/** The database over connections that wait so long for a row that somebody has locked: less than those of the service. */
export function waitingForLocks(test: TestDatabase, lockMsMax: number): Database {
  const sql: Sql = postgres(test.url, {
    fetch_types: false,
    types: { bigint: postgres.BigInt },
    connection: { lock_timeout: lockMsMax },
  });
  return { ...test.database, sql, stop: () => sql.end() };
}

/** Lets `work` go on while somebody, who is no process of ours, has the row of the key's account and does not let go. */
export async function whileLocked<T>(sql: Sql, apiKey: string, work: () => Promise<T>): Promise<T> {
  const account = await accountOf(sql, apiKey);
  const done = await sql.begin(async (holder) => {
    await holder`SET LOCAL idle_in_transaction_session_timeout = 0`;
    await holder`SELECT FROM accounts WHERE id = ${account} FOR UPDATE`;
    return { value: await work() };
  });
  return done.value;
}

/** Waits until no other session of the database is at work: a process that was killed may have left statements that still run. */
export async function idle(sql: Sql): Promise<void> {
  const active = () => sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`;
  await until(async () => (await active()).length === 0);
}

/** Repeats what the ledger refuses because a row stayed locked for too long, as a caller does. */
export function patient<T extends object>(book: T): T {
  const members: object = book;
  return new Proxy(book, {
    get(_, name) {
      const method: (...args: unknown[]) => Promise<unknown> = Reflect.get(members, name);
      return async (...args: unknown[]) => {
        for (;;) {
          try {
            return await method.apply(book, args);
          } catch (error) {
            if (!(error instanceof Fault) || error.code !== 'not_ready') throw error;
          }
        }
      };
    },
  });
}
