import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Sql } from '#ledger/postgres/sql.ts';
import { memberAt, rpc } from '../../src/operator/demo/calls.ts';
import { holding } from '../../src/operator/demo/chain.ts';
import { hangMs } from '../../test/support/pace.ts';
import { inWords } from './books.ts';
import type { AccountNote, CheckNote, Notes, PaymentNote } from './notes.ts';
import type { World } from './world.ts';

const STATUSES_AT_ONCE = 200;
/** How late PostgreSQL may be with the statement of a process that is gone. */
const LATE_MS_MAX = hangMs(100);

interface ClaimRow {
  readonly signature: string;
  readonly account_id: bigint;
  readonly amount: bigint;
  readonly tier: string | null;
}

interface ChargeRow {
  readonly id: bigint;
  readonly account_id: bigint;
  readonly subject: string;
  readonly idempotency_key: string | null;
  readonly finished: boolean;
  /** Milliseconds since 1970. */
  readonly held_ms: number;
  readonly charged_ms: number;
  readonly attestation: string;
}

interface PaymentRow {
  readonly header: string;
  readonly state: string;
  readonly signature: string | null;
  readonly amount: bigint;
  readonly earned: bigint | null;
  readonly answers: string | null;
}

/**
 * Where what the clients wrote down, the books and the chain differ. For a moment of rest: everybody knows the outcome of
 * everything that he asked for.
 */
export async function differences(world: World, notes: Notes): Promise<readonly string[]> {
  const accounts = await accountIds(world.sql, notes);
  const found = [
    ...(await claimDifferences(world.sql, notes, accounts)),
    ...(await chargeDifferences(world.sql, notes, accounts)),
    ...(await paymentDifferences(world.sql, notes)),
    ...(await chainDifferences(world, notes)),
  ];
  const lost = notes.claims.filter(({ account }) => !accounts.has(account));
  return lost.length > 0 ? [`${lost.length} claims went to accounts whose key is unknown`, ...found] : found;
}

type Accounts = ReadonlyMap<AccountNote, bigint>;

async function accountIds(sql: Sql, notes: Notes): Promise<Accounts> {
  const rows = await sql<{ hash: Uint8Array; id: bigint }[]>`
    SELECT hash, account_id AS id FROM api_keys WHERE revoked_at IS NULL`;
  const ids = new Map(rows.map((row) => [hex(row.hash), row.id]));
  const accounts = new Map<AccountNote, bigint>();
  for (const { account } of notes.claims) {
    const id = ids.get(hex(sha256(account.key)));
    if (id !== undefined) accounts.set(account, id);
  }
  return accounts;
}

/** Each claimed transfer is credited to the named account, and no other is credited. */
async function claimDifferences(sql: Sql, { claims }: Notes, accounts: Accounts): Promise<string[]> {
  const rows = await sql<ClaimRow[]>`SELECT signature, account_id, amount, tier FROM claims`;
  const left = new Map(rows.map((row) => [row.signature, row]));
  const wrong = claims.filter(({ signature, account, amountAtomic, tier }) => {
    const row = left.get(signature);
    left.delete(signature);
    return row?.account_id !== accounts.get(account) || row?.amount !== amountAtomic || row.tier !== tier;
  });
  return [
    ...wrong.map(({ signature }) => `the claim of ${signature} stands otherwise in the books`),
    ...[...left.keys()].map((signature) => `${signature} was credited and nobody knows of it`),
  ];
}

/** Each answer was charged once, and each charge answered. */
async function chargeDifferences(sql: Sql, { checks }: Notes, accounts: Accounts): Promise<string[]> {
  const rows = await sql<ChargeRow[]>`
    SELECT id, account_id, subject, idempotency_key, finished_at IS NOT NULL AS finished,
      extract(epoch FROM holds.created_at)::float8 * 1000 AS held_ms,
      extract(epoch FROM holds.closed_at)::float8 * 1000 AS charged_ms, body::json->>'attestation' AS attestation
    FROM holds JOIN answers ON hold_id = id WHERE state = 'posted'`;
  const charges = new Map<string, ChargeRow[]>();
  for (const row of rows) {
    const name = `${row.account_id}/${row.idempotency_key ?? ''}/${row.subject}`;
    charges.set(name, [...(charges.get(name) ?? []), row]);
  }
  const found: string[] = [];
  for (const check of checks) {
    const name = `${accounts.get(check.account)}/${check.identifier ?? ''}/${check.subject}`;
    const mine = charges.get(name) ?? [];
    charges.delete(name);
    const problem = chargeProblem(check, mine);
    if (problem === null) continue;
    const holds = await historyOf(sql, check);
    found.push(`${problem}: ${inWords({ name, mine, answer: check.attestation, holds })}`);
  }
  return [...found, ...[...charges.keys()].map((name) => `${name} was charged and nobody got the answer`)];
}

/** All that the books know of a check that something is wrong with, for whoever has to find out. */
async function historyOf(sql: Sql, { subject, identifier }: CheckNote): Promise<readonly object[]> {
  return await sql`
    SELECT id, account_id, state, why, idempotency_key, line, created_at, expires_at, closed_at, finished_at FROM holds
    WHERE subject = ${subject} AND (idempotency_key = ${identifier} OR idempotency_key IS NULL) ORDER BY id`;
}

function chargeProblem({ identifier, attestation }: CheckNote, charges: readonly ChargeRow[]): string | null {
  if (attestation === null) return charges.length > 0 ? 'a free answer was charged' : null;
  const mine = charges.filter((charge) => charge.attestation === attestation);
  if (mine.length === 0) return 'an answer was delivered and not charged';
  if (charges.length === 1) return null;
  if (identifier !== null) return 'an Idempotency-Key was charged more than once';
  const excused = mine.some((own) => charges.every((other) => other === own || crossed(own, other)));
  return excused ? null : 'a call was charged more than once';
}

/**
 * PostgreSQL carries out a statement whose process was killed meanwhile. Where it charges only after the retry has looked
 * for a charge, and there is no Idempotency-Key to tell, there are two. The first is owed then: its response was never
 * finished, and a repeat gets it for nothing.
 */
function crossed(own: ChargeRow, other: ChargeRow): boolean {
  return !other.finished && other.charged_ms > own.held_ms - LATE_MS_MAX;
}

/** A payment whose answer was delivered is settled with that answer; one that was refused is not, and none is open. */
async function paymentDifferences(sql: Sql, { payments }: Notes): Promise<string[]> {
  const rows = await sql<PaymentRow[]>`
    SELECT encode(header_hash, 'hex') AS header, state, signature, amount, earned, answers FROM payments`;
  const left = new Map(rows.map((row) => [row.header, row]));
  const found = payments.flatMap((payment) => {
    const row = left.get(payment.headerHash);
    left.delete(payment.headerHash);
    return agrees(payment, row) ? [] : [`a payment differs: ${inWords({ payment, row })}`];
  });
  return [...found, ...[...left.values()].map((row) => `a payment that nobody made: ${inWords(row)}`)];
}

function agrees({ delivered, priceAtomic }: PaymentNote, row: PaymentRow | undefined): boolean {
  if (delivered === null) return row === undefined || row.state === 'failed' || row.state === 'released';
  if (row?.state !== 'settled' || row.signature !== delivered.transaction) return false;
  const stored = memberAt(JSON.parse(row.answers ?? 'null'), 'lines.0.body');
  const answer: unknown = typeof stored === 'string' ? JSON.parse(stored) : null;
  return (
    row.amount === priceAtomic &&
    row.earned === priceAtomic &&
    memberAt(answer, 'attestation') === delivered.attestation
  );
}

/** The merchant has what was credited and what was settled, to the last unit, and every one of these is on chain. */
async function chainDifferences(world: World, { claims, payments }: Notes): Promise<string[]> {
  const settled = payments.filter(({ delivered }) => delivered !== null);
  const expected =
    claims.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n) +
    settled.reduce((sum, { priceAtomic }) => sum + priceAtomic, 0n);
  const received = await holding(world.rpcUrl, world.merchant, world.asset);
  const signatures = [
    ...claims.map(({ signature }) => signature),
    ...settled.map(({ delivered }) => String(delivered?.transaction)),
  ];
  const missing = await notOnChain(world.rpcUrl, signatures);
  const repeated = signatures.length - new Set(signatures).size;
  return [
    ...(received === expected ? [] : [`the merchant received ${received}, and ${expected} was credited and settled`]),
    ...(repeated === 0 ? [] : [`${repeated} signatures paid for more than one thing`]),
    ...missing.map((signature) => `${signature} was credited or settled and did not succeed on chain`),
  ];
}

async function notOnChain(rpcUrl: string, signatures: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (let n = 0; n < signatures.length; n += STATUSES_AT_ONCE) {
    const asked = signatures.slice(n, n + STATUSES_AT_ONCE);
    const result = await rpc(rpcUrl, 'getSignatureStatuses', [asked, { searchTransactionHistory: true }]);
    missing.push(...asked.filter((_, i) => memberAt(result, `value.${i}.err`) !== null));
  }
  return missing;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
