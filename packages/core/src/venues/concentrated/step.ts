import { ceilDiv, portion, U64_MAX } from '../arithmetic.ts';

/** Parts of a million in which fee rates stand. */
export const RATE_DENOMINATOR = 1_000_000n;

/** A stretch of a swap in which liquidity and fee do not change. Square-root prices are Q64.64. */
export interface SwapStepRange {
  readonly sqrtPrice: bigint;
  /** Where the stretch ends: below `sqrtPrice` when token 0 is sold, above it otherwise. */
  readonly target: bigint;
  readonly liquidity: bigint;
  /** The amount left to spend, fee included, in atomic units. */
  readonly remaining: bigint;
  /** On the input, in parts of a million. */
  readonly feeRate: bigint;
  /** True when token 0 goes in, which lowers the price. */
  readonly zeroForOne: boolean;
}

/** The result of a stretch. `input` is without `fee`. */
export interface SwapStep {
  readonly sqrtPrice: bigint;
  readonly input: bigint;
  readonly output: bigint;
  readonly fee: bigint;
}

/**
 * One step of an exact-input swap in concentrated liquidity, as Raydium CLMM (`libraries/swap_math.rs`) and Orca Whirlpool
 * (`math/swap_math.rs`) both compute it.
 */
export function step(stretch: SwapStepRange): SwapStep {
  const { sqrtPrice, target, liquidity, remaining, feeRate, zeroForOne } = stretch;
  const net = withoutFee(remaining, feeRate);
  const needed = inputBetween(sqrtPrice, target, liquidity, zeroForOne);
  const reaches = net >= needed;
  const next = reaches ? target : priceAfter(sqrtPrice, liquidity, net, zeroForOne);
  const input = next === target ? needed : inputBetween(sqrtPrice, next, liquidity, zeroForOne);
  const fee = next === target ? feeBeside(input, feeRate) : remaining - input;
  return { sqrtPrice: next, input, output: outputBetween(sqrtPrice, next, liquidity, zeroForOne), fee };
}

/** The rest of an amount of 64 bits after a fee of `rate`, rounded up. */
export function withoutFee(amount: bigint, rate: bigint): bigint {
  return portion(amount, RATE_DENOMINATOR - rate, RATE_DENOMINATOR);
}

/** The fee on top of `net`; the two together are the least amount that `withoutFee` leaves that much of. */
export function feeBeside(net: bigint, rate: bigint): bigint {
  return ceilDiv(net * rate, RATE_DENOMINATOR - rate);
}

/** Token 0 between two square-root prices: L * 2^64 * (b - a) / (a * b). */
export function amount0(a: bigint, b: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const numerator = (liquidity << 64n) * (a < b ? b - a : a - b);
  return roundUp ? ceilDiv(numerator, a * b) : numerator / (a * b);
}

/** Token 1 between two square-root prices: L * (b - a) / 2^64. */
export function amount1(a: bigint, b: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const product = liquidity * (a < b ? b - a : a - b);
  return roundUp ? (product + U64_MAX) >> 64n : product >> 64n;
}

/** The input between two square-root prices, without a fee; rounded up. */
export function inputBetween(from: bigint, to: bigint, liquidity: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? amount0(from, to, liquidity, true) : amount1(from, to, liquidity, true);
}

/** The output between two square-root prices; rounded down. */
export function outputBetween(from: bigint, to: bigint, liquidity: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? amount1(from, to, liquidity, false) : amount0(from, to, liquidity, false);
}

/** The square-root price once `net` went in: rounded against whoever swaps, up for token 0 and down for token 1. */
export function priceAfter(sqrtPrice: bigint, liquidity: bigint, net: bigint, zeroForOne: boolean): bigint {
  if (!zeroForOne) return sqrtPrice + (net << 64n) / liquidity;
  const shifted = liquidity << 64n;
  return ceilDiv(shifted * sqrtPrice, shifted + net * sqrtPrice);
}
