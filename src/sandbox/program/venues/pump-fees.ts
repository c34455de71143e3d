import { address } from '#lib/address.ts';
import type { Value } from '../pieces.ts';
import type { Script } from '../script.ts';

/** Keeps the fee schedules of pump.fun's curves and of PumpSwap. */
export const FEE_PROGRAM = address('pfeeUxB6jkeY1Hxd7CsFCAjcbHA9rWtchMGdZ6VojVZ');

/** Rates in basis points, from whichever tier counts; a curve has no liquidity providers. */
export interface PumpRates {
  readonly lp?: number;
  readonly protocol: number;
  readonly creator: number;
}

/** Fees in atomic units of the quote; null where the rate is 0. `total` is null without any. */
export interface PumpFees {
  readonly lp: Value | null;
  readonly protocol: Value | null;
  readonly creator: Value | null;
  readonly total: Value | null;
}

const BPS = 10_000;

/** The fees on an amount, each rounded up. */
export function pumpFees(script: Script, amount: Value, rates: PumpRates): PumpFees {
  const on = (rate = 0) => (rate === 0 ? null : script.ratioUp(amount, script.number(rate), script.number(BPS)));
  const fees = { lp: on(rates.lp), protocol: on(rates.protocol), creator: on(rates.creator) };
  return { ...fees, total: sumOf(script, Object.values(fees)) };
}

/**
 * What a budget leaves for the swap, and the fees on top of it. They are charged on a first estimate; where their rounding
 * overshoots, the excess comes off the swapped part. The same as `splitBudget` of the venues `pump-fees`.
 */
export function pumpBudget(script: Script, budget: Value, rates: PumpRates): PumpFees & { readonly net: Value } {
  const whole = BPS + (rates.lp ?? 0) + rates.protocol + rates.creator;
  const estimate = script.ratio(budget, script.number(BPS), script.number(whole));
  const fees = pumpFees(script, estimate, rates);
  const wanted = fees.total ? script.add(estimate, fees.total) : estimate;
  const excess = script.subtract(script.most(wanted, budget), budget);
  return { ...fees, net: script.subtract(estimate, excess) };
}

/** What is left of an amount after fees. */
export function without(script: Script, amount: Value, fee: Value | null): Value {
  return fee ? script.subtract(amount, fee) : amount;
}

/** The sum of those that are there. */
function sumOf(script: Script, values: readonly (Value | null)[]): Value | null {
  return values.reduce((sum, one) => (sum && one ? script.add(sum, one) : (sum ?? one)), null);
}
