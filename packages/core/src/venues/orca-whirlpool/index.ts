import type { Address } from '#solana/address.ts';
import { inByteOrder } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Accounts, Pair, Pool, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { feeTierAddress, ORCA_CONFIG, poolAddress } from './addresses.ts';
import { PROGRAM, readWhirlpool } from './layout.ts';
import { askedOf, marketFromAccounts } from './open.ts';

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

/** Orca's concentrated liquidity, in pools of Orca's own configuration and of others. */
export const orcaWhirlpool: Venue = {
  id: 'orca_whirlpool',
  name: 'Orca Whirlpool',
  program: PROGRAM,
  authority: null,
  // `swap_v2` takes them as `TransferHookA` and `TransferHookB` (orca-so/whirlpools, `instructions/v2/swap.rs`).
  forwardsHooks: true,
  get configurations() {
    const { fixed, adaptive } = feeTiers();
    return [...fixed, ...adaptive].map(({ account }) => account);
  },
  candidates,
  recognise,
};

/** Pools of Orca's configuration; static tiers are known, adaptive ones exist where their account does. */
function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  const { fixed, adaptive } = feeTiers();
  const existing = adaptive.filter(({ index, account }) => isAdaptiveTier(configurations.get(account), index));
  const mints = inByteOrder(mint, other);
  return [...fixed, ...existing].map(({ index }) => poolAddress(mints, index));
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const pool = readWhirlpool(account);
  if (isRefused(pool)) return pool;
  const isMintA = pool.a.mint === mint;
  if (!isMintA && pool.b.mint !== mint) return refuse('inconsistent', `a pool of ${pool.a.mint} and ${pool.b.mint}`);
  const [own, other] = isMintA ? [pool.a, pool.b] : [pool.b, pool.a];
  const asked = askedOf(account.address, pool, isMintA);
  return {
    venue: 'orca_whirlpool',
    address: account.address,
    mint,
    other: other.mint,
    vaults: { mint: own.vault, other: other.vault },
    needs: [own.vault, other.vault, ...asked.arrays.values(), ...(asked.oracle ? [asked.oracle] : [])],
    open: (accounts, clock) => marketFromAccounts(asked, accounts, clock),
  };
}

/** A fee tier of Orca's configuration: which pools of a pair can exist. */
interface FeeTier {
  readonly index: number;
  readonly account: Address;
}

/** All tiers by kind. They are derived when first asked for, which takes some 40 ms. */
function feeTiers(): { readonly fixed: readonly FeeTier[]; readonly adaptive: readonly FeeTier[] } {
  derived ??= { fixed: STATIC_INDEXES.map(tier), adaptive: ADAPTIVE_INDEXES.map(tier) };
  return derived;
}

/** True when the account is that adaptive tier of Orca: `state/adaptive_fee_tier.rs` of orca-so/whirlpools. */
function isAdaptiveTier(account: AccountBytes | null | undefined, index: number): boolean {
  if (!account || account.owner !== PROGRAM || account.data.length !== ADAPTIVE_BYTES) return false;
  const bytes = new Bytes(account.data);
  return bytes.spells(0, ADAPTIVE_DISCRIMINATOR) && bytes.key(8) === ORCA_CONFIG && bytes.u16(40) === index;
}

function tier(index: number): FeeTier {
  return { index, account: feeTierAddress(index) };
}
