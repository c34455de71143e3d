import { clear, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Prices of pools further apart than this disagree, in basis points: more than fees explain. */
export const DISAGREEMENT_BPS_MAX = 500;

/** Do the pools agree about the price? */
export const priceDisagreement = tradeRule({
  id: 'price-disagreement',
  needs: ['cost'],
  flags: {
    PRICE_DISAGREEMENT: 'The prices of two pools lie more than 5 percent apart.',
  },
  judge({ cost: { disagreementBps } }) {
    return (disagreementBps ?? 0) > DISAGREEMENT_BPS_MAX ? raised([], ['PRICE_DISAGREEMENT']) : clear;
  },
});
