import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, key, metadata, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { metadataPointer } from './metadata-pointer.ts';

it('names the account that decides about the name from outside', () => {
  const foreign = tokenEvidence({ metadata: known(metadata({ foreignPointer: key(80) })) });
  expect(reasonOf(metadataPointer, foreign)).toMatchObject({
    code: 'METADATA_POINTER_FOREIGN',
    severity: 'medium',
    evidence: { pointer: key(80) },
  });
});

it('has nothing to say of others', () => {
  expect(foundBy(metadataPointer, tokenEvidence())).toBe('clear');
  expect(foundBy(metadataPointer, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
