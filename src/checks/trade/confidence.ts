import { ifKnown } from '#lib/reading.ts';
import type { RoundTripFacts, TradedPool, TradeEvidence } from './evidence.ts';
import { COST_BOUNDS, confidence } from './policy.ts';
import { isBounded, leadsElsewhere, poolsIn } from './pools.ts';
import { DISAGREEMENT_BPS_MAX } from './rules/price-disagreement.ts';

/** Percent for what pools say of the size, from 0 to 95. */
export function priceConfidence(evidence: TradeEvidence): number {
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
