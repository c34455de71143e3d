import { U128_MAX } from '../arithmetic.ts';
import type { Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import { accumulate, type DynamicFee } from './dynamic-fee.ts';
import type { Booked, Place, Way } from './place.ts';
import type { Stretch } from './stretch.ts';
import type { Tick } from './tick-arrays.ts';
import { tickAt } from './tick-price.ts';

/** The place at the end of a stretch; `unfilled` is what limit orders at its tick still sell. */
export function landed(way: Way, from: Place, stretch: Stretch, booked: Booked, unfilled: bigint): Place | Refused {
  const { aim, bound } = stretch;
  if (bound !== aim.nextPrice) {
    const place = within(way, from, stretch, booked, bound);
    return bound === aim.target ? { ...place, aim: null } : place;
  }
  const { next } = aim;
  const crosses = unfilled === 0n;
  const change = crosses && next.positions ? next.net : 0n;
  const liquidity = from.liquidity + (way.zeroForOne ? -change : change);
  if (liquidity < 0n || liquidity > U128_MAX) return refuse('inconsistent', `liquidity beyond tick ${next.tick}`);
  return {
    ...from,
    ...booked,
    ...groupAfter(way, from, stretch, next.tick),
    liquidity,
    sqrtPrice: bound,
    tick: way.zeroForOne === crosses ? next.tick - 1 : next.tick,
    ticks: unfilled === next.unfilled ? from.ticks : withOrders(from.ticks, next, unfilled),
    aim: null,
    steps: from.steps + 1,
  };
}

/** The place at a square-root price on the way from one tick to the next. */
export function within(way: Way, from: Place, stretch: Stretch, booked: Booked, sqrtPrice: bigint): Place {
  const tick = sqrtPrice === from.sqrtPrice ? from.tick : tickAt(sqrtPrice);
  const { aim } = stretch;
  return { ...from, ...booked, ...groupAfter(way, from, stretch, tick), sqrtPrice, tick, aim, steps: from.steps + 1 };
}

/** The next group, counted from `tick`, where the price is now. */
function groupAfter(way: Way, from: Place, stretch: Stretch, tick: number): Pick<Place, 'group' | 'dynamicFee'> {
  const { dynamicFee, spans } = stretch;
  if (!dynamicFee) return { group: from.group, dynamicFee };
  const onwards = way.zeroForOne ? -1 : 1;
  if (!spans) return { group: from.group + onwards, dynamicFee };
  const { tickSpacing } = way.curve;
  const onEdge = !way.zeroForOne && tick % tickSpacing === 0;
  const group = Math.floor(tick / tickSpacing) - (onEdge ? 1 : 0);
  return { group: group + onwards, dynamicFee: counted(dynamicFee, group) };
}

function counted(fee: DynamicFee, group: number): DynamicFee {
  return fee.accumulator === fee.maxAccumulator ? fee : accumulate(fee, group);
}

/** The ticks with what limit orders on one of them still sell; a tick that is in use no more is not among them. */
function withOrders(ticks: readonly Tick[], changed: Tick, unfilled: bigint): readonly Tick[] {
  return ticks.flatMap((one) => {
    if (one !== changed) return [one];
    return unfilled > 0n || one.positions ? [{ ...one, unfilled }] : [];
  });
}
