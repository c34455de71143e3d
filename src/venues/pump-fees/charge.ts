import { ceilDiv } from '../arithmetic.ts';
import type { Fee, FeeShare } from '../model.ts';
import type { Rates } from './fee-config.ts';

const BPS = 10_000n;
const SHARES: readonly FeeShare[] = ['lp', 'protocol', 'creator'];

/** The fees on an amount, each rounded up: what the amount is in, they are in. */
export interface Charge {
  readonly lp: bigint;
  readonly protocol: bigint;
  readonly creator: bigint;
  readonly total: bigint;
}

/** The three fees on `amount`. Source: `fee_amount` in pump-rust-client 0.4.0 `math/fees.rs`. */
export function chargeOn(amount: bigint, rates: Rates): Charge {
  const [lp, protocol, creator] = [
    feeOn(amount, rates.lp),
    feeOn(amount, rates.protocol),
    feeOn(amount, rates.creator),
  ];
  return { lp, protocol, creator, total: lp + protocol + creator };
}

/** What a budget leaves for the swap. `net` may be 0 or less when the fees eat it all. */
export interface Budget {
  readonly net: bigint;
  readonly charge: Charge;
}

/**
 * Splits a budget that pays fees on top into what is swapped and the fees. These are charged on the first estimate; when
 * their rounding overshoots, the excess is taken off the swapped part and the fees stay. `net` + fees can stay a few units
 * below the budget: that much the program does not take. Source: `exact_quote_in_fees`, one for both programs, as
 * pump-rust-client 0.4.0 `math/fees.rs` (`exact_in_fee_amounts`) mirrors it.
 */
export function splitBudget(budget: bigint, rates: Rates): Budget {
  const estimate = (budget * BPS) / (BPS + rates.lp + rates.protocol + rates.creator);
  const charge = chargeOn(estimate, rates);
  const excess = estimate + charge.total - budget;
  return { net: excess > 0n ? estimate - excess : estimate, charge };
}

/** The parts of a charge that are more than nothing, as a quote lists them. */
export function feesOf(charge: Charge, of: Fee['of']): readonly Fee[] {
  return SHARES.flatMap((share) => {
    const amount = charge[share];
    return amount > 0n ? [{ share, of, amount }] : [];
  });
}

function feeOn(amount: bigint, rate: bigint): bigint {
  return ceilDiv(amount * rate, BPS);
}
