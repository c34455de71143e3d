import { swap, type WhirlpoolState } from 'assay-core/venues/orca-whirlpool/quote.ts';
import { sdk } from './sdk.ts';

/*
 * Quotes against the WebAssembly build of Orca's own Rust. It is given exactly the arrays that the program would use of
 * all that a swap names: `util/sparse_swap.rs` takes three, `TickArraySequence` of the package as many as it gets.
 *
 * The package answers what the program does, but for one class: it shifts liquidity times price by 64 bits and loses what
 * goes beyond 256, where the program fails (`checked_shift_word_left` in `math/token_math.rs`; the package's `checked_shl`
 * only looks at the distance). This takes a liquidity of 2^95 and more at the price where it happens; we refuse.
 */

interface Facade {
  readonly [field: string]: unknown;
}

interface Core {
  swapQuoteByInputToken(
    amount: bigint,
    isA: boolean,
    slippageBps: number,
    whirlpool: Facade,
    oracle: Facade | undefined,
    arrays: readonly Facade[],
    timestamp: bigint,
  ): { readonly tokenIn: bigint; readonly tokenEstOut: bigint; readonly tradeFee: bigint };
  tickIndexToSqrtPrice(tick: number): bigint;
  sqrtPriceToTickIndex(sqrtPrice: bigint): number;
}

export const core = sdk<Core>('@orca-so/whirlpools-core');
export const MAX_TICK = 443_636;
export const NOW = 1_785_000_000n;
const REWARDS = [0, 1, 2].map(() => ({ emissionsPerSecondX64: 0n, growthGlobalX64: 0n }));
const EMPTY_TICK = {
  initialized: false,
  liquidityNet: 0n,
  liquidityGross: 0n,
  feeGrowthOutsideA: 0n,
  feeGrowthOutsideB: 0n,
  rewardGrowthsOutside: [0n, 0n, 0n],
};

/** First ticks of the arrays that the program uses of all that it is given. */
function programStarts({ tick, tickSpacing }: WhirlpoolState, zeroForOne: boolean): readonly number[] {
  const width = 88 * tickSpacing;
  const base = Math.floor(tick / width) * width;
  const offsets = zeroForOne ? [0, -1, -2] : tick + tickSpacing >= base + width ? [1, 2, 3] : [0, 1, 2];
  return offsets.map((i) => base + i * width).filter((start) => start + width > -MAX_TICK && start <= MAX_TICK);
}

function arrayFacade(start: number, { arrays, tickSpacing }: WhirlpoolState): Facade {
  const ticks = new Map((arrays.get(start) ?? []).map(({ index, net }) => [index, net]));
  return {
    startTickIndex: start,
    ticks: Array.from({ length: 88 }, (_, i) => {
      const net = ticks.get(start + i * tickSpacing);
      return net === undefined ? EMPTY_TICK : { ...EMPTY_TICK, initialized: true, liquidityNet: net };
    }),
  };
}

function oracleFacade({ adaptive }: WhirlpoolState): Facade | undefined {
  if (!adaptive) return undefined;
  const { constants, variables } = adaptive;
  return {
    tradeEnableTimestamp: 0n,
    adaptiveFeeConstants: {
      filterPeriod: Number(constants.filterPeriod),
      decayPeriod: Number(constants.decayPeriod),
      reductionFactor: constants.reductionFactor,
      adaptiveFeeControlFactor: constants.controlFactor,
      maxVolatilityAccumulator: constants.maxAccumulator,
      tickGroupSize: constants.groupSize,
      majorSwapThresholdTicks: constants.majorSwapTicks,
    },
    adaptiveFeeVariables: {
      lastReferenceUpdateTimestamp: variables.referenceUpdatedAt,
      lastMajorSwapTimestamp: variables.majorSwapAt,
      volatilityReference: variables.reference,
      tickGroupIndexReference: variables.groupReference,
      volatilityAccumulator: variables.accumulator,
    },
  };
}

/** The result of a swap, or its refusal: `partial` stops at the end of the range, `beyond` needs a fourth array. */
export type Answer =
  | { readonly received: bigint; readonly fee: bigint }
  | 'partial'
  | 'nothing'
  | 'overflow'
  | 'beyond';

/** Orca's result. */
export function asked(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean): Answer {
  const seed = pool.adaptive ? pool.tickSpacing + 1 : pool.tickSpacing;
  const whirlpool = {
    feeTierIndexSeed: new Uint8Array([seed & 0xff, seed >> 8]),
    tickSpacing: pool.tickSpacing,
    feeRate: Number(pool.feeRate),
    protocolFeeRate: Number(pool.protocolFeeRate),
    liquidity: pool.liquidity,
    sqrtPrice: pool.sqrtPrice,
    tickCurrentIndex: pool.tick,
    feeGrowthGlobalA: 0n,
    feeGrowthGlobalB: 0n,
    rewardLastUpdatedTimestamp: 0n,
    rewardInfos: REWARDS,
  };
  const arrays = programStarts(pool, zeroForOne).map((start) => arrayFacade(start, pool));
  try {
    const quote = core.swapQuoteByInputToken(amount, zeroForOne, 0, whirlpool, oracleFacade(pool), arrays, NOW);
    if (quote.tokenIn !== amount) return 'partial';
    return { received: quote.tokenEstOut, fee: quote.tradeFee };
  } catch (error) {
    const text = String(error);
    if (/price limit direction/.test(text)) return 'partial';
    if (/Invalid tick array sequence|sequence empty/.test(text)) return 'beyond';
    if (/overflow|underflow|exceeds max|out of bounds/.test(text)) return 'overflow';
    throw error;
  }
}

/** Our result. */
export function own(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean): Answer {
  const swapped = swap(pool, amount, zeroForOne);
  if (!('refused' in swapped)) return { received: swapped.received, fee: swapped.fee };
  if (swapped.refused === 'overflow') return 'overflow';
  if (swapped.refused === 'insufficient_liquidity')
    return /end of its range/.test(swapped.detail) ? 'partial' : 'beyond';
  throw new Error(`${swapped.refused}: ${swapped.detail}`);
}

/** The pool after a swap that does not fail, as we say. */
export function afterSwap(pool: WhirlpoolState, amount: bigint, zeroForOne: boolean): WhirlpoolState {
  const swapped = swap(pool, amount, zeroForOne);
  if ('refused' in swapped) throw new Error(swapped.detail);
  return swapped.afterwards();
}
