import { type Gap, known, type Reading } from '#lib/reading.ts';
import { type Judgement, orderReasons, type Reason } from '../check.ts';
import type { FunderCode } from './codes.ts';
import { labelPercent, originConfidence } from './confidence.ts';
import type { FunderEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import { ceilings, confidence, type FunderVerdict, gapCeiling, gapCode, readingRole, verdictOrder } from './policy.ts';
import { reason } from './reason.ts';
import { funderRules } from './rules/index.ts';
import { tallyOf } from './tally.ts';

type ReadingName = keyof typeof readingRole;

/** One thing that limits the verdict: a reason of a rule, or the gap of a reading. */
interface Limit {
  readonly ceiling: FunderVerdict;
  readonly reason: Reason;
  readonly gap: Gap | null;
}

const readingNames = Object.keys(readingRole) as readonly ReadingName[];
const rank = (verdict: FunderVerdict) => verdictOrder.indexOf(verdict);

/**
 * The funder verdict of one subject's evidence: the worst of what its facts and gaps allow. Gaps decide only where no fact
 * alone leads to the same verdict; an answer without even a slot is always decided by that gap.
 */
export function judgeFunder(evidence: FunderEvidence): Judgement {
  const findings = funderRules.map((rule) => rule.judge(evidence)).filter((finding) => finding.outcome === 'raised');
  const limits = [...findings.flatMap((finding) => finding.reasons.map(factLimit)), ...gapLimits(evidence)];
  const { verdict, deciding } = settle(limits, evidence);
  const byFact = deciding.some((limit) => limit.gap === null);
  return {
    verdict,
    reasons: orderReasons(distinct(deciding, limits, verdict)),
    confidencePercent: byFact ? confidenceOf(verdict, deciding, evidence) : 0,
    flags: findings.flatMap((finding) => finding.flags).sort(),
    metrics: { ...metricsOf(evidence) },
    gaps: [...gapsOf(evidence).map(([, gap]) => gap), ...deciding.flatMap(({ gap }) => (gap ? [gap] : []))].filter(
      (gap, index, all) => all.indexOf(gap) === index,
    ),
    decidedBy: byFact ? [] : deciding.flatMap(({ gap }) => (gap ? [gap] : [])),
  };
}

function factLimit(found: Reason): Limit {
  const ceiling = ceilings[found.code as FunderCode];
  if (!ceiling) throw new Error(`the policy does not say what ${found.code} allows`);
  return { ceiling, reason: found, gap: null };
}

function gapsOf(evidence: FunderEvidence): readonly (readonly [ReadingName, Gap])[] {
  return readingNames.flatMap((name) => {
    const reading: Reading<unknown> = evidence[name];
    return reading.known ? [] : [[name, reading.gap] as const];
  });
}

function gapLimits(evidence: FunderEvidence): readonly Limit[] {
  return gapsOf(evidence).flatMap(([name, gap]) => {
    const ceiling = gapCeiling(name, gap.cause);
    return ceiling
      ? [{ ceiling, reason: reason(gapCode(name, gap), { reading: gap.reading, cause: gap.cause }), gap }]
      : [];
  });
}

/** The verdict and what decided it. Good news that lacks a reading it needs is no news. */
function settle(
  limits: readonly Limit[],
  evidence: FunderEvidence,
): { verdict: FunderVerdict; deciding: readonly Limit[] } {
  const worst = limits.reduce((most, { ceiling }) => Math.max(most, rank(ceiling)), -1);
  const unread = worst <= rank('WALLET_FUNDED') ? readingNames.find((name) => lacks(evidence, name)) : undefined;
  if (worst < 0 || unread) {
    const gap: Gap = { reading: unread ?? 'source', cause: 'unreadable', detail: 'the evidence is incomplete' };
    const found = reason('INCOMPLETE_READING', { reading: gap.reading });
    return { verdict: 'UNKNOWN', deciding: [{ ceiling: 'UNKNOWN', reason: found, gap }] };
  }
  const verdict = verdictOrder[worst] ?? 'UNKNOWN';
  const deciding = limits.filter(({ ceiling }) => ceiling === verdict);
  if (!evidence.asOf.known) return { verdict, deciding: deciding.filter(({ gap }) => gap !== null) };
  const facts = deciding.filter(({ gap }) => gap === null);
  return { verdict, deciding: facts.length > 0 ? facts : deciding };
}

/** True when a verdict about an origin needs the reading and nobody asked for it. */
function lacks(evidence: FunderEvidence, name: ReadingName): boolean {
  if (readingRole[name] === 'extra' || name === 'sourceActivity') return false;
  const reading: Reading<unknown> = evidence[name];
  return reading.known && reading.value === null;
}

/** What decided, then bad news that is proven beside it. Good news that did not decide is left out: it would read as the verdict. */
function distinct(deciding: readonly Limit[], limits: readonly Limit[], verdict: FunderVerdict): readonly Reason[] {
  const proven = limits.filter(
    ({ ceiling, gap }) => gap === null && rank(ceiling) > rank('WALLET_FUNDED') && ceiling !== verdict,
  );
  const byCode = new Map([...proven, ...deciding].map((limit) => [limit.reason.code, limit.reason]));
  return [...byCode.values()];
}

function confidenceOf(verdict: FunderVerdict, deciding: readonly Limit[], evidence: FunderEvidence): number {
  if (verdict === 'UNKNOWN') return subjectConfidence(deciding, evidence);
  if (!evidence.source.known) return 0;
  const funding = evidence.funding.known ? evidence.funding.value : null;
  const source = evidence.source.value;
  return originConfidence(verdict, { funding, source, tally: funding && tallyOf(funding) });
}

function subjectConfidence(deciding: readonly Limit[], evidence: FunderEvidence): number {
  const { label } = (evidence.identity.known ? evidence.identity : known({ label: null })).value;
  return deciding.some((limit) => limit.reason.code !== 'SUBJECT_IS_SERVICE')
    ? confidence.subjectFact
    : labelPercent(label);
}
