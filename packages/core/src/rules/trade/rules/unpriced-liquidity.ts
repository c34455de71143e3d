import { clear, raised } from '../../rule.ts';
import { tradeRule } from '../policy.ts';

/** Do large holders show liquidity that has no part in the price? */
export const unpricedLiquidity = tradeRule({
  id: 'unpriced-liquidity',
  needs: ['holders'],
  flags: {
    UNPRICED_LIQUIDITY: 'Large holders show liquidity at a venue that has no part in the price.',
  },
  judge({ holders: { unpriced } }) {
    return unpriced.length > 0 ? raised([], ['UNPRICED_LIQUIDITY']) : clear;
  },
});
