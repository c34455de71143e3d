import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { closeAuthority } from './close-authority.ts';

it('flags a mint that somebody may close', () => {
  const live = evidenceWith({ type: 'close_authority', authority: key(5) });
  expect(foundBy(closeAuthority, live)).toEqual(['MINT_CLOSE_AUTHORITY_LIVE']);
});

it('has nothing to say where nobody is named', () => {
  expect(foundBy(closeAuthority, evidenceWith({ type: 'close_authority', authority: null }))).toBe('clear');
  expect(foundBy(closeAuthority, tokenEvidence())).toBe('clear');
});
