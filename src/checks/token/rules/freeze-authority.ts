import { powerMeanings } from '../../mint-codes.ts';
import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Can somebody freeze holders? */
export const freezeAuthority = tokenRule({
  id: 'freeze-authority',
  needs: ['mint'],
  codes: {
    FREEZE_AUTHORITY_LIVE: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: powerMeanings.FREEZE_AUTHORITY_LIVE,
      action: 'Hold it only where you trust the authority; a freeze comes without warning.',
    },
  },
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const { freezeAuthority: authority } = mint.mint;
    return authority === null ? clear : raised([reason('FREEZE_AUTHORITY_LIVE', { freeze_authority: authority })]);
  },
});
