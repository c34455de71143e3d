import fc from 'fast-check';
import { type GapCause, gapFacts, known, missing, type Reading } from '#lib/reading.ts';
import {
  type Cohort,
  type Credit,
  type FirstWeek,
  type FunderEvidence,
  type Funding,
  mainCredits,
  type Source,
} from '#rules/funder/evidence.ts';
import type { FundingClass } from '#rules/label.ts';
import {
  credit,
  FUNDED_AT,
  funding,
  hop,
  label,
  place,
  source,
  walletEvidence,
  week,
  weekSource,
} from './funder-evidence.ts';

const classes: readonly FundingClass[] = [
  'exchange',
  'exchange',
  'exchange',
  'instant_exchange',
  'bridge',
  'privacy',
  'fiat_onramp',
  'sanctioned',
  'exploiter',
  'fee_account',
  'program',
  'service',
];

const anyLabel = fc
  .record({ fundingClass: fc.constantFrom(...classes), grade: fc.constantFrom('strong', 'single', 'weak') })
  .map((over) => label(over as Parameters<typeof label>[0]));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 3 });
const often = (value: boolean) => fc.integer({ min: 0, max: 9 }).map((n) => (n === 0 ? !value : value));

const anyActivity = fc.record({
  signatures: fc.constantFrom(0, 3, 999, 1_000),
  spanSeconds: fc.constantFrom(0, 59_999, 60_000, 9_000_000),
});

const anyCredit: fc.Arbitrary<Credit> = fc
  .record({
    source: fc.constantFrom('a', 'a', 'a', 'b', null),
    mechanism: fc.constantFrom('transfer', 'swap', 'own_swap', 'program_credit'),
    lamports: fc.constantFrom(1n, 400_000n, 500_000n, 1_500_000n, 3_000_000n, 50_000_000n),
    recipients: fc.constantFrom(1, 5, 6),
    freshRecipients: fc.constantFrom(0, 1, 3),
    senderActivity: maybe(anyActivity),
  })
  .map((over) => credit(over as Partial<Credit>));

const anyTokens = fc.record({ source: fc.constantFrom('a', null), amount: fc.constantFrom(1n, 7n) }).map((over) => ({
  ...place('tokens'),
  mechanism: 'token_transfer' as const,
  program: null,
  mint: 'mint',
  ...over,
}));

const anyFunding: fc.Arbitrary<Funding> = fc
  .record({
    credits: fc.array(anyCredit, { maxLength: 4 }),
    tokenCredit: maybe(anyTokens),
    sponsor: maybe(fc.constant({ ...place('signed'), payer: 'a' })),
    spent: fc.boolean(),
    unexplainedLamports: fc.constantFrom(0n, 0n, 0n, 1n, 900_000n),
  })
  .map((over) => funding(over));

/** The source that a gatherer would name for the funding, with random facts about it. */
function sourceFor(given: Funding, facts: Pick<Source, 'label' | 'onCurve' | 'programLabel'>): Source | null {
  const [main] = mainCredits(given.credits);
  const first = main ?? given.tokenCredit ?? given.sponsor;
  if (!first) return null;
  const address = 'payer' in first ? first.payer : first.source;
  const basis = main ? 'lamports' : given.tokenCredit ? 'tokens' : 'sponsor';
  const mechanism = main?.mechanism ?? (given.tokenCredit ? 'token_transfer' : 'sponsor');
  return source({ ...facts, address, basis: mechanism === 'own_swap' ? 'tokens' : basis, mechanism });
}

const account = fc.record({
  exists: fc.boolean(),
  lamports: fc.constantFrom(0n, 1n),
  ownedBySystem: often(true),
  executable: often(false),
});

const cohortOf = (alike: number): Cohort => ({
  lamports: 123_456_789n,
  alike,
  inTransaction: 1,
  funded: alike,
  fundedInTransaction: 1,
  near: alike,
  seen: 12,
  transactionsRead: 12,
  whole: true,
});

const anyWeek: fc.Arbitrary<FirstWeek> = fc
  .record({
    given: fc.constantFrom(0n, 99_999_999n, 100_000_000n, 900_000_000_000n),
    dollars: fc.constantFrom(0n, 5_000_000n),
    label: maybe(anyLabel),
    whole: often(true),
  })
  .map(({ given, dollars, label: of, whole: all }) =>
    week({
      sources: [weekSource({ source: 'a' }), weekSource({ source: 'late', label: of, lamports: given, dollars })],
      whole: all,
    }),
  );

/** Complete evidence of an address with a history, every fact of it random. */
const whole: fc.Arbitrary<FunderEvidence> = fc
  .record({
    identity: fc.record({ onCurve: often(true), label: fc.option(anyLabel, { nil: null, freq: 2 }) }),
    account,
    funding: anyFunding,
    facts: fc.record({
      label: maybe(anyLabel),
      onCurve: often(true),
      programLabel: fc.option(anyLabel, { nil: null, freq: 2 }),
    }),
    sourceAccount: account,
    activity: anyActivity,
    rewardLamports: fc.constantFrom(0n, 0n, 0n, 5n),
    trade: maybe(fc.constantFrom(FUNDED_AT - 1, FUNDED_AT + 60, FUNDED_AT + 61)),
    hop: maybe(fc.constantFrom(hop(), hop({ oldest: place('hop', 50, FUNDED_AT - 60) }), hop({ funderLabel: null }))),
    hop3: maybe(fc.constantFrom(hop(), hop({ funderLabel: null }))),
    cohort: maybe(fc.constantFrom(1, 5, 10).map(cohortOf)),
    firstWeek: anyWeek,
    siblings: maybe(fc.constantFrom(1, 5).map((fresh) => ({ seen: 7, fresh, transactionsRead: 6 }))),
  })
  .map((given) => {
    const main = sourceFor(given.funding, given.facts);
    const tested =
      main !== null && main.address !== null && !main.label && main.onCurve && main.mechanism !== 'program_credit';
    return walletEvidence({
      identity: known(given.identity),
      account: known(given.account),
      continuity: known({ transactions: 3, rewardLamports: given.rewardLamports }),
      funding: known(given.funding),
      firstTrade: known(given.trade === null ? null : { ...place('trade', 101, given.trade), mint: 'mint' }),
      source: known(main),
      sourceAccount: known(main?.address ? given.sourceAccount : null),
      sourceActivity: known(tested ? given.activity : null),
      hop: known(tested ? given.hop : null),
      hop3: known(tested && given.hop && !given.hop.funderLabel ? given.hop3 : null),
      siblings: known(tested ? given.siblings : null),
      cohort: known(main?.label ? given.cohort : null),
      firstWeek: known(main ? given.firstWeek : null),
    });
  });

/** An address that no transaction names. */
const unused = fc.record({ lamports: fc.constantFrom(0n, 4n), tokenAccounts: fc.constantFrom(0, 2) }).map((given) => {
  const nothing = known(null);
  const later = { history: nothing, continuity: nothing, funding: nothing, firstTouch: nothing, source: nothing };
  const pruned = given.lamports > 0n || given.tokenAccounts > 0;
  return walletEvidence({
    ...later,
    account: known({ exists: given.lamports > 0n, lamports: given.lamports, ownedBySystem: true, executable: false }),
    trace: known({ listed: false, tokenAccounts: given.tokenAccounts }),
    birth: pruned ? missing('birth', 'history_missing') : nothing,
    sourceAccount: nothing,
    sourceActivity: nothing,
    hop: nothing,
    hop3: nothing,
    siblings: nothing,
    cohort: nothing,
    firstWeek: nothing,
  });
});

const names = [
  'identity',
  'asOf',
  'account',
  'trace',
  'history',
  'birth',
  'continuity',
  'funding',
  'firstTouch',
  'firstTrade',
  'source',
  'sourceAccount',
  'sourceActivity',
  'hop',
  'hop3',
  'siblings',
  'cohort',
  'firstWeek',
] as const;
type Name = (typeof names)[number];

/** Any reading of the evidence. */
export const readings = fc.constantFrom(...names);

/** The evidence without one reading; one that is missing already keeps its cause. */
export function withGap(evidence: FunderEvidence, name: Name, cause: GapCause): FunderEvidence {
  return evidence[name].known ? { ...evidence, [name]: missing(name, cause) } : evidence;
}

/** Any cause of a gap. */
export const causes = fc.constantFrom(...(Object.keys(gapFacts) as GapCause[]));

/** Evidence as a gatherer may leave it: whole or of an unused address, with up to two readings missing. */
export const anyEvidence = fc
  .tuple(
    fc.oneof({ arbitrary: whole, weight: 5 }, { arbitrary: unused, weight: 1 }),
    fc.array(fc.tuple(readings, causes), { maxLength: 2 }),
  )
  .map(([evidence, gaps]) => gaps.reduce((left, [name, cause]) => withGap(left, name, cause), evidence));

type Worsen = (evidence: FunderEvidence) => FunderEvidence;

function changed<K extends Name>(name: K, change: (value: NonNullable<ValueOf<K>>) => ValueOf<K>): Worsen {
  return (evidence) => {
    const reading = evidence[name] as Reading<ValueOf<K>>;
    return reading.known && reading.value ? { ...evidence, [name]: known(change(reading.value)) } : evidence;
  };
}
type ValueOf<K extends Name> = FunderEvidence[K] extends Reading<infer T> ? T : never;

const bad = (fundingClass: FundingClass) => label({ fundingClass });

/** Changes for the worse. */
export const worsened: fc.Arbitrary<Worsen> = fc.constantFrom<Worsen[]>(
  changed('identity', (value) => ({ ...value, onCurve: false })),
  changed('identity', (value) => ({ ...value, label: bad('service') })),
  changed('account', (value) => ({ ...value, executable: true })),
  changed('account', (value) => ({ ...value, ownedBySystem: false })),
  changed('continuity', (value) => ({ ...value, rewardLamports: value.rewardLamports + 1n })),
  // Where nothing was seen to arrive, lamports without an explanation are no further fact but another history.
  changed('funding', (value) =>
    value.credits.length === 0 && !value.tokenCredit && !value.sponsor
      ? value
      : { ...value, unexplainedLamports: value.unexplainedLamports + 9_000_000n },
  ),
  changed('source', (value) => ({ ...value, label: bad('exploiter') })),
  changed('source', (value) => ({ ...value, label: value.label && { ...value.label, grade: 'weak' as const } })),
  changed('source', (value) => ({ ...value, programLabel: bad('privacy') })),
  changed('source', (value) => ({ ...value, onCurve: false })),
  changed('sourceAccount', (value) => ({ ...value, ownedBySystem: false })),
  changed('sourceActivity', () => ({ signatures: 1_000, spanSeconds: 1 })),
  changed('funding', (value) => {
    const main = mainCredits(value.credits).reduce((sum, { lamports }) => sum + lamports, 0n);
    if (main < 1_000_000n) return value;
    return { ...value, credits: [...value.credits, credit({ source: 'stranger', lamports: main / 2n })] };
  }),
  changed('hop', (value) => ({ ...value, oldest: place('hop', 50, FUNDED_AT - 60) })),
  changed('siblings', (value) => ({ ...value, fresh: value.fresh + 5 })),
  changed('cohort', (value) => ({ ...value, alike: value.alike + 10 })),
  changed('cohort', (value) => ({ ...value, funded: value.funded + 16 })),
  changed('cohort', (value) => ({ ...value, near: value.near + 12 })),
  changed('firstWeek', (value) => ({ ...value, whole: false })),
  changed('firstWeek', (value) => ({
    ...value,
    sources: [weekSource({ source: 'stranger', lamports: 500_000_000_000n }), ...value.sources],
  })),
  // A service that is also on a list stays a service.
  changed('identity', (value) => ({ ...value, label: value.label ?? bad('sanctioned') })),
  changed('source', (value) => ({ ...value, label: bad('sanctioned') })),
  changed('hop', (value) => ({ ...value, funderLabel: bad('sanctioned') })),
);
