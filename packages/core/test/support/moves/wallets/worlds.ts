import fc from 'fast-check';
import type { Refusal } from '../reader.ts';
import type { TripFacts, WalletFacts } from './facts.ts';

/** Returns of an honest trader, in basis points of what was paid, again and again. */
const RETURNS = [3_400, -900, 2_100, 5_300, -1_800, 1_500, 4_100, -600, 2_700, 800, -2_200, 6_100] as const;
const TRIPS = 48;
const COINS = 24;
const SPAN_DAYS = 76;

const trip = (n: number, more: Partial<TripFacts> = {}): TripFacts => ({
  coin: n % COINS,
  daysAgo: 3 + (SPAN_DAYS * (TRIPS - n)) / TRIPS,
  holdMinutes: 40 + (n % 7) * 25,
  milliSol: 700 + 37 * (n % 11),
  returnBps: (RETURNS[n % RETURNS.length] ?? 0) + 13 * (n % 5),
  got: 'bought',
  end: 'sold',
  through: 'curve',
  money: 'sol',
  payers: 'strangers',
  ...more,
});

/** Nothing is wrong with it. */
export const soundWallet: WalletFacts = {
  bornDays: 85,
  funder: 'exchange',
  trips: Array.from({ length: TRIPS }, (_, n) => trip(n)),
  makers: {},
  partners: 1,
  sides: { count: 6, hops: 0, fundedBy: 'person' },
  loans: { count: 0, milliSol: 0 },
  dust: [],
  withheld: [],
  endpoint: { refuses: ['bodies'], pageMax: 1_000, largestMax: 20 },
};

/** Something that is wrong with a wallet. */
type Flaw = (facts: WalletFacts) => WalletFacts;

const changed =
  (which: (one: TripFacts, n: number) => boolean, more: (one: TripFacts, n: number) => Partial<TripFacts>): Flaw =>
  (facts) => ({
    ...facts,
    trips: facts.trips.map((one, n) => (which(one, n) ? { ...one, ...more(one, n) } : one)),
  });

/** All results are worse by so much. */
const losses = fc.constantFrom(700, 1_200, 1_800, 3_000).map((by) =>
  changed(
    () => true,
    ({ returnBps }) => ({ returnBps: returnBps - by }),
  ),
);

const earlyLosses = fc.constantFrom(0.4, 0.6).map((part) =>
  changed(
    (_, n) => n < TRIPS * part,
    ({ returnBps }) => ({ returnBps: returnBps - 4_500 }),
  ),
);

const fewer = fc.constantFrom(34, 26, 15).map(
  (count): Flaw =>
    (facts) => ({ ...facts, trips: facts.trips.slice(-count) }),
);

const fewCoins = fc.constantFrom(12, 6).map((coins) =>
  changed(
    () => true,
    (_, n) => ({ coin: n % coins }),
  ),
);

const luck = fc.constantFrom(1, 3).map((hits) =>
  changed(
    () => true,
    ({ returnBps }, n) => ({ returnBps: n % 16 < hits && n < 16 ? 60_000 : returnBps - 1_700 }),
  ),
);

const ownCoins = fc
  .record({ part: fc.constantFrom(3, 8, COINS), maker: fc.constantFrom<'subject' | 'partner'>('subject', 'partner') })
  .map(
    ({ part, maker }): Flaw =>
      (facts) => ({
        ...facts,
        funder: 'person',
        makers: Object.fromEntries(Array.from({ length: part }, (_, coin) => [coin, maker])),
      }),
  );

const gifts = fc.constantFrom(4, 2).map((nth) =>
  changed(
    ({ returnBps }, n) => returnBps > 0 && n % nth === 0,
    () => ({ got: 'given' }),
  ),
);

const hidden = fc
  .record({ end: fc.constantFrom<TripFacts['end']>('kept', 'sent', 'parked', 'burned'), nth: fc.constantFrom(1, 2) })
  .map(({ end, nth }) =>
    changed(
      ({ returnBps }, n) => returnBps < 0 && n % nth === 0,
      () => ({ end }),
    ),
  );

const bags = fc.constantFrom(6, 14).map((count) =>
  changed(
    (_, n) => n >= TRIPS - count,
    () => ({ end: 'kept' }),
  ),
);

/** A record that was bought: own wallets pay for the gains. */
const bought = fc
  .record({
    fundedBy: fc.constantFrom<'subject' | 'person'>('subject', 'person'),
    count: fc.constantFrom(1, 6),
    isEven: fc.boolean(),
  })
  .map(({ fundedBy, count, isEven }): Flaw => {
    const paid = changed(
      () => true,
      ({ returnBps }) => ({ payers: 'sides', ...(isEven && { returnBps: 3_000 }), ...(!isEven && { returnBps }) }),
    );
    return (facts) => ({ ...paid(facts), funder: 'person', sides: { count, hops: 0, fundedBy } });
  });

const loans = fc.constantFrom(10, 40).map(
  (count): Flaw =>
    (facts) => ({ ...facts, loans: { count, milliSol: 4_000 } }),
);

const flaws: fc.Arbitrary<Flaw> = fc.oneof(
  ...[losses, earlyLosses, luck, hidden].map((arbitrary) => ({ arbitrary, weight: 4 })),
  ...[ownCoins, gifts, bought, bags].map((arbitrary) => ({ arbitrary, weight: 3 })),
  ...[fewer, fewCoins, loans].map((arbitrary) => ({ arbitrary, weight: 1 })),
);

/** Wallets with one or two flaws. */
export const walletWorlds: fc.Arbitrary<WalletFacts> = fc
  .record({
    wrong: fc.oneof(
      { arbitrary: fc.tuple(flaws), weight: 3 },
      { arbitrary: fc.tuple(flaws, flaws), weight: 2 },
      { arbitrary: fc.constant([]), weight: 1 },
    ),
    refuses: fc.constantFrom<readonly Refusal[]>(['bodies'], []),
  })
  .map(({ wrong, refuses }) => {
    const facts = (wrong as readonly Flaw[]).reduce((now, flaw) => flaw(now), soundWallet);
    return { ...facts, endpoint: { ...facts.endpoint, refuses } };
  });
