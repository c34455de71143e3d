import { newApiKey, sha256 } from './accounts/api-key.ts';
import {
  chainAccount,
  lockAccount,
  type Movement,
  move,
  openAccount,
  revenueAccount,
  spendable,
} from './accounts/movement.ts';
import type { CheckPlace } from './books.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Database } from './postgres/sql.ts';
import { type SqlTransaction, transact } from './postgres/transaction.ts';

/** Money that was given back; `already` when an earlier call did it and this one moved nothing. */
export interface Refunded {
  readonly outcome: 'refunded';
  readonly already: boolean;
  /** The customer's account: it was credited, or debited where the money goes back to the chain. */
  readonly accountId: bigint;
  readonly amountAtomic: bigint;
  /** The spendable balance of the account. */
  readonly balanceAtomic: bigint;
  /** Present when a new account was made; shown once. */
  readonly apiKey?: string;
}

/** Why nothing was given back. */
export interface NotRefunded {
  readonly outcome:
    | 'unknown'
    /** It is older than the kept rows, and is part of a sum. */
    | 'too_old'
    /** A call on a pass took no money. */
    | 'on_pass'
    /** The transfer bought a pass, so that it is not on the balance. */
    | 'bought_pass'
    | 'key_unknown';
}

/** The requested amount exceeds the unspent part of a transfer, or none is left. */
export interface TooMuch {
  readonly outcome: 'too_much';
  readonly availableAtomic: bigint;
}

/**
 * Money back by an operator's decision: once for each charge, payment and transfer, and never more than it was. Every method
 * is one transaction and throws the fault not_ready while the database cannot be reached.
 */
export interface RefundBook {
  /** The hashes of all keys, revoked ones too: each may have sealed the cursor of a charge. */
  keyHashes(): Promise<readonly Uint8Array[]>;
  /** The whole price of a charge, to the account that paid it. */
  charge(place: CheckPlace): Promise<Refunded | NotRefunded>;
  /** Refunds the earnings of a payment per call, to the account of a key or to a new one. */
  payment(signature: string, apiKey?: string): Promise<Refunded | NotRefunded>;
  /**
   * Debits what a transfer credited, all that is unspent of it or `amountAtomic`, for the operator to send back on chain. The
   * books count it as having left by the transfer's own account.
   */
  topUp(signature: string, amountAtomic?: bigint): Promise<Refunded | NotRefunded | TooMuch>;
}

/** The book of refunds in a database. */
export function openRefundBook({ sql }: Database): RefundBook {
  return {
    keyHashes: async () =>
      (await unlessDown(sql<{ hash: Uint8Array }[]>`SELECT hash FROM api_keys`)).map(({ hash }) => hash),
    charge: (place) => transact(sql, (tx) => refundCharge(tx, place)),
    payment: (signature, apiKey) => transact(sql, (tx) => refundPayment(tx, signature, apiKey)),
    topUp: (signature, amountAtomic) => transact(sql, (tx) => refundTopUp(tx, signature, amountAtomic)),
  };
}

interface ChargeRow {
  readonly account_id: bigint;
  readonly on_pass: boolean;
  /** The account in which it was earned, and how much; null where no money moved. */
  readonly revenue: bigint | null;
  readonly amount: bigint | null;
}

/** The time distinguishes the charge from one with the same id after a failover lost it. The lock keeps it from being folded meanwhile. */
async function refundCharge(tx: SqlTransaction, { micros, holdId }: CheckPlace): Promise<Refunded | NotRefunded> {
  const rows = await tx<ChargeRow[]>`
    SELECT holds.account_id, holds.pass_id IS NOT NULL AS on_pass, postings.to_account AS revenue, postings.amount
    FROM holds LEFT JOIN movements ON movements.cause = 'hold:' || holds.id
    LEFT JOIN postings ON postings.movement_id = movements.id
    WHERE holds.id = ${holdId} AND holds.state = 'posted'
      AND holds.closed_at = 'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'
    FOR NO KEY UPDATE OF holds`;
  const charge = rows[0];
  if (!charge && (await isFolded(tx, micros))) return { outcome: 'too_old' };
  if (charge?.on_pass) return { outcome: 'on_pass' };
  if (!charge || charge.revenue === null || charge.amount === null) return { outcome: 'unknown' };
  const { account_id: accountId, revenue, amount } = charge;
  await lockAccount(tx, accountId);
  const cause = `refund:hold:${holdId}`;
  return await once(tx, accountId, { kind: 'refund', cause, from: revenue, to: accountId, amountAtomic: amount });
}

/** Whether charges of that moment have become sums. */
async function isFolded(tx: SqlTransaction, micros: bigint | null): Promise<boolean> {
  const rows = await tx`
    SELECT FROM folding WHERE folded_before > 'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`;
  return rows.length > 0;
}

async function refundPayment(tx: SqlTransaction, signature: string, apiKey?: string): Promise<Refunded | NotRefunded> {
  const rows = await tx<{ message_hash: Uint8Array; earned: bigint; folded: boolean }[]>`
    SELECT message_hash, earned, folded_at IS NOT NULL AS folded FROM payments WHERE signature = ${signature} AND state = 'settled'
    FOR NO KEY UPDATE`;
  const payment = rows[0];
  if (!payment) return { outcome: 'unknown' };
  if (payment.folded) return { outcome: 'too_old' };
  const cause = `refund:x402:${Buffer.from(payment.message_hash).toString('hex')}`;
  const before = await refundOf(tx, cause);
  if (before) return await repeated(tx, before.to_account, before.amount);
  const newKey = apiKey === undefined ? newApiKey() : null;
  const accountId = newKey ? await openAccount(tx, sha256(newKey)) : await accountOf(tx, String(apiKey));
  if (accountId === null) return { outcome: 'key_unknown' };
  const from = revenueAccount(signature);
  const refunded = await once(tx, accountId, {
    kind: 'refund',
    cause,
    from,
    to: accountId,
    amountAtomic: payment.earned,
  });
  return { ...refunded, ...(newKey && { apiKey: newKey }) };
}

async function refundTopUp(
  tx: SqlTransaction,
  signature: string,
  asked?: bigint,
): Promise<Refunded | NotRefunded | TooMuch> {
  const rows = await tx<{ account_id: bigint; amount: bigint; tier: string | null }[]>`
    SELECT account_id, amount, tier FROM claims WHERE signature = ${signature}`;
  const claim = rows[0];
  if (!claim) return { outcome: 'unknown' };
  if (claim.tier !== null) return { outcome: 'bought_pass' };
  const accountId = claim.account_id;
  await lockAccount(tx, accountId);
  const cause = `refund:claim:${signature}`;
  const before = await refundOf(tx, cause);
  if (before) return await repeated(tx, accountId, before.amount);
  const unspent = await spendable(tx, accountId);
  const availableAtomic = unspent < claim.amount ? unspent : claim.amount;
  const amountAtomic = asked ?? availableAtomic;
  if (amountAtomic === 0n || amountAtomic > availableAtomic) return { outcome: 'too_much', availableAtomic };
  return await once(tx, accountId, {
    kind: 'refund',
    cause,
    from: accountId,
    to: chainAccount(signature),
    amountAtomic,
  });
}

/** Moves the money unless its cause has moved it before. The customer's account is locked. */
async function once(tx: SqlTransaction, accountId: bigint, movement: Movement): Promise<Refunded> {
  const before = await refundOf(tx, movement.cause);
  if (before) return await repeated(tx, accountId, before.amount);
  await move(tx, movement);
  const { amountAtomic } = movement;
  const balanceAtomic = await spendable(tx, accountId);
  return { outcome: 'refunded', already: false, accountId, amountAtomic, balanceAtomic };
}

async function repeated(tx: SqlTransaction, accountId: bigint, amountAtomic: bigint): Promise<Refunded> {
  const balanceAtomic = await spendable(tx, accountId);
  return { outcome: 'refunded', already: true, accountId, amountAtomic, balanceAtomic };
}

async function refundOf(tx: SqlTransaction, cause: string) {
  const rows = await tx<{ to_account: bigint; amount: bigint }[]>`
    SELECT postings.to_account, postings.amount
    FROM movements JOIN postings ON postings.movement_id = movements.id WHERE movements.cause = ${cause}`;
  return rows[0] ?? null;
}

/** The account of a key that is not revoked, locked. */
async function accountOf(tx: SqlTransaction, apiKey: string): Promise<bigint | null> {
  const rows = await tx<{ id: bigint }[]>`
    SELECT account_id AS id FROM api_keys WHERE hash = ${sha256(apiKey)} AND revoked_at IS NULL`;
  const found = rows[0];
  if (!found) return null;
  await lockAccount(tx, found.id);
  return found.id;
}
