import fc from 'fast-check';
import { picked } from '../move.ts';
import type { Refusal } from '../reader.ts';
import type { DustFacts, TripEnd, TripFacts, WalletFacts } from './facts.ts';

/** Something cheap that makes nobody richer. `a` and `b` choose what it is done to; null where there is nothing to do it to. */
type WalletMove = (facts: WalletFacts, a: number, b: number) => WalletFacts | null;

/** A move with what it is done to. */
export interface MadeWalletMove {
  readonly move: WalletMoveName;
  readonly a: number;
  readonly b: number;
}

/** So large a record is not too small, so that more trades with oneself do not help it that way. */
const LARGE = { trips: 30, coins: 15 } as const;
const OWN_COIN = 500;
/** What a purchase and a sale at one price cost in fees of a pool. */
const LOST_BPS = -60;
const IDLE_DAYS = [3, 30, 200] as const;

const dusted = (what: DustFacts['what'], when: DustFacts['when'], counts: readonly number[]): WalletMove => {
  return (facts, a) => ({ ...facts, dust: [...facts.dust, { what, when, count: picked(counts, a) ?? 1 }] });
};

const refused = (what: Refusal): WalletMove => {
  return (facts) => {
    const refuses = [...new Set([...facts.endpoint.refuses, what])];
    return { ...facts, endpoint: { ...facts.endpoint, refuses } };
  };
};

const shortPages: WalletMove = (facts, a) => {
  const pageMax = Math.min(facts.endpoint.pageMax, picked([100, 20, 6], a) ?? 1);
  return { ...facts, endpoint: { ...facts.endpoint, pageMax } };
};

const withheld = (listed: boolean): WalletMove => {
  return (facts, a, b) => ({ ...facts, withheld: [...facts.withheld, { place: (a * 47 + b * 13) % 1_000, listed }] });
};

type Change = (one: TripFacts, a: number, b: number) => Partial<TripFacts>;

/** Changes losing trips that were sold: one of them, or all as well. */
const onLosers = (more: Change, which: 'one' | 'any' = 'any'): WalletMove => {
  return (facts, a, b) => {
    const losers = facts.trips.filter(({ end, returnBps }) => end === 'sold' && returnBps < LOST_BPS);
    const one = picked(losers, a);
    if (!one) return null;
    const chosen = which === 'one' || a % 2 === 0 ? [one] : losers;
    const trips = facts.trips.map((trip) => (chosen.includes(trip) ? { ...trip, ...more(trip, a, b) } : trip));
    return { ...facts, trips };
  };
};

const ends: readonly TripEnd[] = ['sent', 'parked', 'burned', 'kept'];

/** The wallet got its money long before it began to trade. */
const age: WalletMove = (facts, a) => ({ ...facts, bornDays: facts.bornDays + (picked(IDLE_DAYS, a) ?? 1) });

/** A record that was made waits some days before anybody asks. Not where a bag is open, nor where something would grow too old. */
const wait: WalletMove = (facts, a) => {
  const days = picked([2, 5], a) ?? 1;
  const isOpen = facts.trips.some(({ end }) => end === 'kept');
  const oldest = Math.max(...facts.trips.map(({ daysAgo }) => daysAgo));
  if (isOpen || oldest + days > 89) return null;
  const trips = facts.trips.map((one) => ({ ...one, daysAgo: one.daysAgo + days }));
  return { ...facts, bornDays: facts.bornDays + days, trips };
};

const isLarge = ({ trips }: WalletFacts) =>
  trips.length >= LARGE.trips && new Set(trips.map(({ coin }) => coin)).size >= LARGE.coins;

/** Buys and sells for the same price, in one coin or in some, paying the fees. */
const wash =
  (coins: number, milliSol: readonly number[]): WalletMove =>
  (facts, a, b) => {
    if (!isLarge(facts)) return null;
    const count = picked([5, 20, 40], a) ?? 1;
    const trips = Array.from(
      { length: count },
      (_, n): TripFacts => ({
        coin: OWN_COIN + (n % coins),
        daysAgo: 2.5 + (80 * (n + 0.37)) / count,
        holdMinutes: picked([3, 90], b) ?? 1,
        milliSol: picked(milliSol, b) ?? 1,
        returnBps: LOST_BPS,
        got: 'bought',
        end: 'sold',
        through: 'curve',
        money: 'sol',
        payers: 'sides',
      }),
    );
    return { ...facts, trips: [...facts.trips, ...trips] };
  };

/** Deposits into a program that lends, and takes the same out again. */
const lend: WalletMove = (facts, a) => ({
  ...facts,
  loans: { count: facts.loans.count + (picked([2, 10, 30], a) ?? 1), milliSol: Math.max(facts.loans.milliSol, 2_000) },
});

const isBought = ({ trips }: WalletFacts) => trips.some(({ payers, returnBps }) => payers === 'sides' && returnBps > 0);

const splitSides: WalletMove = (facts, a) => {
  if (!isBought(facts)) return null;
  return { ...facts, sides: { ...facts.sides, count: facts.sides.count * (picked([2, 5, 20], a) ?? 1) } };
};

const routeSides: WalletMove = (facts, a) => {
  if (!isBought(facts)) return null;
  return { ...facts, sides: { ...facts.sides, hops: facts.sides.hops + (picked([1, 2, 4], a) ?? 1) } };
};

const splitMakers: WalletMove = (facts, a) => {
  if (!Object.values(facts.makers).includes('partner')) return null;
  return { ...facts, partners: facts.partners * (picked([2, 8], a) ?? 1) };
};

/** Side wallets give up what they hold: a coin is handed to the wallet, which sells it. */
const giveWinners: WalletMove = (facts, a) => {
  const count = picked([3, 10], a) ?? 1;
  const trips = Array.from(
    { length: count },
    (_, n): TripFacts => ({
      coin: OWN_COIN + 100 + n,
      daysAgo: 4 + (70 * n) / count,
      holdMinutes: 45,
      milliSol: 300,
      returnBps: 9_000,
      got: 'given',
      end: 'sold',
      through: 'curve',
      money: 'sol',
      payers: 'sides',
    }),
  );
  return isLarge(facts) ? { ...facts, trips: [...facts.trips, ...trips] } : null;
};

const moves = {
  'names the wallet': dusted('names', 'spread', [60, 150, 280]),
  'names the wallet before': dusted('names', 'early', [60, 280]),
  'names the wallet now': dusted('names', 'now', [60, 280]),
  'sends lamports': dusted('lamports', 'spread', [20, 120]),
  'sends lamports now': dusted('lamports', 'now', [20, 300]),
  'sends tokens': dusted('tokens', 'spread', [5, 30]),
  'sends tokens before': dusted('tokens', 'early', [5, 30]),
  'sends to a token account': dusted('account', 'spread', [30, 250]),
  'lists short pages': shortPages,
  'refuses histories': refused('histories'),
  'refuses pages of bodies': refused('bodies'),
  'withholds a transaction': withheld(false),
  'withholds a body': withheld(true),
  'takes losers out of sight': onLosers((_, __, b) => ({ end: picked(ends, b) ?? 'sent' })),
  'sells losers elsewhere': onLosers(() => ({ through: 'unknown' })),
  'trades a loser in dollars': onLosers(() => ({ money: 'usd' }), 'one'),
  'was paid long before': age,
  waits: wait,
  'washes a coin': wash(1, [10, 20]),
  'washes coins': wash(20, [10, 20]),
  'makes many small trades': wash(20, [1, 2]),
  'lends and takes back': lend,
  'splits side wallets': splitSides,
  'routes the money of side wallets': routeSides,
  'splits the maker': splitMakers,
  'gives itself winners': giveWinners,
} as const satisfies Readonly<Record<string, WalletMove>>;
type WalletMoveName = keyof typeof moves;

/** One of the moves. */
export const anyWalletMove: fc.Arbitrary<MadeWalletMove> = fc.record({
  move: fc.constantFrom(...(Object.keys(moves) as readonly WalletMoveName[])),
  a: fc.nat({ max: 20 }),
  b: fc.nat({ max: 20 }),
});

/** The facts after a move; the same where there is nothing to do it to. */
export function afterWalletMove(facts: WalletFacts, { move, a, b }: MadeWalletMove): WalletFacts {
  const made: WalletMove = moves[move];
  return made(facts, a, b) ?? facts;
}
