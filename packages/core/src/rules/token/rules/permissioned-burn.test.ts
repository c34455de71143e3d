import { expect, it } from 'vitest';
import { evidenceWith, foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { permissionedBurn } from './permissioned-burn.ts';

it('flags burning that takes consent', () => {
  const live = evidenceWith({ type: 'permissioned_burn', authority: key(5) });
  expect(foundBy(permissionedBurn, live)).toEqual(['PERMISSIONED_BURN']);
});

it('has nothing to say where nobody is named', () => {
  expect(foundBy(permissionedBurn, evidenceWith({ type: 'permissioned_burn', authority: null }))).toBe('clear');
  expect(foundBy(permissionedBurn, tokenEvidence())).toBe('clear');
});
