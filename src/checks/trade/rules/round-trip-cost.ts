import { formatSol } from '#lib/money.ts';
import { notApplicable, raised, ruleFor } from '../../rule.ts';
import { percent } from '../../words.ts';
import type { TradeCode } from '../codes.ts';
import type { RoundTripFacts, TradeEvidence } from '../evidence.ts';
import { costBounds } from '../policy.ts';
import { reason } from '../reason.ts';

/** What share of the size does a round trip cost? */
export const roundTripCost = ruleFor<TradeEvidence>()({
  id: 'round-trip-cost',
  needs: ['cost'],
  codes: [...costBounds.map(({ code }) => code), 'ROUND_TRIP_COST_EXCESSIVE'],
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    const bound = costBounds.find(({ bps }) => trip.costBps <= bps);
    const code: TradeCode = bound?.code ?? 'ROUND_TRIP_COST_EXCESSIVE';
    return raised([reason(code, { ...figuresOf(trip), bound_bps: bound?.bps ?? null }, messageOf(trip))]);
  },
});

function messageOf({ size, cost, costBps, floorBps }: RoundTripFacts): string {
  const floor = floorBps === null ? '' : ` Sold again at once, it is ${percent(floorBps)}.`;
  return `A round trip of ${formatSol(size)} SOL costs ${percent(costBps)}: ${formatSol(cost)} SOL.${floor}`;
}

function figuresOf({ size, tokens, back, cost, costBps, floorBps, breakEvenBps, parts, route }: RoundTripFacts) {
  const pools = route.flatMap(({ hops }) => hops.map(({ venue, pool }) => `${venue} ${pool}`));
  return {
    size_lamports: size.toString(),
    tokens: tokens.toString(),
    back_lamports: back.toString(),
    cost_lamports: cost.toString(),
    cost_bps: costBps,
    floor_bps: floorBps,
    break_even_bps: breakEvenBps,
    price_impact_lamports: parts.priceImpact.toString(),
    venue_fees_lamports: (parts.lpFees + parts.protocolFees + parts.creatorFees).toString(),
    transfer_fees_lamports: parts.transferFees.toString(),
    network_fees_lamports: (parts.networkBase + parts.networkPriority).toString(),
    pools: pools.length > 0 ? pools.join(', ') : null,
  };
}
