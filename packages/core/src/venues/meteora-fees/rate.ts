import type { Clock } from '../venue.ts';

/** Parts in which fee rates stand. */
export const FEE_DENOMINATOR = 1_000_000_000n;

/** The inputs of a swap's base fee. Points are slots or Unix seconds, as the pool counts. */
export interface FeeMoment {
  readonly point: bigint;
  readonly activation: bigint;
  /** Square root of the price before the swap, Q64.64. */
  readonly sqrtPrice: bigint;
  /** True when the second token (B, quote) goes in. */
  readonly quoteIn: boolean;
  /** The input, fee included. */
  readonly amountIn: bigint;
}

/** The fee on an amount that includes it, rounded up (`get_excluded_fee_amount`). `rate` at most `FEE_DENOMINATOR`. */
export function feeOn(amount: bigint, rate: bigint): bigint {
  return (amount * rate + (FEE_DENOMINATOR - 1n)) / FEE_DENOMINATOR;
}

/** The moment as a pool counts it: slots (0) or Unix seconds (1). */
export function pointOf(activationType: number, { slot, unixTime }: Clock): bigint {
  return activationType === 0 ? slot : unixTime;
}
