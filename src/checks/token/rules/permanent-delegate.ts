import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** May somebody take or burn what others hold? */
export const permanentDelegate = ruleFor<TokenEvidence>()({
  id: 'permanent-delegate',
  needs: ['mint'],
  codes: ['PERMANENT_DELEGATE_LIVE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const delegate = extensionOf(mint.mint, 'permanent_delegate')?.delegate ?? null;
    return delegate === null ? clear : raised([reason('PERMANENT_DELEGATE_LIVE', { permanent_delegate: delegate })]);
  },
});
