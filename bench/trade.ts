import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { openChain } from 'assay-core/chain/open-chain.ts';
import type { TradeOptions } from 'assay-core/facts/trade/evidence.ts';
import { gatherTrade } from 'assay-core/facts/trade/evidence.ts';
import { openConfigurations } from 'assay-core/gather/market/configurations.ts';
import type { MarketReader } from 'assay-core/gather/market/market-question.ts';
import { openPoolMemory } from 'assay-core/gather/market/pool-memory.ts';
import { judgeTrade } from 'assay-core/rules/trade/verdict.ts';
import { type RecordedAccounts, serveRecorded } from '../packages/core/test/support/recorded-pools.ts';
import { TRADE_POLICY, type TradeWorld } from '../packages/core/test/support/trade-world.ts';
import { median, report } from './report.ts';
import { denseWorld, MINT, plainWorld, STABLE } from './trade-worlds.ts';

/*
 * A trade check, gathered and judged in this process. Over an endpoint of loopback, whose own work is in here as well: wall
 * time, rounds and requests at two latencies, cold and warm. Over accounts in memory: processor time, and how long the event
 * loop is held, by one check and by fifty at once.
 */

const LATENCIES_MS = [0, 50];
const WARM_CHECKS = 30;
const CPU_CHECKS = 200;
const DENSE_CHECKS = 10;
const AT_ONCE = 50;
const SOL = 1_000_000_000n;
const BOUNDS = { timeMsMax: 20_000, callsMax: 60, bytesMax: 64 * 1024 * 1024 };
function optionsOf(): TradeOptions {
  const now = () => performance.now();
  return {
    configurations: openConfigurations(now),
    memory: openPoolMemory(now),
    stableMints: [STABLE],
    ...TRADE_POLICY,
  };
}

async function check(reader: MarketReader, options: TradeOptions, size = SOL): Promise<string> {
  const evidence = await gatherTrade({ subject: MINT, sizeLamports: size }, reader, options);
  const { verdict, metrics } = judgeTrade(evidence);
  if (verdict === 'UNKNOWN') throw new Error(JSON.stringify(evidence.pools));
  return `${verdict}, ${String(metrics.pools_usable)} pools`;
}

async function overHttp(latencyMs: number): Promise<void> {
  const accounts: RecordedAccounts = new Map(plainWorld().accounts);
  const rpc = await serveRecorded(accounts, { latencyMs, clock: false });
  const chain = openChain({ urls: [rpc.url] });
  const options = optionsOf();
  const timed = async () => {
    rpc.forget();
    const session = chain.session();
    const start = performance.now();
    const found = await check(session.reader(BOUNDS), options);
    const took = performance.now() - start;
    session.close();
    const { rounds, requests } = rpc.asked();
    return { took, rounds, requests, found };
  };
  const cold = await timed();
  const warm: number[] = [];
  let last = cold;
  for (let n = 0; n < WARM_CHECKS; n += 1) {
    last = await timed();
    warm.push(last.took);
  }
  const asked = ({ rounds, requests }: typeof cold) => `${rounds} rounds, ${requests} requests`;
  const [coldMs, warmMs] = [cold.took.toFixed(0), median(warm).toFixed(0)];
  console.log(`trade check at ${latencyMs} ms latency (${cold.found})`);
  console.log(`  cold ${coldMs} ms (${asked(cold)}), warm ${warmMs} ms (${asked(last)})`);
  const what = `trade check over six pools at ${latencyMs} ms`;
  const floor = `rounds alone ${cold.rounds * latencyMs} and ${last.rounds * latencyMs} ms`;
  const ours = `cold ${coldMs}, warm ${warmMs} ms`;
  report({ what: `${what}, rounds`, budget: 'trade rounds', ours, beside: floor, ratios: [cold.rounds] });
  report({ what: `${what}, HTTP requests`, budget: 'trade requests', ours, beside: null, ratios: [cold.requests] });
  await chain.close();
  await rpc.close();
}

async function inMemory(name: string, world: TradeWorld, checks: number): Promise<void> {
  const options = optionsOf();
  const spent: number[] = [];
  const [held, found] = await longestHold(async () => {
    let last = '';
    for (let n = 0; n < checks; n += 1) {
      const before = process.cpuUsage();
      last = await check(world, options);
      const { user, system } = process.cpuUsage(before);
      spent.push((user + system) / 1_000);
    }
    return last;
  });
  const later = spent.slice(checks >> 1);
  console.log(`${name} in memory (${found})`);
  console.log(`  processor time ${median(later).toFixed(1)} ms a check; the first took ${spent[0]?.toFixed(0)} ms`);
  const sizes = Array.from({ length: AT_ONCE }, (_, n) => SOL + (BigInt(n) * SOL) / 10n);
  const [heldByAll] = await longestHold(() => Promise.all(sizes.map((size) => check(world, options, size))));
  console.log(`  longest hold ${held.toFixed(0)} ms one by one, ${heldByAll.toFixed(0)} ms by ${AT_ONCE} at once`);
}

/** The longest time in milliseconds for which the event loop did not turn, and what came out. */
async function longestHold<T>(run: () => Promise<T>): Promise<readonly [number, T]> {
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const made = await run();
  delays.disable();
  return [delays.max / 1e6, made];
}

/** Prints wall times, rounds, processor time and holds. */
export async function run(): Promise<void> {
  for (const latencyMs of LATENCIES_MS) await overHttp(latencyMs);
  await inMemory('plain pools', plainWorld(), CPU_CHECKS);
  await inMemory('dense pools', denseWorld(), DENSE_CHECKS);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
