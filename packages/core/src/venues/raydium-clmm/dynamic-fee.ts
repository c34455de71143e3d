import { ceilDiv } from '../arithmetic.ts';

/**
 * The part of the fee that rises with the distance that the price travels (`states/pool_fee.rs`). Ticks count in groups of
 * the pool's tick spacing. Periods in seconds, `reductionFactor` in parts of 10,000, accumulators in ten-thousandths of a
 * group, `updatedAt` in Unix seconds.
 */
export interface ClmmDynamicFee {
  readonly filterPeriod: number;
  readonly decayPeriod: number;
  readonly reductionFactor: number;
  readonly control: number;
  readonly maxAccumulator: number;
  readonly referenceGroup: number;
  readonly reference: number;
  readonly accumulator: number;
  readonly updatedAt: bigint;
}

/** The highest total fee of a pool with a dynamic fee, in parts of a million. */
const MAX_FEE_RATE = 100_000n;
const GROUP_SCALE = 10_000;
const REDUCTION_DENOMINATOR = 10_000;
const RATE_DENOMINATOR = 100_000n * BigInt(GROUP_SCALE) ** 2n;
const U32_MAX = 2 ** 32 - 1;

/** True for parameters that the program lets into a pool, for which none of its arithmetic overflows. */
export function isValidDynamicFee(fee: ClmmDynamicFee, tickSpacing: number): boolean {
  return (
    fee.filterPeriod > 0 &&
    fee.decayPeriod > fee.filterPeriod &&
    fee.reductionFactor > 0 &&
    fee.reductionFactor < REDUCTION_DENOMINATOR &&
    fee.control > 0 &&
    fee.control < 100_000 &&
    fee.maxAccumulator * tickSpacing <= U32_MAX
  );
}

/** The state as a swap begins in `group` at `now` (Unix seconds): how much of the past volatility still counts. */
export function feeAtSwapStart(fee: ClmmDynamicFee, group: number, now: bigint): ClmmDynamicFee {
  const elapsed = now - fee.updatedAt;
  if (elapsed < BigInt(fee.filterPeriod)) return fee;
  const reference =
    elapsed < BigInt(fee.decayPeriod) ? Math.floor((fee.accumulator * fee.reductionFactor) / REDUCTION_DENOMINATOR) : 0;
  return { ...fee, reference, referenceGroup: group, updatedAt: now };
}

/** The state with the price in `group`. */
export function accumulate(fee: ClmmDynamicFee, group: number): ClmmDynamicFee {
  const volatility = fee.reference + Math.abs(fee.referenceGroup - group) * GROUP_SCALE;
  return { ...fee, accumulator: Math.min(volatility, fee.maxAccumulator) };
}

/** The whole fee in parts of a million, with `base` the static part (`get_total_fee_rate` in `instructions/swap.rs`). */
export function totalRate(fee: ClmmDynamicFee, base: bigint, tickSpacing: number): bigint {
  const crossed = BigInt(fee.accumulator * tickSpacing);
  const total = base + ceilDiv(BigInt(fee.control) * crossed * crossed, RATE_DENOMINATOR);
  return total < MAX_FEE_RATE ? total : MAX_FEE_RATE;
}
