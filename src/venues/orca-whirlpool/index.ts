import type { Address } from '#lib/address.ts';
import type { AccountBytes, Accounts, Pair, Pool, Refused, Venue } from '../model.ts';
import { isRefused, refuse } from '../refusal.ts';
import { ordered, poolAddress } from './addresses.ts';
import { feeTiers, isAdaptiveTier } from './fee-tier.ts';
import { PROGRAM, readWhirlpool } from './layout.ts';
import { askedOf, open } from './open.ts';

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
  const mints = ordered(mint, other);
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
    open: (accounts, clock) => open(asked, accounts, clock),
  };
}
