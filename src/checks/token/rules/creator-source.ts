import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is the creator named by a launchpad, or only as the payer of a fee? */
export const creatorSource = notForWrappedSol(
  ruleFor<TokenEvidence>()({
    id: 'creator-source',
    needs: ['mint', 'creator'],
    codes: [],
    flags: ['CREATOR_IS_FEE_PAYER', 'CREATOR_UNKNOWN'],
    judge({ mint, creator }) {
      if (mint.is !== 'mint') return notApplicable;
      if (creator === null) return raised([], ['CREATOR_UNKNOWN']);
      return creator.by === 'fee_payer' ? raised([], ['CREATOR_IS_FEE_PAYER']) : clear;
    },
  }),
);
