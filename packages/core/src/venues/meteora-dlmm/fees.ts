import { ceilDiv, smaller } from '../arithmetic.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { DlmmVolatility, FeeParameters } from './layout.ts';

/* Formulas: MeteoraAg/dlmm-sdk, `commons/src/extensions/lb_pair.rs` and `quote.rs`. */

/** Parts in which rates stand, and the most that a swap pays in them. */
const RATE_DENOMINATOR = 1_000_000_000n;
const MAX_RATE = 100_000_000n;
const BASIS_POINTS = 10_000n;
const VARIABLE_DENOMINATOR = 100_000_000_000n;
/** The part of the fee on a limit order that goes to the order's owner. */
const ORDER_SHARE = 5_000n;
const U32_MAX = 0xffff_ffffn;

/** The volatility at the beginning of a swap: after the filter period it is measured anew, within the decay period decayed. */
export function referenced(
  of: DlmmVolatility,
  fees: FeeParameters,
  activeId: number,
  now: bigint,
): DlmmVolatility | Refused {
  const elapsed = now - of.updatedAt;
  if (elapsed < fees.filterPeriod) return of;
  if (elapsed >= fees.decayPeriod) return { ...of, indexReference: activeId, reference: 0n };
  const product = of.accumulator * fees.reductionFactor;
  if (product > U32_MAX) return refuse('overflow', 'volatility');
  return { ...of, indexReference: activeId, reference: product / BASIS_POINTS };
}

/** The accumulator of the volatility once the swap stands in bin `activeId`. */
export function accumulated(of: DlmmVolatility, fees: FeeParameters, activeId: number): bigint {
  const crossed = BigInt(Math.abs(of.indexReference - activeId));
  return smaller(of.reference + crossed * BASIS_POINTS, fees.maxAccumulator);
}

/** The fee of a swap at a volatility, in parts of 1e9. */
export function feeRate(fees: FeeParameters, accumulator: bigint): bigint {
  const variable = ceilDiv(fees.variableControl * (accumulator * fees.binStep) ** 2n, VARIABLE_DENOMINATOR);
  return smaller(fees.baseRate + variable, MAX_RATE);
}

/** The fee that is inside of `amount`. */
export function feeWithin(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, RATE_DENOMINATOR);
}

/** The largest amount of which the fee inside of it leaves no more than `net`. */
export function mostFor(net: bigint, rate: bigint): bigint {
  return ((net + 1n) * RATE_DENOMINATOR - 1n) / (RATE_DENOMINATOR - rate);
}

/** The fee that comes on top of `amount`. */
export function feeOnTop(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, RATE_DENOMINATOR - rate);
}

/**
 * The protocol's part of a fee. Liquidity pays it `share` basis points, limit orders half; the fee is divided between both
 * by what went into them. A last unit that is fee only, so that nothing goes into the bin, is the protocol's: seen on the
 * program itself, release 0.12.0, where the SDK leaves it out.
 */
export function protocolPart(fee: bigint, share: bigint, liquidityIn: bigint, totalIn: bigint): bigint {
  if (totalIn === 0n) return fee;
  const ofLiquidity = liquidityIn === totalIn ? fee : ceilDiv(fee * liquidityIn, totalIn);
  const ofOrders = fee - ofLiquidity;
  return ofOrders - (ofOrders * ORDER_SHARE) / BASIS_POINTS + (ofLiquidity * share) / BASIS_POINTS;
}
