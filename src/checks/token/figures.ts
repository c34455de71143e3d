import { ifKnown, type Reading } from '#lib/reading.ts';
import type { TokenEvidence } from './evidence.ts';
import { controlMetrics } from './figures/control.ts';
import { exitMetrics } from './figures/exit.ts';
import { holdersMetrics, knownShares } from './figures/holders.ts';
import { identityMetrics } from './figures/identity.ts';
import { originMetrics } from './figures/origin.ts';
import type { TokenMetrics } from './metrics.ts';
import type { Quality } from './quality.ts';

/** The figures of the evidence, every member present. */
export function metricsOf(evidence: TokenEvidence, quality: Quality): TokenMetrics {
  const subject = ifKnown(evidence.mint);
  // What is no mint has no holders, liquidity or origin to tell figures of.
  const figureOf = <T>(reading: Reading<T>): T | null => (subject && subject.is !== 'mint' ? null : ifKnown(reading));
  const mint = subject?.is === 'mint' ? subject.mint : null;
  const holders = figureOf(evidence.holders);
  const shares = knownShares(holders, mint);
  return {
    ...controlMetrics(mint, evidence),
    ...identityMetrics(figureOf(evidence.metadata)),
    ...holdersMetrics(holders, shares),
    ...exitMetrics(figureOf(evidence.liquidity), figureOf(evidence.saleQuote), figureOf(evidence.trialSale)),
    ...originMetrics({
      now: ifKnown(evidence.asOf)?.time ?? null,
      age: figureOf(evidence.age),
      creator: figureOf(evidence.creator),
      insiders: figureOf(evidence.insiders),
      shares,
    }),
    data_quality: { ...quality },
  };
}
