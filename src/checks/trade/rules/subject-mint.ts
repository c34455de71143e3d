import { clear, raised, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is the subject the mint of a token? */
export const subjectMint = ruleFor<TradeEvidence>()({
  id: 'subject-mint',
  needs: ['mint'],
  codes: ['NOT_A_MINT'],
  judge({ mint }) {
    if (mint.is === 'mint') return clear;
    if (mint.is === 'nothing') {
      return raised([reason('NOT_A_MINT', { owner: null }, 'There is no account at the address, and so no mint.')]);
    }
    const message = `The account is not a mint; it belongs to the program ${mint.owner}.`;
    return raised([reason('NOT_A_MINT', { owner: mint.owner }, message)]);
  },
});
