import { type Gap, type GapCause, gapFacts, isRetryable, missing } from '#lib/reading.ts';
import type { Judgement, Reason } from '../check.ts';
import { eachCodeOnce, gapsIn, judgeBy, type NamedGap, type Policy, type Step } from '../engine.ts';
import { catalogued } from '../rule.ts';
import { codes, type TokenCode } from './codes.ts';
import { COLLAPSED_BPS, drawdownOf } from './drawdown.ts';
import type { TokenEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import { categoryOf, stepsOf, type TokenLimit, weightOf } from './gate.ts';
import { judgesHolders } from './issuer.ts';
import { marketViews } from './liquidity/market-views.ts';
import {
  type Category,
  certainty,
  confidenceMax,
  flagOfUnread,
  gapCodesOf,
  ONE_ENDPOINT_PERCENT,
  readingRole,
  type TokenReadingName,
  type TokenVerdict,
  verdictOrder,
} from './policy.ts';
import { coveragePercent, type Quality, qualityOf } from './quality.ts';
import { tokenRules } from './rules/index.ts';
import { isIssuerUnread, waive } from './waivers.ts';

/** The data part behind the findings of a category; null: only the account of the subject. */
const partOf: Readonly<Record<Category, keyof Quality | null>> = {
  identity: null,
  entity: 'control',
  control: 'control',
  holders: 'holders',
  liquidity: 'liquidity',
  age: 'origin',
  exit: 'exit',
  data: null,
};

/** Readings that every mint needs. */
const neededOfMint: readonly string[] = ['metadata', 'holders', 'liquidity', 'age'] satisfies TokenReadingName[];

/** Waivers remove the powers of a curated asset's issuer, and the gate weighs the rest. */
const policy: Policy<TokenEvidence, TokenVerdict, TokenLimit> = {
  rules: tokenRules,
  readings: Object.keys(readingRole) as readonly TokenReadingName[],
  unasked(name, evidence) {
    const isMint = evidence.mint.known && evidence.mint.value.is === 'mint';
    const reading = evidence[name as TokenReadingName];
    if (name === 'developer') return unsearchedLaunches(evidence);
    // A needed reading that was not made is a bug, and must not count as good news.
    const isOpen = isMint && reading.known && reading.value === null && neededOfMint.includes(name);
    return isOpen ? missing(name, 'unreadable', 'the evidence is incomplete').gap : null;
  },
  gapsBehind: 'limits',
  namesSlot: true,
  waive,
  limitOfFact(reason) {
    const unread = weightOf(reason)?.unread;
    const gap = unread ? missing(unread.reading, causeIn(reason) ?? unread.cause, reason.message).gap : null;
    return { reason, gap, blocks: gap ? (unread?.caps ? 'highest' : 'good') : null };
  },
  limitsOfGaps: (gaps, evidence) => gaps.flatMap((gap) => gapLimits(gap, evidence)),
  steps: stepsOf,
  otherwise: () => ({ verdict: 'LOW_RISK', deciding: [] }),
  listed({ verdict, deciding }, limits) {
    // Good news is listed alone, and so is a subject that is no fungible mint.
    if (verdict === 'LOW_RISK') return [{ reason: catalogued(codes, 'NO_ADVERSE_FACT', {}), gap: null, blocks: null }];
    const isIdentity = deciding.some(({ reason: { severity }, gap }) => gap === null && severity === 'info');
    return eachCodeOnce(isIdentity ? deciding : [...limits, ...deciding]);
  },
  confidence(decided, evidence) {
    const isUnread = decided.verdict === 'UNKNOWN' && gapsIn(decided.deciding).length > 0;
    return isUnread ? 0 : confidenceOf(decided, qualityOf(evidence));
  },
  metrics: (evidence) => ({ ...metricsOf(evidence, qualityOf(evidence)) }),
  flags: (verdict, unread, gaps) => [...unreadFlags(unread), ...boundFlags(verdict, gaps)],
};

/** The cause of a gap in a reason; null without one. */
function causeIn({ evidence: { cause } }: Reason): GapCause | null {
  return typeof cause === 'string' && Object.hasOwn(gapFacts, cause) ? (cause as GapCause) : null;
}

/**
 * The token verdict of one subject's evidence: of the present market, or of its remaining part if that says less against it. So nobody can
 * worsen a token by adding liquidity, and withdrawable liquidity improves none. Known money is not judged by its market.
 */
export function judgeToken(evidence: TokenEvidence): Judgement {
  const whole = judgeBy(policy, evidence);
  if (whole.verdict === 'LOW_RISK' || !judgesHolders(evidence)) return whole;
  const rank = ({ verdict }: Judgement) => verdictOrder.indexOf(verdict as TokenVerdict);
  const [mildest] = marketViews(evidence)
    .map((view) => judgeBy(policy, view))
    .sort((a, b) => rank(a) - rank(b));
  if (!mildest || rank(mildest) >= rank(whole)) return whole;
  const flags = [...new Set([...mildest.flags, 'LIQUIDITY_NOT_COUNTED'])].sort();
  return { ...mildest, flags, metrics: whole.metrics };
}

/**
 * Whether a token with unread holders is UNKNOWN because of a failure of the service, independent of its launch and insiders. Without
 * holders those prove only that its makers left a fallen price. `evidence`: with gaps in place of these two.
 */
export function isFreeWithoutLaunch(evidence: TokenEvidence): boolean {
  if (evidence.holders.known || (drawdownOf(evidence)?.bps ?? 0) >= COLLAPSED_BPS) return false;
  const { verdict, decidedBy } = judgeToken(evidence);
  const isOther = (reading: string): boolean => reading !== 'launch' && reading !== 'insiders';
  return verdict === 'UNKNOWN' && decidedBy.some(({ reading, cause }) => isOther(reading) && gapFacts[cause].ours);
}

/** The reasons of a deciding gap. Without a slot or a mint no statement is possible. */
function gapLimits([name, gap]: NamedGap<TokenEvidence>, evidence: TokenEvidence): readonly TokenLimit[] {
  const reading = name as TokenReadingName;
  const role = readingRole[reading];
  if (role === 'extra' || ((role === 'holders' || role === 'market') && !judgesHolders(evidence))) return [];
  const isPartly = reading === 'developer' && evidence.developer.known;
  const isMildHere = isMild(role, evidence) && !(name === 'issuer' && isIssuerUnread(evidence));
  const weight = isPartly ? 'medium' : isMildHere ? 'best' : 'good';
  const blocks = name === 'asOf' || name === 'mint' ? 'everything' : weight;
  const said = { reading: gap.reading, cause: gap.cause };
  // A known null here is a reading that was not made.
  const isUnasked = evidence[reading].known && !isPartly;
  const led: readonly TokenCode[] = isUnasked ? ['INCOMPLETE_READING'] : gapCodesOf(reading, gap);
  return led.map((code) => ({ reason: catalogued(codes, code, said), gap, blocks }));
}

/**
 * The gap of a search for the developer's launches that failed for our sake. Its own list shows each sale, so that no more than launches
 * in series, which weigh as a medium fact, can be hidden.
 */
function unsearchedLaunches({ developer }: TokenEvidence): Gap | null {
  const facts = developer.known ? developer.value : null;
  if (!facts?.unsearched || facts.dumped > 0) return null;
  return missing('developer', facts.unsearched, 'the launches that others made for it were not searched').gap;
}

/** Whether a gap of this role alone leaves no worse verdict than ELEVATED. Where no age is known at all, all may be minutes old. */
function isMild(role: (typeof readingRole)[TokenReadingName], { age, market }: TokenEvidence): boolean {
  return role === 'elevated' || (role === 'market' && (age.known || market.known));
}

function unreadFlags(gaps: readonly NamedGap<TokenEvidence>[]): readonly string[] {
  return gaps.flatMap(([name]) => flagOfUnread[name as TokenReadingName] ?? []);
}

/** An unread part could only worsen a verdict. The best one needs every part that counts. */
function boundFlags(verdict: TokenVerdict, gaps: readonly Gap[]): readonly string[] {
  return [
    ...(verdict !== 'LOW_RISK' && gaps.length > 0 ? ['VERDICT_IS_LOWER_BOUND'] : []),
    ...(gaps.some(isRetryable) ? ['RETRYABLE'] : []),
  ];
}

/**
 * Confidence in percent of a verdict from facts, 0 to 95: the quality of its data, and no probability. A verdict about findings
 * takes the best fact that leads to it alone, or the weakest of those that do so together; a verdict without findings takes all
 * data.
 */
export function confidenceOf({ verdict, deciding }: Step<TokenVerdict, TokenLimit>, quality: Quality): number {
  const max = confidenceMax[verdict];
  switch (verdict) {
    case 'LOW_RISK':
    case 'ELEVATED':
      return Math.min(coveragePercent(quality), max);
    case 'UNKNOWN':
      return max;
    default: {
      const figures = deciding.map((one) => factPercent(one, quality));
      return Math.min(isAlone(deciding) ? Math.max(...figures) : Math.min(...figures), max);
    }
  }
}

/** Medium facts lead to a bad verdict only together. */
function isAlone(deciding: readonly TokenLimit[]): boolean {
  return deciding.every(({ reason: { severity } }) => severity !== 'medium');
}

function factPercent({ reason }: TokenLimit, quality: Quality): number {
  const part = partOf[categoryOf(reason)];
  const sure = certainty[weightOf(reason)?.certainty ?? 'inferred'];
  return Math.floor(((part ? quality[part] : 100) * sure * ONE_ENDPOINT_PERCENT) / 10_000);
}
