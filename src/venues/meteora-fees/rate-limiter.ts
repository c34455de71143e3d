import { ceilDiv, U64_MAX } from '../arithmetic.ts';
import { FEE_DENOMINATOR, type FeeMoment } from './rate.ts';

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
export function limitedFee(fee: Limiter, { point, activation, quoteIn, amountIn }: FeeMoment): bigint | null {
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
