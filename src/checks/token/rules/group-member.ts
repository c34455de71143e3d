import type { MintExtension } from '#lib/token/decoded-mint.ts';
import { clear, notApplicable, raised, ruleFor } from '../../rule.ts';
import type { TokenEvidence } from '../evidence.ts';

/** Does the mint belong to a group, or point at one? */
export const groupMember = ruleFor<TokenEvidence>()({
  id: 'group-member',
  needs: ['mint'],
  codes: [],
  flags: ['GROUP_MEMBER'],
  judge({ mint }) {
    if (mint.is !== 'mint') return notApplicable;
    return mint.mint.extensions.some(namesGroup) ? raised([], ['GROUP_MEMBER']) : clear;
  },
});

function namesGroup(extension: MintExtension): boolean {
  switch (extension.type) {
    case 'token_group_member':
      return true;
    case 'group_pointer':
    case 'group_member_pointer':
      return extension.target !== null;
    default:
      return false;
  }
}
