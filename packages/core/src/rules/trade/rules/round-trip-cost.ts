import { formatSol } from '#lib/money.ts';
import { notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import type { RoundTripFacts } from '../evidence.ts';
import { costBounds, tradeRule } from '../policy.ts';

/** Which share of the size does a round trip cost? */
export const roundTripCost = tradeRule({
  id: 'round-trip-cost',
  needs: ['cost'],
  codes: {
    ROUND_TRIP_COST_LOW: {
      severity: 'info',
      allows: 'ACCEPTABLE_COST',
      meaning: 'Buying and selling the size again costs at most 3 percent of it, both legs at the present state.',
      action: 'The trade itself is cheap. Read the flags: a low cost says nothing about what the token is worth.',
    },
    ROUND_TRIP_COST_ELEVATED: {
      severity: 'medium',
      allows: 'ELEVATED_COST',
      meaning:
        'Buying and selling the size again costs more than 3 and at most 10 percent of it, both legs at the present state.',
      action: 'Trade less, or only where the expected gain is above the cost; the metrics name the largest cheap size.',
    },
    ROUND_TRIP_COST_HIGH: {
      severity: 'high',
      allows: 'HIGH_COST',
      meaning:
        'Buying and selling the size again costs more than 10 and at most 35 percent of it, both legs at the present state.',
      action: 'Trade a smaller size; the metrics say which one stays within each bound.',
    },
    ROUND_TRIP_COST_EXCESSIVE: {
      severity: 'critical',
      allows: 'UNTRADEABLE',
      meaning: 'Buying and selling the size again costs more than 35 percent of it, both legs at the present state.',
      action:
        'Do not trade this size: the purchase alone moves the price so far that only others could bring it back up.',
    },
  },
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    const bound = costBounds.find(({ bps }) => trip.costBps <= bps);
    const code = bound?.code ?? 'ROUND_TRIP_COST_EXCESSIVE';
    return raised([reason(code, { ...figuresOf(trip), bound_bps: bound?.bps ?? null }, messageOf(trip))]);
  },
});

function messageOf({ size, cost, costBps, floorBps }: RoundTripFacts): string {
  const floor = floorBps === null ? '' : ` Sold again at once, it is ${percentText(floorBps)}.`;
  return `A round trip of ${formatSol(size)} SOL costs ${percentText(costBps)}: ${formatSol(cost)} SOL.${floor}`;
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
