import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadLabels } from 'assay-core/chain/labels/label-table.ts';
import { openChain } from 'assay-core/chain/open-chain.ts';
import { effectOf } from 'assay-core/derive/effects/effect.ts';
import type { EffectStore, KeptHistory } from 'assay-core/gather/effects/effect-store.ts';
import { readHistory, type WalletHistory } from 'assay-core/gather/wallet/history.ts';
import { known } from 'assay-core/lib/reading.ts';
import { type Address, address } from 'assay-core/solana/address.ts';
import { mainnetSchedule } from 'assay-core/solana/gates/gate-schedule.ts';
import { effectWorld } from '../packages/core/test/support/effect-world.ts';
import { report } from './report.ts';

/*
 * The history of a wallet, read over an endpoint of loopback: the first check and one with everything remembered, with their
 * HTTP requests, and the live heap while the first one runs; without and with lists that come with their bodies. Bounds: without
 * them, at 50 ms of latency at most 1.3 times what four requests at a time, a hundred bodies each, have to wait for, lists first;
 * with them 28 s, and 64 MiB of memory.
 */

const LATENCY_MS = 50;
const FLOOR_TIMES_MAX = 1.3;
const ROUNDS = 5;
const SIZES = [1_000, 3_000];
const SIZES_WITH_BODIES = [1_000, 3_000, 20_000];
const DUST = 20_000;
const WALL_MS_MAX = 28_000;
const MEMORY_MIB_MAX = 64;
const BODIES_PER_ROUND = 400;
const HEAP_EVERY_MS = 20;
const SIGNATURES_PER_PAGE = 1_000;
const BOUNDS = { timeMsMax: 60_000, callsMax: 50_000, bytesMax: 1e9 };

interface World {
  readonly url: string;
  readonly wallet: Address;
  readonly windowSeconds: number;
  readonly stop: () => Promise<void>;
}

/** What the endpoint counted since it was last asked; `bodies`: requests for lists with bodies. */
interface Counted {
  readonly requests: number;
  readonly bodies: number;
  readonly bytes: number;
  readonly wallet: string;
  readonly windowSeconds: number;
}

async function control(url: string): Promise<Counted> {
  const call = { jsonrpc: '2.0', id: 1, method: 'benchmarkReset', params: [] };
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(call) });
  return ((await response.json()) as { result: Counted }).result;
}

async function serve(latencyMs: number, transactions: number, bodies = '', dust = 0): Promise<World> {
  const file = fileURLToPath(new URL('./wallet-server.ts', import.meta.url));
  const named = [latencyMs, transactions, bodies, dust].map(String);
  const child = spawn(process.execPath, ['--import', 'tsx', file, ...named], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = await once(child.stdout, 'data');
  const url = `http://127.0.0.1:${String(port).trim()}`;
  const { wallet, windowSeconds } = await control(url);
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { url, wallet: address(wallet), windowSeconds, stop };
}

const world = effectWorld(loadLabels(), []);

/** One check over a fresh chain, as the service does it: the account with its time, and the history beside. */
async function check({ url, wallet, windowSeconds }: World, store: EffectStore | null): Promise<WalletHistory> {
  const chain = openChain({ urls: [url] });
  const session = chain.session();
  const reader = session.reader(BOUNDS);
  const present = async () => {
    const account = await reader.account(wallet);
    if (!account.known) return account;
    const time = await reader.blockTime(account.value.slot);
    return time.known ? known({ account: account.value, now: time.value ?? 0, schedule: mainnetSchedule }) : time;
  };
  const history = await readHistory({
    subject: wallet,
    reader,
    present: present(),
    store,
    effectOf: (transaction) => effectOf(transaction, wallet, world),
    bounds: { windowSeconds, signaturesMax: 3_000, signaturesWithBodiesMax: 20_000, tokenSignaturesMax: 1_500 },
  });
  session.close();
  await chain.close();
  if (!history.known) throw new Error(`a gap in the benchmark: ${history.gap.cause} ${history.gap.detail}`);
  const { breaks, mismatches } = history.value.facts;
  if (breaks.length + mismatches.length > 0) throw new Error('the history in the benchmark does not fit');
  return history.value;
}

/** Remembers what the first check brought; nothing is written later, so that each second check has the same before it. */
function remembering(kept: KeptHistory): EffectStore {
  return { read: async () => kept, write: async () => undefined };
}

const empty: KeptHistory = { effects: [], watermark: null };

async function timed(of: World, store: EffectStore | null): Promise<{ wallMs: number; cpuMs: number }> {
  const [cpu, start] = [process.cpuUsage(), performance.now()];
  await check(of, store);
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - start, cpuMs: (user + system) / 1_000 };
}

async function best(of: World, store: EffectStore | null, times = ROUNDS): Promise<{ wallMs: number; cpuMs: number }> {
  const rounds: { wallMs: number; cpuMs: number }[] = [];
  for (let round = 0; round < times; round++) rounds.push(await timed(of, store));
  return {
    wallMs: Math.min(...rounds.map(({ wallMs }) => wallMs)),
    cpuMs: Math.min(...rounds.map(({ cpuMs }) => cpuMs)),
  };
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * The most that lives on the heap while a check runs, beyond what lived before, and what of it is its answer, in bytes. Collecting
 * takes as long as much lives, so that it is done less often where much does.
 */
async function peakHeap(
  of: World,
  everyMs = HEAP_EVERY_MS,
): Promise<{ readonly peak: number; readonly answer: number }> {
  collect();
  const before = process.memoryUsage().heapUsed;
  let peak = before;
  const timer = setInterval(() => {
    collect();
    peak = Math.max(peak, process.memoryUsage().heapUsed);
  }, everyMs);
  const history = await check(of, null);
  clearInterval(timer);
  collect();
  const answer = process.memoryUsage().heapUsed - before;
  if (history.effects.length === 0) throw new Error('nothing was read');
  return { peak: peak - before, answer };
}

/** Rounds that nobody can save: the account with the first page, its time, further pages to the end, and the bodies. */
function floorMs(transactions: number): number {
  const pages = Math.floor(transactions / SIGNATURES_PER_PAGE);
  return LATENCY_MS * (2 + pages + Math.ceil((transactions + 1) / BODIES_PER_ROUND));
}

async function measure(transactions: number): Promise<boolean> {
  const [near, far] = await Promise.all([serve(0, transactions), serve(LATENCY_MS, transactions)]);
  const first = await check(near, remembering(empty));
  const fresh = await control(near.url);
  const kept = remembering({
    effects: first.newlyKnown?.effects ?? [],
    watermark: first.newlyKnown?.watermark ?? null,
  });
  await check(near, kept);
  const again = await control(near.url);
  const [close, distant, second] = [await best(near, null), await best(far, null), await best(far, kept)];
  const { peak, answer } = await peakHeap(near);
  const heap = peak - answer;
  await Promise.all([near.stop(), far.stop()]);
  const ratio = distant.wallMs / floorMs(transactions);
  const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);
  const ms = (value: number) => value.toFixed(0);
  console.log(
    [
      `${transactions} transactions, first check: ${fresh.requests} requests, ${mib(fresh.bytes)} MiB, CPU ${ms(close.cpuMs)} ms`,
      `  wall ${ms(close.wallMs)} ms at 0 ms, ${ms(distant.wallMs)} ms at ${LATENCY_MS} ms latency: ${ratio.toFixed(2)} x its floor of ${floorMs(transactions)} ms, bound ${FLOOR_TIMES_MAX}`,
      `  live heap beyond the answer, at most: ${mib(heap)} MiB`,
      `  second check: ${again.requests} requests, ${mib(again.bytes)} MiB, ${ms(second.wallMs)} ms at ${LATENCY_MS} ms`,
    ].join('\n'),
  );
  report({
    what: `first check of a wallet with ${transactions} transactions at ${LATENCY_MS} ms`,
    budget: 'wallet / floor of its rounds',
    ours: `${ms(distant.wallMs)} ms, ${fresh.requests} requests, ${mib(heap)} MiB beyond its answer`,
    beside: `its rounds alone ${floorMs(transactions)} ms`,
    ratios: [ratio],
  });
  const what = `second check of it at ${LATENCY_MS} ms`;
  report({ what, ours: `${ms(second.wallMs)} ms, ${again.requests} requests`, beside: null, ratios: [] });
  return ratio <= FLOOR_TIMES_MAX;
}

/** The same with lists that come with their bodies, on an endpoint that is known to offer that or not. */
async function measureWithBodies(transactions: number): Promise<boolean> {
  const far = await serve(LATENCY_MS, transactions, 'bodies');
  const { newlyKnown } = await check(far, remembering(empty));
  const first = await control(far.url);
  const kept = remembering({ effects: newlyKnown?.effects ?? [], watermark: newlyKnown?.watermark ?? null });
  const second = await timed(far, kept);
  const again = await control(far.url);
  const { wallMs, cpuMs } = await best(far, null, transactions > 10_000 ? 2 : ROUNDS);
  const { peak, answer } = await peakHeap(far, transactions / 20);
  const [heap, held] = [peak / 1024 / 1024, answer / 1024 / 1024];
  const resident = await peakResident(far);
  await far.stop();
  const ours = `${wallMs.toFixed(0)} ms, ${first.requests} requests, ${first.bodies} of them for bodies, ${heap.toFixed(1)} MiB live with ${held.toFixed(1)} of its answer`;
  const what = `first check of a wallet with ${transactions} transactions at ${LATENCY_MS} ms, bodies in lists`;
  console.log(`${what}: ${ours}; CPU ${cpuMs.toFixed(0)} ms, ${resident.toFixed(0)} MiB more resident`);
  report({ what, ours, beside: null, ratios: [] });
  const next = `${second.wallMs.toFixed(0)} ms, ${again.requests} requests`;
  console.log(`  second check: ${next}`);
  report({ what: `second check of it at ${LATENCY_MS} ms, bodies in lists`, ours: next, beside: null, ratios: [] });
  return wallMs <= WALL_MS_MAX && heap <= MEMORY_MIB_MAX;
}

/** A wallet that strangers sent dust to: all of it is read, and none of it counts. */
async function measureDust(own: number, dust: number, bodies: string): Promise<boolean> {
  const far = await serve(LATENCY_MS, own + dust, bodies, dust);
  const start = performance.now();
  const { facts } = await check(far, null);
  const wallMs = performance.now() - start;
  const { requests } = await control(far.url);
  const { peak } = await peakHeap(far, (own + dust) / 20);
  await far.stop();
  const mib = peak / 1024 / 1024;
  const ours = `${wallMs.toFixed(0)} ms, ${requests} requests, ${mib.toFixed(1)} MiB live with its answer`;
  const what = `first check of ${own} transactions among ${dust} of dust at ${LATENCY_MS} ms, ${bodies ? 'bodies in lists' : 'plain lists'}`;
  console.log(`${what}: ${ours}`);
  report({ what, ours, beside: null, ratios: [] });
  return facts.shortenedBy === null && facts.dust === dust && wallMs <= WALL_MS_MAX && mib <= MEMORY_MIB_MAX;
}

/** How much the process grows during a check, in MiB: heap that is not collected yet and texts of answers included. */
async function peakResident(of: World): Promise<number> {
  collect();
  const before = process.memoryUsage().rss;
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, HEAP_EVERY_MS);
  await check(of, null);
  clearInterval(timer);
  return (peak - before) / 1024 / 1024;
}

/** Runs all sizes. Sets the exit code when a bound is broken. */
export async function run(): Promise<void> {
  for (const size of SIZES) if (!(await measure(size))) process.exitCode = 1;
  for (const size of SIZES_WITH_BODIES) if (!(await measureWithBodies(size))) process.exitCode = 1;
  for (const bodies of ['', 'bodies']) if (!(await measureDust(2_900, DUST, bodies))) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
