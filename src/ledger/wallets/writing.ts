import { type Address, addressBytes } from '#lib/address.ts';
import { unlessDown } from '../postgres/outage.ts';
import type { Sql } from '../postgres/sql.ts';
import type { EffectRow, HistoryAddition, SeamRow } from '../wallets-model.ts';
import { base64, bytea, textLiteral, whole } from './literals.ts';

/** Whose history is written, and how many rows of it are kept. */
interface Place {
  readonly chain: string;
  readonly wallet: Address;
  readonly rowsMax: number;
}

/** Waiting for another replica that writes the same wallet is worth less than the answer that waits. */
const LOCK_MS_MAX = 1_000;
const STATEMENT_MS_MAX = 3_000;
/**
 * A check that read the history before rows of it were deleted may not say that it is whole. Checks end within half a minute,
 * so whoever writes later than this has seen the deletion.
 */
const SHORTENED_SECONDS = 600;

/**
 * Adds to a wallet's history in one transaction. The wallet's row is locked first, and nothing of a wallet changes without
 * that lock, so that no two writers can wait for each other.
 *
 * The statements go as one message, which PostgreSQL takes as one transaction, and not through `begin` of the driver: when
 * that loses its connection it throws where nobody can catch it and ends the process, which no store of copies is worth.
 */
export async function writeHistory(sql: Sql, place: Place, addition: HistoryAddition): Promise<void> {
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
    ...(addition.seam ? [moving(own, addition.seam)] : []),
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

/** A body that differs from the one of the same version is a repair: what is written is what could not be read. */
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

/** Deletes the oldest rows beyond the bound, and where there were any, or some were left out before, the seam. */
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
function moving(own: string, seam: SeamRow): string {
  return `
    UPDATE wallet_histories SET seam_signature = ${bytea(seam.signature)}, seam_slot = ${whole(seam.slot)},
      seam_from = GREATEST(${whole(seam.provenFrom)}, forgotten_before), seam_format = ${whole(seam.format)}
    WHERE id = ${own} AND (seam_slot IS NULL OR seam_slot <= ${whole(seam.slot)})
      AND (shortened_at IS NULL OR shortened_at < now() - make_interval(secs => ${SHORTENED_SECONDS}))`;
}
