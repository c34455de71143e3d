import { addressOf } from 'assay-core/solana/address.ts';
import { U64_MAX } from 'assay-core/venues/arithmetic.ts';
import { type ConfigAccount, type CurvePoint, HIGHEST_FEE } from 'assay-core/venues/meteora-dbc/config.ts';
import { meteoraDbc } from 'assay-core/venues/meteora-dbc/index.ts';
import type { DbcPoolAccount } from 'assay-core/venues/meteora-dbc/layout.ts';
import type { BaseFee } from 'assay-core/venues/meteora-fees/base-fee.ts';
import { power, secondBetween } from 'assay-core/venues/meteora-fees/liquidity.ts';
import type { DynamicFee } from 'assay-core/venues/meteora-fees/volatility.ts';
import type { Quote, Refused, Side } from 'assay-core/venues/venue.ts';
import { isRefused } from 'assay-core/venues/venue.ts';
import { dbcConfig, dbcConfigAccount, dbcPool, dbcPoolAccount, dbcVaults } from 'assay-sandbox/pools/meteora-dbc.ts';
import { describe, expect, it } from 'vitest';
import { RandomNumbers } from '../../packages/core/test/venues/random-numbers.ts';
import { CASES, sdk } from './sdk.ts';

interface BigNumber {
  toString(): string;
}

interface SdkResult {
  readonly outputAmount: BigNumber;
  readonly nextSqrtPrice: BigNumber;
  readonly tradingFee: BigNumber;
  readonly protocolFee: BigNumber;
}

interface Sdk {
  createDbcProgram(connection: object): {
    readonly program: { readonly coder: { readonly accounts: { decode(name: string, data: Buffer): object } } };
  };
  swapQuoteExactIn(
    pool: object,
    config: object,
    swapBaseForQuote: boolean,
    amountIn: BigNumber,
    slippageBps: number,
    hasReferral: boolean,
    point: BigNumber,
    first: boolean,
  ): SdkResult;
}

const dbc = sdk<Sdk>('@meteora-ag/dynamic-bonding-curve-sdk');
const BN = sdk<new (text: string) => BigNumber>('bn.js');
const { coder } = dbc.createDbcProgram({}).program;
const chance = new RandomNumbers(20_260_422);

const LOWEST = 4_295_048_016n;
const HIGHEST = 79_226_673_521_066_979_257_578_248_091n;
const POOL = addressOf(new Uint8Array(32).fill(7));
/** What the vaults of the test hold. */
const VAULT = U64_MAX / 2n;
const VAULTS = { base: VAULT, quote: VAULT };
const SMALLEST_FEE = 2_500_000n;

/** Fees that the program lets a configuration be made with: `validate` in `base_fee/*.rs`. */
function someBaseFee(feeInQuote: boolean): BaseFee {
  const cliff = chance.between(SMALLEST_FEE, HIGHEST_FEE);
  const still = { kind: 'time', cliff, periods: 0n, reduction: 0n, frequency: 0n, exponential: false } as const;
  const mode = chance.between(0n, 3n);
  if (mode === 0n) return still;
  if (mode === 1n && feeInQuote) {
    return {
      kind: 'limiter',
      cliff,
      increment: chance.between(1n, 9_999n) * 100_000n,
      duration: chance.between(1n, 108_000n),
      highest: HIGHEST_FEE,
      reference: chance.magnitude(1n, 1n << 50n),
      idle: false,
    };
  }
  const exponential = chance.fraction() < 0.5;
  const periods = chance.between(1n, exponential ? 2_000n : 60_000n);
  const reduction = exponential ? chance.between(1n, 900n) : (cliff - SMALLEST_FEE) / periods;
  const lowest = exponential
    ? ((power((1n << 64n) - (reduction << 64n) / 10_000n, Number(periods)) ?? 0n) * cliff) >> 64n
    : cliff - reduction * periods;
  if (reduction === 0n || lowest < SMALLEST_FEE) return still;
  return { kind: 'time', cliff, periods, reduction, frequency: chance.between(1n, 5_000n), exponential };
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

/** A curve of one to twenty stretches that ends at or beyond the price of the migration and costs at most 2^60. */
function someConfig(): ConfigAccount {
  const start = chance.magnitude(LOWEST, HIGHEST >> 20n);
  const stretches = Number(chance.between(1n, 20n));
  const curve: CurvePoint[] = [];
  let at = start;
  for (let i = 0; i < stretches; i += 1) {
    at += 1n + (at * chance.between(1n, 3_000n)) / 1_000n;
    if (at > HIGHEST) break;
    curve.push({ sqrtPrice: at, liquidity: chance.magnitude(1n << 60n, 1n << 120n) });
  }
  const last = curve[curve.length - 1]?.sqrtPrice ?? start + 1n;
  const migrationSqrtPrice = chance.fraction() < 0.5 ? last : chance.between(start + 1n, last);
  const feeInQuote = chance.fraction() < 0.5;
  const config = dbcConfig({
    curve,
    startSqrtPrice: start,
    migrationSqrtPrice,
    feeInQuote,
    base: someBaseFee(feeInQuote),
    dynamic: chance.fraction() < 0.4 ? someDynamicFee() : null,
    creatorPercent: chance.between(0n, 100n),
    activationType: chance.pick([0, 1] as const),
  });
  return config.threshold > 0n && config.threshold < 1n << 60n ? config : someConfig();
}

/** A pool somewhere on the curve, with the quote that brought it there. */
function somePool(config: ConfigAccount): DbcPoolAccount {
  const sqrtPrice = chance.pick([
    config.startSqrtPrice,
    chance.between(config.startSqrtPrice, config.migrationSqrtPrice),
    chance.between(config.startSqrtPrice, config.migrationSqrtPrice),
    chance.between(config.startSqrtPrice, config.migrationSqrtPrice),
  ]);
  const accumulator = config.dynamic ? chance.between(0n, config.dynamic.maxAccumulator) : 0n;
  let quote = 0n;
  let from = config.startSqrtPrice;
  for (const point of config.curve) {
    if (point.liquidity === 0n || from >= sqrtPrice) break;
    const to = point.sqrtPrice < sqrtPrice ? point.sqrtPrice : sqrtPrice;
    quote += secondBetween(from, to, point.liquidity, true);
    from = to;
  }
  return dbcPool({
    address: POOL,
    under: config,
    sqrtPrice,
    reserves: { base: VAULT, quote },
    activation: 1_000n,
    volatility: { updatedAt: 0n, sqrtPriceReference: sqrtPrice, accumulator, reference: accumulator / 2n },
  });
}

function opened(config: ConfigAccount, pool: DbcPoolAccount, point: bigint) {
  const account = dbcPoolAccount(POOL, pool);
  const configuration = dbcConfigAccount(pool.config, config);
  const all = [account, configuration, ...dbcVaults(pool, config.quoteMint, VAULTS)];
  const found = meteoraDbc.recognise(account, pool.baseMint);
  if (isRefused(found)) throw new Error(found.detail);
  return {
    result: found.open(new Map(all.map((one) => [one.address, one])), { slot: point, unixTime: point, epoch: 1n }),
    theirs: {
      pool: coder.accounts.decode('virtualPool', Buffer.from(account.data)),
      config: coder.accounts.decode('poolConfig', Buffer.from(configuration.data)),
    },
  };
}

/** What the SDK says, in the words of a quote; null where it throws. */
function theirQuote(their: { pool: object; config: object }, baseIn: boolean, amountIn: bigint, point: bigint) {
  try {
    const big = (value: bigint) => new BN(value.toString());
    const result = dbc.swapQuoteExactIn(their.pool, their.config, baseIn, big(amountIn), 0, false, big(point), false);
    const number = (value: BigNumber) => BigInt(value.toString());
    return {
      received: number(result.outputAmount),
      sqrtPrice: number(result.nextSqrtPrice),
      fee: number(result.tradingFee) + number(result.protocolFee),
    };
  } catch {
    return null;
  }
}

type Theirs = NonNullable<ReturnType<typeof theirQuote>>;
type Comparison = 'same' | 'both refuse' | 'beyond 64 bits' | 'beyond the vaults' | 'different';

/**
 * The SDK does not bound what it computes: outputs beyond 64 bits, or beyond the reserves and vaults of the test (2^63), are
 * numbers to it and failures of the program. Only there may one refuse and the other not.
 */
function compare(ours: Quote | Refused, theirs: Theirs | null, amount: bigint): Comparison {
  if (theirs === null || theirs.received <= 0n) return isRefused(ours) ? 'both refuse' : 'different';
  if (isRefused(ours)) return excused(ours, theirs.received + theirs.fee, amount);
  const fee = ours.fees().reduce((sum, { amount: part }) => sum + part, 0n);
  const { numerator } = ours.afterwards().price;
  const equal =
    ours.received === theirs.received && fee === theirs.fee && numerator === theirs.sqrtPrice * theirs.sqrtPrice;
  return equal ? 'same' : 'different';
}

function excused({ refused }: Refused, output: bigint, amount: bigint): Comparison {
  if (refused === 'overflow') return amount > VAULT || output > U64_MAX ? 'beyond 64 bits' : 'different';
  return refused === 'insufficient_liquidity' && output > VAULT ? 'beyond the vaults' : 'different';
}

/** Ten sizes on one random pool; hands each comparison on. */
function compareOnOnePool(note: (compared: Comparison, what: unknown) => void): void {
  const config = someConfig();
  const pool = somePool(config);
  const point = pool.activation + chance.magnitude(1n, 4_000_000n) - 1n;
  const { result, theirs } = opened(config, pool, point);
  for (let j = 0; j < 10; j += 1) {
    const side: Side = chance.pick(['buy', 'sell'] as const);
    const baseIn = side === 'sell';
    const amountIn =
      j === 0 ? chance.pick([1n, 2n, U64_MAX]) : chance.magnitude(1n, baseIn ? 1n << 62n : config.threshold * 2n);
    const ours = isRefused(result) ? result : result.market.quote(side, amountIn);
    const expected = theirQuote(theirs, baseIn, amountIn, point);
    note(compare(ours, expected, amountIn), { config, pool, point, side, amountIn, ours, expected });
  }
}

describe('Meteora DBC against its SDK', () => {
  it(`${CASES} random curves, moments and sizes that the SDK answers: the same output, fee and price to the last unit`, () => {
    const seen = new Map<Comparison, number>();
    const different: unknown[] = [];
    for (let answered = 0; answered < CASES; ) {
      compareOnOnePool((compared, what) => {
        if (compared !== 'both refuse') answered += 1;
        seen.set(compared, (seen.get(compared) ?? 0) + 1);
        if (compared === 'different') different.push(what);
      });
    }
    console.log('dbc', Object.fromEntries(seen));
    expect(different.slice(0, 1)).toEqual([]);
    expect(seen.get('same')).toBeGreaterThan((CASES * 9) / 10);
  });
});
