// A customer's checks while callers without a key do their worst, beside the same checks with nobody else: from one address, and from a
// thousand behind a trusted proxy. With the name of a kind of request, or "all", it prints what one of each costs instead.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { build } from '../test/support/build.ts';
import { type ServiceProcess, startProcess } from '../test/support/service.ts';
import { floods, send } from './keyless-flood.ts';
import { requestKinds } from './keyless-requests.ts';
import { median, ratiosOf, report } from './report.ts';

const CUSTOMERS = 3;
const SEGMENT_MS = 6_000;
const ROUNDS = 3;
/** Requests of a kind whose processor time is measured, and as many before them to warm it up. */
const REQUESTS = 200;
const TICK_MS = 10;

/** The median of a customer's checks over a segment, in milliseconds. */
async function customersP50(pool: Pool, path: string, apiKey: string): Promise<number> {
  const until = performance.now() + SEGMENT_MS;
  const times: number[] = [];
  const customer = async (): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'x-api-key': apiKey } });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`a customer was answered ${statusCode}: ${text.slice(0, 300)}`);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, customer));
  return median(times);
}

async function startFlood(url: string, index: number, round: number): Promise<ChildProcess> {
  const args = [url, String(index), `10.${16 * index + round}`];
  const file = fileURLToPath(new URL('./keyless-flood.ts', import.meta.url));
  const child = fork(file, args, { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return child;
}

async function attack(url: string, path: string, apiKey: string): Promise<void> {
  const pool = new Pool(url, { connections: CUSTOMERS });
  await customersP50(pool, path, apiKey);
  for (const [index, one] of floods.entries()) {
    const [quiet, attacked]: [number[], number[]] = [[], []];
    let [sent, refused] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push(await customersP50(pool, path, apiKey));
      const child = await startFlood(url, index, round);
      attacked.push(await customersP50(pool, path, apiKey));
      child.send('count');
      const [count] = await once(child, 'message');
      sent += count.answered;
      refused += count.refused;
      child.kill();
      await once(child, 'exit');
    }
    const ratios = ratiosOf(attacked, quiet);
    const [ours, beside] = [`${median(attacked).toFixed(0)} ms`, `quiet ${median(quiet).toFixed(0)} ms`];
    const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
    console.log(`customers' p50 under ${one.name}: ${ours}, ${beside}, ratio ${median(ratios).toFixed(2)} ${spread}`);
    console.log(`  ${sent} answered, ${refused} of them refused`);
    const budget =
      one.addresses > 1 ? "customers' p50 under 1,000 keyless / quiet" : "customers' p50 under one keyless / quiet";
    report({ what: `customers' p50 under ${one.name}`, budget, ours, beside, ratios });
  }
  await pool.close();
}

/** The processor time of a process, in milliseconds. */
function cpuMs({ process: { pid } }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Each request of a kind comes from an address of its own. */
async function costs(service: ServiceProcess, name: string): Promise<void> {
  const pool = new Pool(service.url, { connections: 4 });
  let n = 0;
  for (const kind of requestKinds.filter((one) => name === 'all' || one.name.includes(name))) {
    let before = 0;
    for (let of = 0; of < 2 * REQUESTS; of += 1) {
      if (of === REQUESTS) before = cpuMs(service);
      n += 1;
      await send(pool, kind, n, `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`);
    }
    console.log(`${((cpuMs(service) - before) / REQUESTS).toFixed(2).padStart(6)} ms  ${kind.name}`);
  }
  await pool.close();
}

/** Prints the median of both and their ratio for each flood. */
export async function run(name?: string): Promise<void> {
  build();
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  try {
    const apiKey = (await openLedger(database).grant(1_000_000_000_000n)).apiKey ?? '';
    const service = await startProcess({ DATABASE_URL: database.url, TRUST_PROXY: '1', RATE_LIMIT_PER_ADDRESS: '0' });
    const [path] = /\/check\/token\/[1-9A-HJ-NP-Za-km-z]{32,44}/.exec(service.output()) ?? [];
    if (name !== undefined) await costs(service, name);
    else await attack(service.url, String(path), apiKey);
    await service.end();
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv[2]);
