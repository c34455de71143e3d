import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataMutable } from './metadata-mutable.ts';

it('flags a name that somebody can change', () => {
  const evidence = tokenEvidence({ metadata: known(metadata({ mutable: true })) });
  expect(foundBy(metadataMutable, evidence)).toEqual(['METADATA_MUTABLE']);
});

it('has nothing to say of others', () => {
  expect(foundBy(metadataMutable, tokenEvidence())).toBe('clear');
  expect(foundBy(metadataMutable, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
