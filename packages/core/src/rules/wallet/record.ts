import { LAMPORTS_PER_SOL } from '#lib/money.ts';
import type { RaisedReason } from '../rule.ts';
import type { Figures } from './book-figures.ts';
import { insufficient, keeps, least, leastOf, neutral } from './bounds.ts';
import { unitOf } from './measured.ts';
import type { Bound } from './policy.ts';

/** A dollar and a euro, in millionths. 200 of them stand for a SOL. */
const COIN = 1_000_000n;

/** How large a record has to be for a verdict, and for the best one. */
export const sizeBounds = {
  closed: least('count', neutral(30n), insufficient(20n)),
  mints: least('count', neutral(15n), insufficient(10n)),
  days: least('count', neutral(14n), insufficient(7n)),
  cost: leastOf({
    sol: [neutral(10n * LAMPORTS_PER_SOL), insufficient(2n * LAMPORTS_PER_SOL)],
    usd: [neutral(2_000n * COIN), insufficient(400n * COIN)],
    eur: [neutral(2_000n * COIN), insufficient(400n * COIN)],
  }),
} as const satisfies Readonly<Record<string, Bound>>;

/**
 * The currencies in which a loss can be proven against a wallet: the main one, and others whose record is large enough for a verdict of
 * its own. So moving losses into the lesser currency gains nothing.
 */
export function weighed(main: Figures, others: readonly Figures[]): readonly Figures[] {
  return [main, ...others.filter(hasRecord)];
}

/**
 * The currencies in which manipulation is looked for: the main one, and others with as much at stake as a verdict needs. Few round
 * trips suffice, since the events behind a sign are counted by themselves.
 */
export function staked(main: Figures, others: readonly Figures[]): readonly Figures[] {
  return [main, ...others.filter(hasStake)];
}

/** Of signs of manipulation in several currencies the one with most events behind it. */
export function mostProven<C extends string>(signs: readonly RaisedReason<C>[]): readonly RaisedReason<C>[] {
  const events = ({ evidence }: RaisedReason<C>) => Number(evidence.proving_events);
  return [...signs].sort((a, b) => events(b) - events(a)).slice(0, 1);
}

function hasStake({ currency, cost }: Figures): boolean {
  return keeps(sizeBounds.cost, cost, 'INSUFFICIENT', unitOf[currency]);
}

function hasRecord(figures: Figures): boolean {
  const { closed, mints, activeDays } = figures;
  const { closed: trips, mints: tokens, days } = sizeBounds;
  const sizes = [
    keeps(trips, BigInt(closed), 'INSUFFICIENT'),
    keeps(tokens, BigInt(mints), 'INSUFFICIENT'),
    keeps(days, BigInt(activeDays), 'INSUFFICIENT'),
  ];
  return hasStake(figures) && sizes.every(Boolean);
}
