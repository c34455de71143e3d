import { mintCodes } from '../../mint-codes.ts';
import { clear, raised, reason, ruleFor } from '../../rule.ts';
import type { TradeEvidence } from '../evidence.ts';
import type { TradeWeight } from '../policy.ts';

/** Is the subject the mint of a token? */
export const subjectMint = ruleFor<TradeEvidence, TradeWeight>()({
  id: 'subject-mint',
  needs: ['mint'],
  codes: {
    NOT_A_MINT: { ...mintCodes.NOT_A_MINT, allows: 'UNKNOWN', percent: 95 },
  },
  judge({ mint }) {
    if (mint.is === 'mint') return clear;
    if (mint.is === 'nothing') {
      return raised([reason('NOT_A_MINT', { owner: null }, 'There is no account at the address, and so no mint.')]);
    }
    const message = `The account is not a mint; it belongs to the program ${mint.owner}.`;
    return raised([reason('NOT_A_MINT', { owner: mint.owner }, message)]);
  },
});
