import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Are transfers paused, or can somebody pause them? Without an authority a pause never ends. */
export const pausable = ruleFor<TokenEvidence>()({
  id: 'pausable',
  needs: ['mint'],
  codes: ['TRANSFERS_PAUSED', 'PAUSABLE_LIVE'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const extension = extensionOf(mint.mint, 'pausable');
    if (extension === null) return clear;
    const { paused, authority } = extension;
    if (paused) {
      const message =
        authority === null ? 'All transfers are paused for ever: nobody is left who could resume.' : undefined;
      return raised([reason('TRANSFERS_PAUSED', { pause_authority: authority }, message)]);
    }
    return authority === null ? clear : raised([reason('PAUSABLE_LIVE', { pause_authority: authority })]);
  },
});
