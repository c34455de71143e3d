import { U64_MAX } from '../arithmetic.ts';
import {
  firstBetween,
  inverseOf,
  priceAfterFirst,
  priceAfterSecond,
  secondBetween,
} from '../meteora-fees/liquidity.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { COMPOUNDING, type DammV2Amounts, type DammV2PoolAccount } from './layout.ts';

/** The output for an input after its fee, and the resulting square-root price; 0 if reserves decide it. */
export interface DammV2Movement {
  readonly output: bigint;
  readonly sqrtPrice: bigint;
}

/** The movement by an input of A (`aIn`) or of B. */
export interface MovementInput {
  readonly pool: DammV2PoolAccount;
  readonly reserves: DammV2Amounts;
  readonly aIn: boolean;
  /** That of the liquidity (`inverseOf`), where B goes into a pool that has some. */
  readonly inverse: bigint;
}

/** The holding of a pool with these reserves. */
export function movementInput(pool: DammV2PoolAccount, reserves: DammV2Amounts, aIn: boolean): MovementInput {
  return { pool, reserves, aIn, inverse: aIn || pool.liquidity === 0n ? 0n : inverseOf(pool.liquidity) };
}

/** The output for `net` units (0 and more): `liquidity_handler/*.rs`. */
export function moveOf(holding: MovementInput, net: bigint): DammV2Movement | Refused {
  return holding.pool.collectMode === COMPOUNDING ? inProduct(holding, net) : inRange(holding, net);
}

function movement(output: bigint, sqrtPrice: bigint): DammV2Movement | Refused {
  return output > U64_MAX ? refuse('overflow', 'more than a vault can hold') : { output, sqrtPrice };
}

/** Constant product on the reserves that the pool counts. */
function inProduct({ reserves, aIn }: MovementInput, net: bigint): DammV2Movement | Refused {
  const [paid, given] = aIn ? [reserves.a, reserves.b] : [reserves.b, reserves.a];
  const total = paid + net;
  if (total === 0n) return refuse('insufficient_liquidity', 'the pool is empty');
  return movement((given * net) / total, 0n);
}

/** Constant liquidity within the pool's range of prices. */
function inRange({ pool, aIn, inverse }: MovementInput, net: bigint): DammV2Movement | Refused {
  const { sqrtPrice, liquidity, range } = pool;
  if (liquidity === 0n || sqrtPrice === 0n) return refuse('insufficient_liquidity', 'the pool is empty');
  const next = aIn ? priceAfterFirst(sqrtPrice, liquidity, net) : priceAfterSecond(sqrtPrice, inverse, net);
  if (aIn ? next < range.low : next > range.high) {
    return refuse('insufficient_liquidity', 'the price would leave the range of the pool');
  }
  const output = aIn
    ? secondBetween(next, sqrtPrice, liquidity, false)
    : firstBetween(sqrtPrice, next, liquidity, false);
  return movement(output, next);
}

/** The reserves of a pool in an account from before they were counted (`get_reserves_amount`); null when they are no amounts. */
export function rangeReserves({ sqrtPrice, liquidity, range }: DammV2PoolAccount): DammV2Amounts | null {
  if (sqrtPrice === 0n || sqrtPrice < range.low || sqrtPrice > range.high) return null;
  const a = firstBetween(sqrtPrice, range.high, liquidity, true);
  const b = secondBetween(range.low, sqrtPrice, liquidity, true);
  return a > U64_MAX || b > U64_MAX ? null : { a, b };
}

/** The square-root price of reserves with some A, rounded down at each step (`get_sqrt_price_from_amounts`). */
export function sqrtPriceOf({ a, b }: DammV2Amounts): bigint {
  return squareRoot((b << 128n) / a);
}

/** The whole square root, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (let next = (root + value / root) >> 1n; next < root; next = (root + value / root) >> 1n) root = next;
  return root;
}
