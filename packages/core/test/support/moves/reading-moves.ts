import type { VenueId } from '#venues/venue.ts';
import { crowding, type Move, picked } from './move.ts';
import type { Refusal } from './reader.ts';

/** Venues whose pools hold liquidity over all prices, so that half as much twice is as good as all of it once. */
export const wholeRangeVenues = [
  'raydium_cpmm',
  'pumpswap',
  'raydium_amm_v4',
  'meteora_damm_v1',
  'meteora_damm_v2',
  'raydium_clmm',
  'orca_whirlpool',
] as const satisfies readonly VenueId[];

const refuse = (what: Refusal): Move => {
  return (facts) => ({
    ...facts,
    endpoint: { ...facts.endpoint, refuses: [...new Set([...facts.endpoint.refuses, what])] },
  });
};

const shortPages: Move = (facts, a) => {
  const pageMax = Math.min(facts.endpoint.pageMax, picked([100, 20, 5], a) ?? 1);
  return { ...facts, endpoint: { ...facts.endpoint, pageMax } };
};

const fewHolders: Move = (facts, a) => {
  const largestMax = Math.min(facts.endpoint.largestMax, picked([19, 10, 3, 1], a) ?? 1);
  return { ...facts, endpoint: { ...facts.endpoint, largestMax } };
};

/** Half of a market's liquidity, with the same owners, in a pool of another venue. */
const splitMarket: Move = (facts, a, b) => {
  const open = facts.markets.filter(
    ({ liquidity, sol, venue }) => liquidity.length > 0 && sol >= 1 && venue !== 'meteora_dlmm',
  );
  const found = picked(open, a);
  const used = new Set(facts.markets.map(({ venue }) => venue));
  const venue = picked(
    wholeRangeVenues.filter((one) => !used.has(one)),
    b,
  );
  if (!found || !venue || facts.program === '2022') return null;
  const half = { ...found, sol: found.sol / 2, bps: found.bps / 2 };
  // Halves count as two pools from the beginning, and no pool sells more than it holds.
  if (facts.creator.soldBps >= half.bps) return null;
  // What covers every price was never parked, so that it is as old as what lies at the price.
  const { bandHours, ...whole } = half;
  const other = { ...whole, hours: bandHours ?? half.hours, venue, index: venue === 'pumpswap' ? 1 : 0 };
  return { ...facts, markets: facts.markets.flatMap((one) => (one === found ? [half, other] : [one])) };
};

/** Moves that make a token harder to read. */
export const readingMoves = {
  'names the mint': crowding('mint', 'now', [1_100, 3_500, 60]),
  'names the mint at its launch': crowding('mint', 'launch', [60, 200]),
  'names the mint before it is there': crowding('mint', 'early', [60, 1_100]),
  'names the market': crowding('market', 'now', [1_100, 3_500, 60]),
  'names the market at its launch': crowding('market', 'launch', [60, 200]),
  'names the market before it is there': crowding('market', 'early', [60, 1_100]),
  'names the LP mint': crowding('lp', 'now', [1_100, 60]),
  'sends dust to the creator': crowding('creator', 'now', [1_100, 60]),
  'sends dust to the creator before': crowding('creator', 'early', [60, 1_100]),
  'splits a market': splitMarket,
  'lists short pages': shortPages,
  'lists few holders': fewHolders,
  'refuses histories': refuse('histories'),
  'refuses searches': refuse('searches'),
  'refuses largest accounts': refuse('largest'),
  'refuses pages of bodies': refuse('bodies'),
  'refuses blocks': refuse('blocks'),
  'finds only what is of the list': refuse('places'),
  'refuses simulations': refuse('simulations'),
} as const satisfies Readonly<Record<string, Move>>;
