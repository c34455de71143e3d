import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Can somebody freeze holders? */
export const freezeAuthority = ruleFor<TokenEvidence>()({
  id: 'freeze-authority',
  needs: ['mint'],
  codes: ['FREEZE_AUTHORITY_LIVE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const { freezeAuthority: authority } = mint.mint;
    return authority === null ? clear : raised([reason('FREEZE_AUTHORITY_LIVE', { freeze_authority: authority })]);
  },
});
