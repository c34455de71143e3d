import { type Gap, missing, type Reading } from '#lib/reading.ts';
import { type Judgement, orderReasons, type Reason } from '../check.ts';
import type { TradeCode } from './codes.ts';
import { factConfidence } from './confidence.ts';
import type { TradeEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import {
  ceilings,
  decides,
  gapCodes,
  type ReadingName,
  readingRole,
  type TradeVerdict,
  unreadBy,
  verdictOrder,
} from './policy.ts';
import { reason } from './reason.ts';
import { tradeRules } from './rules/index.ts';

/** One thing that limits the verdict: a fact, or a gap with the reason that it leads to. */
interface Limit {
  readonly ceiling: TradeVerdict;
  readonly reason: Reason;
  readonly gap: Gap | null;
}

const readingNames = Object.keys(readingRole) as readonly ReadingName[];
const rank = (verdict: TradeVerdict) => verdictOrder.indexOf(verdict);

/**
 * The trade verdict of one subject's evidence: the worst of what its facts and gaps allow. Gaps decide only where no fact
 * alone leads to the same verdict; an answer without even a slot is always decided by that gap.
 */
export function judgeTrade(evidence: TradeEvidence): Judgement {
  const findings = tradeRules.map((rule) => rule.judge(evidence)).filter((finding) => finding.outcome === 'raised');
  const slot = evidence.asOf.known ? { slot: String(evidence.asOf.value.slot) } : {};
  const facts = findings.flatMap(({ reasons }) => reasons.map((found) => factLimit(found, slot)));
  const { verdict, deciding, limits } = settle([...facts, ...gapLimits(evidence)], evidence);
  const deciders = gapsIn(deciding);
  return {
    verdict,
    reasons: orderReasons(distinct(deciding, limits, verdict)),
    confidencePercent: deciders.length > 0 ? 0 : confidenceOf(deciding, evidence),
    flags: findings.flatMap(({ flags }) => flags).sort(),
    metrics: { ...metricsOf(evidence) },
    gaps: unique([...gapsOf(evidence).map(([, gap]) => gap), ...deciders]),
    decidedBy: deciders,
  };
}

/** A fact, or what a rule says could not be read, which is a gap of our own. */
function factLimit(found: Reason, slot: Reason['evidence']): Limit {
  const code = found.code as TradeCode;
  const ceiling = ceilings[code];
  if (!ceiling) throw new Error(`the policy does not say what ${code} allows`);
  const unread = unreadBy[code];
  const gap = unread ? missing(unread, 'unreadable', found.message).gap : null;
  return { ceiling, reason: { ...found, evidence: { ...found.evidence, ...slot } }, gap };
}

function gapsOf(evidence: TradeEvidence): readonly (readonly [ReadingName, Gap])[] {
  return readingNames.flatMap((name) => {
    const reading: Reading<unknown> = evidence[name];
    return reading.known ? [] : [[name, reading.gap] as const];
  });
}

function gapLimits(evidence: TradeEvidence): readonly Limit[] {
  return gapsOf(evidence).flatMap(([name, gap]) => {
    if (!decides(name, evidence)) return [];
    const found = { reading: gap.reading, cause: gap.cause };
    return gapCodes(name, gap).map((code) => ({ ceiling: 'UNKNOWN' as const, reason: reason(code, found), gap }));
  });
}

interface Settled {
  readonly verdict: TradeVerdict;
  readonly deciding: readonly Limit[];
  readonly limits: readonly Limit[];
}

/** The verdict and what decided it. Evidence of which no rule can say anything is no evidence. */
function settle(limits: readonly Limit[], evidence: TradeEvidence): Settled {
  const worst = limits.reduce((most, { ceiling }) => Math.max(most, rank(ceiling)), -1);
  const verdict = verdictOrder[worst];
  if (!verdict) {
    const { gap } = missing('cost', 'unreadable', 'the evidence is incomplete');
    const found = reason('INCOMPLETE_READING', { reading: gap.reading });
    return { verdict: 'UNKNOWN', deciding: [{ ceiling: 'UNKNOWN', reason: found, gap }], limits };
  }
  const deciding = limits.filter(({ ceiling }) => ceiling === verdict);
  const gaps = deciding.filter(({ gap }) => gap !== null);
  const facts = deciding.filter(({ gap }) => gap === null);
  if (!evidence.asOf.known) return { verdict, deciding: gaps, limits };
  return { verdict, deciding: facts.length > 0 ? facts : gaps, limits };
}

/** What decided, then bad news that is proven beside it. Good news that did not decide is left out: it would read as the verdict. */
function distinct(deciding: readonly Limit[], limits: readonly Limit[], verdict: TradeVerdict): readonly Reason[] {
  const proven = limits.filter(
    ({ ceiling, gap }) => gap === null && rank(ceiling) > rank('ACCEPTABLE_COST') && ceiling !== verdict,
  );
  const byCode = new Map([...proven, ...deciding].map((limit) => [limit.reason.code, limit.reason]));
  return [...byCode.values()];
}

/** The best that one of the deciding facts gives: each of them leads to the verdict alone. */
function confidenceOf(deciding: readonly Limit[], evidence: TradeEvidence): number {
  return Math.max(...deciding.map(({ reason: { code } }) => factConfidence(code as TradeCode, evidence)));
}

function gapsIn(limits: readonly Limit[]): readonly Gap[] {
  return unique(limits.flatMap(({ gap }) => (gap ? [gap] : [])));
}

/** Each gap once. Two reasons may rest on the same one. */
function unique(gaps: readonly Gap[]): readonly Gap[] {
  return gaps.filter((gap, index, all) => all.indexOf(gap) === index);
}
