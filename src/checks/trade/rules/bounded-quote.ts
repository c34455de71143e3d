import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { isBounded } from '../pools.ts';

/** Is the quote of a pool of the route a bound? Pools between SOL and a stable coin count like those of the mint. */
export const boundedQuote = ruleFor<TradeEvidence>()({
  id: 'bounded-quote',
  needs: ['cost'],
  codes: [],
  flags: ['BOUNDED_QUOTE'],
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    return isBounded(trip) ? raised([], ['BOUNDED_QUOTE']) : clear;
  },
});
