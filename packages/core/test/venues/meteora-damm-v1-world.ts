import type { EncodedAccount } from 'assay-sandbox/pools/layout.ts';
import {
  type DammV1Pool,
  type DammV1Side,
  type DammV1Stable,
  dammV1Accounts,
} from 'assay-sandbox/pools/meteora-damm-v1.ts';
import { type Address, addressOf } from '#solana/address.ts';
import { meteoraDammV1 } from '#venues/meteora-damm-v1/index.ts';
import type { AccountBytes, Accounts, Market, Pool, Refused, Side } from '#venues/venue.ts';
import { isRefused } from '#venues/venue.ts';

/** An address for tests. */
export function key(byte: number): Address {
  return addressOf(new Uint8Array(32).fill(byte));
}

export const [POOL, MINT_A, MINT_B] = [key(1), key(3), key(4)];
export const LP_MINT = key(2);
/** The moment of the recorded USDC/SOL pool (5yuefgbJ…), whose figures the sides below are. */
export const CLOCK = { slot: 400_000_000n, unixTime: 1_785_363_978n, epoch: 900n };
const SIDE_A: DammV1Side = {
  total: 9_316_561_392_051n,
  supply: 8_008_874_204_502n,
  shares: 33_650_990_731n,
  cash: 7_906_347_815_835n,
  lockedProfit: 43_845_661n,
  reportedAt: CLOCK.unixTime,
};
const SIDE_B: DammV1Side = {
  total: 255_218_109_462_448n,
  supply: 226_714_454_953_779n,
  shares: 472_838_593_714n,
  cash: 215_788_388_106_912n,
  lockedProfit: 1_075_386_649n,
  reportedAt: CLOCK.unixTime,
};

export interface World {
  readonly pool?: Partial<DammV1Pool>;
  readonly a?: Partial<DammV1Side>;
  readonly b?: Partial<DammV1Side>;
  readonly lpSupply?: bigint;
}

/** The parameters of the pool's account. */
export function params(pool: Partial<DammV1Pool> = {}): DammV1Pool {
  return { address: POOL, lpMint: LP_MINT, mintA: MINT_A, mintB: MINT_B, ...pool };
}

/** All accounts of the pool; `change` may replace some of them, or take them away with null. */
export function accountsOf(
  world: World = {},
  change: ReadonlyMap<Address, Partial<EncodedAccount> | null> = new Map(),
) {
  const sides = {
    a: { ...SIDE_A, ...world.a },
    b: { ...SIDE_B, ...world.b },
    ...(world.lpSupply === undefined ? {} : { lpSupply: world.lpSupply }),
  };
  const accounts = new Map<Address, AccountBytes | null>();
  for (const one of dammV1Accounts(params(world.pool), sides)) {
    const changed = change.get(one.address);
    accounts.set(one.address, changed === null ? null : { lamports: 1n, ...one, ...changed });
  }
  return accounts;
}

/** The pool that the accounts hold. */
export function recognised(accounts: Accounts, mint: Address = MINT_A): Pool {
  const account = accounts.get(POOL);
  if (!account) throw new Error('no pool');
  const pool = meteoraDammV1.recognise(account, mint);
  if (isRefused(pool)) throw new Error(`${pool.refused}: ${pool.detail}`);
  return pool;
}

/** The market of a pool, or why there is none. */
export function opened(world: World = {}, clock = CLOCK): Market | Refused {
  const accounts = accountsOf(world);
  const open = recognised(accounts).open(accounts, clock);
  return isRefused(open) ? open : open.market;
}

/** The market of a pool that has one. */
export function marketOf(world: World = {}): Market {
  const market = opened(world);
  if (isRefused(market)) throw new Error(`${market.refused}: ${market.detail}`);
  return market;
}

/** What a trade gives; throws where it is refused. */
export function trade(market: Market, side: Side, amount: bigint) {
  const quote = market.quote(side, amount);
  if (isRefused(quote)) throw new Error(`${quote.refused}: ${quote.detail}`);
  return quote;
}

/** A pool of two stable tokens, in balance. */
export function stableWorld(stable: DammV1Stable): World {
  const side = {
    total: 10n ** 13n,
    supply: 9n * 10n ** 12n,
    shares: 9n * 10n ** 11n,
    cash: 10n ** 13n,
    lockedProfit: 0n,
  };
  return { pool: { stable }, a: side, b: side };
}
