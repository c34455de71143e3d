import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases, runsAll } from '../../../test/support/cases.ts';
import { anyEvidence, causes, readings, withGap, worsened } from '../../../test/support/funder-arbitraries.ts';
import { walletEvidence } from '../../../test/support/funder-evidence.ts';
import type { Judgement } from '../check.ts';
import { gapCodes } from '../gap-codes.ts';
import { type FunderVerdict, verdictOrder } from './policy.ts';
import { judgeFunder } from './verdict.ts';

const rank = (verdict: string) => verdictOrder.indexOf(verdict as FunderVerdict);
const codesOf = ({ reasons }: Judgement) => reasons.map(({ code }) => code);
/** Codes that say that something was not read, and no more. */
const ofGaps: ReadonlySet<string> = new Set([
  ...Object.keys(gapCodes),
  ...['META_MISSING', 'TOO_MANY_SIGNATURES', 'HISTORY_PRUNED', 'CONTINUITY_BROKEN'],
]);
const text = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? `${one}n` : one));

describe('invariants of the funder verdict', () => {
  it('one more bad fact never improves the verdict', () => {
    fc.assert(
      fc.property(anyEvidence, worsened, (evidence, worsen) => {
        expect(rank(judgeFunder(worsen(evidence)).verdict)).toBeGreaterThanOrEqual(rank(judgeFunder(evidence).verdict));
      }),
      { numRuns: cases(400) },
    );
  });

  it('reading less never improves the verdict, never raises the confidence, and never accuses', () => {
    fc.assert(
      fc.property(anyEvidence, readings, causes, (evidence, name, cause) => {
        const [full, less] = [judgeFunder(evidence), judgeFunder(withGap(evidence, name, cause))];
        expect(rank(less.verdict)).toBeGreaterThanOrEqual(rank(full.verdict));
        expect(less.confidencePercent).toBeLessThanOrEqual(full.confidencePercent);
        expect(codesOf(less).filter((code) => !codesOf(full).includes(code) && !ofGaps.has(code))).toEqual([]);
      }),
      { numRuns: cases(800) },
    );
  });

  it('the best verdict implies that everything was read', () => {
    let seen = 0;
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        if (judgeFunder(evidence).verdict !== 'CEX_FUNDED') return;
        seen += 1;
        const needed = [evidence.account, evidence.trace, evidence.history, evidence.birth, evidence.continuity];
        const origin = [evidence.funding, evidence.source, evidence.sourceAccount];
        expect([...needed, ...origin].every((reading) => reading.known && reading.value !== null)).toBe(true);
      }),
      { numRuns: cases(2_000) },
    );
    if (runsAll) expect(seen).toBeGreaterThan(0);
  });

  it('every answer has a reason, a bounded confidence and constant members, and is the same twice', () => {
    const members = Object.keys(judgeFunder(walletEvidence()).metrics);
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const judged = judgeFunder(evidence);
        expect(judged.reasons.length).toBeGreaterThan(0);
        expect(Number.isInteger(judged.confidencePercent)).toBe(true);
        expect(judged.confidencePercent).toBeGreaterThanOrEqual(0);
        expect(judged.confidencePercent).toBeLessThanOrEqual(95);
        expect(judged.decidedBy.length === 0 || judged.confidencePercent === 0).toBe(true);
        expect(Object.keys(judged.metrics)).toEqual(members);
        expect(text(judgeFunder(structuredClone(evidence)))).toBe(text(judged));
      }),
      { numRuns: cases(300) },
    );
  });
});
