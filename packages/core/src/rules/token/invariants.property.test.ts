import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapFacts, ifKnown, known } from '#lib/reading.ts';
import { cases, runsAll } from '../../../test/support/cases.ts';
import { sampleAssets } from '../../../test/support/issuers.ts';
import {
  anyEvidence,
  causes,
  curatedEvidence,
  readings,
  withGap,
} from '../../../test/support/token-arbitraries-evidence.ts';
import { tokenEvidence } from '../../../test/support/token-evidence.ts';
import { identities, worsenings } from '../../../test/support/token-worsenings.ts';
import type { Judgement } from '../check.ts';
import type { TokenCode } from './codes.ts';
import type { TokenEvidence } from './evidence.ts';
import { categoryOf, weightOf } from './gate.ts';
import { judgesHolders } from './issuer.ts';
import { NEW_SECONDS } from './market-age.ts';
import { readingRole, type TokenReadingName, type TokenVerdict, verdictOrder } from './policy.ts';
import { tokenRules } from './rules/index.ts';
import { isFreeWithoutLaunch, judgeToken } from './verdict.ts';
import { waive } from './waivers.ts';

const RUNS = cases(500);
const clean = tokenEvidence();
const rank = (verdict: string) => verdictOrder.indexOf(verdict as TokenVerdict);
const isBad = (verdict: string) => verdict === 'HIGH_RISK' || verdict === 'CRITICAL';

/** What is proven against the subject: findings without those that only say what was not read. */
function factsOf(evidence: TokenEvidence) {
  const findings = tokenRules.map((rule) => rule.judge(evidence)).filter((finding) => finding.outcome === 'raised');
  const { reasons } = waive(
    findings.flatMap((finding) => finding.reasons),
    evidence,
  );
  return reasons.filter((reason) => !weightOf(reason)?.unread);
}

const severitiesOf = (evidence: TokenEvidence) => factsOf(evidence).map(({ severity }) => severity);
const decides = (name: TokenReadingName, evidence: TokenEvidence) =>
  readingRole[name] !== 'extra' && (!['holders', 'market'].includes(readingRole[name]) || judgesHolders(evidence));

/**
 * Whether the reading alone tells what the creator has: where the list of holders shows it, that says the worst that he may have. What
 * he handed on shows there as holders with one source, or with none, which these lists do not make up.
 */
function isNamedAlone(name: TokenReadingName, { creator, holders }: TokenEvidence): boolean {
  const facts = name === 'creator' ? ifKnown(creator) : null;
  const own = ifKnown(holders)?.accounts.filter(({ owner, role }) => owner === facts?.address && role === 'wallet');
  const shown = (own ?? []).reduce((sum, { tokens }) => sum + tokens, 0n);
  return facts !== null && (shown < facts.tokens || facts.handed > 0n || facts.unfollowed.length > 0);
}

/** Whether the reading tells an age without the time of the slot: that no age is known is a fact with it, and a gap without it. */
function isTimeless(name: TokenReadingName, { asOf }: TokenEvidence): boolean {
  return name === 'age' && asOf.known && asOf.value.time === null;
}

/** Readings that decide nothing, with the flags that say that they are missing. */
const said = {
  authorities: [],
  hook: [],
  trialSale: ['SELL_SIM_UNAVAILABLE'],
} as const;
const extras = ['authorities', 'hook', 'trialSale'] as const;

/** Verdicts that may stand for another one, beside itself and UNKNOWN, where less was read. */
function lesserThan(verdict: string): readonly string[] {
  // What was hidden by UNKNOWN, as a record of a collectible is, may come to light; facts still speak first.
  if (verdict === 'UNKNOWN' || verdict === 'CRITICAL') return ['HIGH_RISK', 'CRITICAL'];
  return verdictOrder.slice(rank(verdict));
}

describe('invariants of the token verdict', () => {
  it('what is free without holders, launch and insiders stays so whatever these two are', () => {
    let free = 0;
    fc.assert(
      fc.property(anyEvidence, causes, (evidence, cause) => {
        const read = withGap(evidence, 'holders', cause);
        const unread = withGap(withGap(read, 'launch', cause), 'insiders', cause);
        if (!isFreeWithoutLaunch(unread)) return;
        free += 1;
        const { verdict, decidedBy } = judgeToken(read);
        expect(verdict).toBe('UNKNOWN');
        expect(decidedBy.some((gap) => gapFacts[gap.cause].ours)).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(free).toBeGreaterThan(0);
  });

  it('one more bad fact never improves it and never hides it', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...worsenings), (evidence, { worsen, replaces }) => {
        const before = judgeToken(evidence);
        if (before.reasons.some(({ code }) => replaces.includes(code as TokenCode))) return;
        const after = judgeToken(worsen(evidence));
        if (before.verdict === 'UNKNOWN') {
          expect(['UNKNOWN', 'HIGH_RISK', 'CRITICAL']).toContain(after.verdict);
          return;
        }
        expect(rank(after.verdict)).toBeGreaterThanOrEqual(rank(before.verdict));
        if (isBad(before.verdict)) expect(after.verdict).not.toBe('UNKNOWN');
        // An asset that is not as reviewed any more has its holders judged, who may not have been read.
        else if (after.verdict === 'UNKNOWN') expect(after.decidedBy).not.toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('what is no fungible mint is UNKNOWN, whatever else was read', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...identities), (evidence, { worsen }) => {
        const changed = worsen(evidence);
        const { verdict, reasons, decidedBy } = judgeToken(changed);
        expect(verdict).toBe('UNKNOWN');
        if (!changed.asOf.known || !changed.mint.known) return;
        expect(reasons.some((reason) => categoryOf(reason) === 'identity')).toBe(true);
        expect(decidedBy).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('reading less never improves it', () => {
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        if (!decides(name, evidence) || isNamedAlone(name, evidence) || isTimeless(name, evidence)) return;
        const [full, less] = [judgeToken(evidence), judgeToken(withGap(evidence, name, cause))];
        const allowed = ['UNKNOWN', full.verdict, ...lesserThan(full.verdict)];
        expect(allowed).toContain(less.verdict);
        if (less.verdict !== full.verdict && isBad(less.verdict))
          expect(less.flags).toContain('VERDICT_IS_LOWER_BOUND');
      }),
      { numRuns: RUNS },
    );
  });

  it('an extra that is missing counts as one that nobody asked for, and decides nothing', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...extras), causes, (evidence, name, cause) => {
        if (!evidence[name].known) return;
        const unasked = name === 'authorities' ? known([]) : known(null);
        const [less, none] = [judgeToken(withGap(evidence, name, cause)), judgeToken({ ...evidence, [name]: unasked })];
        expect([less.verdict, less.reasons, less.decidedBy]).toEqual([none.verdict, none.reasons, none.decidedBy]);
        expect(less.flags).toEqual(expect.arrayContaining([...said[name]]));
        expect(less.flags.includes('VERDICT_IS_LOWER_BOUND')).toBe(less.verdict !== 'LOW_RISK');
        if (said[name].length === 0) expect(less.verdict).toBe(judgeToken(evidence).verdict);
      }),
      { numRuns: RUNS },
    );
  });

  it('the holders of known money change nothing', () => {
    const known = sampleAssets.map(curatedEvidence);
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.constantFrom(...worsenings), causes, (asset, { worsen }, cause) => {
        const evidence = worsen(asset);
        if (judgesHolders(evidence)) return;
        const [full, ...less] = [
          evidence,
          withGap(evidence, 'holders', cause),
          withGap(evidence, 'creator', cause),
        ].map((one) => judgeToken(one));
        for (const { verdict, reasons, decidedBy } of less) {
          expect([verdict, reasons, decidedBy]).toEqual([full?.verdict, full?.reasons, full?.decidedBy]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('losing the only reading that held the bad news gives UNKNOWN', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        if (!decides(name, evidence) || !isBad(judgeToken(evidence).verdict) || isNamedAlone(name, evidence)) return;
        const without = judgeToken({ ...evidence, [name]: clean[name] }).verdict;
        if (without !== 'LOW_RISK' && without !== 'ELEVATED') return;
        seen += 1;
        // A token of unknown age counts as young where that decides who can take its liquidity, as it did before.
        const allowed = name === 'age' ? ['UNKNOWN', judgeToken(evidence).verdict] : ['UNKNOWN'];
        expect(allowed).toContain(judgeToken(withGap(evidence, name, cause)).verdict);
      }),
      { numRuns: RUNS },
    );
    if (runsAll) expect(seen).toBeGreaterThan(0);
  });

  it('every answer keeps its promises: what is best, what is free, what is bounded, and the same twice', () => {
    const verdicts = new Set<string>();
    let free = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged = judgeToken(evidence);
        verdicts.add(judged.verdict);
        free += judged.decidedBy.some(({ cause }) => gapFacts[cause].ours) ? 1 : 0;
        if (judged.verdict === 'LOW_RISK') expectAllRead(evidence);
        expectFreeForNothing(judged, evidence);
        expectBounded(judged);
        expect(JSON.stringify(judgeToken(structuredClone(evidence)))).toBe(JSON.stringify(judged));
      }),
      { numRuns: RUNS },
    );
    if (!runsAll) return;
    expect([...verdicts].sort()).toEqual([...verdictOrder].sort());
    expect(free).toBeGreaterThan(0);
  });

  it('nothing of an answer is lost on the way to JSON, and its members are constant', () => {
    const members = Object.keys(judgeToken(clean).metrics);
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged = judgeToken(evidence);
        expect(Object.keys(judged.metrics)).toEqual(members);
        // No undefined, no bigint, no number that JSON lacks.
        expect(JSON.parse(JSON.stringify(judged))).toStrictEqual(judged);
      }),
      { numRuns: cases(300) },
    );
  });
});

/** Nothing that decides is missing, nothing medium was found, and mint and market are a week old. */
function expectAllRead(evidence: TokenEvidence): void {
  const wanted = (Object.keys(readingRole) as TokenReadingName[]).filter((name) => decides(name, evidence));
  expect(wanted.filter((name) => !evidence[name].known)).toEqual([]);
  expect(severitiesOf(evidence).filter((one) => one !== 'low' && one !== 'info')).toEqual([]);
  const { asOf, age, market } = evidence;
  const time = asOf.known ? asOf.value.time : null;
  const marketSince = (market.known && market.value?.provenSince) || Number.POSITIVE_INFINITY;
  // A market proves its mint, unless it is known when that was made.
  const proven =
    age.known && age.value ? Math.min(age.value.provenSince, age.value.exact ? Infinity : marketSince) : null;
  expect(time !== null && proven !== null && time - proven >= NEW_SECONDS).toBe(true);
}

/** What our failures decide has no fact beside it that alone leads to the same verdict. */
function expectFreeForNothing({ verdict, decidedBy }: Judgement, { asOf, mint, ...others }: TokenEvidence): void {
  if (!decidedBy.some(({ cause }) => gapFacts[cause].ours) || !asOf.known || !mint.known) return;
  expect(['UNKNOWN', 'ELEVATED']).toContain(verdict);
  const alone = verdict === 'UNKNOWN' ? ['critical', 'high'] : ['critical', 'high', 'medium'];
  expect(severitiesOf({ asOf, mint, ...others }).filter((one) => alone.includes(one))).toEqual([]);
}

function expectBounded({ verdict, reasons, flags, confidencePercent, decidedBy, gaps }: Judgement): void {
  expect(reasons.length).toBeGreaterThan(0);
  expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
  expect(new Set(flags).size).toBe(flags.length);
  expect(Number.isInteger(confidencePercent) && confidencePercent >= 0 && confidencePercent <= 95).toBe(true);
  if (verdict === 'UNKNOWN') expect(confidencePercent === 0).toBe(decidedBy.length > 0);
  expect(decidedBy.every((gap) => gaps.includes(gap))).toBe(true);
}
