import { addressRange } from '#lib/network-group.ts';
import type { Sql } from '../postgres/sql.ts';
import { type SqlTransaction, transact } from '../postgres/transaction.ts';
import type { PaymentRecord, PaymentReservation, ReserveResult } from './payment-book.ts';
import { findIdentified, findPayment } from './record.ts';
import { abandon, forgetQuietPayers, isReleaseCounted } from './retention.ts';
import { hasRoom, isOverspent, type SharedUse, type SourceRecord, type Spender, standingOf } from './shares.ts';
import { assigned, columns, isBefore, isUnsettled, leadsFrom, values } from './states.ts';

const UNSETTLED_OF_PAYER_MAX = 4;
/** Outcomes of a source that has payments. */
const HAVE_PAYMENT: ReadonlySet<ReserveResult['outcome']> = new Set(['reserved', 'known', 'source_busy']);

/**
 * Reserves a payment under the lock of its source, so that what is counted stays true until it is written. A payer with
 * two sources may present one identifier twice at once: the second write breaks a unique index and looks again.
 */
export async function reservePayment(sql: Sql, reservation: PaymentReservation): Promise<ReserveResult> {
  return await transact(sql, async (tx) => {
    const result = await reserveLocked(tx, reservation);
    // Its lock made the payer's row, which a refusal must not leave behind.
    if (!HAVE_PAYMENT.has(result.outcome)) await forgetQuietPayers(tx, [reservation.source]);
    return result;
  });
}

async function reserveLocked(tx: SqlTransaction, reservation: PaymentReservation): Promise<ReserveResult> {
  const source = await lockSource(tx, reservation.source);
  const known = await findPayment(tx, reservation.messageHash);
  if (known && !mayRunAgain(known, reservation)) return { outcome: 'known', record: known };
  // A new payment abandons the payer's unfinished or postponed ones, whose identifier, room and amount must not block it.
  await abandon(tx, tx`source = ${reservation.source} AND payer = ${reservation.payer}`);
  const other = await findIdentified(tx, reservation);
  if (other && !same(other.requestHash, reservation.requestHash)) return { outcome: 'identifier_differs' };
  if (other) return { outcome: 'identified', record: other };
  // An earlier payment is always answered; only new work is refused.
  if (source.untilSeconds !== null) return { outcome: 'source_prepaid', untilSeconds: source.untilSeconds };
  const spender = { standing: standingOf(source), range: addressRange(reservation.address) };
  const load = await loadOf(tx, reservation, spender);
  if (load.of_payer >= UNSETTLED_OF_PAYER_MAX) return { outcome: 'source_busy' };
  if (!hasRoom(spender.standing, source, load)) return { outcome: 'all_busy' };
  if (await isOverspent(tx, spender, { withSent: false })) return { outcome: 'sources_paused' };
  const { standing } = spender;
  if (await write(tx, reservation, spender)) return { outcome: 'reserved', standing, othersAtomic: load.others };
  throw new Error('a message pays from one source, whose lock is held');
}

/** A released payment was never used: the same header for the same request starts anew. */
function mayRunAgain(known: PaymentRecord, { headerHash, requestHash }: PaymentReservation): boolean {
  return (
    leadsFrom('reserve', known.state) && same(known.headerHash, headerHash) && same(known.requestHash, requestHash)
  );
}

function same(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

interface SourceState extends SourceRecord {
  /** For how many seconds the source is sent to prepaid credit; null where it is not. */
  readonly untilSeconds: number | null;
}

/** Reads what is known of a source. The upsert writes the row even unchanged, because that locks it. */
async function lockSource(tx: SqlTransaction, source: string): Promise<SourceState> {
  const rows = await tx<SourceState[]>`
    INSERT INTO payers (source) VALUES (${source})
    ON CONFLICT (source) DO UPDATE SET failures = payers.failures
    RETURNING CASE WHEN prepaid_until > now() THEN ceil(extract(epoch FROM prepaid_until - now()))::int END AS "untilSeconds",
      extract(epoch FROM now() - settled_at)::float8 AS "knownSeconds", earned AS "earnedAtomic",
      CASE WHEN ${isReleaseCounted(tx)} THEN released ELSE 0 END AS released`;
  const [row] = rows;
  if (!row) throw new Error('an upsert returned no row');
  return row;
}

interface LoadRow extends SharedUse {
  readonly of_payer: number;
  readonly others: bigint;
}

/**
 * The unsettled payments of the same payer from the same source: everybody can sign with a key of their own for a foreign source, whose
 * owner must not have less for that. And the unsettled payments of all sources of the same standing: counted without a lock, which would
 * make every payment wait for every other, so as many reservations as are written at that moment, one for each connection, may exceed it.
 * They never take room of other standings.
 */
async function loadOf(tx: SqlTransaction, { payer, source }: PaymentReservation, spender: Spender): Promise<LoadRow> {
  const isOwn = tx`source = ${source} AND payer = ${payer}`;
  const isAlike = tx`standing = ${spender.standing}`;
  const rows = await tx<LoadRow[]>`
    SELECT count(*) FILTER (WHERE ${isOwn})::int AS of_payer,
      COALESCE(sum(amount) FILTER (WHERE ${isOwn}), 0)::bigint AS others,
      count(*) FILTER (WHERE ${isAlike}) AS taken,
      count(*) FILTER (WHERE ${isAlike} AND range = ${spender.range}) AS "ofRange"
    FROM payments WHERE ${isUnsettled(tx)}`;
  const row = rows[0];
  if (!row) throw new Error('the count of unsettled payments returned no row');
  return row;
}

/** Writes the payment anew, or over its released row. False when that row is in use. */
async function write(tx: SqlTransaction, reservation: PaymentReservation, spender: Spender): Promise<boolean> {
  const { messageHash, headerHash, requestHash, version, secret, payer, source } = reservation;
  const { amountAtomic, identifier, address, heightBound } = reservation;
  const rows = await tx`
    INSERT INTO payments (message_hash, header_hash, request_hash, version, secret, payer, source, amount, identifier,
      address, standing, range, height_bound, ${columns(tx, 'reserve')})
    VALUES (${messageHash}, ${headerHash}, ${requestHash}, ${version}, ${secret}, ${payer}, ${source}, ${amountAtomic},
      ${identifier}, ${address}, ${spender.standing}, ${spender.range}, ${heightBound}, ${values(tx, 'reserve')})
    ON CONFLICT (message_hash) DO UPDATE SET ${assigned(tx, 'reserve')},
      version = EXCLUDED.version, secret = EXCLUDED.secret, payer = EXCLUDED.payer, source = EXCLUDED.source,
      amount = EXCLUDED.amount, identifier = EXCLUDED.identifier, address = EXCLUDED.address,
      height_bound = EXCLUDED.height_bound, standing = EXCLUDED.standing, range = EXCLUDED.range
    WHERE ${isBefore(tx, 'reserve')} RETURNING message_hash`;
  return rows.length > 0;
}
