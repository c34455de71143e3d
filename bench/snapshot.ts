// Debits of one key while a snapshot is open on another connection, which keeps every old version of a row, beside the same
// debits in a second database of the same server, whose old versions go. Segments alternate, so that both have the machine as it
// is and grow alike. `--minutes 10` for the long run.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { type Books, grantKeys, ledgerRate } from './debits.ts';
import { median, report } from './report.ts';

const SEGMENT_SECONDS = 2;
const ROUNDS_MIN = 6;
/** All but one of them quiet: a table of a single page would be read whole. */
const ACCOUNTS = 1_000;

/** A second database on the server of `first`. */
async function beside(first: Database, dataDir: string): Promise<Books> {
  await first.sql`CREATE DATABASE beside`;
  const url = new URL(first.url);
  url.pathname = 'beside';
  const database = await openDatabase({ url: url.href });
  return { database, ledger: openLedger(database), dataDir };
}

/** The pace in both databases, round after round, and what the last rounds come to. */
async function compare(free: Books, seen: Books, seconds: number): Promise<void> {
  const [[freeKey = ''], [seenKey = '']] = [await grantKeys(free, ACCOUNTS), await grantKeys(seen, ACCOUNTS)];
  for (const [books, key] of [
    [free, freeKey],
    [seen, seenKey],
  ] as const) {
    await ledgerRate(books, [key], SEGMENT_SECONDS);
    // As the server does by itself within its first minute.
    await books.database.sql`ANALYZE`;
  }
  const reader = postgres(seen.database.url, { max: 1, idle_timeout: 0 });
  const open = await reader.reserve();
  await open`BEGIN ISOLATION LEVEL REPEATABLE READ`;
  await open`SELECT count(*) FROM accounts`;
  const ratios: number[] = [];
  const paces: number[] = [];
  const startedAt = performance.now();
  const passed = () => (performance.now() - startedAt) / 1_000;
  while (ratios.length < ROUNDS_MIN || passed() < seconds) {
    const without = await ledgerRate(free, [freeKey], SEGMENT_SECONDS);
    const within = await ledgerRate(seen, [seenKey], SEGMENT_SECONDS);
    ratios.push(within / without);
    paces.push(within);
    const figures = `${without.toFixed(0)} debits a second without, ${within.toFixed(0)} with the snapshot`;
    console.log(`  ${passed().toFixed(0).padStart(4)} s: ${figures}, ${(within / without).toFixed(2)}`);
  }
  await open`ROLLBACK`;
  open.release();
  await reader.end();
  const last = ratios.slice(-Math.max(3, Math.ceil(ratios.length / 4)));
  console.log(`  last quarter: ${median(last).toFixed(2)}`);
  report({
    what: `debits of one key, the last quarter of ${(passed() / 60).toFixed(1)} minutes under an open snapshot`,
    ours: `${median(paces.slice(-last.length)).toFixed(0)}/s`,
    beside: 'without one',
    ratios: last,
  });
}

/** Prints the pace over time. */
export async function run(minutes = 0.5): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  const seen: Books = { database, ledger: openLedger(database), dataDir };
  const free = await beside(database, dataDir);
  try {
    await compare(free, seen, minutes * 60);
  } finally {
    await free.database.stop();
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '0.5' } } });
  await run(Number(values.minutes));
}
