import type postgres from 'postgres';

/** The durability of a commit, as shown to operators. */
export interface Promised {
  readonly level: 'info' | 'warn';
  readonly message: string;
}

/** Where PostgreSQL waits for standbys; it says so in every language. */
const WAIT = 'SyncRepWaitForLSN';

/**
 * A commit whose wait for a synchronous standby was cancelled succeeds with a warning, although a failover may lose it. Here its
 * statement fails like a lost connection, so that nobody relies on it; a repeat finds it if it is there. The driver (postgres.js
 * 3.4.9) rejects the running statement with what this throws.
 */
export function refuseUnconfirmed(notice: postgres.Notice): void {
  if (notice.routine === WAIT) throw Object.assign(new Error(notice.message), { code: 'COMMIT_UNCONFIRMED' });
}

/** What becomes of acknowledged commits when the primary is lost; null where there is no standby, or the engine does not tell. */
export async function promised(sql: postgres.Sql<{ bigint: bigint }>): Promise<Promised | null> {
  const found = await sql<{ readonly names: string; readonly level: string; readonly standbys: number }[]>`
    SELECT current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS level,
      (SELECT count(*)::int FROM pg_stat_replication) AS standbys`.catch(() => []);
  const [row] = found;
  if (!row) return null;
  const { names, level, standbys } = row;
  if (level === 'off')
    return warning('synchronous_commit is off: a crash of the database loses what was acknowledged last');
  if (names !== '' && level !== 'local') {
    return { level: 'info', message: `commits are confirmed by a synchronous standby (${names}, ${level})` };
  }
  return standbys === 0 && names === ''
    ? null
    : warning(
        'the standbys are asynchronous: a failover loses what was acknowledged last (set synchronous_standby_names)',
      );
}

function warning(message: string): Promised {
  return { level: 'warn', message };
}
