import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { type FunderEvidence, isHub, mainCredits } from '../evidence.ts';
import { BATCH_RECIPIENTS_MIN } from '../policy.ts';

/** Did an unlabelled source, not a hub, fund at least three fresh accounts in the same transaction? */
export const disperseBatch = ruleFor<FunderEvidence>()({
  id: 'disperse-batch',
  needs: ['funding', 'source', 'sourceActivity'],
  codes: [],
  flags: ['DISPERSE_BATCH'],
  judge({ funding, source, sourceActivity }) {
    if (!funding || !source || source.label || !sourceActivity || isHub(sourceActivity)) return notApplicable;
    const first = mainCredits(funding.credits)[0];
    return first && first.freshRecipients >= BATCH_RECIPIENTS_MIN ? raised([], ['DISPERSE_BATCH']) : clear;
  },
});
