import { expect, it } from 'vitest';
import { evidenceOf, foundBy, key, noMint, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { freezeAuthority } from './freeze-authority.ts';

it('names who may freeze holders', () => {
  expect(reasonOf(freezeAuthority, evidenceOf({ freezeAuthority: key(8) }))).toMatchObject({
    code: 'FREEZE_AUTHORITY_LIVE',
    severity: 'high',
    evidence: { freeze_authority: key(8) },
  });
});

it('has nothing to say where nobody may, and of no mint', () => {
  expect(foundBy(freezeAuthority, tokenEvidence())).toBe('clear');
  expect(foundBy(freezeAuthority, noMint)).toBe('not_applicable');
});
