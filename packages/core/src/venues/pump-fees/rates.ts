import { type Address, address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Fee, FeeShare, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { FeeConfig, PumpFeeRates, PumpFeeTier } from './fee-config.ts';
import { NO_KEY } from './programs.ts';

const BPS = 10_000n;

const SHARES: readonly FeeShare[] = ['lp', 'protocol', 'creator'];

/** Native SOL under Token-2022: SOL to the fee program, though no curve may be quoted in it. */
export const NATIVE_MINT_2022 = address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');
/** The only stable that the fee program knows; the list is part of its code (`STABLE_QUOTE_MINTS`). */
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

/** The choice of a schedule. `canonical`: a curve, or the pool that a curve became. */
export interface Trading {
  readonly canonical: boolean;
  readonly quoteMint: Address;
}

/** The tiers of one coin. The last one whose threshold is reached holds, and the first one below them all. */
export type PumpFeeSchedule = readonly [PumpFeeTier, ...PumpFeeTier[]];

/** The creator's side of a coin: the recipient of the fee, and the coin's own rate (0: none). */
export interface CreatorTerms {
  readonly creator: Address;
  readonly ownRate: bigint;
  /** Whether the program heeds own rates at all. */
  readonly configurable: boolean;
}

/**
 * The schedule of a coin: flat for pools that anyone opened; for canonical ones by market cap in SOL and USDC, and the exotic
 * rates otherwise (the flat ones while those are not set). A coin's own rate replaces the creator's while that is allowed,
 * and a coin without creator pays none. `unknown_variant` when the list that applies is empty: the program fails then.
 * Source: pump-fees `FeeConfig::fees_for_quote_mint` and `calculate_fee_tier`, as pump-rust-client 0.4.0 `math/fees.rs`
 * and @pump-fun/pump-swap-sdk 1.20.0 `fees.ts` mirror them.
 */
export function pumpFeeSchedule(config: FeeConfig, trading: Trading, terms: CreatorTerms): PumpFeeSchedule | Refused {
  const [first, ...more] = tiersOf(config, trading);
  if (!first) return refuse('unknown_variant', 'no fee tiers for this quote mint');
  const ofCoin = ({ threshold, rates }: PumpFeeTier): PumpFeeTier => {
    const own = terms.configurable && terms.ownRate > 0n ? terms.ownRate : rates.creator;
    return { threshold, rates: { ...rates, creator: terms.creator === NO_KEY ? 0n : own } };
  };
  return [ofCoin(first), ...more.map(ofCoin)];
}

/** The rates of a trade, by the market cap before it in atomic units of the quote mint. */
export function ratesAt(schedule: PumpFeeSchedule, marketCap: bigint): PumpFeeRates {
  return (schedule.findLast(({ threshold }) => marketCap >= threshold) ?? schedule[0]).rates;
}

function tiersOf(config: FeeConfig, { canonical, quoteMint }: Trading): readonly PumpFeeTier[] {
  const always = (rates: PumpFeeRates): readonly PumpFeeTier[] => [{ threshold: 0n, rates }];
  if (!canonical) return always(config.flat);
  if (isSol(quoteMint)) return config.tiers;
  if (quoteMint === USDC) return config.stableTiers ?? config.tiers;
  const { lp, protocol, creator } = config.exotic;
  return always(lp === 0n && protocol === 0n && creator === 0n ? config.flat : config.exotic);
}

function isSol(quoteMint: Address): boolean {
  return quoteMint === WRAPPED_SOL || quoteMint === NATIVE_MINT_2022;
}

/** A fee on `amount` in what the amount is in, rounded up. Source: `fee_amount` in pump-rust-client 0.4.0 `math/fees.rs`. */
export function pumpFeeOn(amount: bigint, rate: bigint): bigint {
  return rate === 0n ? 0n : (amount * rate + (BPS - 1n)) / BPS;
}

/** The three fees on `amount` together. */
export function chargeOn(amount: bigint, { lp, protocol, creator }: PumpFeeRates): bigint {
  return pumpFeeOn(amount, lp) + pumpFeeOn(amount, protocol) + pumpFeeOn(amount, creator);
}

/** The rest of a budget for the swap, and the basis of its fees. `net` may be 0 or less if the fees use it up. */
interface Budget {
  readonly net: bigint;
  readonly charged: bigint;
}

/**
 * Splits a budget that pays fees on top into what is swapped and the fees. These are charged on the first estimate; when
 * their rounding overshoots, the excess is taken off the swapped part and the fees stay. `net` + fees can stay a few units
 * below the budget: that much the program does not take. Source: `exact_quote_in_fees`, one for both programs, as
 * pump-rust-client 0.4.0 `math/fees.rs` (`exact_in_fee_amounts`) mirrors it.
 */
export function splitBudget(budget: bigint, rates: PumpFeeRates): Budget {
  const charged = (budget * BPS) / (BPS + rates.lp + rates.protocol + rates.creator);
  const excess = charged + chargeOn(charged, rates) - budget;
  return { net: excess > 0n ? charged - excess : charged, charged };
}

/** The fees on `amount` that are more than nothing, as a quote lists them. */
export function pumpFeesOf(amount: bigint, rates: PumpFeeRates, of: Fee['of']): readonly Fee[] {
  return SHARES.flatMap((share) => {
    const fee = pumpFeeOn(amount, rates[share]);
    return fee > 0n ? [{ share, of, amount: fee }] : [];
  });
}
