import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapFacts, known } from '#lib/reading.ts';
import {
  anyEvidence,
  causes,
  identities,
  readings,
  withGap,
  worsenings,
} from '../../../test/support/token-arbitraries-evidence.ts';
import { age, NOW, tokenEvidence } from '../../../test/support/token-evidence.ts';
import type { Judgement } from '../check.ts';
import type { TokenCode } from './codes.ts';
import type { TokenEvidence } from './evidence.ts';
import { type ReadingName, readingRole, type TokenVerdict, unreadBy, verdictOrder, weights } from './policy.ts';
import { tokenRules } from './rules/index.ts';
import { NEW_SECONDS } from './thresholds.ts';
import { judgeToken } from './verdict.ts';
import { judgesHolders, waive } from './waivers.ts';

const RUNS = 2_500;
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
  return reasons.filter(({ code }) => !unreadBy[code as TokenCode]);
}

const severitiesOf = (evidence: TokenEvidence) => factsOf(evidence).map(({ severity }) => severity);
const decides = (name: ReadingName, evidence: TokenEvidence) =>
  readingRole[name] !== 'extra' && (readingRole[name] !== 'holders' || judgesHolders(evidence));

/** A young age weighs twice, so that it makes a bad verdict with any other medium fact, and none alone. */
const restsOnAge = (evidence: TokenEvidence) =>
  severitiesOf(evidence).every((one) => one !== 'high' && one !== 'critical');

/** Readings that decide nothing, with the flags that say that they are missing. */
const said = {
  authorities: [],
  hook: [],
  trialSale: ['SELL_SIM_UNAVAILABLE'],
  insiders: ['INSIDERS_NOT_CHECKED'],
} as const;
const extras = ['authorities', 'hook', 'trialSale', 'insiders'] as const;

/** Verdicts that may stand for another one, beside itself and UNKNOWN, where less was read. */
function lesserThan(verdict: string, young: boolean): readonly string[] {
  // What was hidden by UNKNOWN, as a record of a collectible is, may come to light; facts still speak first.
  if (verdict === 'UNKNOWN' || verdict === 'CRITICAL') return ['HIGH_RISK', 'CRITICAL'];
  if (verdict === 'HIGH_RISK') return young ? ['ELEVATED'] : [];
  return verdictOrder.slice(rank(verdict));
}

describe('invariants of the token verdict', () => {
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
        expect(reasons.some(({ code }) => weights[code as TokenCode]?.category === 'identity')).toBe(true);
        expect(decidedBy).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('reading less never improves it', () => {
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        if (!decides(name, evidence)) return;
        const [full, less] = [judgeToken(evidence), judgeToken(withGap(evidence, name, cause))];
        const allowed = ['UNKNOWN', full.verdict, ...lesserThan(full.verdict, name === 'age' && restsOnAge(evidence))];
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
        expect(less.flags.includes('VERDICT_IS_LOWER_BOUND')).toBe(isBad(less.verdict));
        if (said[name].length === 0) expect(less.verdict).toBe(judgeToken(evidence).verdict);
      }),
      { numRuns: RUNS },
    );
  });

  it('the holders of known money change nothing', () => {
    fc.assert(
      fc.property(anyEvidence, causes, (evidence, cause) => {
        if (judgesHolders(evidence)) return;
        for (const name of ['holders', 'creator'] as const) {
          const [full, less] = [judgeToken(evidence), judgeToken(withGap(evidence, name, cause))];
          expect([less.verdict, less.reasons, less.decidedBy]).toEqual([full.verdict, full.reasons, full.decidedBy]);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('LOW_RISK implies that all was read, that nothing medium was found, and seven days', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        if (judgeToken(evidence).verdict !== 'LOW_RISK') return;
        seen += 1;
        const wanted = (Object.keys(readingRole) as ReadingName[]).filter((name) => decides(name, evidence));
        expect(wanted.filter((name) => !evidence[name].known)).toEqual([]);
        expect(severitiesOf(evidence).filter((one) => one !== 'low' && one !== 'info')).toEqual([]);
        const { asOf, age: since } = evidence;
        const time = asOf.known ? asOf.value.time : null;
        const proven = since.known ? (since.value?.provenSince ?? null) : null;
        expect(time !== null && proven !== null && time - proven >= NEW_SECONDS).toBe(true);
      }),
      { numRuns: RUNS },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('losing the only reading that held the bad news gives UNKNOWN', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        if (!decides(name, evidence) || name === 'age' || !isBad(judgeToken(evidence).verdict)) return;
        const without = judgeToken({ ...evidence, [name]: clean[name] }).verdict;
        if (without !== 'LOW_RISK' && without !== 'ELEVATED') return;
        seen += 1;
        expect(judgeToken(withGap(evidence, name, cause)).verdict).toBe('UNKNOWN');
      }),
      { numRuns: RUNS },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('losing a young age never gives the best verdict', () => {
    const young = known(age({ provenSince: NOW - 3_600 }));
    fc.assert(
      fc.property(anyEvidence, causes, (evidence, cause) => {
        expect(judgeToken(withGap({ ...evidence, age: young }, 'age', cause)).verdict).not.toBe('LOW_RISK');
      }),
      { numRuns: RUNS },
    );
  });

  it('an answer is free only where no fact alone leads to its verdict', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const { verdict, decidedBy } = judgeToken(evidence);
        if (!decidedBy.some(({ cause }) => gapFacts[cause].ours) || !evidence.asOf.known || !evidence.mint.known)
          return;
        seen += 1;
        expect(['UNKNOWN', 'ELEVATED']).toContain(verdict);
        const worst = verdict === 'UNKNOWN' ? ['critical', 'high'] : ['critical', 'high', 'medium'];
        expect(severitiesOf(evidence).filter((one) => worst.includes(one))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
    expect(seen).toBeGreaterThan(0);
  });

  it('every answer has a reason, a bounded confidence and constant members, and is the same twice', () => {
    const members = Object.keys(judgeToken(clean).metrics);
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged: Judgement = judgeToken(evidence);
        verdicts.add(judged.verdict);
        expect(judged.reasons.length).toBeGreaterThan(0);
        expect(new Set(judged.reasons.map(({ code }) => code)).size).toBe(judged.reasons.length);
        expect(new Set(judged.flags).size).toBe(judged.flags.length);
        expect(Number.isInteger(judged.confidencePercent)).toBe(true);
        expect(judged.confidencePercent).toBeGreaterThanOrEqual(0);
        expect(judged.confidencePercent).toBeLessThanOrEqual(95);
        if (judged.verdict === 'UNKNOWN') expect(judged.confidencePercent === 0).toBe(judged.decidedBy.length > 0);
        expect(judged.decidedBy.every((gap) => judged.gaps.includes(gap))).toBe(true);
        expect(Object.keys(judged.metrics)).toEqual(members);
        // Nothing is lost on the way to JSON: no undefined, no bigint, no number that JSON lacks.
        expect(JSON.parse(JSON.stringify(judged))).toStrictEqual(judged);
        expect(JSON.stringify(judgeToken(structuredClone(evidence)))).toBe(JSON.stringify(judged));
      }),
      { numRuns: RUNS },
    );
    expect([...verdicts].sort()).toEqual([...verdictOrder].sort());
  });
});
