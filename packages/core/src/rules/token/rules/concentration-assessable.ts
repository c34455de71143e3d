import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { percentText } from '../../words.ts';
import { tokenRule } from '../policy.ts';
import { sharesOf } from '../shares.ts';

/** Does enough circulate for shares of it to say something? */
export const concentrationAssessable = tokenRule({
  id: 'concentration-assessable',
  needs: ['mint', 'holders'],
  codes: {
    CONCENTRATION_NOT_ASSESSABLE: {
      severity: 'medium',
      category: 'holders',
      certainty: 'derived',
      meaning: 'Less than two percent of the supply circulates outside of pools, curves and burns.',
      action: 'Shares of holders say little now; ask again when more was bought.',
    },
  },
  judge({ mint, holders }) {
    // That there is no supply is a fact of its own.
    if (mint.supply === 0n) return notApplicable;
    const { assessable, circulating, circulatingBps, supply } = sharesOf(holders, mint.supply);
    if (assessable) return clear;
    const evidence = {
      circulating: circulating.toString(),
      supply: supply.toString(),
      circulating_bps: circulatingBps,
    };
    const message = `Of the supply ${percentText(circulatingBps)} circulates outside of pools, curves and burns.`;
    return raised([reason('CONCENTRATION_NOT_ASSESSABLE', evidence, message)]);
  },
});
