import { clear, notApplicable, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';
import { isBounded } from '../pools.ts';

/** Is the quote of a pool of the route a bound? Pools between SOL and a stable coin count like those of the mint. */
export const boundedQuote = tradeRule({
  id: 'bounded-quote',
  needs: ['cost'],
  flags: {
    BOUNDED_QUOTE: 'The quote of a pool of the route is a careful bound and not exact.',
  },
  judge({ cost: { trip } }) {
    if (trip === null) return notApplicable;
    return isBounded(trip) ? raised([], ['BOUNDED_QUOTE']) : clear;
  },
});
