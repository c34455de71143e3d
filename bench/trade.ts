import { fileURLToPath } from 'node:url';
import { openChain } from '#chain/open.ts';
import { COST_BOUNDS, HIGHEST_PRIORITY_MICRO_LAMPORTS } from '#checks/trade/policy.ts';
import { judgeTrade } from '#checks/trade/verdict.ts';
import { openConfigurations } from '#evidence/trade/configurations.ts';
import { gatherTrade } from '#evidence/trade/gather.ts';
import { openPoolMemory } from '#evidence/trade/memory.ts';
import type { TradeOptions, TradeReader } from '#evidence/trade/model.ts';
import type { Address } from '#lib/address.ts';
import { TOKEN_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import { clmmAccounts } from '#sandbox/pools/raydium-clmm.ts';
import { sqrtPriceAt } from '#venues/raydium-clmm/tick-price.ts';
import { type RecordedAccounts, serveRecorded } from '../test/support/recorded-pools.ts';
import { mintBytes, someAddress, TradeWorld, tokenAccountBytes } from '../test/support/trade-world.ts';

/*
 * A trade check, gathered and judged in this process. Over an endpoint of loopback, whose own work is in here as well: wall
 * time, rounds and requests at two latencies, cold and warm. Over accounts in memory: processor time alone.
 */

const LATENCIES_MS = [0, 50];
const WARM_CHECKS = 30;
const CPU_CHECKS = 200;
const SOL = 1_000_000_000n;
const BOUNDS = { timeMsMax: 20_000, callsMax: 60, bytesMax: 64 * 1024 * 1024 };
const MINT = someAddress(1);
const STABLE = someAddress(2);

/** A mint with four plain pools and a concentrated one, and the pool of a stable coin. */
function worldOf(): TradeWorld {
  const world = new TradeWorld();
  for (const mint of [MINT, STABLE]) world.put(mint, TOKEN_PROGRAM, mintBytes(10n ** 15n));
  for (const index of [0, 1, 2, 3]) {
    world.putCpmm({ mint: MINT, tokens: 10n ** 14n, others: 1_000n * SOL, index, trade: 2_500n * BigInt(index + 1) });
  }
  world.putCpmm({ mint: MINT, other: STABLE, tokens: 10n ** 14n, others: 10n ** 11n, index: 1 });
  world.putCpmm({ mint: STABLE, tokens: 10n ** 13n, others: 100_000n * SOL });
  const mints: readonly [Address, Address] = MINT < WRAPPED_SOL ? [MINT, WRAPPED_SOL] : [WRAPPED_SOL, MINT];
  const written = clmmAccounts({
    mints,
    configuration: { index: 1, tickSpacing: 60, trade: 2_500 },
    creator: someAddress(9),
    sqrtPrice: sqrtPriceAt(0),
    positions: [{ lower: -60_000, upper: 60_000, liquidity: 10n ** 14n }],
  });
  const { pool, configuration, extension, arrays, vaults } = written;
  for (const one of [pool, configuration, extension, ...arrays]) world.put(one.address, one.owner, one.data);
  for (const { address, mint, amount } of vaults) {
    world.put(address, TOKEN_PROGRAM, tokenAccountBytes(mint, pool.address, amount));
  }
  return world;
}

function optionsOf(): TradeOptions {
  const now = () => performance.now();
  return {
    configurations: openConfigurations(now),
    memory: openPoolMemory(now),
    stableMints: [STABLE],
    costBoundsBps: COST_BOUNDS,
    highestPriorityMicroLamports: HIGHEST_PRIORITY_MICRO_LAMPORTS,
  };
}

async function check(reader: TradeReader, options: TradeOptions): Promise<string> {
  const evidence = await gatherTrade({ subject: MINT, sizeLamports: SOL }, reader, options);
  const { verdict, metrics } = judgeTrade(evidence);
  if (verdict === 'UNKNOWN') throw new Error(JSON.stringify(evidence.pools));
  return `${verdict}, ${String(metrics.pools_usable)} pools`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

async function overHttp(latencyMs: number): Promise<void> {
  const accounts: RecordedAccounts = new Map(worldOf().accounts);
  const rpc = await serveRecorded(accounts, { latencyMs, clock: false });
  const chain = openChain({ urls: [rpc.url] });
  const options = optionsOf();
  const timed = async (): Promise<readonly [number, string, string]> => {
    rpc.forget();
    const session = chain.session();
    const start = performance.now();
    const found = await check(session.reader(BOUNDS), options);
    const took = performance.now() - start;
    session.close();
    const { rounds, requests } = rpc.asked();
    return [took, `${rounds} rounds, ${requests} requests`, found];
  };
  const [cold, coldCalls, found] = await timed();
  const warm: number[] = [];
  let calls = '';
  for (let n = 0; n < WARM_CHECKS; n += 1) {
    const [took, asked] = await timed();
    warm.push(took);
    calls = asked;
  }
  console.log(`trade check at ${latencyMs} ms latency (${found})`);
  console.log(`  cold ${cold.toFixed(0)} ms (${coldCalls}), warm ${median(warm).toFixed(0)} ms (${calls})`);
  await chain.close();
  await rpc.close();
}

async function inMemory(): Promise<void> {
  const world = worldOf();
  const options = optionsOf();
  const spent: number[] = [];
  for (let n = 0; n < CPU_CHECKS; n += 1) {
    const before = process.cpuUsage();
    await check(world, options);
    const { user, system } = process.cpuUsage(before);
    spent.push((user + system) / 1_000);
  }
  const later = spent.slice(CPU_CHECKS >> 1);
  console.log(`  processor time ${median(later).toFixed(1)} ms a check; the first took ${spent[0]?.toFixed(0)} ms`);
}

/** Prints wall times, rounds and processor time. */
export async function run(): Promise<void> {
  for (const latencyMs of LATENCIES_MS) await overHttp(latencyMs);
  await inMemory();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run();
