import type { AccountState } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import { curveAddress, readCurve } from '#venues/pump-curve/layout.ts';
import { canonicalPool, readPool as readPumpSwapPool } from '#venues/pumpswap/layout.ts';
import { poolAddress, readPool as readLaunchlabPool } from '#venues/raydium-launchlab/layout.ts';
import { isRefused } from '#venues/refusal.ts';
import { SYSTEM_PROGRAM } from '../funder/facts.ts';

/**
 * Launchpads whose account of a coin is at an address that follows from the coin, and names who launched it. The account says
 * so as long as it is there, also when the coin has moved on and no price can be made of it, which is why the layouts are read
 * and no pool is opened.
 */
const LAUNCHPADS: readonly {
  readonly placeOf: (mint: Address) => Address;
  readonly creatorIn: (account: AccountState, mint: Address) => Address | null;
}[] = [
  {
    placeOf: curveAddress,
    creatorIn: (account) => {
      const curve = readCurve(account);
      return isRefused(curve) ? null : curve.creator;
    },
  },
  {
    placeOf: (mint) => canonicalPool(mint, WRAPPED_SOL),
    creatorIn: (account, mint) => {
      const pool = readPumpSwapPool(account);
      return isRefused(pool) || pool.base !== mint ? null : pool.coinCreator;
    },
  },
  {
    placeOf: (mint) => poolAddress(mint, WRAPPED_SOL),
    creatorIn: (account, mint) => {
      const pool = readLaunchlabPool(account);
      return isRefused(pool) || pool.baseMint !== mint ? null : pool.creator;
    },
  },
];

/** Where launchpads would keep the coin. */
export function launchPlaces(mint: Address): readonly Address[] {
  return LAUNCHPADS.map(({ placeOf }) => placeOf(mint));
}

/** Whom a launchpad names as the one who launched the coin; null where none does. `accounts` are those of `launchPlaces`. */
export function namedCreator(mint: Address, accounts: readonly (AccountState | null)[]): Address | null {
  for (const [place, { creatorIn }] of LAUNCHPADS.entries()) {
    const account = accounts[place];
    const creator = account ? creatorIn(account, mint) : null;
    // The System program's address is the one of 32 zero bytes: nobody.
    if (creator && creator !== SYSTEM_PROGRAM) return creator;
  }
  return null;
}
