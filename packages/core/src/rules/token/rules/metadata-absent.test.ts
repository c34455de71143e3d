import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataAbsent } from './metadata-absent.ts';

it('flags a token without a name', () => {
  const evidence = tokenEvidence({ metadata: known(metadata({ source: 'none' })) });
  expect(foundBy(metadataAbsent, evidence)).toEqual(['METADATA_ABSENT']);
});

it('has nothing to say of others', () => {
  expect(foundBy(metadataAbsent, tokenEvidence())).toBe('clear');
  expect(foundBy(metadataAbsent, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
