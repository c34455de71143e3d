import fc from 'fast-check';
import { picked } from '../move.ts';
import type { Refusal } from '../reader.ts';
import type { CreditFacts, FunderDust, FunderFacts } from './facts.ts';

/** Something cheap that makes the money come from nobody else. `a` and `b` choose what it is done to; null where there is nothing. */
type FunderMove = (facts: FunderFacts, a: number, b: number) => FunderFacts | null;

/** A move with what it is done to. */
export interface MadeFunderMove {
  readonly move: FunderMoveName;
  readonly a: number;
  readonly b: number;
}

const dusted = (what: FunderDust['what'], when: FunderDust['when'], counts: readonly number[]): FunderMove => {
  return (facts, a, b) => {
    const by = what === 'lamports' && b % 3 === 0 ? 'exchange' : 'stranger';
    return { ...facts, dust: [...facts.dust, { what, when, by, count: picked(counts, a) ?? 1 }] };
  };
};

const refused = (what: Refusal): FunderMove => {
  return (facts) => {
    const refuses = [...new Set([...facts.endpoint.refuses, what])];
    return { ...facts, endpoint: { ...facts.endpoint, refuses } };
  };
};

const shortPages: FunderMove = (facts, a) => {
  const pageMax = Math.min(facts.endpoint.pageMax, picked([300, 100, 20], a) ?? 1);
  return { ...facts, endpoint: { ...facts.endpoint, pageMax } };
};

const withheld = (listed: boolean): FunderMove => {
  return (facts, a, b) => ({ ...facts, withheld: [...facts.withheld, { place: (a * 53 + b * 17) % 1_000, listed }] });
};

/** Changes what came from others than an exchange: the money itself stays that of the same giver. */
const onCredits = (more: (one: CreditFacts, a: number) => readonly CreditFacts[]): FunderMove => {
  return (facts, a) => ({ ...facts, credits: facts.credits.flatMap((one) => more(one, a)) });
};

/** As much in several transfers of the same giver. */
const inParts = onCredits((one, a) => {
  const parts = picked([2, 5], a) ?? 1;
  if (one.milliSol < parts || one.how !== 'transfer') return [one];
  const milliSol = Math.floor(one.milliSol / parts);
  return Array.from({ length: parts }, (_, n) => ({ ...one, milliSol, minutes: one.minutes - n * 0.01 }));
});

/** Through so many wallets at once, each of which got its part from the giver. */
const overMany = onCredits((one, a) => {
  const parts = picked([2, 5], a) ?? 1;
  if (one.milliSol < parts || one.how !== 'transfer') return [one];
  const milliSol = Math.floor(one.milliSol / parts);
  return Array.from({ length: parts }, (_, n) => ({
    ...one,
    milliSol,
    hops: one.hops + 1,
    minutes: one.minutes - n * 0.01,
  }));
});

const route = onCredits((one, a) => [{ ...one, hops: one.hops + (picked([1, 2, 4], a) ?? 1) }]);
/**
 * By other means than a transfer. A program does not pay several at once, what hides its payer already stays hidden, and wallets that
 * got as much beside are looked for beside transfers alone.
 */
const by = (how: CreditFacts['how']): FunderMove => {
  const paid = onCredits((one) => [one.how === 'transfer' && one.beside === 0 ? { ...one, how } : one]);
  return (facts, a, b) => (facts.siblings > 0 ? null : paid(facts, a, b));
};

/** Spends later than it did, or never. Where more came later, that counts as well. */
const waitToSpend: FunderMove = (facts, a) => {
  if (facts.spentMinutes === null) return null;
  const first = Math.min(...facts.credits.map(({ minutes }) => minutes));
  return { ...facts, spentMinutes: picked([first / 2, 1, null], a) ?? null };
};

/** A little money of an exchange comes before all other, and nothing is spent in between. */
const exchangeFirst: FunderMove = (facts, a) => {
  const first = Math.max(...facts.credits.map(({ minutes }) => minutes));
  const milliSol = picked([1, 10], a) ?? 1;
  const all = facts.credits.reduce(
    (sum, one) => sum + (one.from === 'exchange' && one.hops === 0 ? 0 : one.milliSol),
    0,
  );
  if (all < milliSol * 10) return null;
  const little = {
    from: 'exchange',
    n: 1,
    milliSol,
    minutes: first + 20,
    how: 'transfer',
    hops: 0,
    beside: 0,
  } as const;
  return { ...facts, credits: [little, ...facts.credits] };
};

const moves = {
  'sends lamports before': dusted('lamports', 'before', [1, 30, 150]),
  'sends lamports after': dusted('lamports', 'after', [1, 30, 150]),
  'sends lamports now': dusted('lamports', 'now', [1, 30]),
  'sends tokens before': dusted('tokens', 'before', [1, 12]),
  'sends tokens after': dusted('tokens', 'after', [1, 12]),
  'names the address before': dusted('names', 'before', [30, 250, 1_100]),
  'names the address after': dusted('names', 'after', [30, 250]),
  'names the address now': dusted('names', 'now', [30, 1_100, 2_100]),
  'lists short pages': shortPages,
  'refuses histories': refused('histories'),
  'refuses pages of bodies': refused('bodies'),
  'withholds a transaction': withheld(false),
  'withholds a body': withheld(true),
  'pays in parts': inParts,
  'pays over many wallets': overMany,
  'routes the money': route,
  'pays through a program': by('program'),
  'pays what was wrapped': by('unwrap'),
  'waits to spend': waitToSpend,
  'takes a little of an exchange first': exchangeFirst,
} as const satisfies Readonly<Record<string, FunderMove>>;
type FunderMoveName = keyof typeof moves;

/** One of the moves. */
export const anyFunderMove: fc.Arbitrary<MadeFunderMove> = fc.record({
  move: fc.constantFrom(...(Object.keys(moves) as readonly FunderMoveName[])),
  a: fc.nat({ max: 20 }),
  b: fc.nat({ max: 20 }),
});

/** The facts after a move; the same where there is nothing to do it to. */
export function afterFunderMove(facts: FunderFacts, { move, a, b }: MadeFunderMove): FunderFacts {
  const made: FunderMove = moves[move];
  return made(facts, a, b) ?? facts;
}
