import type { Address } from '#solana/address.ts';
import { larger, U64_MAX } from '../arithmetic.ts';
import { needed, vaultBalance } from '../needed.ts';
import type { Accounts, Clock, Market, OpenPool, Price, Quote, Refused, Side } from '../venue.ts';
import { isRefused, refuse } from '../venue.ts';
import { oracleAddress, startsAround, tickArrayAddress } from './addresses.ts';
import { isAdaptive, readWhirlpool, type Whirlpool } from './layout.ts';
import { type Oracle, readOracle } from './oracle.ts';
import { swap, type WhirlpoolState, type WhirlpoolSwap } from './quote.ts';
import type { TickArrays } from './sequence.ts';
import { readTickArray, type WhirlpoolTick } from './tick-array.ts';

/** A recognised Whirlpool, and where what its price takes is: tick arrays by their first tick, the oracle of an adaptive fee. */
export interface Asked {
  readonly address: Address;
  readonly pool: Whirlpool;
  readonly isMintA: boolean;
  readonly arrays: ReadonlyMap<number, Address>;
  readonly oracle: Address | null;
}

/** How far, in seconds, an oracle may be ahead of the clock: both are read a moment apart. */
const CLOCK_TOLERANCE = 60n;

/** A Whirlpool asked about by one of its mints, with the addresses around its price derived. */
export function askedOf(address: Address, pool: Whirlpool, isMintA: boolean): Asked {
  const starts = startsAround(pool.tick, pool.tickSpacing);
  const arrays = new Map(starts.map((start) => [start, tickArrayAddress(address, start)]));
  return { address, pool, isMintA, arrays, oracle: isAdaptive(pool) ? oracleAddress(address) : null };
}

/** The market of a pool that was recognised as `asked`, from its accounts as they stand now. */
export function marketFromAccounts(asked: Asked, accounts: Accounts, clock: Clock): OpenPool | Refused {
  const account = needed(accounts, asked.address, 'pool');
  if (isRefused(account)) return account;
  const pool = readWhirlpool(account);
  if (isRefused(pool)) return pool;
  if (!isSame(pool, asked.pool)) return refuse('inconsistent', 'the pool has other mints, vaults or tiers than before');
  const vaults = readVaults(asked.address, pool, accounts);
  if (isRefused(vaults)) return vaults;
  const arrays = readArrays(asked, pool, accounts);
  if (isRefused(arrays)) return arrays;
  const oracle = readFee(asked, pool, accounts);
  if (oracle && isRefused(oracle)) return oracle;
  const now = momentOf(oracle, clock);
  if (typeof now !== 'bigint') return now;
  const state: MarketState = {
    pool: { ...pool, arrays, adaptive: oracle && { ...oracle, now } },
    vaults,
    owed: { a: pool.a.owed, b: pool.b.owed },
    isMintA: asked.isMintA,
  };
  const openedAt = oracle && oracle.tradeEnabledAt > 0n ? oracle.tradeEnabledAt : null;
  return { market: market(state), facts: { creator: null, openedAt, lockedLiquidityBps: null } };
}

/** The balances of the vaults. The pool itself is their authority. */
function readVaults(address: Address, pool: Whirlpool, accounts: Accounts): { a: bigint; b: bigint } | Refused {
  const a = vaultBalance(accounts, { address: pool.a.vault, mint: pool.a.mint, authority: address });
  if (isRefused(a)) return a;
  const b = vaultBalance(accounts, { address: pool.b.vault, mint: pool.b.mint, authority: address });
  return isRefused(b) ? b : { a: a.amount, b: b.amount };
}

/** The tick arrays. A price that has left their middle since may need others, whose absence then ends a trade. */
function readArrays({ address, arrays }: Asked, pool: Whirlpool, accounts: Accounts): TickArrays | Refused {
  const read = new Map<number, readonly WhirlpoolTick[]>();
  for (const [start, at] of arrays) {
    const account = accounts.get(at);
    if (account === undefined) return refuse('not_read', `tick array from ${start}`);
    const ticks = readTickArray(account, { pool: address, start, tickSpacing: pool.tickSpacing });
    if ('refused' in ticks) return ticks;
    read.set(start, ticks);
  }
  return read;
}

function readFee({ address, oracle }: Asked, pool: Whirlpool, accounts: Accounts): Oracle | Refused | null {
  if (!oracle) return null;
  const account = needed(accounts, oracle, 'oracle');
  return isRefused(account) ? account : readOracle(account, address, pool);
}

/**
 * The time of a swap, in Unix seconds. An oracle that was read a moment after the clock proves that the chain has come as
 * far, so that no swap can be earlier.
 */
function momentOf(oracle: Oracle | null, { unixTime }: Clock): bigint | Refused {
  if (!oracle) return unixTime;
  const { referenceUpdatedAt, majorSwapAt } = oracle.variables;
  const seen = referenceUpdatedAt > majorSwapAt ? referenceUpdatedAt : majorSwapAt;
  if (seen > unixTime + CLOCK_TOLERANCE)
    return refuse('inconsistent', `the oracle is of ${seen}, the clock of ${unixTime}`);
  const now = seen > unixTime ? seen : unixTime;
  return oracle.tradeEnabledAt > now ? refuse('not_open', `trading begins at ${oracle.tradeEnabledAt}`) : now;
}

function isSame(now: Whirlpool, before: Whirlpool): boolean {
  const tiers = now.tickSpacing === before.tickSpacing && now.feeTierIndex === before.feeTierIndex;
  const sides = [
    [now.a, before.a],
    [now.b, before.b],
  ] as const;
  return tiers && now.config === before.config && sides.every(([x, y]) => x.mint === y.mint && x.vault === y.vault);
}

/** Amounts of the two sides, in atomic units. */
interface Amounts {
  readonly a: bigint;
  readonly b: bigint;
}

/** A Whirlpool at one moment. `vaults` is all that lies there, `owed` what of it is the protocol's. */
interface MarketState {
  readonly pool: WhirlpoolState;
  readonly vaults: Amounts;
  readonly owed: Amounts;
  readonly isMintA: boolean;
}

/** The market of a state. */
export function market(state: MarketState): Market {
  const { vaults, owed, isMintA } = state;
  const a = larger(vaults.a - owed.a, 0n);
  const b = larger(vaults.b - owed.b, 0n);
  return {
    price: priceOf(state),
    depth: isMintA ? { mint: a, other: b } : { mint: b, other: a },
    bounds: [],
    quote: (side, amountIn) => quote(state, side, amountIn),
  };
}

/** The square of the square-root price is token B for one of token A. */
function priceOf({ pool, isMintA }: MarketState): Price {
  const [square, one] = [pool.sqrtPrice * pool.sqrtPrice, 1n << 128n];
  return isMintA ? { numerator: square, denominator: one } : { numerator: one, denominator: square };
}

function quote(state: MarketState, side: Side, amountIn: bigint): Quote | Refused {
  if (amountIn <= 0n) return refuse('amount_too_small', 'nothing goes in');
  if (amountIn > U64_MAX) return refuse('overflow', 'the input exceeds 64 bits');
  const zeroForOne = (side === 'sell') === state.isMintA;
  const swapped = swap(state.pool, amountIn, zeroForOne);
  if (isRefused(swapped)) return swapped;
  const { received, fee, protocolFee } = swapped;
  if (received === 0n) return refuse('amount_too_small', 'nothing comes out');
  if (received > (zeroForOne ? state.vaults.b : state.vaults.a)) {
    return refuse('insufficient_liquidity', 'the vault holds less than the ticks say');
  }
  return {
    spent: amountIn,
    received,
    fees() {
      return [
        { share: 'lp', of: 'input', amount: fee - protocolFee },
        { share: 'protocol', of: 'input', amount: protocolFee },
      ];
    },
    afterwards() {
      return market(stateAfter(state, swapped, amountIn, zeroForOne));
    },
  };
}

function stateAfter(state: MarketState, swapped: WhirlpoolSwap, spent: bigint, zeroForOne: boolean): MarketState {
  const { vaults, owed } = state;
  const { received, protocolFee } = swapped;
  return {
    ...state,
    pool: swapped.afterwards(),
    vaults: zeroForOne
      ? { a: vaults.a + spent, b: vaults.b - received }
      : { a: vaults.a - received, b: vaults.b + spent },
    owed: zeroForOne ? { ...owed, a: owed.a + protocolFee } : { ...owed, b: owed.b + protocolFee },
  };
}
