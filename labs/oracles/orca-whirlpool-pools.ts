import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { TOKEN_PROGRAM } from 'assay-core/solana/token/programs.ts';
import { orcaWhirlpool } from 'assay-core/venues/orca-whirlpool/index.ts';
import type { FeeConstants, FeeVariables } from 'assay-core/venues/orca-whirlpool/oracle.ts';
import type { WhirlpoolState } from 'assay-core/venues/orca-whirlpool/quote.ts';
import type { WhirlpoolTick } from 'assay-core/venues/orca-whirlpool/tick-array.ts';
import { sqrtPriceAt } from 'assay-core/venues/orca-whirlpool/tick-math.ts';
import type { AccountBytes, Market } from 'assay-core/venues/venue.ts';
import { Layout } from 'assay-sandbox/pools/layout.ts';
import * as written from 'assay-sandbox/pools/orca-whirlpool.ts';
import type { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { MAX_TICK, NOW } from './orca-whirlpool-core.ts';

const SPACINGS = [1, 2, 4, 8, 16, 32, 64, 96, 128, 256, 512, 32_896];

/** Positions around a tick, as the ticks that they end at and the liquidity that they make there. */
function positions(
  chance: RandomNumbers,
  tick: number,
  tickSpacing: number,
): { ticks: Map<number, bigint>; liquidity: bigint } {
  const width = 88 * tickSpacing;
  const base = Math.floor(tick / width) * width;
  const last = Math.floor(MAX_TICK / tickSpacing) * tickSpacing;
  const low = Math.max(base - 3 * width, -last);
  const high = Math.min(base + 4 * width - tickSpacing, last);
  const ticks = new Map<number, bigint>();
  let liquidity = 0n;
  const most = chance.pick([1n << 50n, 1n << 70n, 1n << 90n, 1n << 115n]);
  const add = (lower: number, upper: number) => {
    const amount = chance.magnitude(1n, most);
    ticks.set(lower, (ticks.get(lower) ?? 0n) + amount);
    ticks.set(upper, (ticks.get(upper) ?? 0n) - amount);
    if (lower <= tick && tick < upper) liquidity += amount;
  };
  const usable = (from: number, to: number) =>
    Number(chance.between(BigInt(from / tickSpacing), BigInt(to / tickSpacing))) * tickSpacing;
  if (chance.fraction() < 0.6) add(-last, last);
  for (let i = chance.between(0n, chance.pick([0n, 3n, 20n, 80n])); i > 0n; i -= 1n) {
    const [one, two] = [usable(low, high), usable(low, high)];
    const near = Math.min(high, one + tickSpacing * Number(chance.between(1n, 12n)));
    const other = chance.fraction() < 0.5 ? near : two;
    if (one !== other) add(Math.min(one, other), Math.max(one, other));
  }
  return { ticks, liquidity };
}

function constantsFor(chance: RandomNumbers, tickSpacing: number): FeeConstants {
  const groups = [1, 2, 4, 8, 16, 32, 64, 96, 128, 256, 512, 32_896].filter((size) => tickSpacing % size === 0);
  // A group much smaller than the spacing makes more stretches than a transaction can take.
  const groupSize = chance.pick(groups.filter((size) => tickSpacing / size <= 64));
  const filterPeriod = chance.between(1n, 60n);
  return {
    filterPeriod,
    decayPeriod: filterPeriod + chance.between(1n, 1200n),
    reductionFactor: Number(chance.between(0n, 9_999n)),
    controlFactor: chance.fraction() < 0.1 ? 0 : Number(chance.magnitude(1n, 99_999n)),
    maxAccumulator: Number(chance.magnitude(1n, BigInt(Math.min(4_000_000, Math.floor(0xffff_ffff / groupSize))))),
    groupSize,
    majorSwapTicks: Number(chance.between(1n, BigInt(Math.min(65_535, 88 * tickSpacing)))),
  };
}

function variablesFor(chance: RandomNumbers, tick: number, { groupSize, maxAccumulator }: FeeConstants): FeeVariables {
  const past = () => NOW - chance.pick([0n, 1n, chance.between(0n, 60n), chance.between(0n, 2000n), 3600n, 3601n, NOW]);
  const reach = BigInt(Math.ceil(maxAccumulator / 10_000) + 2);
  const group = Math.floor(tick / groupSize) + Number(chance.between(-reach, reach));
  const [lowest, highest] = [Math.floor(-MAX_TICK / groupSize), Math.floor(MAX_TICK / groupSize)];
  return {
    referenceUpdatedAt: past(),
    majorSwapAt: past(),
    reference: Number(chance.between(0n, BigInt(maxAccumulator))),
    groupReference: Math.min(Math.max(group, lowest), highest),
    accumulator: Number(chance.between(0n, BigInt(maxAccumulator))),
  };
}

function priceIn(chance: RandomNumbers, tick: number): { readonly tick: number; readonly sqrtPrice: bigint } {
  const at = sqrtPriceAt(tick);
  const kind = chance.fraction();
  // A falling swap that ended on an initialised tick leaves the pool one tick below.
  if (kind < 0.1) return { tick: tick - 1, sqrtPrice: at };
  if (kind < 0.2 || tick === MAX_TICK) return { tick, sqrtPrice: at };
  return { tick, sqrtPrice: chance.between(at, sqrtPriceAt(tick + 1) - 1n) };
}

/** A pool that the program could have made, with all arrays that two swaps can reach. */
export function randomPool(chance: RandomNumbers): WhirlpoolState {
  const tickSpacing = chance.pick(SPACINGS);
  const reach = chance.pick([100n, 30_000n, 200_000n, BigInt(MAX_TICK)]);
  let around = Number(chance.between(-reach, reach));
  if (chance.fraction() < 0.3) around = Math.trunc(around / tickSpacing) * tickSpacing;
  const { tick, sqrtPrice } = priceIn(chance, around);
  const { ticks, liquidity } = positions(chance, tick, tickSpacing);
  const width = 88 * tickSpacing;
  const base = Math.floor(tick / width) * width;
  const arrays = new Map<number, WhirlpoolTick[]>();
  for (let i = -6; i <= 7; i += 1) arrays.set(base + i * width, []);
  for (const [index, net] of [...ticks].sort(([a], [b]) => a - b)) {
    arrays.get(Math.floor(index / width) * width)?.push({ index, net });
  }
  const constants = constantsFor(chance, tickSpacing);
  const isAdaptive = chance.fraction() < 0.5;
  return {
    tickSpacing,
    feeRate: chance.pick([0n, 100n, 3000n, 10_000n, 60_000n, chance.between(0n, 65_535n)]),
    protocolFeeRate: chance.pick([0n, 300n, 1300n, 2500n]),
    liquidity,
    sqrtPrice,
    tick,
    arrays,
    adaptive: isAdaptive ? { constants, variables: variablesFor(chance, tick, constants), now: NOW } : null,
  };
}

/** Full-range pools at the ends of the range and around the tick 0. */
export function edgePools(): readonly WhirlpoolState[] {
  const ticks = [-MAX_TICK, -MAX_TICK + 1, -1, 0, 1, MAX_TICK - 1, MAX_TICK];
  const liquidities = [0n, 1n, 1_000_000n, 1n << 64n, 1n << 80n];
  return [1, 64, 32_896].flatMap((tickSpacing) =>
    ticks.flatMap((tick) => liquidities.map((liquidity) => fullRangePool(tickSpacing, tick, liquidity))),
  );
}

/** A pool whose only position spans all that its ticks can. */
function fullRangePool(tickSpacing: number, tick: number, liquidity: bigint): WhirlpoolState {
  const end = Math.floor(MAX_TICK / tickSpacing) * tickSpacing;
  const width = 88 * tickSpacing;
  const arrays = new Map<number, WhirlpoolTick[]>();
  for (let start = Math.floor(-MAX_TICK / width) * width; start <= MAX_TICK; start += width) arrays.set(start, []);
  const put = (index: number, net: bigint) => arrays.get(Math.floor(index / width) * width)?.push({ index, net });
  if (liquidity > 0n) [put(-end, liquidity), put(end, -liquidity)];
  const inside = -end <= tick && tick < end;
  return {
    tickSpacing,
    feeRate: 10_000n,
    protocolFeeRate: 1300n,
    liquidity: inside ? liquidity : 0n,
    sqrtPrice: sqrtPriceAt(tick),
    tick,
    arrays,
    adaptive: null,
  };
}

/** The pool written as accounts and opened from them, for its mint A and for its mint B. */
export function readBack(chance: RandomNumbers, pool: WhirlpoolState): readonly [Market, Market] {
  const key = () => addressOf(Uint8Array.from({ length: 32 }, () => Number(chance.between(0n, 255n))));
  const account = written.whirlpool({
    mints: [key(), key()],
    tickSpacing: pool.tickSpacing,
    feeTierIndex: pool.adaptive ? 1025 : pool.tickSpacing,
    sqrtPrice: pool.sqrtPrice,
    liquidity: pool.liquidity,
    feeRate: Number(pool.feeRate),
    protocolFeeRate: Number(pool.protocolFeeRate),
    tick: pool.tick,
  });
  const beside = [...pool.arrays].map(([start, ticks]) => {
    const write = chance.fraction() < 0.5 ? written.fixedTickArray : written.dynamicTickArray;
    return write({ pool: account.address, start, tickSpacing: pool.tickSpacing, ticks });
  });
  if (pool.adaptive) beside.push(written.oracle(account.address, pool.adaptive.constants, pool.adaptive.variables));
  const vaults = account.vaults.map((address, i) => ({
    address,
    owner: TOKEN_PROGRAM,
    data: new Layout(165)
      .key(0, account.mints[i] as Address)
      .key(32, account.address)
      .u64(64, (1n << 64n) - 1n)
      .u8(108, 1)
      .bytes(),
  }));
  const accounts = new Map<Address, AccountBytes>();
  for (const one of [account, ...beside, ...vaults]) accounts.set(one.address, { ...one, lamports: 1n });
  const market = (mint: Address): Market => {
    const found = orcaWhirlpool.recognise({ ...account, lamports: 1n }, mint);
    if ('refused' in found) throw new Error(found.detail);
    const opened = found.open(accounts, { slot: 1n, unixTime: NOW, epoch: 1n });
    if ('refused' in opened) throw new Error(opened.detail);
    return opened.market;
  };
  return [market(account.mints[0]), market(account.mints[1])];
}
