import { clear, notApplicable, raised, reason } from '../../rule.ts';
import { funderRule } from '../policy.ts';
import { placeEvidence } from '../reason-evidence.ts';

/** Is the main source something that only a program can sign for: off the curve, owned by a program, or a program itself? Labelled services have a rule of their own. */
export const programSource = funderRule({
  id: 'program-source',
  needs: ['source'],
  mayBeNull: ['sourceAccount'],
  codes: {
    PROGRAM_CREDIT: {
      severity: 'medium',
      allows: 'UNKNOWN_ORIGIN',
      meaning: 'A program or an account that only a program can sign for paid the first money.',
      action: 'Look at the program in the evidence to learn whether it was a claim, an order, a game or a faucet.',
    },
  },
  judge({ source, sourceAccount }) {
    if (source.address === null) return notApplicable;
    if (source.label && source.label.fundingClass !== 'exchange') return notApplicable;
    const signable = source.onCurve && sourceAccount?.ownedBySystem === true;
    if (signable && source.mechanism !== 'program_credit') return clear;
    return raised([
      reason('PROGRAM_CREDIT', { source: source.address, program: source.program, ...placeEvidence(source) }),
    ]);
  },
});
