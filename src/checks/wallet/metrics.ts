import { ifKnown } from '#lib/reading.ts';
import { DAY_SECONDS } from './days.ts';
import type { HistoryFacts, MintMaker } from './evidence.ts';
import type { Limit } from './gate.ts';
import type { JudgedEvidence } from './judged.ts';
import { measuredIn } from './measured.ts';
import type { FailedTestMetrics, MakerMetrics, WindowMetrics } from './metric-parts.ts';
import { type RecordMetrics, recordMetrics } from './record-metrics.ts';

/**
 * The figures of a wallet answer. Lamports are decimal strings, signed where they can be negative; shares are integer basis
 * points, times Unix seconds; null: not applicable or not read. Of a history that cannot be verified they are what was seen.
 */
export interface WalletMetrics extends RecordMetrics {
  readonly window: WindowMetrics | null;
  /** Tests of the best verdict that failed, in the order of the codes. */
  readonly failed_tests: readonly FailedTestMetrics[];
  readonly makers: readonly MakerMetrics[] | null;
}

/** The figures of the evidence, every member present. `listed` is what the answer lists as reasons. */
export function metricsOf(evidence: JudgedEvidence, listed: readonly Limit[]): WalletMetrics {
  const history = ifKnown(evidence.history);
  return {
    window: history && windowMetrics(history),
    ...recordMetrics(ifKnown(evidence.book), ifKnown(evidence.figures)),
    failed_tests: failedTests(listed),
    makers: ifKnown(evidence.makers)?.map(makerMetrics) ?? null,
  };
}

function windowMetrics(history: HistoryFacts): WindowMetrics {
  const { windowFrom, windowTo } = history;
  return {
    from_unix: windowFrom,
    to_unix: windowTo,
    days: Math.floor((windowTo - windowFrom) / DAY_SECONDS),
    born_inside: history.bornInside,
    signatures: history.signatures,
    token_signatures: history.tokenSignatures,
    pages: history.pages,
    transactions: history.transactions,
    unusable_transactions: history.unusable.length,
    repaired: history.repaired,
    native_links: history.nativeLinks,
    token_links: history.tokenLinks,
    breaks: history.breaks.length,
    mismatches: history.mismatches.length,
    unproven_accounts: history.unprovenAccounts,
  };
}

function failedTests(listed: readonly Limit[]): readonly FailedTestMetrics[] {
  const failed = listed.flatMap(({ allows, reason: { code, evidence } }) => {
    const test = allows === 'TRUSTED' ? null : measuredIn(evidence);
    return test ? [{ code, ...test, figure: test.figure?.toString() ?? null, bound: test.bound.toString() }] : [];
  });
  return failed.sort((a, b) => (a.code < b.code ? -1 : 1));
}

function makerMetrics({ mint, creator, own, sharedFunder, supplied }: MintMaker): MakerMetrics {
  return { mint, creator, own, shared_funder: sharedFunder, supplied };
}
