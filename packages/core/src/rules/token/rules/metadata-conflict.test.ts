import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataConflict } from './metadata-conflict.ts';

it('flags two records that differ', () => {
  const evidence = tokenEvidence({ metadata: known(metadata({ conflict: true })) });
  expect(foundBy(metadataConflict, evidence)).toEqual(['METADATA_CONFLICT']);
});

it('has nothing to say of others', () => {
  expect(foundBy(metadataConflict, tokenEvidence())).toBe('clear');
  expect(foundBy(metadataConflict, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
