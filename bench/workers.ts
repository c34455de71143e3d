// The real service as an operator starts it, with one worker and with two: charged checks of a sample wallet under as many
// connections as keep it busy, then at four fifths of what it managed, due at random moments whether answers before are there or
// not. The load generator and PostgreSQL share the machine, so the processor time of each is printed as well.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { build } from '../test/support/build.ts';
import { type ServiceProcess, startProcess } from '../test/support/service.ts';
import { arrivals, type Pounding, pound } from './pounding.ts';
import { processesOf, processorUs, residentMib, workersOf } from './processor.ts';
import { median, ratiosOf, report } from './report.ts';

const CONNECTIONS = 50;
const KEYS = 50;
const SEGMENT_MS = 3_000;
const ROUNDS = 5;
const OPEN_MS = 10_000;
const LOAD_SHARE = 0.8;

/** The path of a sample call, which the service prints once it is ready. */
const SAMPLE = /\/check\/funder\/[1-9A-HJ-NP-Za-km-z]{32,44}/;

/** A service under load: its checks a second by round, and what a check costs. */
interface Contender {
  readonly count: number;
  readonly service: ServiceProcess;
  readonly rates: number[];
  readonly ownUs: number[];
  readonly databaseUs: number[];
}

/** Prints throughput, latencies and memory by number of workers. */
export async function run(): Promise<void> {
  build();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  const ledger = openLedger(database);
  const headers: string[] = [];
  for (let n = 0; n < KEYS; n += 1) headers.push(`x-api-key: ${(await ledger.grant(10n ** 12n)).apiKey}`);
  const server = await processesOf(database.sql);
  const [one, two] = [await start(1, database.url), await start(2, database.url)];
  const asked = ({ service }: Contender): Omit<Pounding, 'ms'> => {
    const [path = ''] = SAMPLE.exec(service.output()) ?? [];
    return { url: service.url, path, status: 200, connections: CONNECTIONS, headers };
  };
  const measure = async (contender: Contender): Promise<void> => {
    const pids = workersOf(contender.service.process.pid);
    const before = { own: sumOf(pids, processorUs), database: server.us() };
    const rate = await pound({ ...asked(contender), ms: SEGMENT_MS });
    const calls = (rate * SEGMENT_MS) / 1_000;
    contender.rates.push(rate);
    contender.ownUs.push((sumOf(pids, processorUs) - before.own) / calls);
    contender.databaseUs.push((server.us() - before.database) / calls);
  };
  for (const contender of [one, two]) {
    const rest = workersOf(contender.service.process.pid).map((pid) => residentMib(pid).toFixed(0));
    console.log(`${named(contender)} at rest: ${rest.join(' and ')} MiB`);
    await pound({ ...asked(contender), ms: SEGMENT_MS });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of round % 2 === 0 ? [one, two] : [two, one]) await measure(contender);
  }
  for (const contender of [one, two]) {
    const { rates, ownUs, databaseUs } = contender;
    const processor = `${median(ownUs).toFixed(0)} us of processor time a check, PostgreSQL ${median(databaseUs).toFixed(0)} us`;
    console.log(`${named(contender)}: ${median(rates).toFixed(0)} checks/s, ${processor}`);
    const perSecond = LOAD_SHARE * median(rates);
    printLatencies(named(contender), perSecond, await arrivals({ ...asked(contender), ms: OPEN_MS }, perSecond));
    const loaded = workersOf(contender.service.process.pid).map((pid) => residentMib(pid).toFixed(0));
    console.log(`  then ${loaded.join(' and ')} MiB`);
  }
  const ratios = ratiosOf(two.rates, one.rates);
  report({
    what: `charged checks of the whole service, two workers against one, ${CONNECTIONS} connections`,
    budget: 'two workers / one',
    ours: `${median(two.rates).toFixed(0)}/s`,
    beside: `${median(one.rates).toFixed(0)}/s`,
    ratios,
  });
  console.log(`two workers against one: ${median(ratios).toFixed(2)}`);
  for (const { service } of [one, two]) await service.end();
  await ledger.close();
  rmSync(dataDir, { recursive: true });
}

async function start(count: number, databaseUrl: string): Promise<Contender> {
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_PER_KEY: '0' };
  const command = [process.execPath, 'dist/main.js', '--workers', String(count)] as const;
  const service = await startProcess(env, command);
  // A worker answers before all of them do.
  while (!SAMPLE.test(service.output())) await pause(100);
  return { count, service, rates: [], ownUs: [], databaseUs: [] };
}

function named({ count }: Contender): string {
  return count === 1 ? 'one worker' : `${count} workers`;
}

function sumOf(pids: readonly number[], of: (pid: number) => number): number {
  return pids.reduce((sum, pid) => sum + of(pid), 0);
}

function printLatencies(name: string, perSecond: number, sorted: readonly number[]): void {
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  const told = [0.5, 0.9, 0.99, 0.999].map((share) => `p${share * 100} ${at(share).toFixed(1)} ms`).join(', ');
  const times = at(0.99) / at(0.5);
  console.log(`  at ${perSecond.toFixed(0)} due a second: ${told}; p99 is ${times.toFixed(1)} times p50`);
  report({
    what: `${name} at ${LOAD_SHARE * 100} % of its throughput: p99 against p50`,
    budget: 'p99 / p50 at 80 %',
    ours: told,
    beside: null,
    ratios: [times],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
