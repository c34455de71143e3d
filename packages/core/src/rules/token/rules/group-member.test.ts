import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { groupMember } from './group-member.ts';

it.each([
  { type: 'token_group_member', group: key(5) },
  { type: 'group_pointer', authority: null, target: key(5) },
  { type: 'group_member_pointer', authority: null, target: key(5) },
] as const)('flags a mint with $type', (extension) => {
  expect(foundBy(groupMember, evidenceWith(extension))).toEqual(['GROUP_MEMBER']);
});

it('has nothing to say of a pointer at nothing, and of others', () => {
  const empty = evidenceWith({ type: 'group_pointer', authority: key(5), target: null });
  expect(foundBy(groupMember, empty)).toBe('clear');
  expect(foundBy(groupMember, evidenceWith({ type: 'token_group', updateAuthority: null }))).toBe('clear');
  expect(foundBy(groupMember, tokenEvidence())).toBe('clear');
});
