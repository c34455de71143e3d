import fc from 'fast-check';
import type { VenueId } from '#venues/venue.ts';
import { type MarketFacts, programKeepers, type TokenFacts } from './facts.ts';
import { freshIn, type Move, picked, replaced } from './move.ts';
import { readingMoves } from './reading-moves.ts';
import { supplyMoves } from './supply-moves.ts';

/** A move with what it is done to. */
export interface MadeMove {
  readonly move: MoveName;
  readonly a: number;
  readonly b: number;
}

const DAY_HOURS = 24;

function withMarket(facts: TokenFacts, at: number, by: readonly MarketFacts[]): TokenFacts {
  return { ...facts, markets: replaced(facts.markets, at, by) };
}

/** Parts of liquidity that somebody owns. */
function ownedParts({ markets }: TokenFacts) {
  return markets.flatMap((market, at) =>
    market.liquidity.flatMap(({ keeper, bps }, part) =>
      typeof keeper === 'string' ? [] : [{ market, at, part, bps }],
    ),
  );
}

const splitLiquidity: Move = (facts, a, b) => {
  const found = picked(ownedParts(facts), a);
  if (!found) return null;
  const count = 2 + (b % 9);
  const first = freshIn(facts);
  const owners = Array.from({ length: count }, (_, n) => ({
    keeper: { is: 'wallet', n: first + n } as const,
    bps: found.bps / count,
  }));
  const liquidity = replaced(found.market.liquidity, found.part, owners);
  return withMarket(facts, found.at, [{ ...found.market, liquidity }]);
};

const renameLiquidity: Move = (facts, a, b) => {
  const found = picked(ownedParts(facts), a);
  const is = picked(programKeepers, b);
  if (!found || !is) return null;
  const part = { keeper: { is, n: freshIn(facts) } as const, bps: found.bps };
  return withMarket(facts, found.at, [
    { ...found.market, liquidity: replaced(found.market.liquidity, found.part, [part]) },
  ]);
};

const ageMint: Move = (facts, a) => {
  return { ...facts, madeHours: facts.madeHours + DAY_HOURS * (picked([2, 8, 40, 200], a) ?? 1) };
};

const dustMarket = (facts: TokenFacts, more: Partial<MarketFacts>): MarketFacts => ({
  venue: 'raydium_cpmm',
  index: 10 + facts.markets.length,
  hours: facts.madeHours,
  sol: 0.05,
  bps: 1,
  parkedSol: 0,
  complete: false,
  liquidity: [{ keeper: 'kept', bps: 10_000 }],
  ...more,
});

const openDustMarket: Move = (facts) => ({ ...facts, markets: [...facts.markets, dustMarket(facts, {})] });

const parkSol: Move = (facts, a) => {
  const parkedSol = picked([100, 1_000, 10_000], a) ?? 1;
  const at = facts.markets.findIndex(({ venue }) => venue === 'raydium_clmm' || venue === 'meteora_dlmm');
  const market = facts.markets[at];
  if (market) return withMarket(facts, at, [{ ...market, parkedSol }]);
  if (facts.program === '2022') return null;
  const hours = facts.markets.at(-1)?.hours ?? facts.madeHours;
  return {
    ...facts,
    markets: [...facts.markets, dustMarket(facts, { venue: 'raydium_clmm', index: 0, hours, parkedSol })],
  };
};

/** Venues whose liquidity may lie far from the price. */
const rangedVenues: readonly VenueId[] = ['raydium_clmm', 'orca_whirlpool', 'meteora_dlmm'];

/** The market opened long before, and what it holds lay far from the price. Nobody bought or sold there until it moved. */
const parkBefore: Move = (facts, a) => {
  const at = facts.markets.findIndex(({ venue }) => rangedVenues.includes(venue));
  const market = facts.markets[at];
  const isSold = facts.creator.soldBps > 0 || facts.holders.some(({ got }) => got === 'launch');
  if (!market || isSold || market.bandHours !== undefined) return null;
  const hours = market.hours + DAY_HOURS * (picked([40, 8, 200], a) ?? 1);
  const parked = withMarket(facts, at, [{ ...market, hours, bandHours: market.hours }]);
  return { ...parked, madeHours: Math.max(facts.madeHours, hours) };
};

const washTrade: Move = (facts, a) => ({ ...facts, washTrades: facts.washTrades + 10 * (1 + (a % 5)) });

const sellThrough: Move = (facts) => {
  const { creator } = facts;
  if (creator.soldBps === 0 || creator.soldThrough !== null) return null;
  return { ...facts, creator: { ...creator, soldThrough: freshIn(facts) } };
};

/** The moves by name. */
const moves = {
  ...readingMoves,
  ...supplyMoves,
  'splits liquidity': splitLiquidity,
  'puts liquidity under a program': renameLiquidity,
  'ages the mint': ageMint,
  'opens a dust market': openDustMarket,
  'parks SOL': parkSol,
  'parks SOL before': parkBefore,
  'trades with itself': washTrade,
  'sells through a wallet': sellThrough,
} as const satisfies Readonly<Record<string, Move>>;
type MoveName = keyof typeof moves;

/** Moves that change whose something is, or since when, which matters to more worlds than what only makes it harder to read. */
const weighty: ReadonlySet<MoveName> = new Set([
  ...(Object.keys(supplyMoves) as readonly (keyof typeof supplyMoves)[]),
  'splits liquidity',
  'puts liquidity under a program',
  'ages the mint',
]);
const WEIGHT = 4;

const name: fc.Arbitrary<MoveName> = fc.oneof(
  ...(Object.keys(moves) as readonly MoveName[]).map((one) => ({
    arbitrary: fc.constant(one),
    weight: weighty.has(one) ? WEIGHT : 1,
  })),
);

/** One of the moves. */
export const anyMove: fc.Arbitrary<MadeMove> = fc.record({
  move: name,
  a: fc.nat({ max: 20 }),
  b: fc.nat({ max: 20 }),
});

/** The facts after a move; the same where there is nothing to do it to. */
export function after(facts: TokenFacts, { move, a, b }: MadeMove): TokenFacts {
  const made: Move = moves[move];
  return made(facts, a, b) ?? facts;
}
