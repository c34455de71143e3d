// Credit debits a second, as hold and post through the ledger, which puts those of one moment together, beside pgbench with
// the very statements that the ledger sends for a debit that comes alone: they are read off the driver. Durable embedded
// PostgreSQL, segments alternate.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openBooksDatabase } from '#app/database.ts';
import { sha256 } from '#ledger/accounts/api-key.ts';
import type { Ledger } from '#ledger/books.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { median, ratiosOf, report } from './report.ts';

/** As many as the pool of the service has connections; pgbench gets the same. */
const CLIENTS = 10;
const SEGMENT_SECONDS = 3;
const ROUNDS = 3;
const KEYS = [1, 1_000];
const PRICE = 50_000n;
const CREDIT = 10n ** 12n;
const ANSWER = { body: JSON.stringify({ verdict: 'CEX_FUNDED', filler: 'x'.repeat(2_000) }), verdict: 'CEX_FUNDED' };
const execute = promisify(execFile);

/** A statement as it left the driver. */
interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** Books of their own. */
export interface Books {
  readonly database: Database;
  readonly ledger: Ledger;
  readonly dataDir: string;
}

let requests = 0;

/** One charged answer to a request that was never made before; the name of its hold. */
export async function debit(ledger: Ledger, apiKey: string): Promise<string> {
  requests += 1;
  const subject = `subject ${requests}`;
  const held = await ledger.hold({ apiKey, kind: 'funder', subject, request: subject, priceAtomic: PRICE });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await ledger.post(held.holdId, ANSWER);
  return held.holdId;
}

/** Runs debits by all clients for one segment; completed ones a second. */
export async function ledgerRate({ ledger }: Books, keys: readonly string[], seconds: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < startedAt + seconds * 1_000) {
      await debit(ledger, keys[done % keys.length] ?? '');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return (done * 1_000) / (performance.now() - startedAt);
}

/** The same with pgbench, over as many connections. */
async function pgbenchRate({ database }: Books, file: string): Promise<number> {
  const clients = ['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(SEGMENT_SECONDS)];
  const { stdout } = await execute('pgbench', [...clients, '-f', file, database.url]);
  const [, tps] = /^tps = ([\d.]+)/m.exec(stdout) ?? [];
  if (tps === undefined || !/failed transactions: 0\b/.test(stdout)) throw new Error(`pgbench: ${stdout}`);
  return Number(tps);
}

export async function grantKeys({ ledger }: Pick<Books, 'ledger'>, count: number): Promise<string[]> {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await ledger.grant(CREDIT)).apiKey ?? '');
  return keys;
}

/** What the ledger sends for one debit, and the hold that came of it. */
async function recorded({ database, ledger }: Books, key: string): Promise<[Statement[], hold: string]> {
  const statements: Statement[] = [];
  const options = database.sql.options as { debug?: unknown };
  // A copy: the driver writes the serialized values into its own list.
  options.debug = (_: number, text: string, parameters: unknown[]) =>
    statements.push({ text, parameters: [...parameters] });
  const hold = await debit(ledger, key);
  options.debug = false;
  return [statements, hold];
}

/**
 * The statements of a debit as a pgbench script over `count` keys of its own: the hash of a key and of a request follow
 * from random numbers, and the post names the hold that came before it. Every other parameter stays as it was.
 */
async function writeScript(books: Books, count: number): Promise<string> {
  const keys = await grantKeys(books, count);
  for (const [n, key] of keys.entries()) {
    await books.database.sql`
      UPDATE api_keys SET hash = sha256(convert_to(${`key ${count} ${n + 1}`}, 'UTF8')) WHERE hash = ${sha256(key)}`;
  }
  const [apiKey = ''] = await grantKeys(books, 1);
  const [statements, hold] = await recorded(books, apiKey);
  const [first, ...rest] = statements.map((statement) =>
    withVariables(statement, { keyHash: sha256(apiKey), hold, count }),
  );
  const draws = [`\\set key random(1, ${count})`, '\\set request random(1, 9000000000000000000)'];
  const file = join(books.dataDir, `debit-${count}.sql`);
  writeFileSync(file, [...draws, `${first} \\gset hold_`, ...rest.map((text) => `${text};`), ''].join('\n'));
  return file;
}

function withVariables(
  { text, parameters }: Statement,
  debit: { keyHash: Uint8Array; hold: string; count: number },
): string {
  const { keyHash, hold, count } = debit;
  const [id, token] = hold.split('.');
  const literals = parameters.map((value) => {
    if (value instanceof Uint8Array) {
      const number = Buffer.from(keyHash).equals(value)
        ? `'key ${count} ' || :key::text`
        : `'request ' || :request::text`;
      return `sha256(convert_to(${number}, 'UTF8'))`;
    }
    // The first statement answers with the hold in a column that is called hold_id: its id and its token.
    if (value === id) return `split_part(:hold_hold_id, '.', 1)`;
    if (value === token) return `split_part(:hold_hold_id, '.', 2)`;
    if (value === null) return 'NULL';
    return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
  });
  return text
    .replace(/\$(\d+)/g, (_, n: string) => literals[Number(n) - 1] ?? 'NULL')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

async function measure(books: Books, count: number, pgbench: boolean): Promise<string> {
  const keys = await grantKeys(books, count);
  const file = pgbench ? await writeScript(books, count) : null;
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await ledgerRate(books, keys, SEGMENT_SECONDS));
    if (file !== null) theirs.push(await pgbenchRate(books, file));
  }
  const rate = `  ${String(count).padStart(5)} keys: ledger ${median(ours).toFixed(0)} debits a second`;
  if (file === null) return rate;
  const ratios = ratiosOf(ours, theirs);
  report({
    what: `debits of ${count} key${count === 1 ? '' : 's'} over ${CLIENTS} connections`,
    ours: `${median(ours).toFixed(0)}/s`,
    beside: `pgbench, one by one ${median(theirs).toFixed(0)}/s`,
    ratios,
  });
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
  return `${rate}, pgbench ${median(theirs).toFixed(0)}, ratio ${median(ratios).toFixed(2)} ${spread}`;
}

/** Prints one line a key count. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const books: Books = { database, ledger: openLedger(database), dataDir };
    const pgbench = await execute('pgbench', ['--version']).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );
    console.log(`credit debits (hold and post), ${CLIENTS} connections, ${pgbench ?? 'no pgbench in PATH'}`);
    for (const count of KEYS) console.log(await measure(books, count, pgbench !== null));
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
