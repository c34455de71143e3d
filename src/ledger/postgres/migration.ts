import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { packageRoot } from '#lib/package-root.ts';

/** Advisory lock around migrations: the migrator itself fails when two replicas start on one empty database. */
const MIGRATION_LOCK = 4_217_402_002;
const MIGRATIONS = fileURLToPath(new URL('drizzle', packageRoot));

/**
 * A change of a table waits for whoever reads it, and everybody else waits behind the change: so it gives up soon, lets the
 * others pass and tries again.
 */
const LOCK_MS_MAX = 1_000;
const TRIES_MAX = 60;
const PAUSE_MS = 1_000;
/** SQLSTATE of a lock that was not got in time, and of a deadlock. */
const IN_THE_WAY = new Set(['55P03', '40P01']);

/** For how long a server is waited for. The driver itself goes round several hosts for ever where none takes connections. */
const REACHED_MS_MAX = 15_000;

/**
 * Brings the database at `url` to the newest migration of `folder`; one that is newer already stays as it is. Uses a client of
 * its own, because drizzle changes how a client reads times and JSON. The lock belongs to the session and ends with it, whatever
 * happens in between.
 */
export async function migrateDatabase(url: string, folder = MIGRATIONS): Promise<void> {
  await inSession(url, async (sql) => {
    // So that a role which may make nothing, and a standby, can be asked about the books.
    if (await isCurrent(sql, folder)) return;
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK}::bigint)`;
    await sql`SELECT set_config('lock_timeout', ${String(LOCK_MS_MAX)}, false)`;
    await apply(sql, folder, TRIES_MAX);
  });
}

/** Whether the database at `url` was ever migrated. Changes nothing. */
export async function isMigrated(url: string): Promise<boolean> {
  return await inSession(url, hasMigrations);
}

async function hasMigrations(sql: postgres.Sql): Promise<boolean> {
  const rows = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS migrated`;
  return rows[0]?.migrated === true;
}

/** Whether nothing of `folder` is missing, as the migrator itself tells it: by the time of the newest that was applied. */
async function isCurrent(sql: postgres.Sql, folder: string): Promise<boolean> {
  if (!(await hasMigrations(sql))) return false;
  const rows = await sql`SELECT max(created_at)::text AS applied FROM drizzle.__drizzle_migrations`;
  const applied = Number(rows[0]?.applied ?? 0);
  return readMigrationFiles({ migrationsFolder: folder }).every(({ folderMillis }) => folderMillis <= applied);
}

/** What `use` brings in a session of its own. Throws what the driver calls a server that takes no connections. */
async function inSession<T>(url: string, use: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false, onnotice: () => undefined });
  const unreached = setTimeout(() => void sql.end({ timeout: 0 }), REACHED_MS_MAX);
  try {
    await sql`SELECT 1`.finally(() => clearTimeout(unreached));
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** All that is missing, in one transaction. */
async function apply(sql: postgres.Sql, folder: string, triesLeft: number): Promise<void> {
  try {
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } catch (error) {
    if (triesLeft <= 1 || !IN_THE_WAY.has(codeOf(error))) throw error;
    await pause(PAUSE_MS);
    await apply(sql, folder, triesLeft - 1);
  }
}

/** The SQLSTATE of an error or of what caused it: the migrator wraps what the driver throws. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return 'code' in error ? String(error.code) : codeOf(error.cause);
}
