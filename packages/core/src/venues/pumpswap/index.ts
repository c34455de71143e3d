import type { Address } from '#solana/address.ts';
import { readMint } from '#solana/token/mint.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { U64_MAX } from '../arithmetic.ts';
import { needed, neededMint, vaultBalance } from '../needed.ts';
import { readFeeConfig } from '../pump-fees/fee-config.ts';
import { feeConfigAddress, NO_KEY, PUMPSWAP_PROGRAM, poolAuthority } from '../pump-fees/programs.ts';
import { pumpFeeSchedule } from '../pump-fees/rates.ts';
import type { AccountBytes, Accounts, OpenPool, Pair, Pool, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { canonicalPool, GLOBAL_CONFIG, type PumpSwapPoolAccount, readPool, readSettings } from './layout.ts';
import { marketOf, type PumpSwapReserves, type PumpSwapTerms } from './quote.ts';

/** Where the program's fee schedule is. */
const FEE_CONFIG = feeConfigAddress(PUMPSWAP_PROGRAM);

/** The program's supply of a coin in mayhem mode (`TOTAL_TOKEN_SUPPLY`). */
const MAYHEM_SUPPLY = 1_000_000_000_000_000n;

/** PumpSwap: pools of completed pump.fun coins, and others that anyone may open. */
export const pumpswap: Venue = {
  id: 'pumpswap',
  name: 'PumpSwap',
  program: PUMPSWAP_PROGRAM,
  // Each pool holds its own tokens.
  authority: null,
  configurations: [GLOBAL_CONFIG, FEE_CONFIG],
  candidates,
  recognise,
};

/** The pool that the coin's curve became, and that of a coin that is quoted in this one. Others do not follow from mints. */
function candidates({ mint, other }: Pair): readonly Address[] {
  // SOL is never the coin of a curve.
  const asCoin = mint === WRAPPED_SOL ? [] : [canonicalPool(mint, other)];
  const asQuote = other === WRAPPED_SOL ? [] : [canonicalPool(other, mint)];
  return [...asCoin, ...asQuote];
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  const isBase = pool.base === mint;
  if (!isBase && pool.quote !== mint) return refuse('inconsistent', 'a pool of other mints');
  if (pool.base === pool.quote) return refuse('wrong_layout', 'both mints are the same');
  const { address } = account;
  return {
    venue: 'pumpswap',
    address,
    mint,
    other: isBase ? pool.quote : pool.base,
    vaults: isBase
      ? { mint: pool.baseVault, other: pool.quoteVault }
      : { mint: pool.quoteVault, other: pool.baseVault },
    liquidity: { mint: pool.lpMint },
    // The LP mint is no part of the price: it shows how much of the liquidity was burned.
    needs: [pool.baseVault, pool.quoteVault, pool.lpMint],
    open: (accounts) => openPool(address, mint, pool, accounts),
  };
}

/** The market of a pool as its accounts stand now. `known` is what it was recognised by. */
function openPool(address: Address, mint: Address, known: PumpSwapPoolAccount, accounts: Accounts): OpenPool | Refused {
  const account = needed(accounts, address, 'the pool');
  if (isRefused(account)) return account;
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  if (identity(pool) !== identity(known)) return refuse('inconsistent', 'the pool has other mints or vaults now');
  const reserves = reservesOf(address, pool, accounts);
  if (isRefused(reserves)) return reserves;
  const terms = termsOf(pool, mint, accounts);
  if (isRefused(terms)) return terms;
  const creator = pool.coinCreator === NO_KEY ? (isCanonical(pool) ? null : pool.creator) : pool.coinCreator;
  const lockedLiquidityBps = burnedBps(pool, accounts);
  return { market: marketOf(reserves, terms), facts: { creator, openedAt: null, lockedLiquidityBps } };
}

function identity({ base, quote, baseVault, quoteVault, lpMint }: PumpSwapPoolAccount): string {
  return [base, quote, baseVault, quoteVault, lpMint].join();
}

function reservesOf(authority: Address, pool: PumpSwapPoolAccount, accounts: Accounts): PumpSwapReserves | Refused {
  const base = vaultBalance(accounts, { address: pool.baseVault, mint: pool.base, authority });
  if (isRefused(base)) return base;
  const quote = vaultBalance(accounts, {
    address: pool.quoteVault,
    mint: pool.quote,
    authority,
  });
  if (isRefused(quote)) return quote;
  const real = quote.amount - pool.waitingFees;
  const effective = quote.amount + pool.virtualQuote;
  // The program keeps both within its vault and 64 bits; anything else was not read at one moment, or is no pool of it.
  if (real < 0n || effective < 0n || effective > U64_MAX) return refuse('inconsistent', 'virtual reserves and vault');
  if (base.amount === 0n || effective === 0n) return refuse('insufficient_liquidity', 'the pool is empty');
  return { base: base.amount, effective, real };
}

function termsOf(pool: PumpSwapPoolAccount, mint: Address, accounts: Accounts): PumpSwapTerms | Refused {
  const configAccount = needed(accounts, FEE_CONFIG, 'fee configuration');
  if (isRefused(configAccount)) return configAccount;
  const config = readFeeConfig(configAccount);
  if (isRefused(config)) return config;
  const settingsAccount = needed(accounts, GLOBAL_CONFIG, 'global settings');
  if (isRefused(settingsAccount)) return settingsAccount;
  const settings = readSettings(settingsAccount);
  if (isRefused(settings)) return settings;
  const base = neededMint(accounts, pool.base, 'the base mint');
  if (isRefused(base)) return base;
  const schedule = pumpFeeSchedule(
    config,
    { canonical: isCanonical(pool), quoteMint: pool.quote },
    { creator: pool.coinCreator, ownRate: pool.ownCreatorRate, configurable: settings.configurable },
  );
  if (isRefused(schedule)) return schedule;
  return {
    schedule,
    tierSupply: pool.mayhem ? MAYHEM_SUPPLY : base.supply,
    buyDisabled: settings.buyDisabled,
    sellDisabled: settings.sellDisabled,
    reversed: mint === pool.quote,
    bounds: pool.hasUnknownFields ? ['The pool carries fields that are newer than what is known here.'] : [],
  };
}

/** True for the pool that a curve became. */
function isCanonical({ creator, base }: PumpSwapPoolAccount): boolean {
  return creator === poolAuthority(base);
}

/** The share of issued LP tokens that were burned: nobody can withdraw their liquidity. Null if unknown. */
function burnedBps(pool: PumpSwapPoolAccount, accounts: Accounts): number | null {
  const account = accounts.get(pool.lpMint);
  const mint = account ? readMint(account) : null;
  if (mint === null || pool.lpSupply === 0n || mint.supply > pool.lpSupply) return null;
  return Number(((pool.lpSupply - mint.supply) * 10_000n) / pool.lpSupply);
}
