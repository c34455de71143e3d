import { newApiKey, sha256 } from '../accounts/api-key.ts';
import { chainAccount, lockAccount, move, openAccount, revenueAccount } from '../accounts/movement.ts';
import type { PassState } from '../books.ts';
import type { CreditRequest, CreditResult, PassTerms } from '../claims-model.ts';
import type { Sql } from '../postgres/sql.ts';
import { type Transaction, transact } from '../postgres/transaction.ts';
import { recall } from './recall.ts';

/** Who is credited: the account of a key that was shown, or a new one with a new key. */
interface Payee {
  readonly accountId: bigint;
  readonly apiKey?: string;
}

/** Credits a verified transfer once; a signature that was there before is answered by `recall`. */
export async function credit(sql: Sql, request: CreditRequest): Promise<CreditResult> {
  const credited = await transact(sql, (tx) => creditOnce(tx, request));
  if (credited) return credited;
  const repeat = await recall(sql, request);
  if (!repeat) throw new Error(`the signature ${request.signature} was there and is gone`);
  return repeat;
}

/** Null when the signature is there already: nothing was changed. */
async function creditOnce(tx: Transaction, request: CreditRequest): Promise<CreditResult | null> {
  const { signature, amountAtomic, pass } = request;
  const known = request.apiKey === undefined ? null : await presentKey(tx, request.apiKey);
  if (known === null && request.apiKey !== undefined) return { outcome: 'key_unknown' };
  // Waits for whoever is entering the same signature at this moment.
  const entered = await tx`
    INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'claim')
    ON CONFLICT DO NOTHING RETURNING signature`;
  if (entered.length === 0) return null;
  const payee: Payee = known === null ? await openPayee(tx) : { accountId: known };
  await tx`
    INSERT INTO claims (signature, ticket_hash, account_id, amount, tier, opened)
    VALUES (${signature}, ${request.ticketHash}, ${payee.accountId}, ${amountAtomic}, ${pass?.tier ?? null},
      ${known === null})`;
  const customer = payee.accountId;
  await move(tx, {
    kind: 'topup',
    cause: `claim:${signature}`,
    from: chainAccount(signature),
    to: customer,
    amountAtomic,
  });
  const bought = pass && (await buyPass(tx, customer, request, pass));
  return {
    outcome: 'credited',
    ...(payee.apiKey !== undefined && { apiKey: payee.apiKey }),
    balanceAtomic: await spendable(tx, customer),
    ...(bought && { pass: bought }),
  };
}

async function openPayee(tx: Transaction): Promise<Payee> {
  const apiKey = newApiKey();
  return { accountId: await openAccount(tx, sha256(apiKey)), apiKey };
}

/**
 * Locks the account of a key and notes that the key was presented; null for an unknown or revoked one. The key is looked
 * at again under the lock, because a repeat of a claim may have revoked it meanwhile.
 */
async function presentKey(tx: Transaction, apiKey: string): Promise<bigint | null> {
  const hash = sha256(apiKey);
  const found = await tx<{ id: bigint }[]>`
    SELECT account_id AS id FROM api_keys WHERE hash = ${hash} AND revoked_at IS NULL`;
  if (!found[0]) return null;
  await lockAccount(tx, found[0].id);
  const presented = await tx<{ id: bigint }[]>`
    UPDATE api_keys SET presented_at = COALESCE(presented_at, now())
    WHERE hash = ${hash} AND revoked_at IS NULL RETURNING account_id AS id`;
  return presented[0]?.id ?? null;
}

interface PeriodRow {
  readonly starts_at: Date;
  readonly expires_at: Date;
  readonly active: boolean;
}

/** Appends a period to the account's queue and pays for it with what was just credited. */
async function buyPass(
  tx: Transaction,
  customer: bigint,
  { signature, amountAtomic }: CreditRequest,
  { tier, days, calls }: PassTerms,
): Promise<PassState> {
  const cause = `pass:${signature}`;
  await move(tx, { kind: 'pass', cause, from: customer, to: revenueAccount(signature), amountAtomic });
  const rows = await tx<PeriodRow[]>`
    WITH queue AS (
      SELECT GREATEST(now(), max(expires_at)) AS ends_at FROM passes WHERE account_id = ${customer}
    )
    INSERT INTO passes (account_id, tier, starts_at, expires_at, included, signature)
    SELECT ${customer}, ${tier}, ends_at, ends_at + make_interval(hours => ${days * 24}::int), ${calls}, ${signature}
    FROM queue RETURNING starts_at, expires_at, starts_at <= now() AS active`;
  const row = rows[0];
  if (!row) throw new Error('the new pass returned no row');
  return {
    tier,
    state: row.active ? 'active' : 'queued',
    startsAt: row.starts_at,
    expiresAt: row.expires_at,
    callsIncluded: calls,
    callsLeft: calls,
  };
}

async function spendable(tx: Transaction, customer: bigint): Promise<bigint> {
  const rows = await tx<{ left: bigint }[]>`SELECT balance - held AS left FROM accounts WHERE id = ${customer}`;
  return rows[0]?.left ?? 0n;
}
