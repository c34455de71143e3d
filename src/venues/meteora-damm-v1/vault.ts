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

/** Whether the pool owns less than a token in the vault. */
export function isEmpty({ unlocked, supply, shares }: Stake): boolean {
  return supply === 0n || shares * unlocked < supply;
}

/** The vault after the pool put `amount` in. */
export function deposited({ unlocked, supply, shares, cash, open }: Stake, amount: bigint): Stake {
  const minted = (amount * supply) / unlocked;
  return { unlocked: unlocked + amount, supply: supply + minted, shares: shares + minted, cash: cash + amount, open };
}

/** The vault after the pool took out at most `amount`: whole shares are burned. What it got is gone from `cash`. */
export function withdrawn({ unlocked, supply, shares, cash, open }: Stake, amount: bigint): Stake {
  const burned = (amount * supply) / unlocked;
  const received = (burned * unlocked) / supply;
  return {
    unlocked: unlocked - received,
    supply: supply - burned,
    shares: shares - burned,
    cash: cash - received,
    open,
  };
}
