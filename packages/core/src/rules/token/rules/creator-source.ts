import { ifKnown } from '#lib/reading.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';
import { notForWrappedSol } from '../wrapped-sol.ts';

/** Is the creator named by a launchpad, or only as the payer of a fee? */
export const creatorSource = notForWrappedSol(
  tokenRule({
    id: 'creator-source',
    needs: ['mint'],
    flags: {
      CREATOR_IS_FEE_PAYER: 'The creator is named by who paid for the creation, which may be a service.',
      CREATOR_UNKNOWN: 'Nobody could be named as the creator, so that the creator counts like any other holder.',
    },
    judge(_, evidence) {
      const creator = ifKnown(evidence.creator);
      if (creator === null) return raised([], ['CREATOR_UNKNOWN']);
      return creator.by === 'fee_payer' ? raised([], ['CREATOR_IS_FEE_PAYER']) : clear;
    },
  }),
);
