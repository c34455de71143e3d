import { type Codes, found } from '../../rule.ts';
import { missed, most, unverifiable } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  LP_OR_PERP_DOMINATED: {
    severity: 'medium',
    bound: most('bps', unverifiable(5_000n)),
    meaning: 'Most of the SOL moved through liquidity, lending, leveraged positions, NFTs or orders.',
    action: 'Balances of this wallet do not show what it earns there; judge it by other means.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does most of the SOL move through liquidity, lending, NFTs or orders? */
export const specialFlows = walletRule({
  id: 'special-flows',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    return found(missed(codes, 'LP_OR_PERP_DOMINATED', figures.specialFlowBps));
  },
});
