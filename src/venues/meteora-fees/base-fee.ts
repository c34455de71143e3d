import { U64_MAX } from '../arithmetic.ts';
import { ONE, power } from './power.ts';
import type { FeeMoment } from './rate.ts';
import { type Limiter, limitedFee } from './rate-limiter.ts';

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
