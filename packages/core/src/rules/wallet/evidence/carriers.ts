import type { Position } from './book.ts';

/** The mints with most profit that make up this part of it carry a record; at least and at most so many of them. */
const CARRIED_PERCENT = 80n;
const CARRIERS_MIN = 5;
const CARRIERS_MAX = 30;

/** A record of fewer round trips, or in fewer mints, never gets the best verdict. */
const TRIPS_MIN = 30;
const MINTS_MIN = 15;

type Gain = Pick<Position, 'mint' | 'pnl' | 'unmatchedProceeds'>;

/**
 * The mints that carry the profit, those that brought most first. Proceeds of units without a known basis count as profit, since
 * their makers may have got all of it. Mints without a profit are left out.
 */
export function carryingMints(positions: readonly Gain[]): readonly string[] {
  const brought = new Map<string, bigint>();
  for (const { mint, pnl, unmatchedProceeds } of positions)
    brought.set(mint, (brought.get(mint) ?? 0n) + pnl + unmatchedProceeds);
  const gains = [...brought].filter(([, gain]) => gain > 0n).sort(byGain);
  const all = gains.reduce((sum, [, gain]) => sum + gain, 0n);
  let carried = 0n;
  return gains
    .filter(([, gain], at) => {
      const isNeeded = at < CARRIERS_MIN || carried * 100n < all * CARRIED_PERCENT;
      carried += gain;
      return isNeeded;
    })
    .slice(0, CARRIERS_MAX)
    .map(([mint]) => mint);
}

function byGain([a, x]: readonly [string, bigint], [b, y]: readonly [string, bigint]): number {
  if (x !== y) return x < y ? 1 : -1;
  return a < b ? -1 : 1;
}

/** Whether so many round trips and mints, with a profit, can be a record of which the best verdict is said. */
export function isRecord(of: {
  readonly closed: number;
  readonly mints: number;
  readonly realizedPnl: bigint;
}): boolean {
  return of.closed >= TRIPS_MIN && of.mints >= MINTS_MIN && of.realizedPnl > 0n;
}

/** The same of positions in one currency. */
export function holdsRecord(positions: readonly Position[]): boolean {
  const ended = positions.filter(({ counted, state }) => counted && state !== 'open');
  return isRecord({
    closed: ended.length,
    mints: new Set(ended.map(({ mint }) => mint)).size,
    realizedPnl: ended.reduce((sum, { pnl }) => sum + pnl, 0n),
  });
}
