import { clear, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { DISAGREEMENT_BPS_MAX } from '../policy.ts';

/** Do the pools agree about the price? */
export const priceDisagreement = ruleFor<TradeEvidence>()({
  id: 'price-disagreement',
  needs: ['cost'],
  codes: [],
  flags: ['PRICE_DISAGREEMENT'],
  judge({ cost: { disagreementBps } }) {
    return (disagreementBps ?? 0) > DISAGREEMENT_BPS_MAX ? raised([], ['PRICE_DISAGREEMENT']) : clear;
  },
});
