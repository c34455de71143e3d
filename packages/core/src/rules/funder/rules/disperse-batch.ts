import { clear, notApplicable, raised } from '../../rule.ts';
import { isHub, mainCredits } from '../evidence.ts';
import { funderRule } from '../policy.ts';

/** Fresh accounts that make a funding transaction a batch. */
const BATCH_RECIPIENTS_MIN = 3;

/** Did an unlabelled source, not a hub, fund at least three fresh accounts in the same transaction? */
export const disperseBatch = funderRule({
  id: 'disperse-batch',
  needs: ['funding', 'source', 'sourceActivity'],
  flags: {
    DISPERSE_BATCH: 'The funding transaction credited at least three fresh accounts at once.',
  },
  judge({ funding, source, sourceActivity }) {
    if (source.label || isHub(sourceActivity)) return notApplicable;
    const isBatch = mainCredits(funding.credits).some((credit) => credit.freshRecipients >= BATCH_RECIPIENTS_MIN);
    return isBatch ? raised([], ['DISPERSE_BATCH']) : clear;
  },
});
