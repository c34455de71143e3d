import { type Codes, found } from '../../rule.ts';
import { missed, most, neutral } from '../bounds.ts';
import { type WalletWeight, walletRule } from '../policy.ts';

const codes = {
  MEV_ATOMIC: {
    severity: 'medium',
    bound: most('bps', neutral(1_999n)),
    meaning: 'Many transactions gain SOL without holding any token: arbitrage within one transaction.',
    action: 'It takes infrastructure and not judgement; there is nothing to follow.',
  },
} as const satisfies Codes<WalletWeight>;

/** Are gains without a token, within one transaction, a large part of the activity? */
export const atomicGains = walletRule({
  id: 'atomic-gains',
  needs: ['figures'],
  codes,
  judge({ figures }) {
    return found(missed(codes, 'MEV_ATOMIC', figures.behaviour.atomicShareBps));
  },
});
