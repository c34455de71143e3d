import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Is the creator named by a launchpad, or only as the payer of a fee? */
export const creatorSource = ruleFor<TokenEvidence>()({
  id: 'creator-source',
  needs: ['mint', 'creator'],
  codes: [],
  flags: ['CREATOR_IS_FEE_PAYER'],
  judge({ mint, creator }) {
    if (mint.is !== 'mint' || creator === null) return notApplicable;
    return creator.by === 'fee_payer' ? raised([], ['CREATOR_IS_FEE_PAYER']) : clear;
  },
});
