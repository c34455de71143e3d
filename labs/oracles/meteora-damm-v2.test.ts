import { type Address, addressOf } from 'assay-core/solana/address.ts';
import { U64_MAX } from 'assay-core/venues/arithmetic.ts';
import { meteoraDammV2 } from 'assay-core/venues/meteora-damm-v2/index.ts';
import type { CollectMode, DammV2PoolAccount } from 'assay-core/venues/meteora-damm-v2/layout.ts';
import { rangeReserves } from 'assay-core/venues/meteora-damm-v2/movement.ts';
import type { BaseFee } from 'assay-core/venues/meteora-fees/base-fee.ts';
import { firstBetween, power, secondBetween } from 'assay-core/venues/meteora-fees/liquidity.ts';
import type { DynamicFee } from 'assay-core/venues/meteora-fees/volatility.ts';
import type { Clock, Market, Quote, Refused, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { dammV2Pool, dammV2PoolAccount, dammV2Vaults } from 'assay-sandbox/pools/meteora-damm-v2.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { CASES, sdk } from './sdk.ts';

interface BigNumber {
  toString(): string;
}

interface SdkResult {
  readonly outputAmount: BigNumber;
  readonly nextSqrtPrice: BigNumber;
  readonly claimingFee: BigNumber;
  readonly compoundingFee: BigNumber;
  readonly protocolFee: BigNumber;
}

interface Sdk {
  readonly CpAmm: new (
    connection: object,
  ) => {
    readonly _program: { readonly coder: { readonly accounts: { decode(name: string, data: Buffer): SdkPool } } };
  };
  getSwapResultFromExactInput(
    pool: SdkPool,
    amountIn: BigNumber,
    feeMode: object,
    direction: number,
    point: BigNumber,
  ): SdkResult;
  getFeeMode(collectFeeMode: number, direction: number, hasReferral: boolean): object;
}

interface SdkPool {
  readonly collectFeeMode: number;
}

const cpAmm = sdk<Sdk>('@meteora-ag/cp-amm-sdk');
const BN = sdk<new (text: string) => BigNumber>('bn.js');
const { coder } = new cpAmm.CpAmm({})._program;
const chance = new RandomNumbers(20_260_602);

const LOWEST = 4_295_048_016n;
const HIGHEST = 79_226_673_521_066_979_257_578_248_091n;
const POOL = addressOf(new Uint8Array(32).fill(7));
/** What the vaults of the test hold. */
const VAULT = U64_MAX / 2n;
const MINT = addressOf(new Uint8Array(32).fill(9));

/** Fees that the program lets a pool be made with: `validate` in `base_fee/*.rs`. */
function someBaseFee(collectMode: CollectMode, sqrtPrice: bigint): BaseFee {
  const cliff = chance.between(100_000n, 990_000_000n);
  const mode = chance.between(0n, 5n);
  if (mode === 0n) return still(cliff);
  if (mode === 1n && collectMode === 1) return someLimiter(cliff);
  const exponential = chance.fraction() < 0.5;
  const periods = chance.between(1n, exponential ? 2_000n : 60_000n);
  const reduction = exponential ? chance.between(1n, 900n) : (cliff - 100_000n) / periods;
  const lowest = exponential
    ? ((power((1n << 64n) - (reduction << 64n) / 10_000n, Number(periods)) ?? 0n) * cliff) >> 64n
    : cliff - reduction * periods;
  if (reduction === 0n || lowest < 100_000n) return still(cliff);
  const falling = { cliff, periods, reduction, exponential };
  if (chance.fraction() < 0.5) return { kind: 'time', ...falling, frequency: chance.between(1n, 5_000n) };
  return {
    kind: 'market_cap',
    ...falling,
    stepBps: chance.between(1n, 500n),
    expiration: chance.between(1n, 2_000_000n),
    initialSqrtPrice: (sqrtPrice * chance.between(500n, 1_100n)) / 1_000n,
  };
}

function still(cliff: bigint): BaseFee {
  return { kind: 'time', cliff, periods: 0n, reduction: 0n, frequency: 0n, exponential: false };
}

function someLimiter(cliff: bigint): BaseFee {
  const highest = chance.between(cliff / 100_000n + 1n, 9_900n);
  return {
    kind: 'limiter',
    cliff,
    increment: chance.between(1n, 5_000n) * 100_000n,
    duration: chance.between(1n, 108_000n),
    highest: (highest > 9_900n ? 9_900n : highest) * 100_000n,
    reference: chance.magnitude(1n, 1n << 50n),
    idle: false,
  };
}

function someDynamicFee(): DynamicFee {
  return {
    maxAccumulator: chance.between(1n, 0xff_ffffn),
    control: chance.between(1n, 0xff_ffffn),
    binStep: 1n,
    binStepQ64: 1_844_674_407_370_955n,
    filterPeriod: 10n,
    decayPeriod: 120n,
    reduction: 5_000n,
  };
}

/** A pool as the program could hold it, within 64 bits of either token. */
function somePool(): DammV2PoolAccount {
  const collectMode = chance.pick([0, 1, 2] as const);
  const sqrtPrice = chance.magnitude(LOWEST, HIGHEST);
  const range = {
    low: chance.fraction() < 0.5 ? LOWEST : chance.between(LOWEST, sqrtPrice),
    high: chance.fraction() < 0.5 ? HIGHEST : chance.between(sqrtPrice, HIGHEST),
  };
  const dynamic = chance.fraction() < 0.4 ? someDynamicFee() : null;
  const accumulator = dynamic ? chance.between(0n, dynamic.maxAccumulator) : 0n;
  const parts = dammV2Pool({
    address: POOL,
    mint: MINT,
    fees: {
      base: someBaseFee(collectMode, sqrtPrice),
      dynamic,
      highest: chance.fraction() < 0.5 ? 500_000_000n : 990_000_000n,
      protocolPercent: chance.between(0n, 50n),
      compoundingBps: collectMode === 2 ? chance.between(1n, 10_000n) : 0n,
    },
    volatility: { updatedAt: 0n, sqrtPriceReference: sqrtPrice, accumulator, reference: accumulator / 2n },
    collectMode,
    sqrtPrice,
    range,
    liquidity: chance.magnitude(1n << 40n, 1n << 127n),
    activation: 1_000n,
    activationType: chance.pick([0, 1] as const),
    ...(collectMode === 2 ? { range: { low: 0n, high: (1n << 128n) - 1n } } : {}),
  });
  if (collectMode === 2) {
    return { ...parts, reserves: { a: chance.magnitude(1n, 1n << 62n), b: chance.magnitude(1n, 1n << 62n) } };
  }
  const least = rangeReserves(parts);
  return least ? { ...parts, reserves: chance.fraction() < 0.2 ? null : least } : somePool();
}

function opened(pool: DammV2PoolAccount, clock: Clock, asked: Address) {
  const account = dammV2PoolAccount(POOL, pool);
  const all = [account, ...dammV2Vaults(pool, { a: VAULT, b: VAULT })];
  const found = meteoraDammV2.recognise(account, asked);
  if (isRefused(found)) throw new Error(found.detail);
  const result = found.open(new Map(all.map((one) => [one.address, one])), clock);
  if (isRefused(result)) throw new Error(result.detail);
  return { market: result.market, account, theirs: coder.accounts.decode('pool', Buffer.from(account.data)) };
}

/** What the SDK says, in the words of a quote; null where it throws. */
function theirQuote(pool: SdkPool, aIn: boolean, amountIn: bigint, point: bigint) {
  try {
    const direction = aIn ? 0 : 1;
    const mode = cpAmm.getFeeMode(pool.collectFeeMode, direction, false);
    const big = (value: bigint) => new BN(value.toString());
    const result = cpAmm.getSwapResultFromExactInput(pool, big(amountIn), mode, direction, big(point));
    const number = (value: BigNumber) => BigInt(value.toString());
    return {
      received: number(result.outputAmount),
      sqrtPrice: number(result.nextSqrtPrice),
      lp: number(result.claimingFee) + number(result.compoundingFee),
      protocol: number(result.protocolFee),
    };
  } catch {
    return null;
  }
}

function share(quote: Quote, of: 'lp' | 'protocol' | 'creator'): bigint {
  return quote
    .fees()
    .filter((fee) => fee.share === of)
    .reduce((sum, fee) => sum + fee.amount, 0n);
}

/** The square-root price of a market, as pools round it: Q64.64 of B per A. */
function rootOf({ price: { numerator, denominator } }: Market): bigint {
  const squared = (numerator << 128n) / denominator;
  let root = BigInt(Math.floor(Math.sqrt(Number(squared))));
  for (let i = 0; i < 4; i += 1) root = root === 0n ? 0n : (root + squared / root) >> 1n;
  while (root * root > squared) root -= 1n;
  while ((root + 1n) * (root + 1n) <= squared) root += 1n;
  return root;
}

/** Sizes from one unit to what the pool can take of its input, and some beyond. */
function someSize(pool: DammV2PoolAccount, aIn: boolean, edge: boolean): bigint {
  if (edge) return chance.pick([1n, 2n, U64_MAX]);
  const { sqrtPrice, range, liquidity } = pool;
  const room = aIn
    ? firstBetween(range.low === 0n ? LOWEST : range.low, sqrtPrice, liquidity, false)
    : secondBetween(sqrtPrice, range.high, liquidity, false);
  const most = pool.collectMode === 2 || room > 1n << 62n ? 1n << 62n : room;
  return chance.magnitude(1n, most + 1n);
}

type Theirs = NonNullable<ReturnType<typeof theirQuote>>;
type Comparison = 'same' | 'both refuse' | 'beyond 64 bits' | 'beyond the vaults' | 'different';

/**
 * The SDK does not bound what it computes: outputs and reserves beyond 64 bits, or beyond what the vaults of the test hold
 * (2^63), are numbers to it and failures of the program. Only there may one refuse and the other not.
 */
function compare(ours: Quote | Refused, theirs: Theirs | null, amount: bigint): Comparison {
  if (theirs === null || theirs.received <= 0n) return isRefused(ours) ? 'both refuse' : 'different';
  if (isRefused(ours)) return excused(ours, theirs.received + theirs.lp + theirs.protocol, amount);
  const equal =
    ours.received === theirs.received && share(ours, 'lp') === theirs.lp && share(ours, 'protocol') === theirs.protocol;
  return equal && rootOf(ours.afterwards()) === theirs.sqrtPrice ? 'same' : 'different';
}

function excused({ refused }: Refused, output: bigint, amount: bigint): Comparison {
  if (refused === 'overflow') return amount > VAULT || output > U64_MAX ? 'beyond 64 bits' : 'different';
  return refused === 'insufficient_liquidity' && output > VAULT ? 'beyond the vaults' : 'different';
}

/** Ten sizes on one random pool; hands each comparison on. */
function compareOnOnePool(note: (compared: Comparison, what: unknown) => void): void {
  const pool = somePool();
  const point = pool.activation + chance.magnitude(1n, 4_000_000n) - 1n;
  const { market, theirs } = opened(pool, { slot: point, unixTime: point, epoch: 1n }, MINT);
  for (let j = 0; j < 10; j += 1) {
    const side: Side = chance.pick(['buy', 'sell'] as const);
    const amount = someSize(pool, side === 'sell', j === 0);
    const ours = market.quote(side, amount);
    const expected = theirQuote(theirs, side === 'sell', amount, point);
    note(compare(ours, expected, amount), { pool, point, side, amount, ours, expected });
  }
}

describe('Meteora DAMM v2 against its SDK', () => {
  it(`${CASES} random pools, moments and sizes that the SDK answers: the same output, fee split and price to the last unit`, () => {
    const seen = new Map<Comparison, number>();
    const different: unknown[] = [];
    for (let answered = 0; answered < CASES; ) {
      compareOnOnePool((compared, what) => {
        if (compared !== 'both refuse') answered += 1;
        seen.set(compared, (seen.get(compared) ?? 0) + 1);
        if (compared === 'different') different.push(what);
      });
    }
    console.log('damm v2', Object.fromEntries(seen));
    expect(different.slice(0, 1)).toEqual([]);
    expect(seen.get('same')).toBeGreaterThan((CASES * 9) / 10);
  });
});
