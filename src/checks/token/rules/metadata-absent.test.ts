import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataAbsent } from './metadata-absent.ts';

it('flags a token without a name', () => {
  const evidence = tokenEvidence({ metadata: known(metadata({ source: 'none' })) });
  expect(foundBy(metadataAbsent, evidence)).toEqual(['METADATA_ABSENT']);
});

it('has nothing to say of others, and does not apply to what has no reading of metadata', () => {
  expect(foundBy(metadataAbsent, tokenEvidence())).toBe('clear');
  expect(foundBy(metadataAbsent, tokenEvidence({ metadata: known(null) }))).toBe('not_applicable');
  expect(foundBy(metadataAbsent, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
