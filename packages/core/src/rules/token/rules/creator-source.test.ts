import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { creator, foundBy, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { creatorSource } from './creator-source.ts';

it('flags a creator who is named by a fee alone', () => {
  expect(foundBy(creatorSource, tokenEvidence())).toEqual(['CREATOR_IS_FEE_PAYER']);
  expect(foundBy(creatorSource, tokenEvidence({ creator: known(creator({ by: 'launchpad' })) }))).toBe('clear');
});

it('needs a creator, and nothing about insiders', () => {
  const unasked = tokenEvidence({ insiders: missing('insiders', 'deadline') });
  expect(foundBy(creatorSource, unasked)).toEqual(['CREATOR_IS_FEE_PAYER']);
  expect(foundBy(creatorSource, tokenEvidence({ creator: known(null) }))).toEqual(['CREATOR_UNKNOWN']);
  expect(foundBy(creatorSource, tokenEvidence({ creator: missing('creator', 'deadline') }))).toEqual([
    'CREATOR_UNKNOWN',
  ]);
});
