import { extensionOf } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';
import { reason } from '../reason.ts';

/** Does a program decide about transfers, or can somebody set one? Most mints with the extension have none set. */
export const transferHook = ruleFor<TokenEvidence>()({
  id: 'transfer-hook',
  needs: ['mint'],
  codes: ['TRANSFER_HOOK_ACTIVE', 'TRANSFER_HOOK_ARMED'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    const extension = extensionOf(mint.mint, 'transfer_hook');
    if (extension === null) return clear;
    const { program, authority } = extension;
    if (program !== null) {
      return raised([reason('TRANSFER_HOOK_ACTIVE', { hook_program: program, hook_authority: authority })]);
    }
    return authority === null ? clear : raised([reason('TRANSFER_HOOK_ARMED', { hook_authority: authority })]);
  },
});
