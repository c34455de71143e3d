import { clear, raised, reason } from '../../rule.ts';
import { isHub } from '../evidence.ts';
import { funderRule } from '../policy.ts';

/** Is the unlabelled main source a hub, with at least one transaction a minute before the funding? */
export const hubSource = funderRule({
  id: 'hub-source',
  needs: ['source', 'sourceActivity'],
  codes: {
    UNLABELLED_HUB: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'The source is an unlabelled account that signs or receives at least one transaction a minute.',
      action: 'It is most likely a service that pays for many; who asked for this payment is not on chain.',
    },
  },
  judge({ source, sourceActivity }) {
    if (!isHub(sourceActivity)) return clear;
    const { signatures, spanSeconds } = sourceActivity;
    return raised([reason('UNLABELLED_HUB', { source: source.address, signatures, span_seconds: spanSeconds })]);
  },
});
