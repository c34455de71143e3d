import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { packageRoot } from '#lib/package-root.ts';

/** Advisory lock around migrations: the migrator itself fails when two replicas start on one empty database. */
const MIGRATION_LOCK = 4_217_402_002;
const MIGRATIONS = fileURLToPath(new URL('drizzle', packageRoot));

/**
 * Brings the database at `url` to the newest migration. Uses a client of its own, because drizzle changes how a client
 * reads times and JSON. The lock belongs to the session and ends with it, whatever happens in between.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10, fetch_types: false, onnotice: () => undefined });
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK}::bigint)`;
    await migrate(drizzle(sql), { migrationsFolder: MIGRATIONS });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
