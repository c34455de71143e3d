import { type Codes, found, notApplicable } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  COSIGNED_PROFIT: {
    severity: 'medium',
    bound: most('bps', neutral(2_000n)),
    meaning:
      'More than a fifth of the gain or the cost lies in fills that the other party signed, at prices that no market made.',
    action: 'Whoever signs may be the same person, and several may be one. Look at who filled.',
  },
} as const satisfies Codes<WalletWeight>;

/**
 * Does the record rest on fills that another party signed? Any two wallets may trade through an order engine at any price, so that
 * the sum over all parties counts: one person splits into any number. A party that takes losers at their cost hides as much as one
 * that pays for gains.
 */
export const cosignedGains = walletRule({
  id: 'cosigned-gains',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    if (!figures) return notApplicable;
    const { cosignedProfitBps, cosignedCostBps } = figures.behaviour;
    return found(missed(codes, 'COSIGNED_PROFIT', Math.max(cosignedProfitBps, cosignedCostBps)));
  },
});
