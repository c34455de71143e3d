import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  THIN_POOL_PROFIT: {
    severity: 'medium',
    bound: most('bps', neutral(2_999n)),
    meaning: 'Much of the gain comes from sales that took more than a quarter of the SOL or the dollars in a pool.',
    action: 'Such a price is there for one seller only. Do not expect it.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does the gain come from sales that emptied their pools? */
export const thinPools = walletRule({
  id: 'thin-pools',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    return found(missed(codes, 'THIN_POOL_PROFIT', figures.behaviour.thinPoolProfitBps));
  },
});
