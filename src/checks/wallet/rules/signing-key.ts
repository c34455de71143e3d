import { clear, raised, ruleFor } from '../../rule.ts';
import type { JudgedEvidence } from '../judged.ts';
import { reason } from '../reason.ts';

/** Can a person hold a key for the address? Off the curve nobody can. */
export const signingKey = ruleFor<JudgedEvidence>()({
  id: 'signing-key',
  needs: ['identity'],
  codes: ['NOT_A_WALLET'],
  judge: ({ identity }) => (identity.onCurve ? clear : raised([reason('NOT_A_WALLET', { on_curve: false })])),
});
