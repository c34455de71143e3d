import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { routePools } from '../pools.ts';

/** Is the quote of a pool of the route a bound? */
export const boundedQuote = ruleFor<TradeEvidence>()({
  id: 'bounded-quote',
  needs: ['pools', 'cost'],
  codes: [],
  flags: ['BOUNDED_QUOTE'],
  judge({ pools, cost: { trip } }) {
    if (trip === null) return notApplicable;
    return routePools(pools, trip).some(({ bounds }) => bounds.length > 0) ? raised([], ['BOUNDED_QUOTE']) : clear;
  },
});
