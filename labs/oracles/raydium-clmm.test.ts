import { totalRate } from 'assay-core/venues/raydium-clmm/dynamic-fee.ts';
import { inUse } from 'assay-core/venues/raydium-clmm/tick-arrays.ts';
import { sqrtPriceAt, tickAt } from 'assay-core/venues/raydium-clmm/tick-price.ts';
import type { Market, Quote, Refused } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { type ClmmSpec, clmmExtension, clmmPool } from 'assay-sandbox/pools/raydium-clmm.ts';
import { describe, expect, it } from 'vitest';
import {
  CLOCK,
  existingPool,
  key,
  MINT,
  OTHER,
  ok,
  type Standing,
  spec,
} from '../../packages/core/test/venues/clmm-world.ts';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { CASES, sdk } from './sdk.ts';

/**
 * Against `swapInternal` of Raydium's SDK. It follows the program (raydium-io/raydium-clmm 03b44b7, `instructions/swap.rs`)
 * but in four places, which are told apart here and asserted each for itself:
 *  - `endless`: when one unit is left at a tick with limit orders, the fee takes it whole. The program books that, the SDK
 *    only books a match with an input, so that it never ends.
 *  - `no liquidity`: a fee that falls due where no liquidity is (from limit orders) goes to the protocol; the SDK forgets it.
 *  - `end of range`: the SDK reports a swap as complete that stops at the end of the price range with input left.
 *  - `volatility`: it throws where the square of the volatility is beyond 2^53; random states are kept below that.
 */
interface Num {
  toString(): string;
}
type Plain = Record<string, unknown>;
interface TickArray extends Plain {
  startTickIndex: number;
  ticks: Plain[];
}
interface Simulated {
  readonly allTrade: boolean;
  readonly amountCalculated: Num;
  readonly feeAmount: Num;
  readonly sqrtPriceX64: Num;
  readonly liquidity: Num;
  readonly tickCurrent: number;
}
interface Decoder<T> {
  decode(data: Uint8Array): T;
}
interface Sdk {
  swapInternal(input: Plain): Simulated;
  PoolInfoLayout: Decoder<Plain>;
  ClmmConfigLayout: Decoder<Plain>;
  TickArrayLayout: Decoder<TickArray>;
  TickArrayBitmapExtensionLayout: Decoder<Plain>;
  TickArrayBitmapUtil: { findTickArrayStartIndex(input: Plain): number[] };
  SwapState: { computeDynamicFeeRate(input: Plain): number };
  TickUtil: { getSqrtPriceAtTick(tick: number): Num; getTickAtSqrtPrice(price: Num): number };
}

const raydium = sdk<Sdk>('@raydium-io/raydium-sdk-v2');
const BigNumber = sdk<new (text: string) => Num>('bn.js');
const ENDLESS = 'endless';
const bn = (value: bigint) => new BigNumber(value.toString());

/** A pool as the SDK sees it. It writes into ticks and dynamic fee, so each swap gets its own copy. */
interface Theirs {
  readonly pool: Plain;
  readonly config: Plain;
  readonly arrays: readonly TickArray[];
}

function copy({ pool, config, arrays }: Theirs): Theirs {
  return {
    config,
    pool: { ...pool, dynamicFeeInfo: { ...(pool.dynamicFeeInfo as Plain) } },
    arrays: arrays.map((array) => ({ ...array, ticks: array.ticks.map((tick) => ({ ...tick })) })),
  };
}

const isUsed = (tick: Plain) =>
  ['liquidityGross', 'ordersAmount', 'partFilledOrdersRemaining'].some((name) => String(tick[name]) !== '0');

/** The SDK's swap; the pool in `theirs` is afterwards what it leaves. */
function simulate(theirs: Theirs, zeroForOne: boolean, amount: bigint): Simulated {
  const { pool, config } = theirs;
  const span = 60 * Number(pool.tickSpacing);
  const here = Math.floor(Number(pool.tickCurrent) / span) * span;
  let reads = 0;
  const arrays = theirs.arrays
    .filter(({ startTickIndex: start, ticks }) => (zeroForOne ? start <= here : start >= here) && ticks.some(isUsed))
    .sort((a, b) => (zeroForOne ? b.startTickIndex - a.startTickIndex : a.startTickIndex - b.startTickIndex))
    .map(({ startTickIndex, ticks }) => {
      const value = {
        ticks,
        get startTickIndex() {
          reads += 1;
          if (reads > 20_000) throw new Error(ENDLESS);
          return startTickIndex;
        },
      };
      return { address: key(3), value };
    });
  const result = raydium.swapInternal({
    programId: key(3),
    poolId: key(3),
    poolInfo: pool,
    tickArrays: arrays,
    configInfo: config,
    tickarrayBitmapExtension: {},
    amountSpecified: bn(amount),
    sqrtPriceLimitX64: bn(0n),
    zeroForOne,
    isBaseInput: true,
    blockTimestamp: Number(CLOCK.unixTime),
    includeExtraTickArrays: false,
  });
  Object.assign(pool, {
    sqrtPriceX64: result.sqrtPriceX64,
    liquidity: result.liquidity,
    tickCurrent: result.tickCurrent,
  });
  return result;
}

function attempt(theirs: Theirs, zeroForOne: boolean, amount: bigint): Simulated | Error {
  try {
    return simulate(theirs, zeroForOne, amount);
  } catch (error) {
    return error as Error;
  }
}

const spent = { ours: 0, theirs: 0, swaps: 0 };
const tally = { equal: 0, refused: 0, endless: 0, noLiquidity: 0, endOfRange: 0 };
const ENDS = [4_295_048_017n, 79_226_673_521_066_979_257_578_248_090n];

const receivedOf = (result: Quote | Refused) => (isRefused(result) ? 0n : result.received);

/** Holds one of our quotes against the SDK; the market afterwards, for the next swap, or null where there is none. */
function compare(
  market: Market,
  theirs: Theirs,
  zeroForOne: boolean,
  amount: bigint,
  hasOrders: boolean,
): Market | null {
  const side = zeroForOne ? 'sell' : 'buy';
  const begun = performance.now();
  const ours = market.quote(side, amount);
  const halfway = performance.now();
  const theirResult = attempt(theirs, zeroForOne, amount);
  spent.ours += halfway - begun;
  spent.theirs += performance.now() - halfway;
  spent.swaps += 1;
  if (theirResult instanceof Error) {
    if (theirResult.message !== ENDLESS) {
      expect(isRefused(ours), theirResult.message).toBe(true);
      tally.refused += 1;
      return null;
    }
    expect(hasOrders).toBe(true);
    expect(receivedOf(ours)).toBe(receivedOf(market.quote(side, amount - 1n)));
    tally.endless += 1;
    return null;
  }
  const received = BigInt(theirResult.amountCalculated.toString());
  const atEnd = ENDS.includes(BigInt(theirResult.sqrtPriceX64.toString()));
  if (isRefused(ours)) {
    if (ours.refused === 'amount_too_small') expect(received).toBe(0n);
    else if (theirResult.allTrade) {
      expect([atEnd, ours.refused], JSON.stringify(ours)).toEqual([true, 'insufficient_liquidity']);
      tally.endOfRange += 1;
    } else expect(['not_read', 'insufficient_liquidity']).toContain(ours.refused);
    tally.refused += 1;
    return null;
  }
  expect([theirResult.allTrade, ours.received]).toEqual([true, received]);
  expect(ours.spent).toBe(amount);
  expect(ours.afterwards().price.numerator).toBe(BigInt(theirResult.sqrtPriceX64.toString()) ** 2n);
  const fees = ours.fees().reduce((sum, fee) => sum + fee.amount, 0n);
  const theirFees = BigInt(theirResult.feeAmount.toString());
  if (fees !== theirFees) {
    expect([hasOrders, theirFees < fees]).toEqual([true, true]);
    tally.noLiquidity += 1;
  }
  tally.equal += 1;
  return ours.afterwards();
}

function someDynamicFee(chance: RandomNumbers, tickSpacing: number, group: number): ClmmSpec['dynamicFee'] & object {
  const whole = (low: number, high: number) => Number(chance.between(BigInt(low), BigInt(high)));
  const maxAccumulator = whole(
    0,
    Math.floor(94_906_265 / tickSpacing) > 3_000_000 ? 3_000_000 : Math.floor(94_906_265 / tickSpacing),
  );
  const filterPeriod = whole(1, 60);
  return {
    filterPeriod,
    decayPeriod: filterPeriod + whole(1, 600),
    reductionFactor: whole(1, 9999),
    control: Number(chance.magnitude(1n, 99_999n)),
    maxAccumulator,
    referenceGroup: group + whole(-30, 30),
    reference: whole(0, maxAccumulator),
    accumulator: whole(0, maxAccumulator),
    updatedAt: CLOCK.unixTime - BigInt(whole(-5, 700)),
  };
}

/** A pool somewhere in the price range, with positions, gaps and orders around its price. */
function somePool(chance: RandomNumbers): ClmmSpec {
  const tickSpacing = Number(chance.pick([1n, 10n, 60n, 120n]));
  const whole = (low: number, high: number) => Number(chance.between(BigInt(low), BigInt(high)));
  const near = whole(0, 9) === 0 ? whole(-443_000, 443_000) : whole(-60_000, 60_000);
  const group = Math.floor(near / tickSpacing);
  const grid = (low: number, high: number) => {
    const limit = Math.floor(443_636 / tickSpacing);
    return Math.min(limit, Math.max(-limit, group + whole(low, high))) * tickSpacing;
  };
  const positions = Array.from({ length: whole(1, 7) }, () => {
    const wide = chance.pick([3, 30, 400]);
    const [a, b] = [grid(-wide, 0), grid(1, wide)];
    const [lower, upper] = whole(0, 3) === 0 ? [a, a + tickSpacing * whole(1, 20)] : [a, b];
    return {
      lower,
      upper: Math.min(upper, Math.floor(443_636 / tickSpacing) * tickSpacing),
      liquidity: chance.magnitude(1n, 1n << 70n),
    };
  }).filter(({ lower, upper }) => lower < upper);
  const onEdge = chance.pick(['inside', 'inside', 'inside', 'on', 'below']);
  const edge = whole(0, 1) === 0 ? (positions[0]?.lower ?? near) : group * tickSpacing;
  const tick = onEdge === 'inside' ? near : onEdge === 'on' ? edge : edge - 1;
  const sqrtPrice =
    onEdge === 'inside' ? chance.between(sqrtPriceAt(near), sqrtPriceAt(near + 1) - 1n) : sqrtPriceAt(edge);
  const orders = Array.from({ length: Math.max(0, whole(-3, 4)) }, () => ({
    tick: grid(-20, 20),
    amount: chance.magnitude(1n, 1n << 50n),
    partFilled: whole(0, 1) === 0 ? 0n : chance.magnitude(1n, 1n << 40n),
  }));
  return {
    mints: [MINT, OTHER],
    configuration: {
      index: whole(0, 31),
      tickSpacing,
      trade: chance.pick([0, 1, 100, 400, 2500, 10_000, 40_000, 300_000]),
      protocol: whole(0, 500_000),
      fund: whole(0, 500_000),
    },
    creator: key(9),
    sqrtPrice,
    tick,
    positions,
    orders,
    feeOn: whole(0, 2),
    ...(whole(0, 1) === 0 ? {} : { dynamicFee: someDynamicFee(chance, tickSpacing, group) }),
  };
}

/** A random pool with no more liquidity than its vaults can hold. */
function payable(from: ClmmSpec): Standing {
  const found = existingPool(from);
  if (found.written.vaults.every(({ amount }) => amount < 1n << 63n)) return found;
  const positions = from.positions.map((one) => ({ ...one, liquidity: (one.liquidity >> 12n) + 1n }));
  return payable({ ...from, positions });
}

function theirsOf({ accounts, written }: Standing): Theirs {
  return {
    pool: raydium.PoolInfoLayout.decode(Buffer.from(written.pool.data)),
    config: raydium.ClmmConfigLayout.decode(Buffer.from(written.configuration.data)),
    arrays: written.arrays
      .filter(({ address }) => accounts.has(address))
      .map(({ data }) => raydium.TickArrayLayout.decode(Buffer.from(data))),
  };
}

const SWAPS = 20;

function compareWorld(chance: RandomNumbers): void {
  const from = somePool(chance);
  const stands = payable(from);
  const { market } = ok(stands.pool.open(stands.accounts, CLOCK));
  const [theirs, { written }] = [theirsOf(stands), stands];
  const hasOrders = (from.orders ?? []).length > 0;
  for (let i = 0; i < SWAPS / 2; i += 1) {
    const mine = copy(theirs);
    const zeroForOne = chance.fraction() < 0.5;
    const vault = written.vaults[zeroForOne ? 0 : 1]?.amount ?? 1n;
    const amount = () =>
      chance.fraction() < 0.15 ? chance.magnitude(1n, (1n << 62n) - 1n) : chance.magnitude(1n, vault + 2n);
    const after = compare(market, mine, zeroForOne, amount(), hasOrders);
    // The same again or back, on what the first swap left: ticks, orders and volatility must have changed alike.
    if (after) compare(after, mine, chance.fraction() < 0.3 ? zeroForOne : !zeroForOne, amount(), hasOrders);
    else compare(market, copy(theirs), !zeroForOne, amount(), hasOrders);
  }
}

describe('Raydium CLMM against its SDK', () => {
  it(`agrees in ${CASES} swaps to the last unit, with orders, gaps, dynamic fees and every fee mode`, () => {
    const chance = new RandomNumbers(20_260_701);
    for (let i = 0; i < CASES / SWAPS; i += 1) compareWorld(chance);
    const perSecond = (milliseconds: number) => Math.round((spent.swaps * 1000) / milliseconds);
    console.log(tally, `quotes per second: ${perSecond(spent.ours)} ours, ${perSecond(spent.theirs)} of the SDK`);
    expect(tally.equal).toBeGreaterThan(CASES * 0.4);
  });

  it('goes on where one unit is left at limit orders, which keeps the SDK busy for ever', () => {
    const stands = existingPool(spec({ orders: [{ tick: 600, amount: 10n ** 9n }] }));
    const { market } = ok(stands.pool.open(stands.accounts, CLOCK));
    const there = sqrtPriceAt(600) ** 2n;
    let [below, reaches] = [1n, 10n ** 14n];
    while (reaches - below > 1n) {
      const middle = (below + reaches) / 2n;
      if (ok(market.quote('buy', middle)).afterwards().price.numerator < there) below = middle;
      else reaches = middle;
    }
    expect(compare(market, theirsOf(stands), false, reaches, true)).not.toBeNull();
    expect(attempt(theirsOf(stands), false, reaches + 1n)).toMatchObject({ message: ENDLESS });
    const [exact, more] = [ok(market.quote('buy', reaches)), ok(market.quote('buy', reaches + 1n))];
    expect(more.received).toBe(exact.received);
    expect(compare(market, theirsOf(stands), false, reaches + 2n, true)).not.toBeNull();
  });

  it('refuses what would leave input over at the end of the price range, which the SDK calls complete', () => {
    const edge = { sqrtPrice: sqrtPriceAt(-443_600), configuration: { index: 4, tickSpacing: 1, trade: 100 } };
    const stands = existingPool(
      spec({ ...edge, positions: [{ lower: -443_636, upper: -443_000, liquidity: 10n ** 6n }] }),
    );
    const { market } = ok(stands.pool.open(stands.accounts, CLOCK));
    const before = tally.endOfRange;
    expect(compare(market, theirsOf(stands), true, 10n ** 18n, false)).toBeNull();
    expect(tally.endOfRange).toBe(before + 1);
  });

  it('gives the protocol the fee that falls due where no liquidity is, which the SDK forgets', () => {
    const positions = [{ lower: -600, upper: 600, liquidity: 10n ** 9n }];
    const stands = existingPool(
      spec({
        positions: [...positions, { lower: 1800, upper: 2400, liquidity: 10n ** 9n }],
        orders: [{ tick: 1200, amount: 10n ** 9n }],
      }),
    );
    const { market } = ok(stands.pool.open(stands.accounts, CLOCK));
    const before = tally.noLiquidity;
    expect(compare(market, theirsOf(stands), false, 5n * 10n ** 8n, true)).not.toBeNull();
    expect(tally.noLiquidity).toBe(before + 1);
    const toTheTick = attempt(theirsOf(stands), false, 5n * 10n ** 8n) as Simulated;
    const [lp, protocol] = ok(market.quote('buy', 5n * 10n ** 8n)).fees();
    // Of the fee with liquidity below the gap the protocol has 16 %; what the SDK does not report is all the protocol's.
    const gap = (lp?.amount ?? 0n) + (protocol?.amount ?? 0n) - BigInt(toTheTick.feeAmount.toString());
    expect(gap).toBeGreaterThan(900_000n);
    expect(protocol?.amount ?? 0n).toBeGreaterThan(gap);
  });

  it('counts a volatility that is too large for the SDK', () => {
    const data = { volatilityAccumulator: 200_000_000, dynamicFeeControl: 1 };
    expect(() => raydium.SwapState.computeDynamicFeeRate({ data, tickSpacing: 1 })).toThrow();
    const fee = { ...someDynamicFee(new RandomNumbers(1), 1, 0), accumulator: 200_000_000, control: 1 };
    expect(totalRate(fee, 100n, 1)).toBe(4100n);
  });

  it('rounds the price of limit orders alike where it is so low that this shows', () => {
    const chance = new RandomNumbers(31);
    for (const near of [-300_000, -360_000, -420_000]) {
      const orders = [60, 120, -60].map((off) => ({ tick: near + off, amount: off > 0 ? 1n << 60n : 1n << 20n }));
      const positions = [{ lower: near - 600, upper: near + 600, liquidity: 10n ** 6n }];
      const stands = existingPool(spec({ sqrtPrice: sqrtPriceAt(near) + 1n, positions, orders }));
      const { market } = ok(stands.pool.open(stands.accounts, CLOCK));
      for (let i = 0; i < 60; i += 1) {
        compare(market, theirsOf(stands), false, chance.magnitude(1n, 1n << 24n), true);
        compare(market, theirsOf(stands), true, chance.magnitude(1n << 30n, 1n << 60n), true);
      }
    }
  });

  it('finds the same tick arrays in use, in the pool and in its extension', () => {
    const chance = new RandomNumbers(9);
    for (let i = 0; i < CASES / 500; i += 1) {
      const numbers = Array.from({ length: 60 }, () => Number(chance.between(-7394n, 7393n)));
      const arrays = [...new Set([...numbers, -7394, -1024, -1023, -513, -512, -1, 0, 511, 512, 1023, 1024, 7393])];
      const pool = { ...spec(), configuration: { index: 4, tickSpacing: 1, trade: 100 } };
      const { data, address } = clmmPool(pool, 0n, arrays);
      const extension = clmmExtension(address, arrays).data;
      const theirs = raydium.TickArrayBitmapUtil.findTickArrayStartIndex({
        tickSpacing: 1,
        poolBitmap: raydium.PoolInfoLayout.decode(Buffer.from(data)).tickArrayBitmap,
        tickArrayBitmap: raydium.TickArrayBitmapExtensionLayout.decode(Buffer.from(extension)),
        findInfo: { type: 'all' },
      });
      const ours = inUse(data.subarray(904, 1032), extension.subarray(40));
      expect(ours).toEqual([...arrays].sort((a, b) => a - b));
      expect(ours.map((array) => array * 60)).toEqual(theirs);
    }
  });

  it('agrees on the price of every tick and on the tick of a price', () => {
    const chance = new RandomNumbers(5);
    for (let i = 0; i < CASES / 4; i += 1) {
      const tick = Number(chance.between(-443_636n, 443_636n));
      expect(sqrtPriceAt(tick)).toBe(BigInt(raydium.TickUtil.getSqrtPriceAtTick(tick).toString()));
      const price = chance.magnitude(4_295_048_016n, 79_226_673_521_066_979_257_578_248_090n);
      expect(tickAt(price)).toBe(raydium.TickUtil.getTickAtSqrtPrice(bn(price)));
    }
  });
});
