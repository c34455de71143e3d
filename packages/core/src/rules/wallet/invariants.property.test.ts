import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gapFacts } from '#lib/reading.ts';
import { cases, runsAll } from '../../../test/support/cases.ts';
import { anyCase, causes, readings, withGap } from '../../../test/support/wallet-cases.ts';
import { figures, walletEvidence } from '../../../test/support/wallet-evidence.ts';
import { type WalletCase, worsenings } from '../../../test/support/wallet-worsenings.ts';
import type { Judgement } from '../check.ts';
import type { WalletMetrics } from './metrics.ts';
import { verdictOrder, type WalletVerdict } from './policy.ts';
import { judgeFigures } from './verdict.ts';

const RUNS = cases(2_000);
const judged = ({ evidence, figures: given, others }: WalletCase) => judgeFigures(evidence, given, others);
const rank = (verdict: string) => verdictOrder.indexOf(verdict as WalletVerdict);
const isFree = ({ decidedBy }: Judgement) => decidedBy.some(({ cause }) => gapFacts[cause].ours);

describe('invariants of the wallet verdict', () => {
  it('one more bad fact never improves it, and takes no proof away', () => {
    fc.assert(
      fc.property(anyCase, fc.constantFrom(...worsenings), (given, { worsen, smaller }) => {
        const [before, after] = [judged(given), judged(worsen(given))];
        if (before.verdict !== 'UNTRUSTED') {
          // UNTRUSTED stands last: a proof may come to any of the others.
          expect(rank(after.verdict)).toBeGreaterThanOrEqual(rank(before.verdict));
          return;
        }
        const less = smaller ? ['NEUTRAL', 'INSUFFICIENT'] : [];
        expect(['UNTRUSTED', 'UNVERIFIABLE', ...less]).toContain(after.verdict);
      }),
      { numRuns: RUNS },
    );
  });

  it('reading less never improves it, and proves nothing', () => {
    fc.assert(
      fc.property(anyCase, readings, causes, (given, name, cause) => {
        const [full, less] = [judged(given), judged(withGap(given, name, cause))];
        if (full.verdict === 'UNTRUSTED') {
          // Who made a mint, or who paid, can be the proof. Without it there is none, but no praise either.
          const open = name === 'makers' || name === 'payers' ? ['NEUTRAL', 'INSUFFICIENT'] : [];
          expect(['UNTRUSTED', 'UNVERIFIABLE', ...open]).toContain(less.verdict);
          return;
        }
        expect(less.verdict).not.toBe('UNTRUSTED');
        expect(rank(less.verdict)).toBeGreaterThanOrEqual(rank(full.verdict));
      }),
      { numRuns: RUNS },
    );
  });

  it('every answer keeps its promises: what is best, what is free, what is bounded, and the same twice', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyCase, (given) => {
        const judgement = judged(given);
        seen.set(judgement.verdict, (seen.get(judgement.verdict) ?? 0) + 1);
        if (judgement.verdict === 'TRUSTED') expectWhole(given);
        expectFreeForNothing(judgement, given);
        expectBounded(judgement);
        expect(JSON.stringify(judged(structuredClone(given)))).toBe(JSON.stringify(judgement));
      }),
      { numRuns: RUNS },
    );
    if (!runsAll) return;
    expect([...seen.keys()].sort()).toEqual([...verdictOrder].sort());
    expect(Math.min(...seen.values())).toBeGreaterThan(RUNS / 100);
  });

  it('nothing of an answer is lost on the way to JSON, and its members are constant', () => {
    const members = Object.keys(judgeFigures(walletEvidence(), figures()).metrics);
    fc.assert(
      fc.property(anyCase, (given) => {
        const judgement = judged(given);
        expect(Object.keys(judgement.metrics)).toEqual(members);
        expect(JSON.parse(JSON.stringify(judgement))).toStrictEqual(judgement);
      }),
      { numRuns: cases(300) },
    );
  });
});

/** Everything was read, nothing of the history is missing, and every test holds. */
function expectWhole({ evidence, figures: given }: WalletCase): void {
  const { subject, held: _held, funded: _funded, ...all } = evidence;
  expect(subject).toBeTypeOf('string');
  expect(Object.values(all).filter((reading) => !reading.known || reading.value === null)).toEqual([]);
  const history = evidence.history.known ? evidence.history.value : null;
  expect(history).toMatchObject({ breaks: [], mismatches: [], unprovenAccounts: 0 });
  expect([null, 'transactions']).toContain(history?.shortenedBy);
  expect((history?.windowTo ?? 0) - (history?.windowFrom ?? 0)).toBeGreaterThanOrEqual(14 * 86_400);
  expect([given.closed >= 30, given.mints >= 15, given.activeDays >= 14]).toEqual([true, true, true]);
  expect([(given.expectancy?.lowerBps ?? 0) > 0, given.pessimisticPnl > 0n, given.pnlWithoutBest > 0n]).toEqual([
    true,
    true,
    true,
  ]);
}

/** What our failures decide has no fact beside it that alone leads to the same verdict. */
function expectFreeForNothing(judgement: Judgement, { evidence }: WalletCase): void {
  if (!isFree(judgement)) return;
  const history = evidence.history.known ? evidence.history.value : null;
  // Everything that a record says may be due to its being cut short.
  const isCut = history?.shortenedBy === 'time';
  expect(isCut ? ['UNVERIFIABLE', 'INSUFFICIENT', 'NEUTRAL'] : ['UNVERIFIABLE', 'NEUTRAL']).toContain(
    judgement.verdict,
  );
  if (judgement.verdict === 'NEUTRAL' && !isCut) {
    const failed = judgement.metrics.failed_tests as WalletMetrics['failed_tests'];
    expect(failed.filter(({ code }) => !['SMALL_GAPS', 'MAKERS_UNREAD', 'PAYERS_UNREAD'].includes(code))).toEqual([]);
  }
  const label = evidence.identity.known ? evidence.identity.value.label : null;
  if (evidence.asOf.known) expect(label).toBeNull();
}

function expectBounded({ verdict, reasons, flags: flagged, confidencePercent, decidedBy, gaps }: Judgement): void {
  expect(reasons.length).toBeGreaterThan(0);
  expect(new Set(reasons.map(({ code }) => code)).size).toBe(reasons.length);
  expect(new Set(flagged).size).toBe(flagged.length);
  expect(Number.isInteger(confidencePercent) && confidencePercent >= 0 && confidencePercent <= 95).toBe(true);
  expect(decidedBy.every((gap) => gaps.includes(gap))).toBe(true);
  expect(reasons.some(({ code }) => code === 'POSITIVE_EXPECTANCY_LCB99')).toBe(verdict === 'TRUSTED');
  if (verdict === 'TRUSTED' && flagged.includes('CREATOR_NOT_CHECKED'))
    expect(confidencePercent).toBeLessThanOrEqual(80);
}
