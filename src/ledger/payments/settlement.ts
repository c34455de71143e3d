import { sha256 } from '../accounts/api-key.ts';
import { chainAccount, move, revenueAccount } from '../accounts/movement.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import { type SqlTransaction, transact } from '../postgres/transaction.ts';
import type { PaymentState, WorkedPayment } from './payment-book.ts';
import { isOverspent, type Spender } from './shares.ts';
import { assigned, isBefore, isLeased, keepsIdentifier, leadsFrom } from './states.ts';

/** Failures of a source within this time of each other count together. */
const WINDOW_SECONDS = 3_600;

const PREPAID_SECONDS = 24 * 3_600;

/** reserved -> worked, by the holder of the lease. */
export async function worked(sql: Sql, messageHash: Uint8Array, work: WorkedPayment): Promise<boolean> {
  const rows = await unlessDown(sql`
    UPDATE payments SET ${assigned(sql, 'work')}, answers = ${work.answers}, earned = ${work.earnedAtomic},
      change_key_hash = CASE WHEN amount > ${work.earnedAtomic} THEN ${work.changeKeyHash}::bytea END
    WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'work')} RETURNING message_hash`);
  return rows.length > 0;
}

/**
 * worked -> sent, by the holder of the lease. The lease names no call, so the stored answers must be the caller's: a call that stopped
 * for longer than the lease must not send a payment that another call has worked since.
 *
 * `again` is a repeat of the same caller that got no answer before. A payment that is sent with this signature is then answered `sent`:
 * the lease outlasts the tries of its holder, so that the first try got through. Without `again` it is a second send, and lost.
 */
export async function sent(
  sql: Sql,
  messageHash: Uint8Array,
  signature: string | null,
  answers: string,
  again = false,
): Promise<'sent' | 'taken' | 'lost' | 'no_room'> {
  return await transact(sql, async (tx) => {
    const rows = await tx<(Pick<SentRow, 'state' | 'signature'> & Spender)[]>`
      SELECT state, signature, standing, range FROM payments
      WHERE message_hash = ${messageHash} AND ${isLeased(tx)} AND sha256(convert_to(answers, 'UTF8')) = ${sha256(answers)}
      FOR NO KEY UPDATE`;
    const payment = rows[0];
    if (again && payment?.state === 'sent' && payment.signature === signature) return 'sent';
    if (!payment || !leadsFrom('send', payment.state)) return 'lost';
    if (await isOverspent(tx, payment, { withSent: true })) return 'no_room';
    if (signature !== null && !(await enter(tx, signature, null))) return 'taken';
    await tx`UPDATE payments SET ${assigned(tx, 'send')}, signature = ${signature} WHERE message_hash = ${messageHash}`;
    return 'sent';
  });
}

interface SentRow {
  readonly state: PaymentState;
  readonly signature: string | null;
  readonly earned: bigint | null;
}

/** sent or failed -> settled, in a transaction of its own: see `settle`. */
export async function settled(
  sql: Sql,
  messageHash: Uint8Array,
  signature: string,
): Promise<'settled' | 'taken' | 'lost'> {
  return await transact(sql, (tx) => settle(tx, messageHash, signature));
}

/**
 * sent or failed -> settled. Without a lease, because it states what is on chain. The repeat of a settlement whose
 * outcome got lost with its connection is answered like the first.
 */
export async function settle(
  tx: SqlTransaction,
  messageHash: Uint8Array,
  signature: string,
): Promise<'settled' | 'taken' | 'lost'> {
  const rows = await tx<SentRow[]>`
    SELECT state, signature, earned FROM payments WHERE message_hash = ${messageHash} FOR NO KEY UPDATE`;
  const payment = rows[0];
  if (payment?.state === 'settled') return payment.signature === signature ? 'settled' : 'lost';
  if (!payment || !leadsFrom('settle', payment.state) || payment.earned === null) return 'lost';
  if (!(await enter(tx, signature, payment.signature))) return 'taken';
  await close(tx, messageHash, signature);
  await move(tx, {
    kind: 'x402',
    cause: `x402:${Buffer.from(messageHash).toString('hex')}`,
    from: chainAccount(signature),
    to: revenueAccount(signature),
    amountAtomic: payment.earned,
  });
  return 'settled';
}

/**
 * A burnt payment that landed after all gives up its identifier where another payment bears it by now. The payer is locked after the
 * payment, as where one fails.
 */
async function close(tx: SqlTransaction, messageHash: Uint8Array, signature: string): Promise<void> {
  await tx`
    WITH closed AS (
      UPDATE payments SET ${assigned(tx, 'settle')}, signature = ${signature},
        identifier = CASE WHEN NOT EXISTS (
          SELECT FROM payments AS other
          WHERE other.payer = payments.payer AND other.identifier = payments.identifier
            AND ${keepsIdentifier(tx, 'other')} AND other.message_hash <> payments.message_hash
        ) THEN identifier END
      WHERE message_hash = ${messageHash} RETURNING source, earned
    )
    UPDATE payers SET settled_at = COALESCE(settled_at, now()), earned = payers.earned + closed.earned
    FROM closed WHERE payers.source = closed.source`;
}

/** Enters a signature among all on-chain signatures; false when it stands there, unless as the payment's `own`. */
async function enter(tx: SqlTransaction, signature: string, own: string | null): Promise<boolean> {
  if (signature === own) return true;
  const rows = await tx`
    INSERT INTO chain_signatures (signature, role) VALUES (${signature}, 'x402')
    ON CONFLICT DO NOTHING RETURNING signature`;
  return rows.length > 0;
}

/**
 * reserved, worked or sent -> failed, by the holder of the lease: the message is burnt. The answers stay, for the case that it lands after
 * all. The payer's second failure within an hour sends the source to prepaid credit. The payer is locked after the payment here: no
 * transaction that holds a payer waits for an open payment.
 */
export async function failed(
  sql: Sql,
  messageHash: Uint8Array,
  why: { readonly spentLamports: bigint; readonly blame: boolean },
): Promise<boolean> {
  const rows = await unlessDown(sql<{ failed: number }[]>`
    WITH closed AS (
      UPDATE payments SET ${assigned(sql, 'fail')}, spent_lamports = ${why.spentLamports}
      WHERE message_hash = ${messageHash} AND ${isBefore(sql, 'fail')}
      RETURNING source
    ), blamed AS (
      UPDATE payers SET
        failures = CASE WHEN failed_at > now() - make_interval(secs => ${WINDOW_SECONDS}) THEN failures + 1 ELSE 1 END,
        prepaid_until = CASE WHEN failed_at > now() - make_interval(secs => ${WINDOW_SECONDS})
          THEN now() + make_interval(secs => ${PREPAID_SECONDS}) ELSE prepaid_until END,
        failed_at = now()
      FROM closed WHERE payers.source = closed.source AND ${why.blame}::boolean
    )
    SELECT count(*)::int AS failed FROM closed`);
  return rows[0]?.failed === 1;
}
