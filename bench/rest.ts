// REST over GraphQL against bare express that sends the same bytes: around the same calls of the ledger, and around a
// debit as one would write it first. Durable embedded PostgreSQL, interleaved in one run.
import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Keypair } from '@solana/web3.js';
import { openBooksDatabase } from '#app/database.ts';
import { openLedger } from '#ledger/ledger.ts';
import { pound } from './pounding.ts';
import { median, ratiosOf, report } from './report.ts';

const CONNECTIONS = 50;
const KEYS = 50;
const SEGMENT_MS = 2_000;
const ROUNDS = 7;

interface Contender {
  readonly name: string;
  readonly child: ChildProcess;
  readonly url: string;
  readonly rates: number[];
}

async function start(mode: string, name: string, args: readonly string[]): Promise<Contender> {
  const file = fileURLToPath(new URL('./rest-server.ts', import.meta.url));
  const child = fork(file, [mode, ...args], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)));
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return { name, child, url: `http://127.0.0.1:${port}`, rates: [] };
}

/** Prints the ratio by round, and gives it to the table of all parts. */
function compare(ours: Contender, other: Contender, budget?: 'rest check / bare express'): void {
  const ratios = ratiosOf(ours.rates, other.rates);
  const spread = `[${Math.min(...ratios).toFixed(2)}..${Math.max(...ratios).toFixed(2)}]`;
  const bound = budget === undefined ? '' : ' (bound 0.95)';
  console.log(`  ratio to ${other.name}: ${median(ratios).toFixed(2)} ${spread}${bound}`);
  report({
    what: `REST check from a warm cache, charged, ${CONNECTIONS} connections`,
    ...(budget !== undefined && { budget }),
    ours: `${median(ours.rates).toFixed(0)}/s`,
    beside: `${other.name} ${median(other.rates).toFixed(0)}/s`,
    ratios,
  });
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
  const ours = await start('ours', 'ours (GraphQL, billing, attestation)', args);
  const same = await start('express', 'bare express, same debit', args);
  const naive = await start('naive', 'bare express, naive debit', args);
  const contenders = [ours, same, naive];
  const segment = ({ url }: Contender): Promise<number> =>
    pound({ url, path: `/check/funder/${subject}`, status: 200, connections: CONNECTIONS, ms: SEGMENT_MS, headers });
  for (const contender of contenders) await segment(contender);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      contender.rates.push(await segment(contender));
    }
  }
  console.log(`REST check, ${CONNECTIONS} connections, ${KEYS} keys, ${ROUNDS} rounds of ${SEGMENT_MS} ms each`);
  for (const { name, rates } of contenders) console.log(`  ${name.padEnd(36)}${median(rates).toFixed(0)} checks/s`);
  compare(ours, same, 'rest check / bare express');
  compare(ours, naive);
  for (const { child } of contenders) child.disconnect();
  await ledger.close();
  rmSync(dataDir, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
