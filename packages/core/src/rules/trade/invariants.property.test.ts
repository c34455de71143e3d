import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { cases, runsAll } from '../../../test/support/cases.ts';
import { anyEvidence, causes, readings, withGap, worsened } from '../../../test/support/trade-arbitraries.ts';
import { tradeEvidence } from '../../../test/support/trade-evidence.ts';
import type { Judgement } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { type TradeVerdict, verdictOrder } from './policy.ts';
import { judgeTrade } from './verdict.ts';

const codesOf = ({ reasons }: Judgement) => reasons.map(({ code }) => code);
/** Codes that say that something was not read, and no more. */
const ofGaps: ReadonlySet<string> = new Set([
  ...Object.keys(gapCodes),
  ...['ACCOUNT_NOT_FOUND', 'LIMIT_REACHED', 'POOLS_NOT_READ', 'HOLDERS_UNAVAILABLE', 'TRANSFER_HOOK_UNPROVEN'],
]);
const rank = (verdict: string) => verdictOrder.indexOf(verdict as TradeVerdict);

describe('invariants of the trade verdict', () => {
  it('one more bad fact never improves the verdict', () => {
    fc.assert(
      fc.property(anyEvidence, worsened, (evidence, worsen) => {
        expect(rank(judgeTrade(worsen(evidence)).verdict)).toBeGreaterThanOrEqual(rank(judgeTrade(evidence).verdict));
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('reading less never improves the verdict, never raises the confidence, and never accuses', () => {
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        const [full, less] = [judgeTrade(evidence), judgeTrade(withGap(evidence, name, cause))];
        expect(rank(less.verdict)).toBeGreaterThanOrEqual(rank(full.verdict));
        expect(less.confidencePercent).toBeLessThanOrEqual(full.confidencePercent);
        expect(codesOf(less).filter((code) => !codesOf(full).includes(code) && !ofGaps.has(code))).toEqual([]);
      }),
      { numRuns: cases(3_000) },
    );
  });

  it('the best verdict implies that everything which decides was read', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        if (judgeTrade(evidence).verdict !== 'ACCEPTABLE_COST') return;
        seen += 1;
        const { asOf, mint: subject, pools, cost: read, network: fees, sale } = evidence;
        expect([asOf, subject, pools, read, fees].every((reading) => reading.known)).toBe(true);
        expect(read.known && read.value.trip !== null && read.value.trip.costBps <= 300).toBe(true);
        const hook = subject.known && subject.value.is === 'mint' && subject.value.mint.hookProgram !== null;
        expect(!hook || (sale.known && sale.value?.sold)).toBe(true);
      }),
      { numRuns: cases(3_000) },
    );
    if (runsAll) expect(seen).toBeGreaterThan(0);
  });

  it('every answer has a reason, a bounded confidence and constant members, and is the same twice', () => {
    const members = Object.keys(judgeTrade(tradeEvidence()).metrics);
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged = judgeTrade(evidence);
        verdicts.add(judged.verdict);
        expect(judged.reasons.length).toBeGreaterThan(0);
        expect(new Set(judged.flags).size).toBe(judged.flags.length);
        expect(Number.isInteger(judged.confidencePercent)).toBe(true);
        expect(judged.confidencePercent).toBeGreaterThanOrEqual(0);
        expect(judged.confidencePercent).toBeLessThanOrEqual(95);
        expect(judged.decidedBy.length > 0).toBe(judged.confidencePercent === 0);
        expect(judged.decidedBy.every((gap) => judged.gaps.includes(gap))).toBe(true);
        expect(Object.keys(judged.metrics)).toEqual(members);
        // Nothing is lost on the way to JSON: no undefined, no bigint, no number that JSON lacks.
        expect(JSON.parse(JSON.stringify(judged))).toStrictEqual(judged);
        expect(JSON.stringify(judgeTrade(structuredClone(evidence)))).toBe(JSON.stringify(judged));
      }),
      { numRuns: cases(1_500) },
    );
    if (runsAll) expect([...verdicts].sort()).toEqual([...verdictOrder].sort());
  });

  it('the order in which pools are listed decides nothing', () => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        if (!evidence.pools.known) return;
        const turned = { ...evidence, pools: known([...evidence.pools.value].reverse()) };
        expect(judgeTrade(turned).verdict).toBe(judgeTrade(evidence).verdict);
      }),
      { numRuns: cases(500) },
    );
  });
});
