import type { Fee, FeeShare } from '../model.ts';
import type { Rates } from './fee-config.ts';

const BPS = 10_000n;
const SHARES: readonly FeeShare[] = ['lp', 'protocol', 'creator'];

/** A fee on `amount` in what the amount is in, rounded up. Source: `fee_amount` in pump-rust-client 0.4.0 `math/fees.rs`. */
export function feeOn(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? 0n : (amount * rate + (BPS - 1n)) / BPS;
}

/** The three fees on `amount` together. */
export function chargeOn(amount: bigint, { lp, protocol, creator }: Rates): bigint {
  return feeOn(amount, lp) + feeOn(amount, protocol) + feeOn(amount, creator);
}

/** What a budget leaves for the swap, and what it pays fees on. `net` may be 0 or less when the fees eat it all. */
export interface Budget {
  readonly net: bigint;
  readonly charged: bigint;
}

/**
 * Splits a budget that pays fees on top into what is swapped and the fees. These are charged on the first estimate; when
 * their rounding overshoots, the excess is taken off the swapped part and the fees stay. `net` + fees can stay a few units
 * below the budget: that much the program does not take. Source: `exact_quote_in_fees`, one for both programs, as
 * pump-rust-client 0.4.0 `math/fees.rs` (`exact_in_fee_amounts`) mirrors it.
 */
export function splitBudget(budget: bigint, rates: Rates): Budget {
  const charged = (budget * BPS) / (BPS + rates.lp + rates.protocol + rates.creator);
  const excess = charged + chargeOn(charged, rates) - budget;
  return { net: excess > 0n ? charged - excess : charged, charged };
}

/** The fees on `amount` that are more than nothing, as a quote lists them. */
export function feesOf(amount: bigint, rates: Rates, of: Fee['of']): readonly Fee[] {
  return SHARES.flatMap((share) => {
    const fee = feeOn(amount, rates[share]);
    return fee > 0n ? [{ share, of, amount: fee }] : [];
  });
}
