import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { profit } from '../measured.ts';
import { reason } from '../reason.ts';

/** Did both halves of the time bring a profit? */
export const bothHalves = ruleFor<JudgedEvidence>()({
  id: 'both-halves',
  needs: ['figures'],
  codes: ['HALF_NEGATIVE', 'ONE_REGIME'],
  judge({ figures }) {
    if (!figures || figures.closed === 0) return notApplicable;
    const { firstHalfPnl: first, secondHalfPnl: second } = figures;
    if (first > 0n && second > 0n) return clear;
    const worse = first < second ? first : second;
    const said = {
      ...profit(worse),
      first_half_lamports: first.toString(),
      second_half_lamports: second.toString(),
    };
    const isOne = first > 0n || second > 0n;
    return raised([reason('HALF_NEGATIVE', said), ...(isOne ? [reason('ONE_REGIME', said)] : [])]);
  },
});
