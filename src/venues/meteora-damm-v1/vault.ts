import type { VaultState } from './layout.ts';

/**
 * A pool's part in one of its two vaults. `unlocked` is what all shares are worth at the clock, `supply` all shares,
 * `shares` the pool's own, `cash` what the vault's token account holds (the rest is lent out). `open` is false where the
 * vault takes no deposits.
 */
export interface Stake {
  readonly unlocked: bigint;
  readonly supply: bigint;
  readonly shares: bigint;
  readonly cash: bigint;
  readonly open: boolean;
}

const RATIO_ONE = 1_000_000_000_000n;

/**
 * What a vault's shares are worth at `now`: its total less the profit that is still locked, which is released over time
 * (`programs/dynamic-vault/src/state.rs`, calculate_locked_profit). Null where the program's arithmetic fails.
 */
export function unlockedAt(vault: VaultState, now: bigint): bigint | null {
  if (now < vault.reportedAt) return null;
  const released = (now - vault.reportedAt) * vault.releasePerSecond;
  if (released > RATIO_ONE) return vault.total;
  const locked = (vault.lockedProfit * (RATIO_ONE - released)) / RATIO_ONE;
  return locked > vault.total ? null : vault.total - locked;
}

/** The tokens that a pool owns in the vault, rounded down. */
export function reserveOf({ unlocked, supply, shares }: Stake): bigint {
  return supply === 0n ? 0n : (shares * unlocked) / supply;
}

/** The vault after the pool put `amount` in. */
export function deposited(stake: Stake, amount: bigint): Stake {
  const minted = (amount * stake.supply) / stake.unlocked;
  return {
    ...stake,
    unlocked: stake.unlocked + amount,
    supply: stake.supply + minted,
    shares: stake.shares + minted,
    cash: stake.cash + amount,
  };
}

/** The vault after the pool took out at most `amount`, and what it got: whole shares are burned. */
export function withdrawn(stake: Stake, amount: bigint): { readonly stake: Stake; readonly received: bigint } {
  const burned = (amount * stake.supply) / stake.unlocked;
  const received = (burned * stake.unlocked) / stake.supply;
  return {
    received,
    stake: {
      ...stake,
      unlocked: stake.unlocked - received,
      supply: stake.supply - burned,
      shares: stake.shares - burned,
      cash: stake.cash - received,
    },
  };
}
