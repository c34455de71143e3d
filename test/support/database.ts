import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer } from 'assay-sandbox/postgres/embedded.ts';
import { isAlive } from 'assay-sandbox/postgres/postmaster.ts';
import type { Server } from 'assay-sandbox/postgres/server.ts';
import postgres from 'postgres';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { nextPort } from '#lib/process/free-port.ts';

/** A migrated database of its own on a server that all test files share. */
export interface TestDatabase {
  readonly database: Database;
  /** For a process that reads its database from `DATABASE_URL`. */
  readonly url: string;
  /** Drops the database; the server ends with the last test file that uses it. */
  stop(): Promise<void>;
}

/** Test data need not survive a power cut, and not waiting for the disk makes the suite several times faster. */
const FAST = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_wal_size: '128MB',
  // Each of the services that workers run side by side may open ten.
  max_connections: '400',
};

/** Linux keeps this directory in memory: a database is several hundred files, which take ten times as long on a disk. */
const MEMORY = '/dev/shm';
const MEMORY_BYTES_MIN = 4 * 1024 ** 3;

/** One cluster per work tree and user, kept between runs: making one costs more than most suites. */
export function sharedDataDir(): string {
  const tree = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8);
  const directory = join(hasRoom(MEMORY) ? MEMORY : tmpdir(), `assay-test-${process.getuid?.() ?? 0}-${tree}`);
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  return directory;
}

function hasRoom(directory: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize >= MEMORY_BYTES_MIN;
  } catch {
    return false;
  }
}

/** A new directory that an unprivileged server can enter, as DATA_DIR of a test. */
export function temporaryDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'assay-data-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** The server that TEST_DATABASE_SERVER names, as a superuser's URL, to test on another PostgreSQL; else one of our own. */
async function testServer(dataDir: string): Promise<Server> {
  const url = process.env.TEST_DATABASE_SERVER;
  return url ? { url, stop: async () => undefined } : await openServer({ dataDir, nextPort, settings: FAST });
}

/** Opens an empty, migrated database. Call `stop` in `afterAll`. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await testServer(sharedDataDir());
  const admin = postgres(server.url, { max: 1, onnotice: () => undefined });
  await dropAbandoned(admin);
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const template = await migratedTemplate(admin, server.url);
  // Copying the files takes a tenth of the time of logging each of their pages, which is what PostgreSQL does by itself.
  await admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)} STRATEGY FILE_COPY`;
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  // A connection waits for a busy event loop, too: only a hang reaches this limit.
  url.searchParams.set('connect_timeout', String(CONNECT_SECONDS_MAX));
  const database = await openDatabase({ url: url.href });
  return {
    database,
    url: url.href,
    async stop() {
      await database.stop();
      await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`;
      await admin.end();
      await server.stop();
    },
  };
}

const CONNECT_SECONDS_MAX = 120;
/** Advisory lock around making the template. */
const TEMPLATE_LOCK = 4_217_402_100;
let made: Promise<string> | null = null;

/** The name of a database with all migrations, which others are copied from. The first process that wants it makes it. */
function migratedTemplate(admin: postgres.Sql, serverUrl: string): Promise<string> {
  made ??= makeTemplate(admin, serverUrl);
  return made;
}

async function makeTemplate(admin: postgres.Sql, serverUrl: string): Promise<string> {
  const name = `template_${migrationsHash()}`;
  await admin`SELECT pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const [known] = await admin`SELECT 1 FROM pg_database WHERE datname = ${name}`;
    if (known) return name;
    // It gets its name when it is complete: one whose maker was killed is made anew.
    const draft = `draft_${name}`;
    await admin`DROP DATABASE IF EXISTS ${admin(draft)} WITH (FORCE)`;
    await admin`CREATE DATABASE ${admin(draft)}`;
    const url = new URL(serverUrl);
    url.pathname = `/${draft}`;
    await (await openDatabase({ url: url.href })).stop();
    await admin`ALTER DATABASE ${admin(draft)} RENAME TO ${admin(name)}`;
    return name;
  } finally {
    await admin`SELECT pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

/** The present migrations: databases made with others are not reused. */
export function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync('drizzle', { recursive: true, encoding: 'utf8' }).sort()) {
    if (file.endsWith('.sql')) hash.update(readFileSync(join('drizzle', file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Databases whose process is gone were left by a run that was killed. */
async function dropAbandoned(admin: postgres.Sql): Promise<void> {
  const rows = await admin<{ datname: string }[]>`SELECT datname FROM pg_database WHERE datname LIKE 'test\_%'`;
  for (const { datname } of rows) {
    if (!isAlive(Number(datname.split('_')[1]))) await admin`DROP DATABASE IF EXISTS ${admin(datname)} WITH (FORCE)`;
  }
}
