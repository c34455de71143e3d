import type { Address } from '#lib/address.ts';
import { readMint } from '#lib/token/mint.ts';
import type { AccountBytes, Accounts, Clock, OpenPool, Pair, Pool, Refused, Venue } from '../model.ts';
import { needed, vaultBalance } from '../needed.ts';
import { isRefused, refuse } from '../refusal.ts';
import { configAddress, ordered, poolAddress } from './addresses.ts';
import { burnedBps } from './burned.ts';
import { AUTHORITY, type PoolState, PROGRAM, type Rates, readConfig, readPool, type Two } from './layout.ts';
import { marketOf } from './market.ts';

/** Indexes of fee configurations that are looked for. Which of them exist, and their rates, the chain says. */
const CONFIGS = 32;
/** LP tokens that `initialize.rs` counts as issued and never mints. */
const LP_WITHHELD = 100n;

/**
 * Raydium CPMM: constant product, fees by a shared configuration. The formulas and layouts are those of
 * raydium-io/raydium-cp-swap, `programs/cp-swap/src`.
 */
export const raydiumCpmm: Venue = {
  id: 'raydium_cpmm',
  name: 'Raydium CPMM',
  program: PROGRAM,
  authority: AUTHORITY,
  configurations: Array.from({ length: CONFIGS }, (_, index) => configAddress(index)),
  candidates,
  recognise,
};

function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  if (mint === other) return [];
  const mints = ordered(mint, other);
  return raydiumCpmm.configurations.flatMap((config) => {
    const account = configurations.get(config);
    if (!account || isRefused(readConfig(account))) return [];
    return [poolAddress(config, mints)];
  });
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const state = readPool(account);
  if (isRefused(state)) return state;
  const [zero, one] = state.mints;
  if (zero === one || (mint !== zero && mint !== one)) return refuse('inconsistent', `the pool does not trade ${mint}`);
  const index = mint === zero ? 0 : 1;
  const against = index === 0 ? 1 : 0;
  return {
    venue: 'raydium_cpmm',
    address: account.address,
    mint,
    other: state.mints[against],
    vaults: { mint: state.vaults[index], other: state.vaults[against] },
    liquidity: { mint: state.lpMint },
    needs: [...state.vaults, state.config, state.lpMint],
    open: (accounts, clock) => open(account.address, state, index, accounts, clock),
  };
}

function open(at: Address, known: PoolState, mint: 0 | 1, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const state = poolNow(at, known, accounts);
  if (isRefused(state)) return state;
  if (state.swapsDisabled) return refuse('disabled', 'the status of the pool switches swaps off');
  if (clock.unixTime < state.openTime) return refuse('not_open', `trading opens at ${state.openTime}`);
  const rates = ratesOf(state, accounts);
  if (isRefused(rates)) return rates;
  const balances = vaultBalances(state, accounts);
  if (isRefused(balances)) return balances;
  const market = marketOf({
    vaults: balances.amounts,
    owed: state.owed,
    rates,
    creatorFeeOn: state.creatorFeeOn,
    mint,
  });
  if (isRefused(market)) return market;
  const locked = lockedBps(state, accounts.get(state.lpMint));
  const facts = { creator: state.creator, openedAt: state.openTime, lockedLiquidityBps: locked };
  return { market, facts };
}

/** The pool as it stands in `accounts`, which must be the one that was recognised. */
function poolNow(at: Address, known: PoolState, accounts: Accounts): PoolState | Refused {
  const account = needed(accounts, at, 'pool');
  if (isRefused(account)) return account;
  const now = readPool(account);
  if (isRefused(now)) return now;
  const identity = ({ mints, programs, vaults, config, lpMint }: PoolState) =>
    [...mints, ...programs, ...vaults, config, lpMint].join();
  if (identity(now) !== identity(known)) return refuse('inconsistent', 'the pool is not the one that was recognised');
  return now;
}

function ratesOf(state: PoolState, accounts: Accounts): Rates | Refused {
  const account = needed(accounts, state.config, 'configuration');
  if (isRefused(account)) return account;
  const rates = readConfig(account);
  return isRefused(rates) || state.creatorFeeEnabled ? rates : { ...rates, creator: 0n };
}

function vaultBalances(state: PoolState, accounts: Accounts): { readonly amounts: Two<bigint> } | Refused {
  const vault = (index: 0 | 1) => ({
    address: state.vaults[index],
    mint: state.mints[index],
    program: state.programs[index],
    authority: AUTHORITY,
  });
  const zero = vaultBalance(accounts, vault(0));
  if (isRefused(zero)) return zero;
  const one = vaultBalance(accounts, vault(1));
  return isRefused(one) ? one : { amounts: [zero.amount, one.amount] };
}

/**
 * LP tokens that were burned, of those that the pool counts as issued. The LP mint moves no price: without it only this share
 * is unknown.
 */
function lockedBps({ lpIssued }: PoolState, account: AccountBytes | null | undefined): number | null {
  const mint = account && readMint(account);
  return mint?.mintAuthority === AUTHORITY ? burnedBps(lpIssued, mint.supply, LP_WITHHELD) : null;
}
