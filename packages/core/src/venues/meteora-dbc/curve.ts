import { larger, smaller, U64_MAX } from '../arithmetic.ts';
import {
  firstBetween,
  inverseOf,
  priceAfterFirst,
  priceAfterSecond,
  secondBetween,
} from '../meteora-fees/liquidity.ts';
import type { Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import type { ConfigAccount } from './config.ts';

/** The output along the curve for an input after its fee, and the resulting square-root price. */
export interface CurveOutput {
  readonly output: bigint;
  readonly sqrtPrice: bigint;
}

/** A stretch of the curve that lies ahead: `liquidity` holds until the square-root price is `target`. */
interface Stretch {
  readonly target: bigint;
  readonly liquidity: bigint;
}

/** A stretch that a walk came to, with the walk until there. */
interface Reached extends Stretch, CurveOutput {
  /** The input until the stretch ends. */
  readonly needed: bigint;
  /** On the way up the inverse of the liquidity (`inverseOf`), which is above 0 there. */
  readonly inverse: bigint;
}

/**
 * The path along a curve from a price, in one direction. The stretches that an input crosses are the same for all inputs: their inputs and
 * outputs are computed when a walk first reaches them, and kept in `reached`.
 */
export interface CurveTraversal {
  readonly up: boolean;
  readonly sqrtPrice: bigint;
  readonly ahead: readonly Stretch[];
  readonly reached: Reached[];
  /** The stretch behind all others, in which nothing says beforehand what it takes; null where there is none. */
  readonly lowest: Stretch | null;
}

/** Quote in, base out, up to the price of the migration (`calculate_quote_to_base_from_amount_in`). */
export function upwardTraversal({ curve, migrationSqrtPrice }: ConfigAccount, sqrtPrice: bigint): CurveTraversal {
  const ahead: Stretch[] = [];
  for (const point of curve) {
    if (point.sqrtPrice === 0n || point.liquidity === 0n) break;
    const target = smaller(migrationSqrtPrice, point.sqrtPrice);
    if (target > (ahead.at(-1)?.target ?? sqrtPrice)) ahead.push({ target, liquidity: point.liquidity });
  }
  return { up: true, sqrtPrice, ahead, reached: [], lowest: null };
}

/** Base in, quote out, down to the price at which the curve began (`calculate_base_to_quote_from_amount_in`). */
export function downwardTraversal({ curve, startSqrtPrice }: ConfigAccount, sqrtPrice: bigint): CurveTraversal {
  const ahead: Stretch[] = [];
  for (let i = curve.length - 2; i >= 0; i -= 1) {
    const [point, above] = [curve[i], curve[i + 1]];
    if (!point || !above || point.sqrtPrice === 0n || point.liquidity === 0n) continue;
    const target = point.sqrtPrice;
    if (target < (ahead.at(-1)?.target ?? sqrtPrice)) ahead.push({ target, liquidity: above.liquidity });
  }
  const lowest = { target: startSqrtPrice, liquidity: curve[0]?.liquidity ?? 0n };
  return { up: false, sqrtPrice, ahead, reached: [], lowest };
}

/** The walk of exactly `input`: the program refuses a swap that does not use it up. */
export function traverseCurve(traversal: CurveTraversal, input: bigint): CurveOutput | Refused {
  let left = input;
  let i = 0;
  for (let at = stretchOf(traversal, 0); at !== null; i += 1, at = stretchOf(traversal, i)) {
    if (left < at.needed || left === 0n) {
      const { sqrtPrice, liquidity, inverse } = at;
      const next = traversal.up
        ? priceAfterSecond(sqrtPrice, inverse, left)
        : priceAfterFirst(sqrtPrice, liquidity, left);
      return walked(at.output + given(traversal.up, sqrtPrice, next, liquidity), next);
    }
    left -= at.needed;
  }
  const { output, sqrtPrice } = startOf(traversal, i);
  if (left === 0n) return walked(output, sqrtPrice);
  if (traversal.lowest) return lastWalk(traversal.lowest, { output, sqrtPrice }, left);
  return refuse('insufficient_liquidity', `${left} more than the curve takes`);
}

/** The stretch `i` of those ahead; null behind the last one. */
function stretchOf(traversal: CurveTraversal, i: number): Reached | null {
  return traversal.reached[i] ?? reach(traversal, i);
}

function reach(traversal: CurveTraversal, i: number): Reached | null {
  const stretch = traversal.ahead[i];
  if (!stretch) return null;
  const start = startOf(traversal, i);
  const needed = taken(traversal.up, start.sqrtPrice, stretch.target, stretch.liquidity);
  const inverse = traversal.up ? inverseOf(stretch.liquidity) : 0n;
  const reached = { ...stretch, ...start, needed, inverse };
  traversal.reached.push(reached);
  return reached;
}

/** The walk until the stretch `i` begins: until the one before it ends, which was reached. */
function startOf(traversal: CurveTraversal, i: number): CurveOutput {
  const before = traversal.reached[i - 1];
  if (!before) return { output: 0n, sqrtPrice: traversal.sqrtPrice };
  return {
    output: before.output + given(traversal.up, before.sqrtPrice, before.target, before.liquidity),
    sqrtPrice: before.target,
  };
}

/** Below the first point nothing asks beforehand what the stretch takes: a price under its end is what tells. */
function lastWalk(
  { target, liquidity }: Stretch,
  { output, sqrtPrice }: CurveOutput,
  left: bigint,
): CurveOutput | Refused {
  if (liquidity === 0n || target === 0n) return refuse('insufficient_liquidity', 'the curve is empty');
  const reached = priceAfterFirst(sqrtPrice, liquidity, left);
  const spent = reached < target ? taken(false, sqrtPrice, target, liquidity) : left;
  if (spent !== left) return refuse('insufficient_liquidity', `${left - spent} more than the curve takes`);
  const next = larger(reached, target);
  return walked(output + given(false, sqrtPrice, next, liquidity), next);
}

/** The input between two prices in the order of travel, rounded up. */
function taken(up: boolean, from: bigint, to: bigint, liquidity: bigint): bigint {
  return up ? secondBetween(from, to, liquidity, true) : firstBetween(to, from, liquidity, true);
}

/** The output between two prices in the order of travel, rounded down. */
function given(up: boolean, from: bigint, to: bigint, liquidity: bigint): bigint {
  return up ? firstBetween(from, to, liquidity, false) : secondBetween(to, from, liquidity, false);
}

function walked(output: bigint, sqrtPrice: bigint): CurveOutput | Refused {
  return output > U64_MAX ? refuse('overflow', 'more than a vault can hold') : { output, sqrtPrice };
}
