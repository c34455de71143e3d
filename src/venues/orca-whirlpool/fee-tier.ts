import type { Address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import type { AccountBytes } from '../model.ts';
import { feeTierAddress, ORCA_CONFIG } from './addresses.ts';
import { PROGRAM } from './layout.ts';

/** A fee tier of Orca's configuration: which pools of a pair can exist. */
export interface FeeTier {
  readonly index: number;
  readonly account: Address;
}

/** Tick spacings of tiers with a static fee, likeliest first; 32896 is that of full-range ("splash") pools. */
const STATIC_INDEXES = [64, 32_896, 128, 16, 8, 4, 96, 256, 2, 1, 32, 512] as const;

/** Tiers with an adaptive fee: those that anybody may open a pool in begin at 1025, those that need a permission at 2049. */
const ADAPTIVE_INDEXES = [
  ...Array.from({ length: 30 }, (_, i) => 1025 + i),
  ...Array.from({ length: 30 }, (_, i) => 2049 + i),
];

const ADAPTIVE_DISCRIMINATOR = '931090742f92952e';
const ADAPTIVE_BYTES = 256;

let derived: { readonly fixed: readonly FeeTier[]; readonly adaptive: readonly FeeTier[] } | null = null;

/** All tiers by kind. They are derived when first asked for, which takes some 40 ms. */
export function feeTiers(): { readonly fixed: readonly FeeTier[]; readonly adaptive: readonly FeeTier[] } {
  derived ??= { fixed: STATIC_INDEXES.map(tier), adaptive: ADAPTIVE_INDEXES.map(tier) };
  return derived;
}

/** True when the account is that adaptive tier of Orca: `state/adaptive_fee_tier.rs` of orca-so/whirlpools. */
export function isAdaptiveTier(account: AccountBytes | null | undefined, index: number): boolean {
  if (!account || account.owner !== PROGRAM || account.data.length !== ADAPTIVE_BYTES) return false;
  const bytes = new Bytes(account.data);
  return bytes.spells(0, ADAPTIVE_DISCRIMINATOR) && bytes.key(8) === ORCA_CONFIG && bytes.u16(40) === index;
}

function tier(index: number): FeeTier {
  return { index, account: feeTierAddress(index) };
}
