import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { DammV1PoolAccount, StableSettings, VaultState } from './layout.ts';

const MARINADE_STATE = address('8szGkuLTAux9XMgZ2vtY39jVSowEcpBfFfD8hXSEqdGC');

const LIDO_STATE = address('49Yi1TKkNyYjPAFdR9LBvoHcUjuPX4Df5T5yv39w2XTn');

/** Parts in which virtual prices stand. */
export const PRICE_ONE = 1_000_000n;

/** For how long the program uses a stored virtual price (`constants.rs`, depeg). */
const CACHE_SECONDS = 600n;

const MARINADE_PRICE_AT = 512;

const MARINADE_PRICE_ONE = 1n << 32n;

/** Where a staked token and its lamports stand, as two neighbouring u64: where the first is, and whether supply comes first. */
const LIDO_SUPPLY_AT = 73;

const SPL_LAMPORTS_AT = 258;

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
 * The worth of a vault's shares at `now`: its total less the profit that is still locked, which is released over time
 * (`programs/dynamic-vault/src/state.rs`, calculate_locked_profit). Null if the program's arithmetic fails.
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
export function deposited({ unlocked, supply, shares, cash, open }: Stake, amount: bigint): Stake {
  const minted = (amount * supply) / unlocked;
  return { unlocked: unlocked + amount, supply: supply + minted, shares: shares + minted, cash: cash + amount, open };
}

/** The vault after the pool withdrew at most `amount`: whole shares are burned. The withdrawn amount is gone from `cash`. */
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

/** The account from which the pool's virtual price comes; null where both tokens are worth the same. */
export function priceAccountOf({ stable, stakePool }: DammV1PoolAccount): Address | null {
  switch (stable?.depeg) {
    case 'marinade':
      return MARINADE_STATE;
    case 'lido':
      return LIDO_STATE;
    case 'spl_stake':
      return stakePool;
    default:
      return null;
  }
}

/** True when the program reads the price again before a swap at `now`. */
export function isStale({ cachedAt }: StableSettings, now: bigint): boolean {
  return now > cachedAt + CACHE_SECONDS;
}

/**
 * The virtual price in an account of `depeg`'s program (`dynamic-amm-quote/src/depeg`), in parts of a million: Marinade's
 * own figure in 2^-32, else lamports by supply.
 */
export function virtualPriceIn({ data }: AccountBytes, depeg: StableSettings['depeg']): bigint | Refused {
  const bytes = new Bytes(data);
  const at = depeg === 'marinade' ? MARINADE_PRICE_AT : depeg === 'lido' ? LIDO_SUPPLY_AT : SPL_LAMPORTS_AT;
  if (data.length < at + 16) return refuse('wrong_layout', `stake account of ${data.length} bytes`);
  const [first, second] = [bytes.u64(at), bytes.u64(at + 8)];
  const [lamports, supply] =
    depeg === 'marinade' ? [first, MARINADE_PRICE_ONE] : depeg === 'lido' ? [second, first] : [first, second];
  const price = supply === 0n ? 0n : (lamports * PRICE_ONE) / supply;
  return price === 0n || price > U64_MAX ? refuse('inconsistent', 'virtual price of the stake account') : price;
}
