import fc from 'fast-check';
import type { VenueId } from '#venues/venue.ts';
import {
  type FundingFacts,
  type HolderFacts,
  type Keeper,
  type LiquidityPart,
  type MarketFacts,
  powers,
  programKeepers,
  type TokenFacts,
} from './facts.ts';
import type { Refusal } from './reader.ts';
import { wholeRangeVenues } from './reading-moves.ts';

/** Shares of all holders together: the rest is for markets and the crowd. */
const HOLDERS_BPS_MAX = 6_000;
/** Ages in hours on both sides of the bounds that rules have. */
const youngHours = [2, 20, 30, 100, 160] as const;
export const oldHours = [4_800, 960, 400] as const;
/** How a token came to its market: in a pool, on a curve that is open, or on one that became a pool. */
type Launch =
  | { readonly by: 'pool'; readonly venue: VenueId }
  | { readonly by: 'curve'; readonly venue: VenueId }
  | { readonly by: 'migration'; readonly venue: VenueId; readonly pool: VenueId };

export const launches: fc.Arbitrary<Launch> = fc.constantFrom<Launch>(
  ...wholeRangeVenues.map((venue) => ({ by: 'pool', venue }) as const),
  { by: 'pool', venue: 'meteora_dlmm' },
  { by: 'migration', venue: 'pump_curve', pool: 'pumpswap' },
  { by: 'migration', venue: 'raydium_launchlab', pool: 'raydium_cpmm' },
  { by: 'migration', venue: 'meteora_dbc', pool: 'meteora_damm_v2' },
  { by: 'curve', venue: 'pump_curve' },
  { by: 'curve', venue: 'raydium_launchlab' },
);

const AMPLE_SOL = 400;
const KEPT: readonly LiquidityPart[] = [{ keeper: 'kept', bps: 10_000 }];
const market = (venue: VenueId, hours: number, more: Partial<MarketFacts> = {}): MarketFacts => ({
  venue,
  hours,
  index: 0,
  sol: AMPLE_SOL,
  bps: 2_000,
  parkedSol: 0,
  complete: false,
  liquidity: KEPT,
  ...more,
});

/** The first thing about each world is that nothing is wrong with it. */
export function soundToken(launch: Launch, hours: number): TokenFacts {
  const curve = { liquidity: [], sol: 70, bps: 3_000 };
  const markets =
    launch.by === 'pool'
      ? [market(launch.venue, hours)]
      : launch.by === 'curve'
        ? [market(launch.venue, hours, curve)]
        : [market(launch.venue, hours, { ...curve, sol: 0, bps: 0, complete: true }), market(launch.pool, hours * 0.9)];
  return {
    program: 'classic',
    powers: [],
    madeHours: hours,
    markets,
    holders: [],
    crowds: [],
    washTrades: 0,
    creator: { launches: 0, dumped: 0, soldThem: false, soldBps: 0, soldThrough: null, admin: null },
    endpoint: { refuses: [], pageMax: 1_000, largestMax: 20 },
  };
}

/** Something that is wrong with a token. */
export type Flaw = (facts: TokenFacts) => TokenFacts;

const shares = fc.constantFrom(600, 1_100, 2_200, 3_500);
const alone: FundingFacts = { by: 'exchange', helper: 0, hops: 0, milliSol: 900, minutesBefore: 9_000 };

export function withHolders(facts: TokenFacts, more: readonly HolderFacts[]): TokenFacts {
  const all = [...facts.holders];
  for (const one of more) {
    const taken = all.reduce((sum, { bps }) => sum + bps, 0);
    if (taken + one.bps <= HOLDERS_BPS_MAX) all.push({ ...one, keeper: renumbered(one.keeper, all.length) });
  }
  return { ...facts, holders: all };
}

function renumbered(keeper: Keeper, n: number): Keeper {
  return keeper.is === 'creator' ? keeper : { ...keeper, n };
}

const keepers: fc.Arbitrary<Keeper> = fc.constantFrom<Keeper>(
  { is: 'wallet', n: 0 },
  { is: 'creator' },
  { is: 'long_lock', n: 0 },
  ...programKeepers.map((is) => ({ is, n: 0 }) as const),
);

const ownKeepers: fc.Arbitrary<Keeper> = fc.constantFrom<Keeper>(
  { is: 'creator' },
  { is: 'wallet', n: 50 },
  { is: 'unknown_program', n: 50 },
  { is: 'locker', n: 50 },
);

/** A holder with much. */
const whale: fc.Arbitrary<Flaw> = fc
  .record({ keeper: keepers, bps: shares, got: fc.constantFrom('later', 'given', 'launch') })
  .map(
    ({ keeper, bps, got }): Flaw =>
      (facts) =>
        withHolders(facts, [{ keeper, bps, got, through: null, funding: alone, frozen: false }]),
  );

/** Holders whose first money came from one person, who may have bought together in the slots of the launch. */
const cluster: fc.Arbitrary<Flaw> = fc
  .record({
    count: fc.integer({ min: 3, max: 12 }),
    all: fc.constantFrom(1_200, 2_400, 4_000),
    got: fc.constantFrom('launch', 'later'),
    by: fc.constantFrom<FundingFacts['by']>(1, 'creator', 'exchange'),
    minutesBefore: fc.constantFrom(60, 600),
  })
  .map(({ count, all, got, by, minutesBefore }): Flaw => {
    const funding: FundingFacts = { by, helper: 0, hops: 0, milliSol: 500, minutesBefore };
    const one = { bps: Math.floor(all / count), got, through: null, funding, frozen: false } as const;
    return (facts) =>
      withHolders(
        facts,
        Array.from({ length: count }, (_, n) => ({ ...one, keeper: { is: 'wallet', n } as const })),
      );
  });

/** Liquidity that somebody can take. */
const ownedLiquidity: fc.Arbitrary<Flaw> = fc
  .record({ keeper: ownKeepers, bps: fc.constantFrom(10_000, 6_000, 3_000) })
  .map(({ keeper, bps }): Flaw => {
    const rest: readonly LiquidityPart[] = bps < 10_000 ? [{ keeper: 'kept', bps: 10_000 - bps }] : [];
    return (facts) => ({
      ...facts,
      markets: facts.markets.map((one) =>
        one.liquidity.length > 0 ? { ...one, liquidity: [{ keeper, bps }, ...rest] } : one,
      ),
    });
  });

const youth: fc.Arbitrary<Flaw> = fc.record({ hours: fc.constantFrom(...youngHours), only: fc.boolean() }).map(
  ({ hours, only }): Flaw =>
    (facts) => ({
      ...facts,
      madeHours: only ? Math.max(facts.madeHours, hours) : hours,
      markets: facts.markets.map((one, n) => ({ ...one, hours: n === 0 ? hours : hours * 0.9 })),
    }),
);

const shallowness: fc.Arbitrary<Flaw> = fc.constantFrom(30, 3).map(
  (sol): Flaw =>
    (facts) => ({
      ...facts,
      markets: facts.markets.map((one) => (one.complete || one.liquidity.length === 0 ? one : { ...one, sol })),
    }),
);

/** A past of the creator: earlier coins, and sales of this one. */
const record: fc.Arbitrary<Flaw> = fc
  .record({
    launches: fc.constantFrom(0, 1, 2, 6, 20),
    ended: fc.constantFrom<'none' | 'alone' | 'sold'>('none', 'alone', 'sold'),
    soldBps: fc.constantFrom(0, 500, 1_500, 1_800),
  })
  .map(
    ({ launches: count, ended, soldBps }): Flaw =>
      (facts) => ({
        ...facts,
        creator: {
          ...facts.creator,
          launches: count,
          dumped: ended === 'none' ? 0 : count,
          soldThem: ended === 'sold',
          soldBps,
        },
      }),
  );

/** Powers over the mint. Those that only Token-2022 has make the mint one of it, which venues with other vaults do not take. */
const liveAuthorities: fc.Arbitrary<Flaw> = fc.constantFrom(...powers).map(
  (power): Flaw =>
    (facts) => {
      const needsNew = power !== 'mint' && power !== 'freeze';
      const takesNew = facts.markets.every(({ venue }) => venue === 'raydium_cpmm' || venue === 'pumpswap');
      if (needsNew && !takesNew) return facts;
      return { ...facts, powers: [...facts.powers, power], program: needsNew ? '2022' : facts.program };
    },
);

/** Holders who cannot sell, while somebody can still freeze. */
const frozen: fc.Arbitrary<Flaw> = fc.constant(
  (facts: TokenFacts): TokenFacts =>
    withHolders({ ...facts, powers: [...facts.powers, 'freeze'] }, [
      { keeper: { is: 'wallet', n: 0 }, bps: 300, got: 'later', through: null, funding: alone, frozen: true },
    ]),
);

/** What condemns a token whatever else is so hides the rest, and is rare. */
export const flaws: fc.Arbitrary<Flaw> = fc.oneof(
  ...[ownedLiquidity, youth, cluster, whale].map((arbitrary) => ({ arbitrary, weight: 6 })),
  ...[shallowness, record].map((arbitrary) => ({ arbitrary, weight: 3 })),
  ...[liveAuthorities, frozen].map((arbitrary) => ({ arbitrary, weight: 1 })),
);

export const refused: fc.Arbitrary<readonly Refusal[]> = fc.constantFrom<readonly Refusal[]>(
  ['bodies'],
  [],
  ['bodies', 'searches'],
  ['bodies', 'blocks'],
  ['bodies', 'places'],
);

/** Tokens with one or two flaws. */
export const tokenWorlds: fc.Arbitrary<TokenFacts> = fc
  .record({
    launch: launches,
    hours: fc.constantFrom(...oldHours),
    // Mostly one, because each other hides what a move does to it.
    wrong: fc.oneof(
      { arbitrary: fc.tuple(flaws), weight: 3 },
      { arbitrary: fc.tuple(flaws, youth), weight: 2 },
      { arbitrary: fc.tuple(flaws, flaws), weight: 1 },
    ),
    refuses: refused,
  })
  .map(({ launch, hours, wrong, refuses }) => {
    const sound = soundToken(launch, hours);
    const flawed = wrong.reduce((facts, flaw) => flaw(facts), sound);
    return { ...flawed, endpoint: { ...flawed.endpoint, refuses } };
  });
