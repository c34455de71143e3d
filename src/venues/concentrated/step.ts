import { ceilDiv, U64_MAX } from '../arithmetic.ts';

/** Parts of a million in which fee rates stand. */
export const FEE_DENOMINATOR = 1_000_000n;

/** A stretch of a swap in which liquidity and fee do not change. Square-root prices are Q64.64. */
export interface Stretch {
  readonly sqrtPrice: bigint;
  /** Where the stretch ends: below `sqrtPrice` when token 0 is sold, above it otherwise. */
  readonly target: bigint;
  readonly liquidity: bigint;
  /** What is left to spend, fee included, in atomic units. */
  readonly remaining: bigint;
  /** On the input, in parts of a million. */
  readonly feeRate: bigint;
  /** True when token 0 goes in, which lowers the price. */
  readonly zeroForOne: boolean;
}

/** What happened in a stretch. `input` is without `fee`. */
export interface Step {
  readonly sqrtPrice: bigint;
  readonly input: bigint;
  readonly output: bigint;
  readonly fee: bigint;
}

/**
 * One step of an exact-input swap in concentrated liquidity, as Raydium CLMM (`libraries/swap_math.rs`) and Orca Whirlpool
 * (`math/swap_math.rs`) both compute it.
 */
export function step(stretch: Stretch): Step {
  const { sqrtPrice, target, liquidity, remaining, feeRate, zeroForOne } = stretch;
  const net = (remaining * (FEE_DENOMINATOR - feeRate)) / FEE_DENOMINATOR;
  const needed = inputBetween(sqrtPrice, target, liquidity, zeroForOne);
  const reaches = net >= needed;
  const next = reaches ? target : priceAfter(sqrtPrice, liquidity, net, zeroForOne);
  const input = next === target ? needed : inputBetween(sqrtPrice, next, liquidity, zeroForOne);
  const fee = next === target ? ceilDiv(input * feeRate, FEE_DENOMINATOR - feeRate) : remaining - input;
  return { sqrtPrice: next, input, output: outputBetween(sqrtPrice, next, liquidity, zeroForOne), fee };
}

/** Token 0 between two square-root prices: L * 2^64 * (b - a) / (a * b). */
export function amount0(a: bigint, b: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const [low, high] = a < b ? [a, b] : [b, a];
  const numerator = (liquidity << 64n) * (high - low);
  return roundUp ? ceilDiv(numerator, low * high) : numerator / (low * high);
}

/** Token 1 between two square-root prices: L * (b - a) / 2^64. */
export function amount1(a: bigint, b: bigint, liquidity: bigint, roundUp: boolean): bigint {
  const [low, high] = a < b ? [a, b] : [b, a];
  const product = liquidity * (high - low);
  return roundUp ? (product + U64_MAX) >> 64n : product >> 64n;
}

function inputBetween(from: bigint, to: bigint, liquidity: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? amount0(from, to, liquidity, true) : amount1(from, to, liquidity, true);
}

function outputBetween(from: bigint, to: bigint, liquidity: bigint, zeroForOne: boolean): bigint {
  return zeroForOne ? amount1(from, to, liquidity, false) : amount0(from, to, liquidity, false);
}

/** The square-root price once `net` went in: rounded against whoever swaps, up for token 0 and down for token 1. */
function priceAfter(sqrtPrice: bigint, liquidity: bigint, net: bigint, zeroForOne: boolean): bigint {
  if (!zeroForOne) return sqrtPrice + (net << 64n) / liquidity;
  const shifted = liquidity << 64n;
  return ceilDiv(shifted * sqrtPrice, shifted + net * sqrtPrice);
}
