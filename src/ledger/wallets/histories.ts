import { type Address, addressBytes } from 'assay-core/solana/address.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';

/** An addition to a wallet's history. Rows from before `forgetBefore` (Unix seconds) are deleted. */
interface HistoryAddition {
  readonly rows: readonly EffectRow[];
  /** Null: a watermark that is there stays. */
  readonly watermark: WatermarkRow | null;
  readonly forgetBefore: number;
}

/** The effects of one transaction on a wallet, as bytes that only their writer understands. */
export interface EffectRow {
  /** 64 bytes. */
  readonly signature: Uint8Array;
  readonly slot: number;
  /** Unix seconds, where known. */
  readonly time: number | null;
  /** Whether the wallet's own list names the transaction. */
  readonly listed: boolean;
  /** Which version wrote the body. */
  readonly format: number;
  /** 1 to 4,096 bytes. */
  readonly body: Uint8Array;
}

/** The newest transaction up to which everything from `provenFrom` (Unix seconds) on is kept, in bodies of `format`. */
export interface WatermarkRow {
  readonly signature: Uint8Array;
  readonly slot: number;
  readonly provenFrom: number;
  readonly format: number;
}

/**
 * Transactions of wallets of one chain, kept for all replicas. Every method throws the fault not_ready while the database
 * cannot be reached or does not answer soon, and the error of PostgreSQL where another replica holds the wallet for too long.
 */
export interface WalletHistories {
  /** Rows in order of their slots, with the watermark of the same moment. */
  read(wallet: Address): Promise<{ readonly rows: readonly EffectRow[]; readonly watermark: WatermarkRow | null }>;
  /**
   * In one transaction: adds rows, deletes old ones and those beyond the bound of a wallet, and moves the watermark forward. A row
   * that is there already stays, unless its format is older or its body is another. A watermark that rows were deleted from goes.
   */
  write(wallet: Address, addition: HistoryAddition): Promise<void>;
}

/** When histories go: not used for so many days, and least recently used first beyond so many rows of all wallets. */
export interface HistoryRetention {
  readonly unusedDays: number;
  readonly rowsMax: number;
}

/** Waiting for another replica that writes the same wallet is worth less than the answer that waits. */
const LOCK_MS_MAX = 1_000;

const STATEMENT_MS_MAX = 3_000;

/**
 * A check that read the history before rows of it were deleted may not mark it as complete. Checks end within half a minute, so every
 * later writer has seen the deletion.
 */
const SHORTENED_SECONDS = 600;

/** A check waits no longer, because the chain has the same data. */
const READ_MS_MAX = 2_000;

/** `used_at` protects a wallet from eviction while it is checked; it need not be exact. */
const USED_SECONDS = 60;

/**
 * The newest transactions of a wallet that are kept: as many as count in one check, with those of its token accounts. The table's
 * constraint allows no more.
 */
const WALLET_ROWS_MAX = 25_000;

/*
 * Literals of SQL for statements that go as one message, which takes no parameters. All are spelled in hexadecimal digits,
 * base64 or decimal digits, so that no content can end them.
 */

/** Transactions of wallets of `chain` (for example its CAIP-2 id). `rowsMax` bounds those of one wallet. */
export function openWalletHistories(
  sql: Sql,
  { chain, rowsMax = WALLET_ROWS_MAX }: { readonly chain: string; readonly rowsMax?: number },
): WalletHistories {
  return {
    read: (wallet) => readHistory(sql, chain, wallet),
    write: (wallet, addition) => writeHistory(sql, { chain, wallet, rowsMax }, addition),
  };
}

interface Columns {
  readonly signature: Uint8Array;
  readonly slot: bigint;
  readonly time: bigint | null;
  readonly format: number;
}

/** The row without a body is the watermark, whose time is that from which on it holds. */
type HistoryRow =
  | (Columns & { readonly listed: boolean; readonly body: Uint8Array })
  | (Columns & { readonly time: bigint; readonly body: null });

/**
 * Rows and watermark of one snapshot, and a note that the wallet is in use, which keeps it from being evicted meanwhile. Nobody waits
 * for a wallet that is locked: it may be on its way out, so without the note there is no watermark.
 */
async function readHistory(sql: Sql, chain: string, wallet: Address) {
  const found = await unlessDown(
    sql<HistoryRow[]>`
      WITH history AS (
        SELECT id, used_at, seam_signature, seam_slot, seam_from, seam_format FROM wallet_histories
        WHERE chain = ${chain} AND wallet = ${addressBytes(wallet)}
      ), used AS (
        UPDATE wallet_histories SET used_at = now() WHERE id = (
          SELECT id FROM wallet_histories
          WHERE id = (SELECT id FROM history) AND used_at < now() - make_interval(secs => ${USED_SECONDS})
          FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id
      )
      SELECT signature, slot, time, format, listed, body FROM wallet_effects
      WHERE history_id = (SELECT id FROM history)
      UNION ALL
      SELECT seam_signature, seam_slot, seam_from, seam_format, NULL, NULL FROM history
      WHERE seam_signature IS NOT NULL
        AND (used_at >= now() - make_interval(secs => ${USED_SECONDS}) OR EXISTS (SELECT FROM used))
      ORDER BY slot`,
    READ_MS_MAX,
  );
  const rows: EffectRow[] = [];
  let watermark: WatermarkRow | null = null;
  for (const row of found) {
    const { signature, format } = row;
    const slot = Number(row.slot);
    if (row.body === null) watermark = { signature, slot, provenFrom: Number(row.time), format };
    else {
      const time = row.time === null ? null : Number(row.time);
      rows.push({ signature, slot, time, listed: row.listed, format, body: row.body });
    }
  }
  return { rows, watermark };
}

/** Whose history is written, and how many rows of it are kept. */
interface Place {
  readonly chain: string;
  readonly wallet: Address;
  readonly rowsMax: number;
}

/**
 * Adds to a wallet's history in one transaction. The wallet's row is locked first, and no row of a wallet changes without
 * that lock, so that no two writers can wait for each other.
 *
 * The statements go as one message, which PostgreSQL takes as one transaction, and not through `begin` of the driver: when
 * that loses its connection it throws an error that no caller can catch, which ends the process.
 */
async function writeHistory(sql: Sql, place: Place, addition: HistoryAddition): Promise<void> {
  const { rows, cut } = newest(addition, place.rowsMax);
  const own = `(SELECT id FROM wallet_histories
    WHERE chain = ${textLiteral(place.chain)} AND wallet = ${bytea(addressBytes(place.wallet))})`;
  const statements = [
    `SELECT set_config('lock_timeout', '${LOCK_MS_MAX}', true), set_config('statement_timeout', '${STATEMENT_MS_MAX}', true)`,
    locking(place, addition.forgetBefore),
    ...(rows.length > 0 ? [inserting(own, rows)] : []),
    forgettingOld(own),
    shortening(own, place.rowsMax, cut),
    `UPDATE wallet_histories SET kept = (SELECT count(*) FROM wallet_effects WHERE history_id = ${own}) WHERE id = ${own}`,
    ...(addition.watermark ? [moving(own, addition.watermark)] : []),
  ];
  await unlessDown(sql.unsafe(statements.join(';\n')));
}

/**
 * The rows that are kept at most, newest first, each signature once; `cut`: some were left out that are not too old. Rows
 * without a time are no older than any other.
 */
function newest({ rows, forgetBefore }: HistoryAddition, rowsMax: number) {
  const once = new Map<string, EffectRow>();
  for (const row of rows) {
    if (row.time !== null && row.time < forgetBefore) continue;
    const key = base64(row.signature);
    once.set(key, { ...row, listed: row.listed || once.get(key)?.listed === true });
  }
  const kept = [...once.values()].sort((one, two) => two.slot - one.slot);
  return { rows: kept.slice(0, rowsMax), cut: kept.length > rowsMax };
}

function locking({ chain, wallet }: Place, forgetBefore: number): string {
  return `
    INSERT INTO wallet_histories AS history (chain, wallet, forgotten_before)
    VALUES (${textLiteral(chain)}, ${bytea(addressBytes(wallet))}, ${whole(forgetBefore)})
    ON CONFLICT (chain, wallet) DO UPDATE SET
      used_at = now(),
      forgotten_before = GREATEST(history.forgotten_before, excluded.forgotten_before),
      seam_from = CASE WHEN history.seam_from IS NOT NULL
        THEN GREATEST(history.seam_from, excluded.forgotten_before) END`;
}

/** A different body of the same version is a repair: it has the parts that could not be read before. */
function inserting(own: string, rows: readonly EffectRow[]): string {
  const json = JSON.stringify(
    rows.map(({ signature, slot, time, format, listed, body }) => [
      ...[base64(signature), whole(slot), time === null ? null : whole(time)],
      ...[whole(format), listed, base64(body)],
    ]),
  );
  return `
    INSERT INTO wallet_effects AS kept (history_id, signature, slot, time, format, listed, body)
    SELECT ${own}, decode(given ->> 0, 'base64'), (given ->> 1)::bigint, (given ->> 2)::bigint,
      (given ->> 3)::smallint, (given ->> 4)::boolean, decode(given ->> 5, 'base64')
    FROM json_array_elements('${json}'::json) AS given
    ON CONFLICT (history_id, signature) DO UPDATE SET
      slot = excluded.slot, time = excluded.time, format = excluded.format, body = excluded.body,
      listed = kept.listed OR excluded.listed
    WHERE excluded.format > kept.format
      OR (excluded.format = kept.format AND (excluded.body <> kept.body OR (excluded.listed AND NOT kept.listed)))`;
}

/** A row without a time is old where one of a later slot is. */
function forgettingOld(own: string): string {
  return `
    WITH bound AS (SELECT forgotten_before AS time FROM wallet_histories WHERE id = ${own}),
    old AS (SELECT max(slot) AS slot FROM wallet_effects WHERE history_id = ${own} AND time < (SELECT time FROM bound))
    DELETE FROM wallet_effects WHERE history_id = ${own}
      AND (time < (SELECT time FROM bound) OR (time IS NULL AND slot < (SELECT slot FROM old)))`;
}

/** Deletes the oldest rows beyond the bound, and where there were any, or some were left out before, the watermark. */
function shortening(own: string, rowsMax: number, cut: boolean): string {
  return `
    WITH deleted AS (
      DELETE FROM wallet_effects WHERE history_id = ${own} AND signature IN (
        SELECT signature FROM wallet_effects WHERE history_id = ${own}
        ORDER BY slot DESC, signature OFFSET ${whole(rowsMax)})
      RETURNING signature
    )
    UPDATE wallet_histories SET shortened_at = now(),
      seam_signature = NULL, seam_slot = NULL, seam_from = NULL, seam_format = NULL
    WHERE id = ${own} AND (${cut} OR EXISTS (SELECT FROM deleted))`;
}

/** Forward only, and not where rows went that the writer may not know of. */
function moving(own: string, watermark: WatermarkRow): string {
  return `
    UPDATE wallet_histories SET seam_signature = ${bytea(watermark.signature)}, seam_slot = ${whole(watermark.slot)},
      seam_from = GREATEST(${whole(watermark.provenFrom)}, forgotten_before), seam_format = ${whole(watermark.format)}
    WHERE id = ${own} AND (seam_slot IS NULL OR seam_slot <= ${whole(watermark.slot)})
      AND (shortened_at IS NULL OR shortened_at < now() - make_interval(secs => ${SHORTENED_SECONDS}))`;
}

/** Bytes. */
function bytea(bytes: Uint8Array): string {
  return `decode('${Buffer.from(bytes).toString('hex')}', 'hex')`;
}

/** Any text. */
function textLiteral(text: string): string {
  return `convert_from(${bytea(Buffer.from(text, 'utf8'))}, 'UTF8')`;
}

/** A whole number; throws on anything else. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`a whole number, not ${value}`);
  return value;
}

/** The content of a literal that PostgreSQL decodes as base64. */
function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
