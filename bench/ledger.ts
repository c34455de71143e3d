import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBooksDatabase } from '#app/database.ts';
import type { Ledger } from '#ledger/books.ts';
import { type Deliveries, openDeliveries } from '#ledger/holds/deliveries.ts';
import { hold } from '#ledger/holds/hold.ts';
import { post } from '#ledger/holds/post.ts';
import { openLedger } from '#ledger/ledger.ts';
import type { Database } from '#ledger/postgres/sql.ts';
import { median, ratiosOf, report } from './report.ts';

/*
 * Charged checks a second, as hold and post, on a durable embedded PostgreSQL: as the service makes them, where those of
 * one moment share statements; each by statements of its own; and beside them a bare debit by the same driver, one UPDATE
 * that takes the price and nothing else. Segments alternate, so that foreign load falls on all alike.
 */

const CLIENTS = 50;
const SEGMENT_MS = 2_000;
const ROUNDS = 3;
const KEYS = [1, 1_000];
const PRICE = 50_000n;
const body = JSON.stringify({ verdict: 'CEX_FUNDED', filler: 'x'.repeat(2_000) });

/** Runs `once` by all clients for one segment; completed calls a second. */
async function perSecond(once: (n: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const client = async (name: number) => {
    for (let n = name; performance.now() - start < SEGMENT_MS; n += CLIENTS) {
      await once(n);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, name) => client(name)));
  return (done * 1_000) / (performance.now() - start);
}

/** What a charge is made by. */
type Charger = Pick<Ledger, 'hold' | 'post' | 'finish'>;

/** The same statements without company. */
function oneByOne({ sql }: Database): Charger & Pick<Deliveries, 'close'> {
  const deliveries = openDeliveries(sql);
  return {
    hold: (request) => hold(sql, deliveries, request),
    post: (holdId, answer) => post(sql, holdId, answer),
    finish: (holdId) => deliveries.finish(holdId),
    close: () => deliveries.close(),
  };
}

async function chargedCheck(ledger: Charger, apiKey: string, n: number): Promise<void> {
  const subject = `subject ${n}`;
  const held = await ledger.hold({ apiKey, kind: 'funder', subject, request: subject, priceAtomic: PRICE });
  if (held.outcome !== 'held') throw new Error(held.outcome);
  await ledger.post(held.holdId, { body, verdict: 'CEX_FUNDED' });
  // As the service does once the response is out: a repeat of the request would otherwise be answered for nothing.
  ledger.finish(held.holdId);
}

async function bareDebit({ sql }: Database, key: string): Promise<void> {
  await sql`UPDATE bare SET balance = balance - ${PRICE} WHERE key = ${key} AND balance >= ${PRICE} RETURNING balance`;
}

async function measure(database: Database, ledger: Ledger, count: number): Promise<object> {
  const keys: string[] = [];
  for (let n = 0; n < count; n += 1) keys.push((await ledger.grant(10n ** 12n)).apiKey ?? '');
  for (const key of keys) await database.sql`INSERT INTO bare VALUES (${key}, 1000000000000)`;
  const keyOf = (n: number) => keys[n % count] ?? '';
  const single = oneByOne(database);
  const checks: number[] = [];
  const singles: number[] = [];
  const debits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    checks.push(await perSecond((n) => chargedCheck(ledger, keyOf(n), n)));
    singles.push(await perSecond((n) => chargedCheck(single, keyOf(n), n)));
    debits.push(await perSecond((n) => bareDebit(database, keyOf(n))));
  }
  await single.close();
  tell(count, checks, 'the same statements one by one', singles);
  tell(count, checks, 'one bare UPDATE each', debits);
  return {
    keys: count,
    checksPerSecond: Math.round(median(checks)),
    oneByOnePerSecond: Math.round(median(singles)),
    bareDebitsPerSecond: Math.round(median(debits)),
    ratioToOneByOne: rounded(median(ratiosOf(checks, singles))),
    ratioToBareDebit: rounded(median(ratiosOf(checks, debits))),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Gives the comparison to the table of all parts. */
function tell(count: number, checks: readonly number[], name: string, others: readonly number[]): void {
  report({
    what: `charged checks in the ledger, ${count} key${count === 1 ? '' : 's'}, ${CLIENTS} clients`,
    ours: `${median(checks).toFixed(0)}/s`,
    beside: `${name} ${median(others).toFixed(0)}/s`,
    ratios: ratiosOf(checks, others),
  });
}

/** Prints one line a key count, then the audit of the books that the run left. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    await database.sql`CREATE TABLE bare (key text PRIMARY KEY, balance bigint NOT NULL)`;
    const ledger = openLedger(database);
    for (const count of KEYS) console.log(JSON.stringify(await measure(database, ledger, count)));
    console.log(
      JSON.stringify(await ledger.audit(), (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    );
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
