import { type Gap, ifKnown, missing } from '#lib/reading.ts';
import type { Judgement, Reason } from '../check.ts';
import { decidedAndWorse, gapsIn, judgeBy, type NamedGap, type Policy, type Step, worstFirst } from '../engine.ts';
import { type Codes, catalogued, codesOf } from '../rule.ts';
import { codes, type TradeCode } from './codes.ts';
import type { RoundTripFacts, TradedPool, TradeEvidence } from './evidence.ts';
import { metricsOf } from './figures.ts';
import {
  COST_BOUNDS,
  confidence,
  decides,
  gapCodesOf,
  readingRole,
  type TradeReadingName,
  type TradeVerdict,
  type TradeWeight,
  verdictOrder,
} from './policy.ts';
import { isBounded, leadsElsewhere, poolsIn } from './pools.ts';
import { tradeRules } from './rules/index.ts';
import { DISAGREEMENT_BPS_MAX } from './rules/price-disagreement.ts';

/** A fact, or a gap with the reason that it leads to. */
interface Limit {
  readonly reason: Reason;
  readonly gap: Gap | null;
  readonly allows: TradeVerdict;
}

const weights: Codes<TradeWeight> = codesOf(tradeRules);

const policy: Policy<TradeEvidence, TradeVerdict, Limit> = {
  rules: tradeRules,
  readings: Object.keys(readingRole) as readonly TradeReadingName[],
  gapsBehind: 'limits',
  namesSlot: true,
  limitOfFact(reason) {
    const { allows, unread } = weightOf(reason);
    if (!unread) return { reason, gap: null, allows };
    const { programs, venues, pools } = reason.evidence;
    const about = programs ?? venues ?? pools;
    const { gap } = missing(unread, 'unreadable', reason.message);
    return { reason, gap: typeof about === 'string' ? { ...gap, about } : gap, allows };
  },
  limitsOfGaps: (gaps, evidence) => gaps.flatMap((gap) => gapLimits(gap, evidence)),
  steps: (limits, evidence) => worstFirst(verdictOrder, limits, evidence),
  otherwise: () => ({ verdict: 'UNKNOWN', deciding: [incomplete] }),
  listed: decidedAndWorse(verdictOrder, 'ACCEPTABLE_COST'),
  confidence: (decided, evidence) => (gapsIn(decided.deciding).length > 0 ? 0 : confidenceOf(decided, evidence)),
  metrics: (evidence) => ({ ...metricsOf(evidence) }),
};

/** The trade verdict of one subject's evidence: the worst one of its facts and gaps. */
export function judgeTrade(evidence: TradeEvidence): Judgement {
  return judgeBy(policy, evidence);
}

function weightOf({ code }: Reason): TradeWeight {
  const weight = weights[code];
  if (!weight) throw new Error(`no rule says what ${code} allows`);
  return weight;
}

function gapLimits([name, gap]: NamedGap<TradeEvidence>, evidence: TradeEvidence): readonly Limit[] {
  const reading = name as TradeReadingName;
  if (!decides(reading, evidence)) return [];
  return gapCodesOf(reading, gap, evidence).map((code) =>
    unreadLimit(code, gap, { reading: gap.reading, cause: gap.cause }),
  );
}

function unreadLimit(code: TradeCode, gap: Gap, evidence: Reason['evidence']): Limit {
  return { allows: 'UNKNOWN', reason: catalogued(codes, code, evidence), gap };
}

/** Evidence of which no rule can say anything is no evidence. */
const { gap: nothingSaid } = missing('cost', 'unreadable', 'the evidence is incomplete');
const incomplete = unreadLimit('INCOMPLETE_READING', nothingSaid, { reading: nothingSaid.reading });

/** The best that one of the deciding facts gives: each of them leads to the verdict alone. */
function confidenceOf({ deciding }: Step<TradeVerdict, Limit>, evidence: TradeEvidence): number {
  return Math.max(...deciding.map(({ reason }) => weightOf(reason).percent ?? priceConfidence(evidence)));
}

/** Percent for the pools' results for the size, from 0 to 95. */
function priceConfidence(evidence: TradeEvidence): number {
  const pools = ifKnown(evidence.pools) ?? [];
  const cost = ifKnown(evidence.cost);
  const factors = [
    ...tripFactors(cost?.trip ?? null),
    ...marketFactors(pools, evidence.holders),
    ...((cost?.disagreementBps ?? 0) > DISAGREEMENT_BPS_MAX ? [confidence.disagreement] : []),
    ...(ifKnown(evidence.network)?.priorityIsAssumed ? [confidence.priorityAssumed] : []),
  ];
  const product = factors.reduce((all, factor) => all * BigInt(factor), BigInt(confidence.max));
  return Number(product / 100n ** BigInt(factors.length));
}

function tripFactors(trip: RoundTripFacts | null): readonly number[] {
  if (trip === null) return [];
  const near = COST_BOUNDS.some((bound) => Math.abs(trip.costBps - bound) * confidence.nearBound.part <= bound);
  return [
    ...(trip.route.some(({ hops }) => hops.length > 1) ? [confidence.twoHops] : []),
    ...(isBounded(trip) ? [confidence.bounds] : []),
    ...(near ? [confidence.nearBound.percent] : []),
  ];
}

function marketFactors(pools: readonly TradedPool[], holders: TradeEvidence['holders']): readonly number[] {
  const unpriced = poolsIn(pools, 'unpriced').some((pool) => !leadsElsewhere(pool));
  return [
    ...(unpriced ? [confidence.unpricedPool] : []),
    ...(holders.known ? [] : [confidence.holdersUnread]),
    ...(holders.known && holders.value.unpriced.length > 0 ? [confidence.unpricedLiquidity] : []),
  ];
}
