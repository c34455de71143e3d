// REST over GraphQL against bare express that sends the same bytes: around the same calls of the ledger, and around a
// debit as one would write it first. Durable embedded PostgreSQL, interleaved in one run.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Keypair } from '@solana/web3.js';
import { build } from 'esbuild';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { boundOf } from './budgets.ts';
import { pound } from './pounding.ts';
import { processesOf, processorUs } from './processor.ts';
import { median, ratiosOf, report } from './report.ts';
import type { StageTimes } from './rest-stages.ts';

const CONNECTIONS = 50;
const KEYS = 50;
const SEGMENT_MS = 2_000;
const ROUNDS = 7;

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly rates: number[];
  /** Processor time a check, in microseconds: its own, and that of the database server. */
  readonly ownUs: number[];
  readonly databaseUs: number[];
}

/** Bundled as the service is: what runs sources gives each closure its name, which costs those most who make many. */
async function bundled(): Promise<string> {
  const outfile = fileURLToPath(new URL('../dist/bench/rest-server.js', import.meta.url));
  await build({
    entryPoints: [fileURLToPath(new URL('./rest-server.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { 'assay-core': './packages/core/src', 'assay-sandbox': './packages/sandbox/src' },
    sourcemap: true,
  });
  return outfile;
}

async function start(file: string, mode: string, name: string, args: readonly string[]): Promise<Contender> {
  const child = fork(file, [mode, ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
    // The log of the service goes to standard error, a line for each request.
    stdio: ['ignore', 'inherit', mode === 'whole' ? 'ignore' : 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { name, child, url: `http://127.0.0.1:${port}`, rates: [], ownUs: [], databaseUs: [] };
}

/** Prints the ratio by round, and gives it to the table of all parts. */
function compare(
  ours: Contender,
  other: Contender,
  budget: 'rest check / bare express' | 'rest check / naive debit',
): void {
  const ratios = ratiosOf(ours.rates, other.rates);
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
  console.log(`  ratio to ${other.name}: ${median(ratios).toFixed(2)} ${spread} (${boundOf(budget)})`);
  report({
    what: `REST check from a warm cache, charged, ${CONNECTIONS} connections`,
    budget,
    ours: `${median(ours.rates).toFixed(0)}/s`,
    beside: `${other.name} ${median(other.rates).toFixed(0)}/s`,
    ratios,
  });
}

/** Prints where the processor time of a call goes, in a segment that no ratio is taken of. */
async function printStages({ name, child }: Contender, segment: () => Promise<number>): Promise<void> {
  child.send('profile');
  const calls = ((await segment()) * SEGMENT_MS) / 1_000;
  const answer = once(child, 'message');
  child.send('end of profile');
  const [{ stages }] = (await answer) as [{ readonly stages: StageTimes }];
  const each = (us: number): string => (us / calls).toFixed(0).padStart(6);
  console.log(`${name}, microseconds a call: ${each(stages.processUs).trim()} of the processor in all threads`);
  const order = Object.entries(stages.byStage).sort(([, one], [, other]) => other - one);
  for (const [stage, us] of order) console.log(`${each(us)}  ${stage}`);
}

/** Prints requests per second of all and the ratios by round. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openBooksDatabase({ dataDir });
  const ledger = openLedger(database);
  const headers: string[] = [];
  for (let i = 0; i < KEYS; i += 1) headers.push(`x-api-key: ${(await ledger.grant(1_000_000_000_000n)).apiKey}`);
  const subject = Keypair.generate().publicKey.toBase58();
  const args = [database.url, dataDir, subject];
  const file = await bundled();
  const ours = await start(file, 'ours', 'ours (GraphQL, billing, attestation)', args);
  const whole = await start(file, 'whole', 'ours, with limits, metrics and log', args);
  const same = await start(file, 'express', 'bare express, same debit', args);
  const naive = await start(file, 'naive', 'bare express, naive debit', args);
  const contenders = [ours, whole, same, naive];
  const segment = ({ url }: Contender): Promise<number> =>
    pound({ url, path: `/check/funder/${subject}`, status: 200, connections: CONNECTIONS, ms: SEGMENT_MS, headers });
  for (const contender of contenders) await segment(contender);
  const { profile } = parseArgs({ options: { profile: { type: 'boolean' } } }).values;
  for (const one of profile ? contenders : []) await printStages(one, () => segment(one));
  const processes = await processesOf(database.sql);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      const before = { own: processorUs(contender.child.pid), database: processes.us() };
      const rate = await segment(contender);
      const calls = (rate * SEGMENT_MS) / 1_000;
      contender.rates.push(rate);
      contender.ownUs.push((processorUs(contender.child.pid) - before.own) / calls);
      contender.databaseUs.push((processes.us() - before.database) / calls);
    }
  }
  console.log(`REST check, ${CONNECTIONS} connections, ${KEYS} keys, ${ROUNDS} rounds of ${SEGMENT_MS} ms each`);
  for (const { name, rates, ownUs, databaseUs } of contenders) {
    const processor = `${median(ownUs).toFixed(0)} us of processor time a check, PostgreSQL ${median(databaseUs).toFixed(0)} us`;
    console.log(`  ${name.padEnd(38)}${median(rates).toFixed(0)} checks/s, ${processor}`);
  }
  compare(ours, same, 'rest check / bare express');
  compare(ours, naive, 'rest check / naive debit');
  for (const { child } of contenders) child.disconnect();
  await ledger.close();
  rmSync(dataDir, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
