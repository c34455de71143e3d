import { holderOf } from '#solana/token/powers/program-power.ts';
import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/**
 * Can somebody freeze holders? A program with fixed rules that is proven to hold the authority does not count. If the proof could not be
 * read, the gap of `programs` decides.
 */
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
  judge({ mint }, { programs }) {
    const { freezeAuthority: authority } = mint;
    if (authority === null) return clear;
    const holder = holderOf(programs, 'freeze', authority);
    if (!holder.known || holder.value !== null) return clear;
    return raised([reason('FREEZE_AUTHORITY_LIVE', { freeze_authority: authority })]);
  },
});
