import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { authority, foundBy, key, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import type { AuthorityFacts } from '../authority-facts.ts';
import { authorityKinds } from './authority-kinds.ts';

const held = (...authorities: readonly AuthorityFacts[]) => tokenEvidence({ authorities: known(authorities) });

it('flags whose hands powers lie in, each kind once', () => {
  const two = held(authority(), authority({ address: key(51), roles: ['freeze'] }));
  expect(foundBy(authorityKinds, two)).toEqual(['AUTHORITY_IS_WALLET']);
  expect(foundBy(authorityKinds, held(authority({ kind: 'multisig' }), authority({ kind: 'program' })))).toEqual([
    'AUTHORITY_IS_MULTISIG',
    'AUTHORITY_IS_PROGRAM',
  ]);
});

it('flags one address with several powers', () => {
  const both = held(authority({ roles: ['mint', 'freeze'] }));
  expect(foundBy(authorityKinds, both)).toEqual(['AUTHORITY_IS_WALLET', 'AUTHORITY_IS_SHARED']);
});

it('flags nothing where nobody has any, and does not know what was not read', () => {
  expect(foundBy(authorityKinds, tokenEvidence())).toEqual([]);
  const unread = tokenEvidence({ authorities: missing('authorities', 'deadline') });
  expect(foundBy(authorityKinds, unread)).toBe('unknown');
});
