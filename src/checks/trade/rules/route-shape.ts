import { notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { curveVenues } from '../policy.ts';

/** Is the cheapest route more than one plain pool? */
export const routeShape = ruleFor<TradeEvidence>()({
  id: 'route-shape',
  needs: ['cost'],
  codes: [],
  flags: ['SPLIT_ROUTE', 'TWO_HOP_ROUTE', 'BONDING_CURVE'],
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    const hops = trip.route.flatMap((part) => part.hops);
    return raised(
      [],
      [
        ...(trip.route.length > 1 ? ['SPLIT_ROUTE'] : []),
        ...(trip.route.some((part) => part.hops.length > 1) ? ['TWO_HOP_ROUTE'] : []),
        ...(hops.some(({ venue }) => curveVenues.includes(venue)) ? ['BONDING_CURVE'] : []),
      ],
    );
  },
});
