import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { FunderEvidence } from '../evidence.ts';
import { placeEvidence, reason } from '../reason.ts';

/** Is the main source something that only a program can sign for: off the curve, owned by a program, or a program itself? Labelled services have a rule of their own. */
export const programSource = ruleFor<FunderEvidence>()({
  id: 'program-source',
  needs: ['source', 'sourceAccount'],
  codes: ['PROGRAM_CREDIT'],
  judge({ source, sourceAccount }) {
    if (!source || source.address === null) return notApplicable;
    if (source.label && source.label.fundingClass !== 'exchange') return notApplicable;
    const signable = source.onCurve && sourceAccount?.ownedBySystem === true;
    if (signable && source.mechanism !== 'program_credit') return clear;
    return raised([
      reason('PROGRAM_CREDIT', { source: source.address, program: source.program, ...placeEvidence(source) }),
    ]);
  },
});
