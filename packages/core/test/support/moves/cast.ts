import type { Address } from '#solana/address.ts';
import { type MovesChain, NOW_SLOT, SLOTS_PER_HOUR, SOL } from './chain.ts';
import type { HolderFacts, MarketFacts, TokenFacts } from './facts.ts';
import type { Kept } from './keepers.ts';
import type { WrittenMarket } from './written-market.ts';

export const SUPPLY = 10n ** 15n;

/** A holder with its account, and the wallet that got the tokens first. */
export interface PlacedHolder {
  readonly facts: HolderFacts;
  readonly tokens: bigint;
  readonly kept: Kept;
  readonly buyer: Address;
}

/** A market with its facts, and the owners of its liquidity. */
export interface PlacedMarket extends WrittenMarket {
  readonly facts: MarketFacts;
  readonly openedSlot: number;
  readonly owners: readonly Kept[];
}

/** Everything of a token that has an address. */
export interface Cast {
  readonly facts: TokenFacts;
  readonly chain: MovesChain;
  readonly mint: Address;
  readonly program: Address;
  readonly markets: readonly PlacedMarket[];
  readonly holders: readonly PlacedHolder[];
}

/** For how many hours a market has traded at its price. */
export const tradedHours = ({ hours, bandHours = hours }: MarketFacts): number => bandHours;
export const slotOf = (hours: number): number => NOW_SLOT - Math.round(hours * SLOTS_PER_HOUR);
export const tokensOf = (bps: number): bigint => (SUPPLY * BigInt(Math.round(bps * 100))) / 1_000_000n;
export const lamportsOf = (sol: number): bigint => (SOL * BigInt(Math.round(sol * 1_000))) / 1_000n;
