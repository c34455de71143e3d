import type { Sql } from '../postgres/sql.ts';
import { type SqlTransaction, transact } from '../postgres/transaction.ts';
import { settle } from './settlement.ts';
import { assigned, columns, isBefore, keepsIdentifier, values } from './states.ts';

/** A payment per call that landed on chain, as its transaction shows it. Amount in atomic USDC. */
export interface LandedPayment {
  readonly messageHash: Uint8Array;
  readonly signature: string;
  readonly payer: string;
  /** The token account that paid. */
  readonly source: string;
  readonly amountAtomic: bigint;
}

/** `in_progress`: a call works on it at this moment and will book it. */
export type Adopted = 'adopted' | 'already' | 'in_progress';

/** SHA-256 of no header and of no request: they are unknown. */
const FORGOTTEN = new Uint8Array(32);

/**
 * Enters a payment that landed and that the books lack: settled, its whole amount earned, so that its message cannot pay again. If the
 * books have it as given back, burnt or abandoned, that row is settled, and its stored answers can be fetched by the header that paid.
 */
export async function adoptPayment(sql: Sql, payment: LandedPayment): Promise<Adopted> {
  return await transact(sql, async (tx) => {
    const [known] = await tx`SELECT FROM chain_signatures WHERE signature = ${payment.signature}`;
    if (known) return 'already';
    if (!(await enterAsSent(tx, payment))) return 'in_progress';
    const outcome = await settle(tx, payment.messageHash, payment.signature);
    if (outcome !== 'settled') throw new Error(`the payment ${payment.signature} could not be settled: ${outcome}`);
    return 'adopted';
  });
}

/** False if a lease on the payment runs. */
async function enterAsSent(tx: SqlTransaction, payment: LandedPayment): Promise<boolean> {
  const { messageHash, payer, source, amountAtomic } = payment;
  await tx`INSERT INTO payers (source) VALUES (${source}) ON CONFLICT DO NOTHING`;
  const rows = await tx`
    INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, earned,
      address, height_bound, ${columns(tx, 'adopt')})
    VALUES (${messageHash}, ${FORGOTTEN}, ${FORGOTTEN}, 2, false, ${payer}, ${source}, ${amountAtomic}, ${amountAtomic},
      '', 0, ${values(tx, 'adopt')})
    ON CONFLICT (message_hash) DO UPDATE SET ${assigned(tx, 'adopt')}, earned = COALESCE(payments.earned, EXCLUDED.earned),
      identifier = CASE WHEN ${keepsIdentifier(tx)} THEN payments.identifier END
    WHERE ${isBefore(tx, 'adopt')} RETURNING message_hash`;
  return rows.length > 0;
}
