import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { packageRoot } from '#lib/process/package-root.ts';
import { codeOf } from './outage.ts';
import type { HostOptions } from './primary.ts';
import type { Sql } from './sql.ts';
import { onceCommitted, type SqlTransaction } from './transaction.ts';

type Asked = Sql | SqlTransaction;

/** Advisory lock around migrations: two replicas may start on one empty database. */
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

const UNNAMED = { prepare: false };

/**
 * Brings the database at `url` to the newest migration of `folder`; one that is newer already stays as it is. Everything that the
 * migrator wants of its connection ends with its transaction, so that a pooler may stand between.
 */
export async function migrateDatabase(url: string, folder = MIGRATIONS, options: HostOptions = {}): Promise<void> {
  await inSession({ url, options }, async (sql) => {
    // So that a role which may make nothing, and a standby, can be asked about the books.
    if ((await missing(sql, folder)).length > 0) await apply(sql, folder, TRIES_MAX);
  });
}

/** Whether the database at `url` was ever migrated. Changes nothing. */
export async function isMigrated(url: string, options: HostOptions = {}): Promise<boolean> {
  return await inSession({ url, options }, hasMigrations);
}

async function hasMigrations(sql: Asked): Promise<boolean> {
  const rows = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS migrated`;
  return rows[0]?.migrated === true;
}

/** What of `folder` is newer than the newest that was applied. */
async function missing(sql: Asked, folder: string): Promise<readonly MigrationMeta[]> {
  const all = readMigrationFiles({ migrationsFolder: folder });
  if (!(await hasMigrations(sql))) return all;
  const rows = await sql`SELECT max(created_at)::text AS applied FROM drizzle.__drizzle_migrations`;
  const applied = Number(rows[0]?.applied ?? 0);
  return all.filter(({ folderMillis }) => folderMillis > applied);
}

/** Where a session is opened, and by which options of the driver beside its own. */
export interface Place {
  readonly url: string;
  readonly options: HostOptions;
}

/**
 * What `use` brings in a session of its own, whose statements have no names that a pooler could lose. Throws what the driver calls a
 * server that takes no connections.
 */
export async function inSession<T>(place: Place, use: (sql: Sql) => Promise<T>, options: object = UNNAMED): Promise<T> {
  const sql = openOne(place, options);
  try {
    return await use(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** A pool of one connection. */
export function openOne(place: Place, options: object): Sql {
  const own = { max: 1, connect_timeout: 10, fetch_types: false, onnotice: () => undefined };
  return postgres(place.url, { ...own, ...place.options, ...options, types: { bigint: postgres.BigInt } });
}

/** All that is missing, in one transaction, with the lock and the records of the migrator of before. */
async function apply(sql: Sql, folder: string, triesLeft: number): Promise<void> {
  try {
    await onceCommitted(sql, async (tx) => {
      await tx`SELECT set_config('lock_timeout', '0', true)`;
      await tx`SELECT pg_advisory_xact_lock(${String(MIGRATION_LOCK)}::bigint)`;
      await tx`SELECT set_config('lock_timeout', ${String(LOCK_MS_MAX)}, true)`;
      await tx`CREATE SCHEMA IF NOT EXISTS drizzle`;
      await tx`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
        id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
      for (const { sql: statements, hash, folderMillis } of await missing(tx, folder)) {
        for (const statement of statements) await tx.unsafe(statement);
        await tx`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${hash}, ${String(folderMillis)}::bigint)`;
      }
    });
  } catch (error) {
    if (triesLeft <= 1 || !IN_THE_WAY.has(codeOf(error))) throw error;
    await pause(PAUSE_MS);
    await apply(sql, folder, triesLeft - 1);
  }
}
