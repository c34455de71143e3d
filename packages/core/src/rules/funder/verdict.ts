import { type Gap, known, type Reading } from '#lib/reading.ts';
import type { Judgement, Reason } from '../check.ts';
import { decidedAndWorse, gapsIn, judgeBy, type Policy, type Step, worstFirst } from '../engine.ts';
import type { LabelFact } from '../label.ts';
import { type Codes, catalogued, codesOf } from '../rule.ts';
import { codes } from './codes.ts';
import type { FunderEvidence, Funding, Source } from './evidence.ts';
import { metricsOf } from './figures.ts';
import {
  confidence,
  type FunderReadingName,
  type FunderVerdict,
  type FunderWeight,
  gapCeiling,
  gapCode,
  readingRole,
  verdictOrder,
} from './policy.ts';
import { funderRules } from './rules/index.ts';
import { laterMoney } from './rules/later-money.ts';
import { listedMoney } from './rules/listed-money.ts';
import { type Tally, tallyOf } from './tally.ts';

/** A reason of a rule, or the gap of a reading. */
interface Limit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  readonly allows: FunderVerdict;
}

const weights: Codes<FunderWeight> = codesOf(funderRules);
const readings = Object.keys(readingRole) as readonly FunderReadingName[];

const policy: Policy<FunderEvidence, FunderVerdict, Limit> = {
  rules: funderRules,
  readings,
  gapsBehind: 'limits',
  namesSlot: false,
  limitOfFact(reason) {
    const weight = weights[reason.code];
    if (!weight) throw new Error(`no rule says what ${reason.code} allows`);
    return { reason, gap: null, allows: weight.allows };
  },
  limitsOfGaps: (gaps) =>
    gaps.flatMap(([name, gap]) => {
      const reading = name as FunderReadingName;
      const allows = gapCeiling(reading, gap.cause);
      const evidence = { reading: gap.reading, cause: gap.cause };
      return allows ? [{ reason: catalogued(codes, gapCode(reading, gap), evidence), gap, allows }] : [];
    }),
  steps(limits, evidence) {
    const steps = worstFirst(verdictOrder, limits, evidence);
    // Good news with an incomplete reading does not count.
    const lacking = incomplete(readings.find((name) => lacks(evidence, name)));
    const [good, bad] = [steps.filter(isGood), steps.filter((step) => !isGood(step))];
    return [...bad, { verdict: 'UNKNOWN', deciding: lacking }, ...good];
  },
  otherwise: () => ({ verdict: 'UNKNOWN', deciding: incomplete('source') }),
  listed: decidedAndWorse(verdictOrder, 'WALLET_FUNDED'),
  confidence: (decided, evidence) => (gapsIn(decided.deciding).length > 0 ? 0 : confidenceOf(decided, evidence)),
  metrics: (evidence) => ({ ...metricsOf(evidence) }),
};

/** The funder verdict of one subject's evidence: the worst one of its facts and gaps. */
export function judgeFunder(evidence: FunderEvidence): Judgement {
  return judgeBy(policy, evidence);
}

const isGood = ({ verdict }: Step<FunderVerdict, Limit>) => verdict === 'CEX_FUNDED' || verdict === 'WALLET_FUNDED';

function incomplete(reading: FunderReadingName | undefined): readonly Limit[] {
  if (!reading) return [];
  const gap: Gap = { reading, cause: 'unreadable', detail: 'the evidence is incomplete' };
  return [{ reason: catalogued(codes, 'INCOMPLETE_READING', { reading }), gap, allows: 'UNKNOWN' }];
}

/** True when a verdict about an origin needs the reading and it was not made. */
function lacks(evidence: FunderEvidence, name: FunderReadingName): boolean {
  if (readingRole[name] === 'extra' || name === 'sourceActivity') return false;
  const reading: Reading<unknown> = evidence[name];
  return reading.known && reading.value === null;
}

function confidenceOf({ verdict, deciding }: Step<FunderVerdict, Limit>, evidence: FunderEvidence): number {
  if (verdict === 'UNKNOWN') return subjectConfidence(deciding, evidence);
  if (!evidence.source.known) return 0;
  const funding = evidence.funding.known ? evidence.funding.value : null;
  const source = evidence.source.value;
  const percent = originConfidence(verdict, { funding, source, tally: funding && tallyOf(funding) });
  return isFirstMoneyAll(evidence) ? percent : Math.min(percent, confidence.laterMoneyMax);
}

/** False where later money dwarfs the first, where it was not read, and where it came from a listed address. */
function isFirstMoneyAll(evidence: FunderEvidence): boolean {
  if (!evidence.firstWeek.known) return false;
  return [laterMoney, listedMoney].every((rule) => rule.judge(evidence).outcome !== 'raised');
}

function subjectConfidence(deciding: readonly Limit[], evidence: FunderEvidence): number {
  const { label } = (evidence.identity.known ? evidence.identity : known({ label: null })).value;
  return deciding.some((limit) => limit.reason.code !== 'SUBJECT_IS_SERVICE')
    ? confidence.subjectFact
    : labelPercent(label);
}

/** The inputs of an origin's confidence. Optional readings, whose gap still allows a verdict, are no part of it. */
interface Basis {
  readonly funding: Funding | null;
  readonly source: Source | null;
  readonly tally: Tally | null;
}

/** Percent for a verdict about an origin that facts decided; 0 when there is no funding to speak of. */
function originConfidence(verdict: FunderVerdict, { funding, source, tally }: Basis): number {
  if (!funding || !tally) return 0;
  if (verdict === 'UNVERIFIABLE_ORIGIN') return confidence.subjectFact;
  const factors = [
    BigInt(labelPercent(source?.label ?? null)),
    amountPercent(source, tally),
    sharePercent(source, tally),
  ];
  const tokens = source !== null && source.basis !== 'lamports';
  if (tokens) factors.push(confidence.tokenOnly);
  const scale = 100n ** BigInt(factors.length - 1);
  const percent = Number(factors.reduce((product, factor) => product * factor, 1n) / scale);
  return Math.min(percent, tokens ? confidence.tokenMax : confidence.max);
}

/** Percent for an answer about a labelled subject. */
function labelPercent(label: LabelFact | null): number {
  if (!label) return confidence.unlabelled;
  return label.fundingClass === 'exchange' ? confidence.exchangeLabel[label.grade] : confidence.otherLabel[label.grade];
}

/** Small amounts are weak evidence; without lamports the amount does not count. */
function amountPercent(source: Source | null, { main }: Tally): bigint {
  if (source?.basis !== 'lamports') return 100n;
  if (main >= confidence.amountFull.fromLamports) return confidence.amountFull.percent;
  return main >= confidence.amountSome.fromLamports ? confidence.amountSome.percent : confidence.amountLittle;
}

function sharePercent(source: Source | null, { shareBps }: Tally): bigint {
  if (source?.basis !== 'lamports' || shareBps >= confidence.shareWhole.fromBps) return confidence.shareWhole.percent;
  return confidence.sharePart;
}
