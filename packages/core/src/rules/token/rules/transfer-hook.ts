import { extensionOf } from '#solana/token/decoded-mint.ts';
import { powerMeanings } from '../../mint-codes.ts';
import { clear, raised, reason } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Does a program decide about transfers, or can somebody set one? Most mints with the extension have none set. */
export const transferHook = tokenRule({
  id: 'transfer-hook',
  needs: ['mint'],
  codes: {
    TRANSFER_HOOK_ACTIVE: {
      severity: 'high',
      category: 'control',
      certainty: 'state',
      meaning: 'A program decides about every transfer and can refuse it.',
      action: 'Look at the trial sale in the metrics, and expect that the program can change its mind.',
    },
    TRANSFER_HOOK_ARMED: {
      severity: 'medium',
      category: 'control',
      certainty: 'state',
      meaning: powerMeanings.TRANSFER_HOOK_ARMED,
      action: 'Watch the mint while you hold it; the authority is named in the evidence.',
    },
  },
  judge({ mint }) {
    const extension = extensionOf(mint, 'transfer_hook');
    if (extension === null) return clear;
    const { program, authority } = extension;
    if (program !== null) {
      return raised([reason('TRANSFER_HOOK_ACTIVE', { hook_program: program, hook_authority: authority })]);
    }
    return authority === null ? clear : raised([reason('TRANSFER_HOOK_ARMED', { hook_authority: authority })]);
  },
});
