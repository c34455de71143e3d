import fc from 'fast-check';
import { type Keeper, type MarketFacts, programKeepers } from '../facts.ts';
import type { CreditFacts, FunderDust, FunderFacts } from '../funders/facts.ts';
import { freshIn, type Move, picked } from '../move.ts';
import { wholeRangeVenues } from '../reading-moves.ts';
import type { DustFacts, WalletFacts } from '../wallets/facts.ts';
import type { Named, StrangerAct, When } from './facts.ts';

/** What a stranger does. `a` and `b` choose what he does it to; null where there is nothing. */
type MoveOf<Facts> = (facts: Facts, a: number, b: number) => Facts | null;

/** A move with what it is done to. */
export interface StrangerMove {
  readonly move: string;
  readonly a: number;
  readonly b: number;
}

const at = <const T>(of: readonly T[], n: number): T => of[n % of.length] as T;

const act =
  (
    does: StrangerAct['does'],
    on: readonly Named[],
    { when, counts }: { readonly when: readonly When[]; readonly counts: readonly number[] },
  ): Move =>
  (facts, a, b) => {
    const one = { does, on: at(on, a), when: at(when, b), count: at(counts, Math.floor(b / when.length)) };
    // In the slots of a launch there is room for few.
    const count = one.when === 'launch' ? Math.min(one.count, 200) : one.count;
    return { ...facts, strangers: [...(facts.strangers ?? []), { ...one, count }] };
  };

const everything = ['pool', 'mint', 'vaults', 'lp', 'creator', 'holders', 'accounts', 'owners', 'earlier'] as const;
const anyTime = ['between', 'now', 'launch', 'early', 'first'] as const;
const people = ['holders', 'creator', 'owners', 'everybody'] as const;
const ofThem = [...people, 'vaults', 'accounts'] as const;
const crowds = { when: anyTime, counts: [24, 60, 1_100, 3_500] } as const;
const launched = { when: ['between', 'early', 'now', 'first'], counts: [5, 2, 20] } as const;

const launching = (where: 'pump_curve' | 'raydium_launchlab' | 'meteora_dbc') =>
  act(`launches on ${where} for`, ['creator'], launched);

/** Launches whose beginning is far down in the list of their curves. */
const hideLaunches: Move = (facts, a, b) => {
  const launched = launching(at(['pump_curve', 'raydium_launchlab'], a))(facts, 0, b);
  return launched && act('names', ['launched'], { when: ['now'], counts: [1_100, 60] })(launched, 0, a);
};
const tokens = { when: ['between', 'now', 'launch'], counts: [1, 5] } as const;

const keepers = ['wallet', ...programKeepers] as const;

/** What somebody buys of a coin to hurt it. */
const BOUGHT_BPS = 100;

/** The deepest market with liquidity of its own people. */
const mainOf = (markets: readonly MarketFacts[]) =>
  [...markets].filter(({ of, liquidity }) => !of && liquidity.length > 0).sort((one, two) => two.sol - one.sol)[0];

const strange = (more: Partial<MarketFacts>): Omit<MarketFacts, 'venue' | 'index'> => ({
  hours: 1,
  sol: 0.05,
  bps: 0.1,
  parkedSol: 0,
  complete: false,
  of: 'stranger',
  liquidity: [{ keeper: { is: 'wallet', n: 700 }, bps: 10_000 }],
  ...more,
});

/** A pool of another venue at the price of the main one, with up to twice its depth as long as the tokens were cheap. */
const openPool: Move = (facts, a, b) => {
  const main = mainOf(facts.markets);
  const used = new Set(facts.markets.map(({ venue }) => venue));
  const venue = picked(
    [...wholeRangeVenues, 'meteora_dlmm' as const].filter((one) => one === 'pumpswap' || !used.has(one)),
    a,
  );
  if (!main || !venue || (facts.program === '2022' && venue !== 'pumpswap')) return null;
  const part = Math.min(at([1.25, 2, 0.3, 0.02], b), BOUGHT_BPS / main.bps);
  const is = at(keepers, Math.floor(b / 4));
  const hours = Math.min(facts.madeHours, main.hours * at([0.02, 0.4, 0.8], Math.floor(a / 8)));
  return {
    ...facts,
    markets: [
      ...facts.markets,
      {
        ...strange({ hours, sol: main.sol * part, bps: main.bps * part, of: at(['stranger', 'named'], b) }),
        venue,
        index: venue === 'pumpswap' ? 20 + facts.markets.length : 0,
        liquidity: [{ keeper: { is, n: freshIn(facts) }, bps: 10_000 }],
      },
    ],
  };
};

const openDustPools: Move = (facts, a, b) => {
  const first = 100 + facts.markets.length;
  const sol = at([0.05, 0.001], b);
  const pools = Array.from({ length: at([3, 40], a) }, (_, n) => ({
    ...strange({ hours: Math.min(facts.madeHours, 1 + n) * 0.5, sol, bps: sol }),
    venue: 'raydium_cpmm' as const,
    index: first + n,
  }));
  return facts.program === '2022' ? null : { ...facts, markets: [...facts.markets, ...pools] };
};

const parkSol: Move = (facts, a, b) => {
  const used = new Set(facts.markets.map((one) => one.venue));
  const venue = picked(
    (['raydium_clmm', 'meteora_dlmm'] as const).filter((one) => !used.has(one)),
    a,
  );
  if (!venue || facts.program === '2022') return null;
  const parked = { ...strange({ parkedSol: at([500, 10_000], b) }), venue, index: 0 };
  return { ...facts, markets: [...facts.markets, parked] };
};

/** More liquidity in the market itself, after its last trade. */
const addLiquidity: Move = (facts, a, b) => {
  const main = mainOf(facts.markets);
  if (!main || main.joined) return null;
  const part = Math.min(at([1, 2, 0.1], a), BOUGHT_BPS / main.bps);
  const hours = main.hours * at([0.02, 0.4], b);
  const keeper: Keeper = { is: at(keepers, b), n: freshIn(facts) };
  const joined = { ...main, joined: { part, hours, keeper } };
  return { ...facts, markets: facts.markets.map((one) => (one === main ? joined : one)) };
};

/** A hundredth of a percent, bought and put somewhere. */
const lockTokens: Move = (facts, a) => ({
  ...facts,
  holders: [
    ...facts.holders,
    {
      keeper: { is: at([...programKeepers, 'long_lock'] as const, a), n: freshIn(facts) },
      bps: 1,
      got: 'later',
      through: null,
      frozen: false,
      funding: { by: 'exchange', helper: 0, hops: 0, milliSol: 333, minutesBefore: 2_222 },
    },
  ],
});

export const tokenStrangers = {
  'names something': act('names', everything, crowds),
  'fails to use something': act('fails to use', everything, crowds),
  'sends lamports': act('sends lamports to', [...ofThem, 'pool'], { when: anyTime, counts: [1, 12] }),
  'gives SOL': act('gives SOL to', people, { when: ['first', 'early', 'between'], counts: [1] }),
  'sends tokens': act('sends tokens to', ofThem, tokens),
  'sends other tokens': act('sends other tokens to', people, tokens),
  'launches on pump.fun for the creator': launching('pump_curve'),
  'launches on LaunchLab for the creator': launching('raydium_launchlab'),
  'launches on DBC for the creator': launching('meteora_dbc'),
  'launches and hides that': hideLaunches,
  'trades a little': act('trades beside', ['pool'], { when: ['between', 'now'], counts: [60, 12, 200] }),
  'buys and sells': (facts, a) => ({ ...facts, washTrades: facts.washTrades + 10 * (1 + (a % 5)) }),
  'opens a pool': openPool,
  'opens dust pools': openDustPools,
  'parks SOL': parkSol,
  'adds liquidity': addLiquidity,
  'locks tokens': lockTokens,
} as const satisfies Readonly<Record<string, Move>>;

type Dusting = Omit<DustFacts, 'count' | 'when'>;

const dust =
  (what: readonly Dusting[], when: readonly DustFacts['when'][], counts: readonly number[]): MoveOf<WalletFacts> =>
  (facts, a, b) => ({
    ...facts,
    // Accounts for coins that were traded are opened once.
    dust: [
      ...facts.dust.filter((one) => one.what !== 'coins' || at(what, a).what !== 'coins'),
      { ...at(what, a), when: at(when, b), count: at(counts, Math.floor(b / when.length)) },
    ],
  });

const others = ['payers', 'makers', 'curves', 'funder', 'everybody'] as const;
const anyMoment = ['spread', 'now', 'early', 'first'] as const;

/** Coins that the wallet trades name it as their creator; somebody else made and paid for them. */
const nameAsCreator: MoveOf<WalletFacts> = (facts, a) => {
  const coins = [...new Set(facts.trips.map(({ coin }) => coin))].filter((coin) => !facts.makers[coin]);
  const chosen = coins.slice(0, at([3, 12], a)).map((coin) => [coin, 'named'] as const);
  return { ...facts, makers: { ...facts.makers, ...Object.fromEntries(chosen) } };
};

export const walletStrangers = {
  'names the wallet': dust([{ what: 'names' }, { what: 'names', failed: true }], anyMoment, [60, 280, 1_500]),
  'names its people': dust(
    others.flatMap((on) => [{ what: 'names', on } as const, { what: 'names', on, failed: true } as const]),
    anyMoment,
    [60, 1_100],
  ),
  'sends lamports': dust([{ what: 'lamports' }, { what: 'gifts' }], ['spread', 'now', 'early'], [20, 120, 300]),
  'sends lamports to its people': dust(
    others.flatMap((on) => [{ what: 'lamports', on } as const, { what: 'gifts', on } as const]),
    anyMoment,
    [1, 6],
  ),
  'sends tokens': dust([{ what: 'tokens' }, { what: 'account' }], ['spread', 'now', 'early'], [5, 30, 250]),
  'sends what it traded': dust([{ what: 'coins' }], ['spread', 'now'], [3, 12]),
  'launches in its name': dust([{ what: 'launches' }], anyMoment, [5, 20]),
  'names it as the creator of what it trades': nameAsCreator,
} as const satisfies Readonly<Record<string, MoveOf<WalletFacts>>>;

const toFunded =
  (
    what: readonly Omit<FunderDust, 'count' | 'when' | 'by'>[],
    when: readonly FunderDust['when'][],
    counts: readonly number[],
  ): MoveOf<FunderFacts> =>
  (facts, a, b) => ({
    ...facts,
    dust: [
      ...facts.dust,
      { ...at(what, a), by: 'stranger', when: at(when, b), count: at(counts, Math.floor(b / when.length)) },
    ],
  });

/**
 * A gift, of a third of what was there at most: after the first money, or now. Before it a twentieth, so that four are no fifth, from which
 * on somebody else may have been first.
 */
const gift: MoveOf<FunderFacts> = (facts, a, b) => {
  const all = facts.credits.reduce((sum, { milliSol }) => sum + milliSol, 0);
  const milliSol = at([100, 10, 1], a);
  const [largest] = facts.credits.toSorted((one, other) => other.milliSol - one.milliSol);
  const first = largest?.minutes ?? 0;
  const minutes = at([first * 0.5, first - 0.7, first + 15, 3], Math.floor(a / 3));
  if (milliSol * (minutes > first ? 20 : 3) > all) return null;
  const given: CreditFacts = {
    from: at(['person', 'fresh', 'mixer', 'exploiter', 'hub'], b),
    n: 2,
    milliSol,
    how: 'transfer',
    hops: 0,
    minutes,
    beside: 0,
  };
  return { ...facts, credits: [...facts.credits, given] };
};

const inTime = ['before', 'after', 'now'] as const;
/** Fewer in four moves than the suite reads pages for: the service reads ten times as many. */
const namings = [30, 250, 450] as const;

export const funderStrangers = {
  'names the address': toFunded([{ what: 'names' }, { what: 'names', failed: true }], inTime, namings),
  'names the giver': toFunded(
    [
      { what: 'names', on: 'giver' },
      { what: 'names', on: 'giver', failed: true },
    ],
    inTime,
    namings,
  ),
  'sends lamports': toFunded([{ what: 'lamports' }], inTime, [1, 30, 150]),
  'sends lamports to the giver': toFunded([{ what: 'lamports', on: 'giver' }], inTime, [1, 30]),
  'sends tokens': toFunded([{ what: 'tokens' }], inTime, [1, 12]),
  'launches in its name': toFunded([{ what: 'launches' }], inTime, [1, 12]),
  'gives SOL': gift,
} as const satisfies Readonly<Record<string, MoveOf<FunderFacts>>>;

/** The moves of one kind as the suite asks for them. */
export function strangersOf<Facts>(moves: Readonly<Record<string, MoveOf<Facts>>>) {
  return {
    moves: fc.record({
      move: fc.constantFrom(...Object.keys(moves)),
      a: fc.nat({ max: 999 }),
      b: fc.nat({ max: 999 }),
    }),
    after: (facts: Facts, { move, a, b }: StrangerMove): Facts => moves[move]?.(facts, a, b) ?? facts,
    nameOf: ({ move, a, b }: StrangerMove) => `${move} (${a}, ${b})`,
  };
}
