import { sha256 } from './accounts/api-key.ts';
import type { Database } from './postgres/database.ts';
import { unlessDown } from './postgres/outage.ts';
import type { Sql } from './postgres/sql.ts';
import type { Asked, Noted, RateWindows } from './rate-windows-model.ts';

const FORGOTTEN_AT_ONCE_MAX = 1_000;
/** What protects the database must not wait for it as long as what rests on it. */
const ASK_MS_MAX = 1_000;

/** Windows in a database, by its clock. A question that takes longer than `askMsMax` is an outage. */
export function openRateWindows({ sql }: Pick<Database, 'sql'>, askMsMax = ASK_MS_MAX): RateWindows {
  return {
    ask: (label, portion, seconds) => unlessDown(ask(sql, label, portion, seconds), askMsMax),
    note: (label, amount, seconds) => note(sql, label, amount, seconds),
    noted: (label) => noted(sql, label),
    forgetPast: () => forgetPast(sql),
  };
}

/** The row is locked for one statement, and what it returns tells whose portion stands where, whatever others ask at once. */
async function ask(sql: Sql, label: string, portion: number, seconds: number): Promise<Asked> {
  const rows = await sql<{ taken: number; ms_left: number }[]>`
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    SELECT ${sha256(label)}::bytea, starts_at, starts_at + make_interval(secs => ${seconds}), ${portion}::int
    FROM (SELECT to_timestamp(floor(extract(epoch FROM now()) / ${seconds}) * ${seconds}) AS starts_at) AS clock
    ON CONFLICT (caller, starts_at) DO UPDATE SET taken = LEAST(counted.taken::bigint + EXCLUDED.taken, ${TAKEN_MAX}::bigint)::int
    RETURNING taken, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ms_left`;
  const [row] = rows;
  if (!row) throw new Error('a window was not counted');
  return { asked: row.taken, msLeft: row.ms_left };
}

/** Far above every limit, and within the column. */
const TAKEN_MAX = 2_000_000_000;

async function note(sql: Sql, label: string, amount: number, seconds: number): Promise<void> {
  await unlessDown(sql`
    INSERT INTO rate_windows AS counted (caller, starts_at, ends_at, taken)
    VALUES (${sha256(label)}, now(), now() + make_interval(secs => ${seconds}), ${amount})
    ON CONFLICT (caller, starts_at) DO UPDATE SET taken = counted.taken + EXCLUDED.taken`);
}

async function noted(sql: Sql, label: string): Promise<readonly Noted[]> {
  const rows = await unlessDown(sql<{ taken: number; ms_left: number }[]>`
    SELECT taken, (extract(epoch FROM ends_at - now()) * 1000)::float8 AS ms_left FROM rate_windows
    WHERE caller = ${sha256(label)} AND ends_at > now() ORDER BY ends_at`);
  return rows.map(({ taken, ms_left }) => ({ amount: taken, msLeft: ms_left }));
}

/** In portions; replicas that do this at once share the work. */
async function forgetPast(sql: Sql): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const rows = await unlessDown(sql`
      WITH due AS (
        SELECT caller, starts_at FROM rate_windows WHERE ends_at <= now()
        LIMIT ${FORGOTTEN_AT_ONCE_MAX} FOR UPDATE SKIP LOCKED
      )
      DELETE FROM rate_windows USING due
      WHERE rate_windows.caller = due.caller AND rate_windows.starts_at = due.starts_at`);
    forgotten += rows.count;
    if (rows.count < FORGOTTEN_AT_ONCE_MAX) return forgotten;
  }
}
