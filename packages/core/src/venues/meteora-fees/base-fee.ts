import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import { ONE, power } from './liquidity.ts';
import { FEE_DENOMINATOR, type FeeMoment } from './rate.ts';

const BASIS_POINTS = 10_000n;

/** A fee that falls from `cliff` in at most `periods` steps: by `reduction` each, or by that many basis points of the rest. */
interface Falling {
  readonly cliff: bigint;
  readonly periods: bigint;
  readonly reduction: bigint;
  readonly exponential: boolean;
}

/** Falls with time: one period every `frequency` slots or seconds; 0 means that it never falls. */
export interface TimeSchedule extends Falling {
  readonly kind: 'time';
  readonly frequency: bigint;
}

/** Falls as the price rises: one period for every `stepBps` that the square root of the price is above where it began. */
export interface MarketCapSchedule extends Falling {
  readonly kind: 'market_cap';
  readonly stepBps: bigint;
  /** Slots or seconds after which the lowest fee holds. */
  readonly expiration: bigint;
  /** Where the price began, Q64.64. */
  readonly initialSqrtPrice: bigint;
}

/** The base fee of a pool, in parts of `FEE_DENOMINATOR`. */
export type BaseFee = TimeSchedule | MarketCapSchedule | Limiter;

/**
 * The base fee of a swap. Null where the programs fail (a schedule that falls below zero, a division by zero).
 * From `base_fee/*.rs` of MeteoraAg/damm-v2 and MeteoraAg/dynamic-bonding-curve.
 */
export function baseFee(fee: BaseFee, moment: FeeMoment): bigint | null {
  if (fee.kind === 'limiter') return limitedFee(fee, moment);
  if (fee.kind === 'time' && fee.frequency === 0n) return fee.cliff;
  const passed = fee.kind === 'time' ? timePassed(fee, moment) : pricePassed(fee, moment);
  if (passed === null) return null;
  return fallen(fee, passed < fee.periods ? passed : fee.periods);
}

function timePassed(fee: TimeSchedule, { point, activation }: FeeMoment): bigint {
  return point < activation ? fee.periods : (point - activation) / fee.frequency;
}

function pricePassed(fee: MarketCapSchedule, { point, activation, sqrtPrice }: FeeMoment): bigint | null {
  const expires = activation + fee.expiration;
  if (expires > U64_MAX) return null;
  if (point > expires || point < activation) return fee.periods;
  if (sqrtPrice <= fee.initialSqrtPrice) return 0n;
  if (fee.initialSqrtPrice === 0n || fee.stepBps === 0n) return null;
  return ((sqrtPrice - fee.initialSqrtPrice) * BASIS_POINTS) / fee.initialSqrtPrice / fee.stepBps;
}

function fallen({ cliff, reduction, exponential }: Falling, periods: bigint): bigint | null {
  if (!exponential) return atLeastZero(cliff - reduction * periods);
  if (reduction === 0n) return cliff;
  const left = ONE - (reduction << 64n) / BASIS_POINTS;
  const factor = power(left, Number(periods));
  return factor === null ? null : (factor * cliff) >> 64n;
}

function atLeastZero(value: bigint): bigint | null {
  return value < 0n ? null : value;
}

/** A fee that rises with the size of a purchase: by `increment` for every further `reference` that goes in, up to `highest`. */
export interface Limiter {
  readonly kind: 'limiter';
  readonly cliff: bigint;
  /** Parts of `FEE_DENOMINATOR`, as are `cliff` and `highest`. */
  readonly increment: bigint;
  readonly highest: bigint;
  /** Slots or seconds after the activation in which it limits. */
  readonly duration: bigint;
  /** Atomic units of the input. */
  readonly reference: bigint;
  /** True when all of its parameters are zero: then the fee is `cliff`. */
  readonly idle: boolean;
}

/** The fee of a swap under a rate limiter (`base_fee/fee_rate_limiter.rs`). Null where the program fails. */
function limitedFee(fee: Limiter, { point, activation, quoteIn, amountIn }: FeeMoment): bigint | null {
  const limits = !fee.idle && quoteIn && point >= activation && point <= activation + fee.duration;
  if (!limits || amountIn <= fee.reference) return fee.cliff;
  if (fee.reference === 0n || fee.increment === 0n || fee.highest < fee.cliff) return null;
  const total = ceilDiv(scaledFee(fee, amountIn), FEE_DENOMINATOR);
  const rate = ceilDiv(total * FEE_DENOMINATOR, amountIn);
  return total > U64_MAX || rate > U64_MAX ? null : rate;
}

/**
 * The fee in parts of `FEE_DENOMINATOR` units. The first `reference` pays the cliff, each further one an increment more, and
 * what comes after the last full increment below `highest` pays `highest`.
 */
function scaledFee({ cliff, increment, highest, reference }: Limiter, amountIn: bigint): bigint {
  const beyond = amountIn - reference;
  const steps = beyond / reference;
  const rest = beyond % reference;
  const last = (highest - cliff) / increment;
  const full = steps < last ? steps : last;
  const first = reference * (cliff + cliff * full + (increment * full * (full + 1n)) / 2n);
  return steps < last
    ? first + rest * (cliff + increment * (steps + 1n))
    : first + ((steps - last) * reference + rest) * highest;
}
