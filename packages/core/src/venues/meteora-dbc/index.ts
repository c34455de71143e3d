import type { Address } from '#solana/address.ts';
import { larger, smaller, U64_MAX } from '../arithmetic.ts';
import { pointOf } from '../meteora-fees/rate.ts';
import { needed, vaultBalance } from '../needed.ts';
import type { AccountBytes, Accounts, Clock, Market, OpenPool, Pool, Quote, Refused, Venue } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { type ConfigAccount, quoteMintOf, readDbcConfig, vaultAddress } from './config.ts';
import { AUTHORITY, type DbcPoolAccount, PROGRAM, readPool } from './layout.ts';
import { type DbcDirection, type DbcState, directionOf, feesOf, isComplete, stateAfter, swap } from './quote.ts';

/** Meteora DBC: a curve that a launchpad lays down for its pools, until what it sold moves to a Meteora AMM. */
export const meteoraDbc: Venue = {
  id: 'meteora_dbc',
  name: 'Meteora DBC',
  program: PROGRAM,
  authority: AUTHORITY,
  configurations: [],
  /** The address of a pool follows from its launchpad's configuration, which a pair does not tell. */
  candidates: () => [],
  recognise,
};

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  const mintIsBase = mint === pool.baseMint;
  const quoteMint = provenQuoteMint(account.address, pool, mint);
  if (isRefused(quoteMint)) return quoteMint;
  const { base, quote } = pool.vaults;
  return {
    venue: 'meteora_dbc',
    address: account.address,
    mint,
    other: mintIsBase ? quoteMint.mint : pool.baseMint,
    launches: pool.baseMint,
    vaults: mintIsBase ? { mint: base, other: quote } : { mint: quote, other: base },
    needs: [pool.config, base, quote],
    open: (accounts, clock) =>
      open({ address: account.address, known: pool, mintIsBase, quoteMint: quoteMint.mint }, accounts, clock),
  };
}

/** The quote mint: one of the usual ones when the base is asked about, otherwise the mint asked about or none. */
function provenQuoteMint(address: Address, pool: DbcPoolAccount, mint: Address): { readonly mint: Address } | Refused {
  const { quote } = pool.vaults;
  if (mint === pool.baseMint) {
    const found = quoteMintOf(address, quote);
    return found ? { mint: found } : refuse('unknown_variant', `vault ${quote} holds none of the known quote mints`);
  }
  return vaultAddress(mint, address) === quote
    ? { mint }
    : refuse('inconsistent', `sells ${pool.baseMint}, not for ${mint}`);
}

interface Recognised {
  readonly address: Address;
  readonly known: DbcPoolAccount;
  readonly mintIsBase: boolean;
  readonly quoteMint: Address;
}

function open(recognised: Recognised, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const { address, known, mintIsBase, quoteMint } = recognised;
  const account = needed(accounts, address, 'pool');
  if (isRefused(account)) return account;
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  if (!sameIdentity(pool, known)) return refuse('inconsistent', 'the pool changed its mint, vaults or configuration');
  const configuration = needed(accounts, pool.config, 'configuration');
  if (isRefused(configuration)) return configuration;
  const config = readDbcConfig(configuration);
  if (isRefused(config)) return config;
  const point = pointOf(config.activationType, clock);
  const fault = faultOf(pool, config, { quoteMint, point });
  if (fault) return fault;
  const base = vaultBalance(accounts, { address: pool.vaults.base, mint: pool.baseMint, authority: AUTHORITY });
  if (isRefused(base)) return base;
  const quote = vaultBalance(accounts, { address: pool.vaults.quote, mint: quoteMint, authority: AUTHORITY });
  if (isRefused(quote)) return quote;
  const state = { config, pool, vaults: { base: base.amount, quote: quote.amount }, point, now: clock.unixTime };
  if (isComplete(state)) return refuse('completed', 'the curve is complete');
  return { market: marketOf(state, mintIsBase), facts: factsOf(pool, config) };
}

function sameIdentity(one: DbcPoolAccount, two: DbcPoolAccount): boolean {
  const keys = ({ baseMint, vaults, config }: DbcPoolAccount) => [baseMint, vaults.base, vaults.quote, config].join();
  return keys(one) === keys(two);
}

function faultOf(
  pool: DbcPoolAccount,
  config: ConfigAccount,
  { quoteMint, point }: { readonly quoteMint: Address; readonly point: bigint },
): Refused | null {
  if (config.quoteMint !== quoteMint) return refuse('inconsistent', `the configuration sells for ${config.quoteMint}`);
  if (pool.sqrtPrice === 0n) return refuse('inconsistent', 'the pool has no price');
  if (pool.finished) return refuse('completed', 'the curve is complete');
  return point < pool.activation ? refuse('not_open', `opens at ${pool.activation}, now ${point}`) : null;
}

/** Liquidity comes with the migration only: how much of it is locked then is not a fact yet. */
function factsOf(pool: DbcPoolAccount, config: ConfigAccount): OpenPool['facts'] {
  return {
    creator: pool.creator,
    openedAt: config.activationType === 1 ? pool.activation : null,
    lockedLiquidityBps: null,
  };
}

/** The market of a curve as seen from its base (`mintIsBase`) or its quote. The pool has a price above 0. */
export function marketOf(state: DbcState, mintIsBase: boolean): Market {
  const { pool, vaults } = state;
  const base = larger(smaller(pool.reserves.base, vaults.base - pool.owed.base), 0n);
  const other = larger(smaller(pool.reserves.quote, vaults.quote - pool.owed.quote), 0n);
  let sells: DbcDirection | null = null;
  let buys: DbcDirection | null = null;
  const squared = pool.sqrtPrice * pool.sqrtPrice;
  return {
    price: mintIsBase
      ? { numerator: squared, denominator: 1n << 128n }
      : { numerator: 1n << 128n, denominator: squared },
    depth: mintIsBase ? { mint: base, other } : { mint: other, other: base },
    bounds: [],
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsBase);
        return quote(sells, mintIsBase, amountIn);
      }
      buys ??= directionOf(state, !mintIsBase);
      return quote(buys, mintIsBase, amountIn);
    },
  };
}

function quote(direction: DbcDirection, mintIsBase: boolean, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', `${amountIn}`);
  if (amountIn > U64_MAX) return refuse('overflow', `${amountIn}`);
  const swapped = swap(direction, amountIn);
  if ('refused' in swapped) return swapped;
  return {
    spent: amountIn,
    received: swapped.received,
    fees() {
      return feesOf(direction, swapped);
    },
    afterwards() {
      return marketOf(stateAfter(direction, swapped), mintIsBase);
    },
  };
}
