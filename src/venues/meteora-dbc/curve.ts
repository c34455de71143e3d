import { least, U64_MAX } from '../arithmetic.ts';
import { firstBetween, priceAfterFirst, priceAfterSecond, secondBetween } from '../meteora-fees/liquidity.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import type { ConfigAccount } from './config.ts';

/** What goes out along the curve for an input after its fee, and the square-root price that results. */
export interface Walk {
  readonly output: bigint;
  readonly sqrtPrice: bigint;
}

/** A walk that is under way. */
interface Step extends Walk {
  readonly left: bigint;
}

/** A stretch of the curve that a walk may cross, up to or down to `target`. */
interface Stretch {
  readonly target: bigint;
  readonly liquidity: bigint;
}

/** Quote in, base out, up to the price of the migration (`calculate_quote_to_base_from_amount_in`). */
export function walkUp(config: ConfigAccount, sqrtPrice: bigint, net: bigint): Walk | Refused {
  let at: Step = { left: net, output: 0n, sqrtPrice };
  for (const point of config.curve) {
    if (point.sqrtPrice === 0n || point.liquidity === 0n) break;
    const target = least(config.migrationSqrtPrice, point.sqrtPrice);
    if (target <= at.sqrtPrice) continue;
    const crossed = stepUp(at, { target, liquidity: point.liquidity });
    at = crossed;
    if (crossed.sqrtPrice !== target || target === config.migrationSqrtPrice) break;
  }
  return arrived(at);
}

/** Base in, quote out, down to the price at which the curve began (`calculate_base_to_quote_from_amount_in`). */
export function walkDown(config: ConfigAccount, sqrtPrice: bigint, net: bigint): Walk | Refused {
  const { curve, startSqrtPrice } = config;
  let at: Step = { left: net, output: 0n, sqrtPrice };
  for (let i = curve.length - 2; i >= 0 && at.left > 0n; i -= 1) {
    const [point, above] = [curve[i], curve[i + 1]];
    if (!point || !above || point.sqrtPrice === 0n || point.liquidity === 0n) continue;
    if (point.sqrtPrice < at.sqrtPrice) at = stepDown(at, { target: point.sqrtPrice, liquidity: above.liquidity });
  }
  const lowest = curve[0]?.liquidity ?? 0n;
  if (at.left === 0n) return arrived(at);
  if (lowest === 0n || startSqrtPrice === 0n) return refuse('insufficient_liquidity', 'the curve is empty');
  return arrived(lastStepDown(at, { target: startSqrtPrice, liquidity: lowest }));
}

function stepUp(at: Step, { target, liquidity }: Stretch): Step {
  const needed = secondBetween(at.sqrtPrice, target, liquidity, true);
  const next = at.left < needed ? priceAfterSecond(at.sqrtPrice, liquidity, at.left) : target;
  const output = at.output + firstBetween(at.sqrtPrice, next, liquidity, false);
  return { left: at.left < needed ? 0n : at.left - needed, output, sqrtPrice: next };
}

function stepDown(at: Step, { target, liquidity }: Stretch): Step {
  const needed = firstBetween(target, at.sqrtPrice, liquidity, true);
  const next = at.left < needed ? priceAfterFirst(at.sqrtPrice, liquidity, at.left) : target;
  const output = at.output + secondBetween(next, at.sqrtPrice, liquidity, false);
  return { left: at.left < needed ? 0n : at.left - needed, output, sqrtPrice: next };
}

/** Below the first point nothing asks beforehand what the stretch takes: a price under its end is what tells. */
function lastStepDown(at: Step, { target, liquidity }: Stretch): Step {
  const reached = priceAfterFirst(at.sqrtPrice, liquidity, at.left);
  const beyond = reached < target;
  const next = beyond ? target : reached;
  const taken = beyond ? firstBetween(target, at.sqrtPrice, liquidity, true) : at.left;
  const output = at.output + secondBetween(next, at.sqrtPrice, liquidity, false);
  return { left: at.left - taken, output, sqrtPrice: next };
}

/** An exact input must be used up, else the program refuses the swap. */
function arrived({ left, output, sqrtPrice }: Step): Walk | Refused {
  if (left !== 0n) return refuse('insufficient_liquidity', `${left} more than the curve takes`);
  return output > U64_MAX ? refuse('overflow', 'more than a vault can hold') : { output, sqrtPrice };
}
