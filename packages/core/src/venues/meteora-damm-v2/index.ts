import type { Address } from '#solana/address.ts';
import { larger, smaller, U64_MAX } from '../arithmetic.ts';
import { pointOf } from '../meteora-fees/rate.ts';
import { needed, vaultBalance } from '../needed.ts';
import type {
  AccountBytes,
  Accounts,
  Clock,
  Market,
  OpenPool,
  Pair,
  Pool,
  Price,
  Quote,
  Refused,
  Venue,
} from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { CONFIGURATIONS, configuredPool, customizablePool } from './addresses.ts';
import { AUTHORITY, COMPOUNDING, type DammV2PoolAccount, isConfig, PROGRAM, readPool, WIDEST_RANGE } from './layout.ts';
import { rangeReserves } from './movement.ts';
import { type DammV2Direction, type DammV2State, directionOf, feesOf, stateAfter, swap } from './quote.ts';

/** Meteora DAMM v2: one range of liquidity a pool, or constant products, with fees that change with time, price and size. */
export const meteoraDammV2: Venue = {
  id: 'meteora_damm_v2',
  name: 'Meteora DAMM v2',
  program: PROGRAM,
  authority: AUTHORITY,
  configurations: CONFIGURATIONS,
  candidates,
  recognise,
};

/** The pool with parameters of its own, then one for every configuration that exists. */
function candidates({ mint, other }: Pair, configurations: Accounts): readonly Address[] {
  if (mint === other) return [];
  const own = customizablePool(mint, other);
  const configured = CONFIGURATIONS.filter((config) => {
    const account = configurations.get(config);
    return account ? isConfig(account) : false;
  });
  return [own, ...configured.map((config) => configuredPool(config, mint, other))];
}

function recognise(account: AccountBytes, mint: Address): Pool | Refused {
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  const { mints, vaults } = pool;
  if (mints.a === mints.b) return refuse('inconsistent', 'both sides are the same mint');
  if (mint !== mints.a && mint !== mints.b) return refuse('inconsistent', `trades ${mints.a} against ${mints.b}`);
  const mintIsA = mint === mints.a;
  return {
    venue: 'meteora_damm_v2',
    address: account.address,
    mint,
    other: mintIsA ? mints.b : mints.a,
    vaults: mintIsA ? { mint: vaults.a, other: vaults.b } : { mint: vaults.b, other: vaults.a },
    needs: [vaults.a, vaults.b],
    open: (accounts, clock) => open({ address: account.address, known: pool, mintIsA }, accounts, clock),
  };
}

interface Recognised {
  readonly address: Address;
  readonly known: DammV2PoolAccount;
  readonly mintIsA: boolean;
}

function open({ address, known, mintIsA }: Recognised, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const account = needed(accounts, address, 'pool');
  if (isRefused(account)) return account;
  const pool = readPool(account);
  if (isRefused(pool)) return pool;
  if (!sameIdentity(pool, known)) return refuse('inconsistent', 'the pool changed its mints or vaults');
  const point = pointOf(pool.activationType, clock);
  const fault = faultOf(pool, point);
  if (fault) return fault;
  const a = vaultBalance(accounts, { address: pool.vaults.a, mint: pool.mints.a, authority: AUTHORITY });
  if (isRefused(a)) return a;
  const b = vaultBalance(accounts, { address: pool.vaults.b, mint: pool.mints.b, authority: AUTHORITY });
  if (isRefused(b)) return b;
  const reserves = pool.reserves ?? rangeReserves(pool);
  if (!reserves) return refuse('inconsistent', 'the reserves of its range are no amounts');
  if (pool.collectMode === COMPOUNDING && (reserves.a === 0n || reserves.b === 0n)) {
    return refuse('insufficient_liquidity', 'the pool is empty');
  }
  const state = { pool, reserves, vaults: { a: a.amount, b: b.amount }, point, now: clock.unixTime };
  return { market: marketOf(state, mintIsA), facts: factsOf(pool) };
}

function sameIdentity(one: DammV2PoolAccount, two: DammV2PoolAccount): boolean {
  const keys = ({ mints, vaults }: DammV2PoolAccount) => [mints.a, mints.b, vaults.a, vaults.b].join();
  return keys(one) === keys(two);
}

/** Why the pool cannot be traded at `point`, or null. */
function faultOf(pool: DammV2PoolAccount, point: bigint): Refused | null {
  if (!pool.enabled) return refuse('disabled', 'the pool is disabled');
  if (point < pool.activation) return refuse('not_open', `opens at ${pool.activation}, now ${point}`);
  if (pool.liquidity === 0n) return refuse('insufficient_liquidity', 'the pool is empty');
  const { sqrtPrice, range } = pool;
  if (sqrtPrice === 0n || sqrtPrice < range.low || sqrtPrice > range.high) {
    return refuse('inconsistent', 'the price is outside of the range of the pool');
  }
  return null;
}

/** The share of liquidity that the pool counts as locked for good; the vesting of positions is not read, and counts as free. */
function factsOf(pool: DammV2PoolAccount): OpenPool['facts'] {
  const { liquidity, lockedLiquidity } = pool;
  return {
    creator: pool.creator,
    openedAt: pool.activationType === 1 ? pool.activation : null,
    lockedLiquidityBps: lockedLiquidity > liquidity ? null : Number((lockedLiquidity * 10_000n) / liquidity),
  };
}

function isConstantProduct({ collectMode, range }: DammV2PoolAccount): boolean {
  return collectMode === COMPOUNDING || (range.low <= WIDEST_RANGE.low && range.high >= WIDEST_RANGE.high);
}

/** The market of a pool as seen from A (`mintIsA`) or from B. The pool has a price above 0. */
export function marketOf(state: DammV2State, mintIsA: boolean): Market {
  const { reserves, vaults, pool } = state;
  const balances = {
    a: larger(smaller(reserves.a, vaults.a - pool.owed.a), 0n),
    b: larger(smaller(reserves.b, vaults.b - pool.owed.b), 0n),
  };
  let sells: DammV2Direction | null = null;
  let buys: DammV2Direction | null = null;
  return {
    price: priceOf(state, mintIsA),
    depth: mintIsA ? { mint: balances.a, other: balances.b } : { mint: balances.b, other: balances.a },
    ...(isConstantProduct(pool) ? { constantProduct: true } : {}),
    bounds: [],
    quote(side, amountIn) {
      if (side === 'sell') {
        sells ??= directionOf(state, mintIsA);
        return quote(sells, mintIsA, amountIn);
      }
      buys ??= directionOf(state, !mintIsA);
      return quote(buys, mintIsA, amountIn);
    },
  };
}

function quote(direction: DammV2Direction, mintIsA: boolean, amountIn: bigint): Quote | Refused {
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
      return marketOf(stateAfter(direction, swapped), mintIsA);
    },
  };
}

function priceOf({ pool, reserves }: DammV2State, mintIsA: boolean): Price {
  const [inB, inA] =
    pool.collectMode === COMPOUNDING ? [reserves.b, reserves.a] : [pool.sqrtPrice * pool.sqrtPrice, 1n << 128n];
  return mintIsA ? { numerator: inB, denominator: inA } : { numerator: inA, denominator: inB };
}
