import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Connection } from '@solana/web3.js';
import { getTransaction } from 'assay-core/chain/loaders/transactions.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { backgroundWait } from 'assay-core/chain/rpc/call-wait.ts';
import { rpcLimits } from 'assay-core/chain/rpc/rpc-limits.ts';
import type { Method } from 'assay-core/chain/rpc/rpc-method.ts';
import { Transport } from 'assay-core/chain/rpc/rpc-transport.ts';
import { record } from 'assay-core/lib/json-value.ts';
import { parseSignature, type Signature } from 'assay-core/solana/address.ts';
import { mainnetSchedule, slotMsAt } from 'assay-core/solana/gates/gate-schedule.ts';
import { SlotTime } from 'assay-core/solana/gates/slot-time.ts';
import bs58 from 'bs58';
import { report } from './report.ts';

const TRANSACTIONS = 1_000;
const CONNECTION_TRANSACTIONS = 100;
const ROUNDS = 8;
const LATENCY_MS = 50;
const CPU_US_MAX = 80;
const WALL_MS_MAX = 1_000;

interface Cost {
  readonly cpuUs: number;
  readonly wallMs: number;
}

/** Starts the endpoint in a process of its own. */
async function serve(latencyMs: number): Promise<{ url: string; stop: () => Promise<void> }> {
  const file = fileURLToPath(new URL('./transport-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', file, String(latencyMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return {
    url: `http://127.0.0.1:${String(port).trim()}`,
    stop: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

function signatures(count: number): readonly Signature[] {
  return Array.from({ length: count }, (_, n) => {
    const bytes = new Uint8Array(64).fill(11);
    new DataView(bytes.buffer).setUint32(0, n + 1);
    const signature = parseSignature(bs58.encode(bytes));
    if (!signature) throw new Error('not a signature');
    return signature;
  });
}

/** Client CPU a transaction and wall time of the whole, once. */
async function measure(count: number, work: () => Promise<unknown> | unknown): Promise<Cost> {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: (user + system) / count, wallMs: performance.now() - startedAt };
}

/** The best of several rounds of each contender. Rounds alternate: others share the machine, and must burden all alike. */
async function compare<N extends string>(
  rounds: number,
  contenders: Readonly<Record<N, () => Promise<Cost>>>,
): Promise<Readonly<Record<N, Cost>>> {
  const names = Object.keys(contenders) as N[];
  const never: Cost = { cpuUs: Number.POSITIVE_INFINITY, wallMs: Number.POSITIVE_INFINITY };
  const best = Object.fromEntries(names.map((name) => [name, never])) as Record<N, Cost>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { cpuUs, wallMs } = await contenders[name]();
      best[name] = { cpuUs: Math.min(best[name].cpuUs, cpuUs), wallMs: Math.min(best[name].wallMs, wallMs) };
    }
  }
  return best;
}

/** Reads all through a fresh chain each time, so that nothing comes from the cache. */
async function readAll(url: string, all: readonly Signature[]): Promise<void> {
  const chain = openChain({ urls: [url] });
  const session = chain.session();
  const reader = session.reader({ timeMsMax: 30_000, callsMax: 1e6, bytesMax: 1e10 });
  const readings = await Promise.all(all.map((signature) => reader.transaction(signature)));
  session.close();
  await chain.close();
  const gap = readings.find((reading) => !reading.known);
  if (gap && !gap.known) throw new Error(`a gap in the benchmark: ${gap.gap.cause} ${gap.gap.detail}`);
}

/** The transport alone: what decoding and keeping a transaction takes is left out. */
async function carryAll(url: string, all: readonly Signature[]): Promise<void> {
  const transport = new Transport(
    [url],
    rpcLimits,
    () => undefined,
    new SlotTime(() => slotMsAt(mainnetSchedule, Number.MAX_SAFE_INTEGER)),
  );
  const carried: Method<Signature, boolean> = {
    name: getTransaction.name,
    batch: getTransaction.batch,
    current: getTransaction.current,
    forms: getTransaction.forms,
    read: (result) => ({ is: 'value', value: record(result) !== null }),
  };
  const wait = backgroundWait(30_000);
  const answers = await Promise.all(all.map((signature) => transport.call(carried, signature, wait)));
  await transport.close();
  if (!answers.every(({ reading }) => reading.known && reading.value)) throw new Error('a gap in the benchmark');
}

async function bodyText(url: string, signature: Signature): Promise<string> {
  const call = { jsonrpc: '2.0', id: 1, method: 'getTransaction', params: [signature] };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  return response.text();
}

/**
 * The RPC transport, alone and with decoding, against `JSON.parse` of the same bytes and against web3.js' `Connection`, in one run.
 * Bounds: 0.08 ms of CPU a transaction, 1 s for 1,000 transactions at 50 ms latency. Sets the exit code when one is broken.
 */
export async function run(): Promise<void> {
  const [near, far] = await Promise.all([serve(0), serve(LATENCY_MS)]);
  const all = signatures(TRANSACTIONS);
  const [first] = all;
  if (!first) throw new Error('nothing to measure');
  const text = await bodyText(near.url, first);
  const connection = new Connection(near.url, { commitment: 'finalized' });
  const some = all.slice(0, CONNECTION_TRANSACTIONS);
  const getOne = (one: Signature) => connection.getTransaction(one, { maxSupportedTransactionVersion: 1 });
  const { parse, transport, ours, distant, theirs } = await compare(ROUNDS, {
    parse: () => measure(TRANSACTIONS, () => all.map(() => JSON.parse(text))),
    transport: () => measure(TRANSACTIONS, () => carryAll(near.url, all)),
    ours: () => measure(TRANSACTIONS, () => readAll(near.url, all)),
    distant: () => measure(TRANSACTIONS, () => readAll(far.url, all)),
    theirs: () => measure(some.length, () => Promise.all(some.map(getOne))),
  });
  await Promise.all([near.stop(), far.stop()]);
  const us = (cost: Cost) => `${cost.cpuUs.toFixed(1).padStart(8)} us`;
  const times = (a: Cost, b: Cost) => (a.cpuUs / b.cpuUs).toFixed(1);
  const lines = [
    `getTransaction, ${TRANSACTIONS} bodies of ${(text.length / 1024).toFixed(1)} KB, client CPU each, best of ${ROUNDS}`,
    `  JSON.parse alone          ${us(parse)}`,
    `  our transport             ${us(transport)}   ${times(transport, parse)} x JSON.parse, bound ${CPU_US_MAX} us`,
    `  with decoder and cache    ${us(ours)}   ${times(ours, parse)} x JSON.parse`,
    `  web3.js Connection        ${us(theirs)}   ${times(theirs, transport)} x our transport, ${times(theirs, ours)} x with decoder`,
    `wall time of ${TRANSACTIONS} at ${LATENCY_MS} ms latency: ${distant.wallMs.toFixed(0)} ms, bound ${WALL_MS_MAX} ms`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  report({
    what: `getTransaction of ${(text.length / 1024).toFixed(1)} KB, processor time of the client`,
    budget: 'transport, us of processor',
    ours: `${us(transport).trim()}, decoded ${us(ours).trim()}`,
    beside: `JSON.parse alone ${us(parse).trim()}`,
    ratios: [transport.cpuUs],
  });
  report({
    what: 'the same through Connection of @solana/web3.js',
    ours: us(transport).trim(),
    beside: us(theirs).trim(),
    ratios: [theirs.cpuUs / transport.cpuUs],
  });
  report({
    what: `${TRANSACTIONS} transactions at ${LATENCY_MS} ms`,
    budget: '1,000 transactions at 50 ms, ms',
    ours: `${distant.wallMs.toFixed(0)} ms`,
    beside: null,
    ratios: [distant.wallMs],
  });
  if (transport.cpuUs > CPU_US_MAX || distant.wallMs > WALL_MS_MAX) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
