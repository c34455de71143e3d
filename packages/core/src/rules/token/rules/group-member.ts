import type { MintExtension } from '#solana/token/decoded-mint.ts';
import { clear, raised } from '../../rule.ts';
import { tokenRule } from '../policy.ts';

/** Does the mint belong to a group, or point at one? */
export const groupMember = tokenRule({
  id: 'group-member',
  needs: ['mint'],
  flags: {
    GROUP_MEMBER: 'The mint belongs to a group of mints, or points at one.',
  },
  judge({ mint }) {
    return mint.extensions.some(namesGroup) ? raised([], ['GROUP_MEMBER']) : clear;
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
