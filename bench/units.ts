import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBooksDatabase } from '#app/database.ts';
import type { Ledger } from '#ledger/books.ts';
import { fold } from '#ledger/fold.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { build } from '../test/support/build.ts';
import { type ServiceProcess, startProcess } from '../test/support/service.ts';
import { report } from './report.ts';

/*
 * Unit costs of the capacity model that lie beside the check itself: what a charged answer writes and keeps, and what a
 * connection holds. What a check of each kind asks and computes is measured by `checks`.
 */

const CHARGES = 5_000;
const CLIENTS = 50;
const KEYS = 100;
const PRICE = 50_000n;
const CONNECTIONS = 2_000;
const SECONDS_PER_DAY = 86_400;
const DEFAULT_RETENTION_DAYS = 90;
/** As long as answers of the sample world are, and as hard to compress: base64 of random bytes takes three quarters of it. */
const BODY_BYTES = 3_000;
const RANDOM_BYTES = 600;

/** Bytes of one charged check, by table, where there are any. */
interface Kept {
  readonly table: string;
  readonly bytes: number;
}

function bodyOf(subject: string): string {
  const noise = randomBytes(RANDOM_BYTES).toString('base64');
  const filler = JSON.stringify({ reading: 'holders', share_bps: 10_000, slot: 400_000_000, subject });
  return `{"attestation":"${noise}","reasons":[${filler.repeat(40)}`.slice(0, BODY_BYTES);
}

async function charge(ledger: Ledger, apiKey: string, n: number): Promise<void> {
  const subject = randomBytes(24).toString('base64url');
  const held = await ledger.hold({ apiKey, kind: 'funder', subject, request: `${subject} ${n}`, priceAtomic: PRICE });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await ledger.post(held.holdId, { body: bodyOf(subject), verdict: 'CEX_FUNDED' });
  ledger.finish(held.holdId);
}

async function chargeMany(ledger: Ledger, keys: readonly string[], count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const client = async (): Promise<void> => {
    for (const n of numbers) await charge(ledger, keys[n % keys.length] ?? '', n);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** Bytes of every table with its indexes and what it keeps apart. */
async function sizes({ sql }: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; bytes: bigint }[]>`
    SELECT relname AS name, pg_total_relation_size(oid)::bigint AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`;
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

async function walPosition({ sql }: Database): Promise<bigint> {
  const [row] = await sql<{ at: bigint }[]>`SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint AS at`;
  return row?.at ?? 0n;
}

async function grown(database: Database, before: ReadonlyMap<string, number>): Promise<readonly Kept[]> {
  const after = await sizes(database);
  return [...after]
    .map(([table, bytes]) => ({ table, bytes: (bytes - (before.get(table) ?? 0)) / CHARGES }))
    .filter(({ bytes }) => bytes >= 1)
    .sort((a, b) => b.bytes - a.bytes);
}

/** What one charge writes to the log, sends as statements and takes of processor time. */
async function charges(database: Database, ledger: Ledger, keys: readonly string[]): Promise<void> {
  let statements = 0;
  const options = database.sql.options as { debug?: unknown };
  options.debug = () => {
    statements += 1;
  };
  const [from, cpu, startedAt] = [await walPosition(database), process.cpuUsage(), performance.now()];
  const already = statements;
  await chargeMany(ledger, keys, CHARGES);
  const { user, system } = process.cpuUsage(cpu);
  const perSecond = (CHARGES * 1_000) / (performance.now() - startedAt);
  const sent = statements - already;
  options.debug = false;
  const wal = Number((await walPosition(database)) - from) / CHARGES;
  const cpuUs = (user + system) / CHARGES;
  const figures = [
    `${(sent / CHARGES).toFixed(2)} statements`,
    `${wal.toFixed(0)} bytes of WAL`,
    `${cpuUs.toFixed(0)} us of our processor time`,
  ].join(', ');
  console.log(`a charged check, ${CLIENTS} at once over ${KEYS} keys: ${figures}; ${perSecond.toFixed(0)} a second`);
  report({ what: 'a charged check', ours: `${figures}; ${perSecond.toFixed(0)}/s`, beside: null, ratios: [] });
}

/** What one charge keeps: within a day with the answer's text, then without, and once it has become a part of a sum. */
async function storage(database: Database, before: ReadonlyMap<string, number>): Promise<void> {
  const { sql } = database;
  const sum = (kept: readonly Kept[]) => kept.reduce((total, { bytes }) => total + bytes, 0);
  await sql`VACUUM FULL`.simple();
  const whole = await grown(database, before);
  await sql`UPDATE answers SET body = NULL`;
  await sql`VACUUM FULL`.simple();
  const rest = await grown(database, before);
  await sql`UPDATE folding SET begins_at = now()`;
  await sql`UPDATE holds SET closed_at = closed_at - interval '91 days'`;
  await fold(sql, DEFAULT_RETENTION_DAYS);
  await sql`VACUUM FULL`.simple();
  const folded = await grown(database, before);
  const within = (sum(rest) * DEFAULT_RETENTION_DAYS * SECONDS_PER_DAY) / 1e9;
  console.log(`  kept for a day: ${sum(whole).toFixed(0)} bytes (${told(whole)})`);
  console.log(
    `  kept for ${DEFAULT_RETENTION_DAYS} days: ${sum(rest).toFixed(0)} bytes (${told(rest)}), ${within.toFixed(1)} GB at 1 a second`,
  );
  console.log(`  kept for ever: ${sum(folded).toFixed(0)} bytes (${told(folded)})`);
  const ours = `${sum(whole).toFixed(0)} bytes for a day, ${sum(rest).toFixed(0)} for ${DEFAULT_RETENTION_DAYS} days, ${sum(folded).toFixed(0)} for ever`;
  report({ what: `storage of a charged check with an answer of ${BODY_BYTES} bytes`, ours, beside: null, ratios: [] });
}

const told = (kept: readonly Kept[]): string =>
  kept.map(({ table, bytes }) => `${table} ${bytes.toFixed(0)}`).join(', ');

function residentBytes(pid: number): number {
  const [, kib = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) * 1_024;
}

async function idle(service: ServiceProcess, count: number): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(service.url);
  const request = `GET /health HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`;
  const open = (): Promise<Socket> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(request));
      socket.once('data', () => resolve(socket)).once('error', reject);
    });
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(...(await Promise.all(Array.from({ length: 100 }, open))));
  return sockets;
}

/** What the service holds for a connection that was used once and is kept alive. Linux alone tells a process's memory. */
async function connections(): Promise<void> {
  if (process.platform !== 'linux') return;
  build();
  const service = await startProcess();
  const pid = service.process.pid ?? 0;
  for (const socket of await idle(service, 100)) socket.destroy();
  const before = residentBytes(pid);
  const sockets = await idle(service, CONNECTIONS);
  const each = (residentBytes(pid) - before) / CONNECTIONS / 1_024;
  for (const socket of sockets) socket.destroy();
  const mib = (before / 1_048_576).toFixed(0);
  await service.end();
  console.log(`a service at rest ${mib} MiB; an idle connection ${each.toFixed(1)} KiB, of ${CONNECTIONS}`);
  report({
    what: 'memory of an idle connection',
    ours: `${each.toFixed(1)} KiB`,
    beside: `at rest ${mib} MiB`,
    ratios: [],
  });
}

/** Prints what a charge writes and keeps, and what a connection holds. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const ledger = openLedger(database);
    const keys: string[] = [];
    for (let n = 0; n < KEYS; n += 1) keys.push((await ledger.grant(10n ** 12n)).apiKey ?? '');
    await chargeMany(ledger, keys, CLIENTS);
    await database.sql`VACUUM FULL`.simple();
    const before = await sizes(database);
    await charges(database, ledger, keys);
    await storage(database, before);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
  await connections();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
