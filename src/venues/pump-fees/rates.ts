import { type Address, address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import type { FeeConfig, Rates, Tier } from './fee-config.ts';
import { NO_KEY } from './programs.ts';

/** Native SOL under Token-2022: SOL to the fee program, though no curve may be quoted in it. */
export const NATIVE_MINT_2022 = address('9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP');
/** The only stable that the fee program knows; the list is part of its code (`STABLE_QUOTE_MINTS`). */
const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');

/** What a schedule is chosen by. `canonical`: a curve, or the pool that a curve became. */
export interface Trading {
  readonly canonical: boolean;
  readonly quoteMint: Address;
  /** In atomic units of the quote mint, before the trade. */
  readonly marketCap: bigint;
}

/** The creator's side of a coin: who gets the fee, and the rate that the coin sets itself (0: none). */
export interface CreatorTerms {
  readonly creator: Address;
  readonly ownRate: bigint;
  /** Whether the program heeds own rates at all. */
  readonly configurable: boolean;
}

/**
 * The rates of a trade: flat for pools that anyone opened; for canonical ones by market cap in SOL and USDC, and the exotic
 * rates otherwise (the flat ones while those are not set). A coin's own rate replaces the creator's while that is allowed,
 * and a coin without creator pays none. `unknown_variant` when the list that applies is empty: the program fails then.
 * Source: pump-fees `FeeConfig::fees_for_quote_mint` and `calculate_fee_tier`, as pump-rust-client 0.4.0 `math/fees.rs`
 * and @pump-fun/pump-swap-sdk 1.20.0 `fees.ts` mirror them.
 */
export function ratesOf(config: FeeConfig, trading: Trading, terms: CreatorTerms): Rates | Refused {
  const schedule = scheduleOf(config, trading);
  if (schedule === null) return refuse('unknown_variant', 'no fee tiers for this quote mint');
  const own = terms.configurable && terms.ownRate > 0n ? terms.ownRate : schedule.creator;
  return { ...schedule, creator: terms.creator === NO_KEY ? 0n : own };
}

function scheduleOf(config: FeeConfig, { canonical, quoteMint, marketCap }: Trading): Rates | null {
  if (!canonical) return config.flat;
  if (isSol(quoteMint)) return tierOf(config.tiers, marketCap);
  if (quoteMint === USDC) return tierOf(config.stableTiers ?? config.tiers, marketCap);
  const { lp, protocol, creator } = config.exotic;
  return lp === 0n && protocol === 0n && creator === 0n ? config.flat : config.exotic;
}

function isSol(quoteMint: Address): boolean {
  return quoteMint === WRAPPED_SOL || quoteMint === NATIVE_MINT_2022;
}

/** The last tier whose threshold the market cap reaches; below all of them the first. */
function tierOf(tiers: readonly Tier[], marketCap: bigint): Rates | null {
  const reached = tiers.findLast((tier) => marketCap >= tier.threshold) ?? tiers[0];
  return reached?.rates ?? null;
}
