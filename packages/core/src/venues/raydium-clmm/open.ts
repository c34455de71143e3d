import type { Address } from '#solana/address.ts';
import { larger, U64_MAX } from '../arithmetic.ts';
import { needed, type VaultClaim, vaultBalance } from '../needed.ts';
import type { Accounts, Clock, Fee, Market, OpenPool, Price, Quote, Refused } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { type ClmmPoolAccount, closed, readPool, readRates } from './layout.ts';
import { SwapPath } from './quote.ts';
import { type ClmmCurve, type ClmmDirection, type ClmmSwapState, curveAt, directionThrough } from './stretch.ts';
import { inUse, type RaydiumClmmTick, readExtension, readTicks, startOf, tickArrayOf } from './tick-arrays.ts';

/** A recognised pool, and the addresses of its accounts. */
export interface Recognised {
  readonly address: Address;
  readonly state: ClmmPoolAccount;
  readonly mintIsZero: boolean;
  /** Null where the pool's own bitmap covers all ticks. */
  readonly extension: Address | null;
  /** Tick arrays by number. */
  readonly arrays: ReadonlyMap<number, Address>;
}

interface Ticks {
  readonly ticks: readonly RaydiumClmmTick[];
  readonly below: Refused;
  readonly above: Refused;
}

/** The market of a pool from its accounts as they stand now; refusals as in the model. */
export function openPool(pool: Recognised, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const state = currentState(pool, accounts);
  if (isRefused(state)) return state;
  const shut = closed(state, clock.unixTime);
  if (shut) return shut;
  const configuration = needed(accounts, state.configuration, 'account');
  if (isRefused(configuration)) return configuration;
  const rates = readRates(configuration);
  if (isRefused(rates)) return rates;
  const zero = vaultBalance(accounts, claimOf(pool, state, 0));
  if (isRefused(zero)) return zero;
  const one = vaultBalance(accounts, claimOf(pool, state, 1));
  if (isRefused(one)) return one;
  const ticks = readAround(pool, state, accounts);
  if (isRefused(ticks)) return ticks;
  const { tickSpacing, feeOn, liquidity, sqrtPrice, tick, dynamicFee, owed } = state;
  const market = marketOf({
    curve: { tickSpacing, feeOn, rates, liquidity, sqrtPrice, tick, dynamicFee, ...ticks },
    balances: [zero.amount, one.amount],
    owed,
    // The program keeps the time in 32 bits.
    now: BigInt.asUintN(32, clock.unixTime),
    mintIsZero: pool.mintIsZero,
  });
  const openedAt = state.openTime > 0n ? state.openTime : null;
  return { market, facts: { creator: state.creator, openedAt, lockedLiquidityBps: null } };
}

function currentState(pool: Recognised, accounts: Accounts): ClmmPoolAccount | Refused {
  const account = needed(accounts, pool.address, 'account');
  if (isRefused(account)) return account;
  const state = readPool(account);
  if (isRefused(state)) return state;
  const identity = ({ configuration, mints, vaults, tickSpacing }: ClmmPoolAccount) =>
    [configuration, ...mints, ...vaults, tickSpacing].join();
  const same = identity(state) === identity(pool.state);
  return same ? state : refuse('inconsistent', `${pool.address} is not the pool that it was`);
}

function claimOf({ address }: Recognised, { vaults, mints }: ClmmPoolAccount, token: 0 | 1): VaultClaim {
  return { address: vaults[token], mint: mints[token], authority: address };
}

/** The ticks on both sides of the price, as far as their arrays were read. */
function readAround(pool: Recognised, state: ClmmPoolAccount, accounts: Accounts): Ticks | Refused {
  const extension = extensionOf(pool, accounts);
  if (extension && 'refused' in extension) return extension;
  const used = inUse(state.bitmap, extension);
  const current = tickArrayOf(state.tick, state.tickSpacing);
  const lower = used.filter((array) => array <= current).reverse();
  const below = readOutwards(lower, { pool, state, accounts });
  if (isRefused(below)) return below;
  const upper = used.filter((array) => array >= current);
  const above = readOutwards(upper, { pool, state, accounts });
  if (isRefused(above)) return above;
  const inCurrent = upper[0] === current ? 1 : 0;
  const ticks = [...below.arrays].reverse().concat(above.arrays.slice(inCurrent)).flat();
  return { ticks, below: below.end, above: above.end };
}

/** Null where there is none: then no array beyond the pool's own bitmap can be in use. */
function extensionOf(pool: Recognised, accounts: Accounts): Uint8Array | null | Refused {
  if (!pool.extension) return null;
  const account = accounts.get(pool.extension);
  if (account === undefined) return refuse('not_read', `${pool.extension} was not read`);
  return account && readExtension(account, pool.address);
}

interface Source {
  readonly pool: Recognised;
  readonly state: ClmmPoolAccount;
  readonly accounts: Accounts;
}

interface Reach {
  readonly arrays: readonly (readonly RaydiumClmmTick[])[];
  readonly end: Refused;
}

/** Arrays from the price outwards until one cannot be had; `end` says why there is nothing behind the last. */
function readOutwards(used: readonly number[], { pool, state, accounts }: Source): Reach | Refused {
  const arrays: (readonly RaydiumClmmTick[])[] = [];
  for (const array of used) {
    const address = pool.arrays.get(array);
    if (!address) return { arrays, end: refuse('not_read', `tick array ${array} was not read`) };
    const account = needed(accounts, address, 'account');
    if (isRefused(account)) return { arrays, end: account };
    const ticks = readTicks(account, pool.address, startOf(array, state.tickSpacing), state.tickSpacing);
    if ('refused' in ticks) return ticks;
    const isCurrent = array === tickArrayOf(state.tick, state.tickSpacing);
    // The program fails at such an array, except where the price is in it.
    if (ticks.length === 0 && !isCurrent)
      return { arrays, end: refuse('inconsistent', `tick array ${array} is marked as in use and is empty`) };
    arrays.push(ticks);
  }
  return { arrays, end: refuse('insufficient_liquidity', 'no tick in use is further away') };
}

type PerToken = readonly [bigint, bigint];

/** A pool with all that its quotes depend on. Pairs are by token of the pool. */
interface Reading {
  readonly curve: ClmmCurve;
  /** Amounts in the vaults, and the part of them that protocol and fund may take. */
  readonly balances: PerToken;
  readonly owed: PerToken;
  /** Unix seconds. */
  readonly now: bigint;
  /** True when the mint that was asked about is token 0. */
  readonly mintIsZero: boolean;
}

/** The market of a reading. Its quotes are exact. */
function marketOf(reading: Reading): Market {
  const paths: { down: SwapPath | null; up: SwapPath | null } = { down: null, up: null };
  return {
    price: priceOf(reading),
    depth: depthOf(reading),
    bounds: [],
    quote(side, amountIn) {
      const zeroForOne = (side === 'sell') === reading.mintIsZero;
      const key = zeroForOne ? 'down' : 'up';
      paths[key] ??= new SwapPath(directionThrough(reading.curve, zeroForOne), reading.now);
      return quote(reading, paths[key], amountIn);
    },
  };
}

function priceOf({ curve, mintIsZero }: Reading): Price {
  const [square, one] = [curve.sqrtPrice * curve.sqrtPrice, 1n << 128n];
  return mintIsZero ? { numerator: square, denominator: one } : { numerator: one, denominator: square };
}

function depthOf({ balances, owed, mintIsZero }: Reading): Market['depth'] {
  const [zero, one] = [larger(balances[0] - owed[0], 0n), larger(balances[1] - owed[1], 0n)];
  return mintIsZero ? { mint: zero, other: one } : { mint: one, other: zero };
}

function quote(reading: Reading, path: SwapPath, spent: bigint): Quote | Refused {
  if (spent <= 0n) return refuse('amount_too_small', 'nothing goes in');
  const { direction } = path;
  const { balances } = reading;
  if ((direction.zeroForOne ? balances[0] : balances[1]) + spent > U64_MAX)
    return refuse('overflow', 'the vault cannot hold so much');
  const swapped = path.swap(spent);
  if (isRefused(swapped)) return swapped;
  const { received } = swapped;
  if (received > (direction.zeroForOne ? balances[1] : balances[0]))
    return refuse('insufficient_liquidity', 'the vault does not hold so much');
  return {
    spent,
    received,
    fees() {
      return feesOf(direction, swapped.end());
    },
    afterwards() {
      return marketOf(readingAfter(reading, direction, swapped.end()));
    },
  };
}

function readingAfter(reading: Reading, direction: ClmmDirection, end: ClmmSwapState): Reading {
  const { paid, received, protocolFee } = end;
  const { balances, owed } = reading;
  return {
    ...reading,
    curve: curveAt(direction, end),
    balances: direction.zeroForOne
      ? [balances[0] + paid, balances[1] - received]
      : [balances[0] - received, balances[1] + paid],
    owed:
      direction.feeOnInput === direction.zeroForOne
        ? [owed[0] + protocolFee, owed[1]]
        : [owed[0], owed[1] + protocolFee],
  };
}

function feesOf({ feeOnInput }: ClmmDirection, { lpFee, protocolFee }: ClmmSwapState): readonly Fee[] {
  const of = feeOnInput ? 'input' : 'output';
  return [
    { share: 'lp', of, amount: lpFee },
    { share: 'protocol', of, amount: protocolFee },
  ];
}
