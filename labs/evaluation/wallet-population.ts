import type { Position } from 'assay-core/rules/wallet/evidence/book.ts';
import type { Chance } from '../../packages/core/test/support/chance.ts';
import { DAY, position, START } from '../../packages/core/test/support/wallet-positions.ts';

/*
 * Simulated wallets: round trips of one size, with returns of a known mean. A trade's return, as a multiple of its cost, is 0 with the
 * chance `lost`, else log-normal with `sigma`, and of a location that makes the mean exactly 1 + edge: ln((1 + edge) / (1 - lost)) -
 * sigma^2 / 2. The reference gives the sigmas; the chances of a total loss are ours, chosen so that the power of its rules comes out near
 * the figures that it gives.
 */

export const shapes = {
  mild: { sigma: 0.35, lost: 0.1 },
  memecoin: { sigma: 0.8, lost: 0.3 },
  lottery: { sigma: 1.3, lost: 0.5 },
} as const;
export type Shape = keyof typeof shapes;

/** Expected profit by cost of a class of wallets, its part of the population, and its part of the wallets that are simulated. */
export interface Stratum {
  readonly edge: number;
  readonly weight: number;
  readonly simulated: number;
}

/**
 * 95 of 100 wallets have no edge. Each class is simulated by itself and weighted after that, more of those near zero: it is
 * they who pass by luck.
 */
export const population: readonly Stratum[] = [
  { edge: -0.15, weight: 0.2375, simulated: 0.08 },
  { edge: -0.08, weight: 0.2375, simulated: 0.08 },
  { edge: -0.03, weight: 0.2375, simulated: 0.2 },
  { edge: 0, weight: 0.2375, simulated: 0.34 },
  { edge: 0.1, weight: 0.05 / 3, simulated: 0.1 },
  { edge: 0.25, weight: 0.05 / 3, simulated: 0.1 },
  { edge: 0.5, weight: 0.05 / 3, simulated: 0.1 },
];

const COST = 1_000_000_000;
const HOLD_SECONDS = 3_600;
const WINDOW_DAYS = 90;
/** The moment of the answer: the end of the window. */
export const NOW = START + WINDOW_DAYS * DAY;

/** A standard normal variate (Box and Muller). */
function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
}

/** The return of one lamport at stake. */
function multiple(chance: Chance, shape: Shape, edge: number): number {
  const { sigma, lost } = shapes[shape];
  if (chance.happens(lost)) return 0;
  return Math.exp(Math.log((1 + edge) / (1 - lost)) - (sigma * sigma) / 2 + sigma * normal(chance));
}

/** Round trips of 1 SOL at random moments of the window, each in a mint of its own. */
export function roundTrips(chance: Chance, shape: Shape, edge: number, count: number): readonly Position[] {
  return Array.from({ length: count }, (_, at) =>
    position({
      mint: `mint ${at}`,
      cost: BigInt(COST),
      pnl: BigInt(Math.floor(COST * (multiple(chance, shape, edge) - 1))),
      openedAt: START + Math.floor(chance.next() * (WINDOW_DAYS * DAY - HOLD_SECONDS)),
    }),
  ).map((one) => ({ ...one, closedAt: one.openedAt + HOLD_SECONDS, lastTradeAt: one.openedAt + HOLD_SECONDS }));
}

/** The same wallet, had it never sold a part of its losers: their proceeds are gone, after a week. */
export function keptLosers(chance: Chance, trips: readonly Position[], share: number): readonly Position[] {
  return trips.map((one) =>
    one.pnl < 0n && chance.happens(share)
      ? {
          ...one,
          state: 'stale' as const,
          sells: 0,
          proceeds: 0n,
          pnl: -one.cost,
          averagePnl: -one.cost,
          lastTradeAt: one.openedAt,
          closedAt: one.openedAt + 7 * DAY,
        }
      : one,
  );
}
