// Markets of Raydium and Orca, in our form and their SDKs'. Loads the SDKs, so import it where they are installed.
import type { Address } from 'assay-core/solana/address.ts';
import { addressOf } from 'assay-core/solana/address.ts';
import { WRAPPED_SOL } from 'assay-core/solana/token/programs.ts';
import { market as marketOfWhirlpool } from 'assay-core/venues/orca-whirlpool/open.ts';
import { raydiumAmmV4 } from 'assay-core/venues/raydium-amm-v4/index.ts';
import { sqrtPriceAt } from 'assay-core/venues/raydium-clmm/tick-price.ts';
import { raydiumLaunchlab } from 'assay-core/venues/raydium-launchlab/index.ts';
import type { AccountBytes } from 'assay-core/venues/venue.ts';
import { launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { core, NOW } from '../labs/oracles/orca-whirlpool-core.ts';
import { randomPool as randomWhirlpool } from '../labs/oracles/orca-whirlpool-pools.ts';
import { onInput, question, randomPool as randomCpmm, ratesOf } from '../labs/oracles/raydium-cpmm-sdk.ts';
import { sdk } from '../labs/oracles/sdk.ts';
import { CLOCK, existingPool, MINT, OTHER, ok } from '../packages/core/test/venues/clmm-world.ts';
import type { RandomNumbers } from '../packages/core/test/venues/random-numbers.ts';
import * as w from '../packages/core/test/venues/raydium-world.ts';
import { type Contest, roundOver } from './quotes-model.ts';

type Big = { toString(): string };
const BN = sdk<new (text: string) => Big>('bn.js');
const bn = (value: bigint): Big => new BN(String(value));
/** More than any swap here takes out. */
const VAULT = 1n << 63n;

/** The amounts that a pool is asked about, made by `some`. */
const sizes = (some: () => bigint): readonly bigint[] => Array.from({ length: 16 }, some);

const { default: Cpmm } = sdk<{
  default: { prototype: { computeSwapAmount(input: object): { readonly amountOut: Big } } };
}>('@raydium-io/raydium-sdk-v2/lib/raydium/cpmm/cpmm.js');
const Decimal = sdk<new (text: string) => object>('decimal.js');

/** The SDK's quote of a pool. Without a creator's fee, for which it does not ask which of the tokens goes in. */
export function cpmm(chance: RandomNumbers): Contest {
  const { market, theirs } = randomCpmm(chance);
  const { trade, creator, protocol, fund } = ratesOf(theirs);
  if (creator > 0n) return cpmm(chance);
  const [baseReserve, quoteReserve] = theirs.reserves.map(bn);
  const [mintA, mintB] = w.MINTS.map((address) => ({ address }));
  const rates = { tradeFeeRate: bn(trade), protocolFeeRate: bn(protocol), fundFeeRate: bn(fund) };
  const configInfo = { ...rates, creatorFeeRate: bn(creator) };
  const poolPrice = new Decimal('1');
  const pool = { feeOn: 0, mintA, mintB, baseReserve, quoteReserve, configInfo, poolPrice };
  return roundOver({
    amounts: sizes(() => chance.between(1_000n, theirs.reserves[0] / 50n + 1_000n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => ({ pool, amountIn: bn(amount), outputMint: w.MINTS[1], slippage: 0 }),
    theirs: (input) => Cpmm.prototype.computeSwapAmount(input).amountOut,
  });
}

/**
 * Its arithmetic alone, which takes eight numbers and knows no pool. Without a creator's fee on the input, of which the SDK
 * rounds more up than the program.
 */
export function cpmmCurve(chance: RandomNumbers): Contest {
  const { market, theirs } = randomCpmm(chance);
  if (onInput(theirs, 0) && ratesOf(theirs).creator > 0n) return cpmmCurve(chance);
  return roundOver({
    amounts: sizes(() => chance.between(1_000n, theirs.reserves[0] / 50n + 1_000n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => question(theirs, 0, amount),
    theirs: (ask) => ask().outputAmount,
  });
}

const { default: Liquidity } = sdk<{
  default: { prototype: { computeAmountOut(input: object): { readonly amountOut: Big } } };
}>('@raydium-io/raydium-sdk-v2/lib/raydium/liquidity/liquidity.js');

export function ammV4(chance: RandomNumbers): Contest {
  const amounts = [chance.magnitude(1n << 30n, 1n << 60n), chance.magnitude(1n << 30n, 1n << 60n)] as const;
  const market = w.marketIn(raydiumAmmV4, w.ammWorld({ amounts }), w.MINTS[0]);
  const [mintA, mintB] = w.MINTS.map((address) => ({ address, decimals: 9 }));
  const poolInfo = { version: 4, mintA, mintB, baseReserve: bn(amounts[0]), quoteReserve: bn(amounts[1]) };
  const [mintIn, mintOut] = w.MINTS;
  return roundOver({
    amounts: sizes(() => chance.between(1_000n, amounts[0] / 50n + 1_000n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => ({ poolInfo, amountIn: bn(amount), mintIn, mintOut, slippage: 0 }),
    theirs: (input) => Liquidity.prototype.computeAmountOut(input).amountOut,
  });
}

const raydium = sdk<{
  readonly Curve: { buyExactIn(params: object): { readonly amountA: { readonly amount: Big } } };
  readonly PoolInfoLayout: { decode(data: Buffer): { readonly tickCurrent: number } };
  readonly ClmmConfigLayout: { decode(data: Buffer): object };
  readonly TickArrayLayout: { decode(data: Buffer): { readonly startTickIndex: number } };
  swapInternal(input: object): { readonly amountCalculated: Big };
}>('@raydium-io/raydium-sdk-v2');

const [BASE, ADMIN, CREATOR] = [1, 2, 3].map((byte) => addressOf(new Uint8Array(32).fill(byte))) as [
  Address,
  Address,
  Address,
];

export function launchlab(chance: RandomNumbers): Contest {
  const [virtualBase, virtualQuote] = [1_073_025_605_596_382n, 30_000_852_951n];
  const [totalBaseSell, totalFundRaising] = [793_100_000_000_000n, 85_000_000_000n];
  const realBase = chance.between(1_000_000n, totalBaseSell / 2n);
  const realQuote = (realBase * virtualQuote) / (virtualBase - realBase) + 1n;
  const state = { virtualBase, virtualQuote, totalBaseSell, realBase, realQuote, totalFundRaising };
  const written = launchlabAccounts(
    { ...state, baseMint: BASE, quoteMint: WRAPPED_SOL, creator: CREATOR, admin: ADMIN, supply: 1n << 60n },
    { trade: 2_500n, platform: 10_000n, creator: 500n },
  );
  const accounts = new Map<Address, AccountBytes>(written.map((one) => [one.address, { ...one, lamports: 1n }]));
  const pool = ok(raydiumLaunchlab.recognise([...accounts.values()][0]!, BASE));
  const { market } = ok(pool.open(accounts, CLOCK));
  const params = {
    poolInfo: {
      virtualA: bn(virtualBase),
      virtualB: bn(virtualQuote),
      realA: bn(realBase),
      realB: bn(realQuote),
      totalSellA: bn(totalBaseSell),
      totalFundRaisingB: bn(totalFundRaising),
    },
    curveType: 0,
    protocolFeeRate: bn(2_500n),
    platformFeeRate: bn(10_000n),
    creatorFeeRate: bn(500n),
    shareFeeRate: bn(0n),
    slot: 0,
  };
  return roundOver({
    amounts: sizes(() => chance.between(1_000_000n, 5_000_000_000n)),
    ours: (amount) => market.quote('buy', amount),
    prepared: (amount) => ({ ...params, amountB: bn(amount) }),
    theirs: (input) => raydium.Curve.buyExactIn(input).amountA.amount,
  });
}

const ARRAY_WIDTH = 60 * 60;

/** Static fee, no orders: the SDK then leaves the pool that it is given as it was. */
export function clmm(chance: RandomNumbers): Contest {
  const edge = (from: bigint, to: bigint) => Number(chance.between(from, to)) * 60;
  const positions = Array.from({ length: 6 }, () => ({
    lower: edge(-200n, -1n),
    upper: edge(1n, 200n),
    liquidity: chance.magnitude(1n << 50n, 1n << 60n),
  }));
  const { pool, accounts, written } = existingPool({
    mints: [MINT, OTHER],
    configuration: { index: 1, tickSpacing: 60, trade: 2500 },
    creator: w.CREATOR,
    sqrtPrice: sqrtPriceAt(Number(chance.between(-50n, 50n))),
    positions,
  });
  const { market } = ok(pool.open(accounts, CLOCK));
  const poolInfo = raydium.PoolInfoLayout.decode(Buffer.from(written.pool.data));
  const here = Math.floor(poolInfo.tickCurrent / ARRAY_WIDTH) * ARRAY_WIDTH;
  const configInfo = raydium.ClmmConfigLayout.decode(Buffer.from(written.configuration.data));
  const tickArrays = written.arrays
    .map(({ data }) => ({ address: w.CREATOR, value: raydium.TickArrayLayout.decode(Buffer.from(data)) }))
    .filter(({ value }) => value.startTickIndex <= here)
    .sort((a, b) => b.value.startTickIndex - a.value.startTickIndex);
  const held = written.vaults[0]?.amount ?? 0n;
  const input = {
    programId: w.CREATOR,
    poolId: w.CREATOR,
    poolInfo,
    tickArrays,
    configInfo,
    tickarrayBitmapExtension: {},
    sqrtPriceLimitX64: bn(0n),
    zeroForOne: true,
    isBaseInput: true,
    blockTimestamp: Number(CLOCK.unixTime),
    includeExtraTickArrays: false,
  };
  return roundOver({
    amounts: sizes(() => chance.between(held / 1_000n, held / 10n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => ({ ...input, amountSpecified: bn(amount) }),
    theirs: (swap) => raydium.swapInternal(swap).amountCalculated,
  });
}

const EMPTY = {
  initialized: false,
  liquidityNet: 0n,
  liquidityGross: 0n,
  feeGrowthOutsideA: 0n,
  feeGrowthOutsideB: 0n,
  rewardGrowthsOutside: [0n, 0n, 0n],
};
const REWARDS = [0, 1, 2].map(() => ({ emissionsPerSecondX64: 0n, growthGlobalX64: 0n }));

/** Orca's is WebAssembly; what it is handed is made before the clock starts. */
export function whirlpool(chance: RandomNumbers): Contest {
  const pool = { ...randomWhirlpool(chance), adaptive: null };
  const { tickSpacing, tick } = pool;
  const width = 88 * tickSpacing;
  const base = Math.floor(tick / width) * width;
  const arrays = [0, -1, -2].map((i) => {
    const startTickIndex = base + i * width;
    const nets = new Map((pool.arrays.get(startTickIndex) ?? []).map(({ index, net }) => [index, net]));
    const ticks = Array.from({ length: 88 }, (_, at) => {
      const net = nets.get(startTickIndex + at * tickSpacing);
      return net === undefined ? EMPTY : { ...EMPTY, initialized: true, liquidityNet: net };
    });
    return { startTickIndex, ticks };
  });
  const facade = {
    feeTierIndexSeed: new Uint8Array([tickSpacing & 0xff, tickSpacing >> 8]),
    tickSpacing,
    feeRate: Number(pool.feeRate),
    protocolFeeRate: Number(pool.protocolFeeRate),
    liquidity: pool.liquidity,
    sqrtPrice: pool.sqrtPrice,
    tickCurrentIndex: tick,
    feeGrowthGlobalA: 0n,
    feeGrowthGlobalB: 0n,
    rewardLastUpdatedTimestamp: 0n,
    rewardInfos: REWARDS,
  };
  const market = marketOfWhirlpool({ pool, vaults: { a: VAULT, b: VAULT }, owed: { a: 0n, b: 0n }, isMintA: true });
  return roundOver({
    amounts: sizes(() => chance.magnitude(1_000n, 1n << 40n)),
    ours: (amount) => market.quote('sell', amount),
    prepared: (amount) => amount,
    theirs: (amount) => core.swapQuoteByInputToken(amount, true, 0, facade, undefined, arrays, NOW).tokenEstOut,
  });
}
