// REST over GraphQL against bare express with the same bytes and the same debit, interleaved in one run.
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keypair } from '@solana/web3.js';
import { Pool } from 'undici';
import { openLedger } from '#ledger/ledger.ts';
import { openDatabase } from '#ledger/postgres/database.ts';

const CONNECTIONS = 50;
const KEYS = 50;
const SEGMENT_MS = 2_000;
const ROUNDS = 7;

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly pool: Pool;
  readonly rates: number[];
}

async function start(name: string, args: readonly string[]): Promise<Contender> {
  const file = fileURLToPath(new URL('./rest-server.ts', import.meta.url));
  const child = fork(file, [name, ...args], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { name, child, pool: new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS }), rates: [] };
}

/** Requests per second of one segment; every answer must be a paid 200. */
async function segment(contender: Contender, keys: readonly string[], path: string, ms: number): Promise<number> {
  const until = performance.now() + ms;
  const startedAt = performance.now();
  let done = 0;
  const worker = async (index: number): Promise<void> => {
    const headers = { 'x-api-key': keys[index % keys.length] ?? '' };
    while (performance.now() < until) {
      const { statusCode, body } = await contender.pool.request({ method: 'GET', path, headers });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`${contender.name} answered ${statusCode}: ${text}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => worker(index)));
  return (done * 1000) / (performance.now() - startedAt);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints requests per second of both and the ratio by round. */
export async function run(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  chmodSync(dataDir, 0o755);
  const database = await openDatabase({ dataDir });
  const ledger = openLedger(database);
  const keys: string[] = [];
  for (let i = 0; i < KEYS; i += 1) keys.push((await ledger.grant(1_000_000_000_000n)).apiKey ?? '');
  const subject = Keypair.generate().publicKey.toBase58();
  const path = `/check/funder/${subject}`;
  const ours = await start('ours', [database.url, dataDir, subject]);
  const bare = await start('express', [database.url, dataDir, subject]);
  for (const contender of [ours, bare]) await segment(contender, keys, path, SEGMENT_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of round % 2 === 0 ? [ours, bare] : [bare, ours]) {
      contender.rates.push(await segment(contender, keys, path, SEGMENT_MS));
    }
  }
  const ratios = ours.rates.map((rate, i) => rate / (bare.rates[i] ?? Number.NaN));
  console.log(`REST check, ${CONNECTIONS} connections, ${KEYS} keys, ${ROUNDS} rounds of ${SEGMENT_MS} ms each`);
  console.log(`  ours (GraphQL, till, attestation)   ${median(ours.rates).toFixed(0)} checks/s`);
  console.log(`  bare express, same bytes and debit  ${median(bare.rates).toFixed(0)} checks/s`);
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
  console.log(`  ratio ${median(ratios).toFixed(2)} ${spread} (bound 0.95)`);
  for (const { child, pool } of [ours, bare]) {
    await pool.close();
    child.disconnect();
  }
  await database.stop();
  rmSync(dataDir, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
