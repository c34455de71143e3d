import type { BookTrade } from '../book/model.ts';
import { byMint } from './by-mint.ts';

/** The places in a block between which a trade of somebody else is caught. */
const INDEX_DISTANCE_MAX = 3;

/**
 * How many pairs of a purchase and a sale of the same mint there are in one slot that match in units to 99 percent and, where
 * the places in the block are known, lie at most three apart. Each trade is in one pair at most.
 */
export function sandwichesOf(trades: readonly BookTrade[]): number {
  let cases = 0;
  for (const list of byMint(trades).values()) {
    const slots = new Map<number, BookTrade[]>();
    for (const trade of list) {
      const waiting = slots.get(trade.slot) ?? [];
      const at = waiting.findIndex((other) => encloses(other, trade));
      if (at < 0) waiting.push(trade);
      else waiting.splice(at, 1);
      if (at >= 0) cases += 1;
      slots.set(trade.slot, waiting);
    }
  }
  return cases;
}

function encloses(one: BookTrade, other: BookTrade): boolean {
  if (one.kind === other.kind) return false;
  const [small, large] = one.units < other.units ? [one.units, other.units] : [other.units, one.units];
  if (small * 100n < large * 99n) return false;
  if (one.index === null || other.index === null) return true;
  return Math.abs(one.index - other.index) <= INDEX_DISTANCE_MAX;
}
