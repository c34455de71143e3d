import { extensionOf } from '#solana/token/decoded-mint.ts';
import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** May somebody take or burn what others hold? */
export const permanentDelegate = tokenRule({
  id: 'permanent-delegate',
  needs: ['mint'],
  codes: {
    PERMANENT_DELEGATE_LIVE: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: powerMeanings.PERMANENT_DELEGATE_LIVE,
      action: 'Do not hold it unless the delegate is an issuer whom you trust with your balance.',
    },
  },
  judge({ mint }) {
    const delegate = extensionOf(mint, 'permanent_delegate')?.delegate ?? null;
    return delegate === null ? clear : raised([reason('PERMANENT_DELEGATE_LIVE', { permanent_delegate: delegate })]);
  },
});
