import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import { type FunderEvidence, isHub } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Is the unlabelled main source a hub, with at least one transaction a minute before the funding? */
export const hubSource = ruleFor<FunderEvidence>()({
  id: 'hub-source',
  needs: ['source', 'sourceActivity'],
  codes: ['UNLABELLED_HUB'],
  judge({ source, sourceActivity }) {
    if (!source || !sourceActivity) return notApplicable;
    if (!isHub(sourceActivity)) return clear;
    const { signatures, spanSeconds } = sourceActivity;
    return raised([reason('UNLABELLED_HUB', { source: source.address, signatures, span_seconds: spanSeconds })]);
  },
});
