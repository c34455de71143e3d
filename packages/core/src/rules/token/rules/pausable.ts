import { extensionOf } from '#solana/token/decoded-mint.ts';
import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Are transfers paused, or can somebody pause them? Without an authority a pause never ends. */
export const pausable = tokenRule({
  id: 'pausable',
  needs: ['mint'],
  codes: {
    TRANSFERS_PAUSED: {
      severity: 'critical',
      category: 'control',
      certainty: 'state',
      meaning: 'All transfers are paused now.',
      action: 'Do not buy: nobody can sell until the authority resumes, and without an authority never.',
    },
    PAUSABLE_LIVE: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: powerMeanings.PAUSABLE_LIVE,
      action: 'Hold it only where you trust the authority; a pause stops every sale at once.',
    },
  },
  judge({ mint }) {
    const extension = extensionOf(mint, 'pausable');
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
