import { type Codes, found, notApplicable } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  OPEN_BAGS: {
    severity: 'medium',
    bound: most('bps', neutral(3_000n)),
    meaning: 'Too much of the cost still lies in open positions, whose losses have not been taken yet.',
    action: 'Closed trades look better while losers are kept. Ask again in a week, when they count.',
  },
} as const satisfies Codes<WalletWeight>;

/** Does too much of the cost still lie in open positions? */
export const openBags = walletRule({
  id: 'open-bags',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    if (!figures) return notApplicable;
    return found(missed(codes, 'OPEN_BAGS', figures.openBasisBps));
  },
});
