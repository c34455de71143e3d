import { type LaunchlabPool, type LaunchlabRates, launchlabAccounts } from 'assay-sandbox/pools/raydium-launchlab.ts';
import { type Address, addressOf } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { raydiumLaunchlab } from '#venues/raydium-launchlab/index.ts';
import { poolAddress } from '#venues/raydium-launchlab/layout.ts';
import type { AccountBytes, Market, Pool, Quote, Refused, Side } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

/** An address for tests. */
export function key(byte: number): Address {
  return addressOf(new Uint8Array(32).fill(byte));
}

export const BASE = key(1);
export const CREATOR = key(2);
export const POOL = poolAddress(BASE, WRAPPED_SOL);
export const CLOCK = { slot: 400_000_000n, unixTime: 1_785_363_978n, epoch: 900n };

/** How far the recorded pool of letsbonk.fun (At3uPTXn…) was, and what it charged. */
export const REAL_BASE = 20_781_235_464_257n;
export const REAL_QUOTE = 592_500_002n;
const RATES = { trade: 2_500n, platform: 12_500n, creator: 0n };

export interface World {
  readonly pool?: Partial<LaunchlabPool> & { readonly curveType?: number };
  readonly rates?: LaunchlabRates;
}

/** All accounts of the pool, in the order pool, global configuration, platform, base vault, quote vault. */
export function accountsOf({ pool, rates = RATES }: World = {}): Map<Address, AccountBytes | null> {
  const standard = { baseMint: BASE, quoteMint: WRAPPED_SOL, creator: CREATOR, admin: key(3) };
  const written = launchlabAccounts({ ...standard, realBase: REAL_BASE, realQuote: REAL_QUOTE, ...pool }, rates);
  return new Map(written.map((one) => [one.address, { ...one, lamports: 1n }]));
}

/** The pool that the accounts hold. */
export function recognised(accounts: Map<Address, AccountBytes | null>, mint: Address = BASE): Pool {
  const account = accounts.get(POOL);
  if (!account) throw new Error('no pool');
  const pool = raydiumLaunchlab.recognise(account, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

/** The market of a pool, or why there is none. */
export function opened(world: World = {}, mint: Address = BASE): Market | Refused {
  const accounts = accountsOf(world);
  const open = recognised(accounts, mint).open(accounts, CLOCK);
  return isRefused(open) ? open : open.market;
}

/** The market of a pool that has one. */
export function marketOf(world: World = {}, mint: Address = BASE): Market {
  const market = opened(world, mint);
  if (isRefused(market)) throw new Error(`${market.refused}: ${market.detail}`);
  return market;
}

/** What a trade gives; throws where it is refused. */
export function trade(market: Market, side: Side, amount: bigint): Quote {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}
