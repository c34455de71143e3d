import { clear, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';

/** Do large holders show liquidity that has no part in the price? */
export const unpricedLiquidity = ruleFor<TradeEvidence>()({
  id: 'unpriced-liquidity',
  needs: ['holders'],
  codes: [],
  flags: ['UNPRICED_LIQUIDITY'],
  judge({ holders: { unpriced } }) {
    return unpriced.length > 0 ? raised([], ['UNPRICED_LIQUIDITY']) : clear;
  },
});
