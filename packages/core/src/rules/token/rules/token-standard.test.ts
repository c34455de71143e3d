import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { foundBy, metadata, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { tokenStandard } from './token-standard.ts';

const standing = (standard: number | null) => tokenEvidence({ metadata: known(metadata({ tokenStandard: standard })) });

it.each([0, 3, 4, 5])('takes standard %s for a collectible', (standard) => {
  expect(reasonOf(tokenStandard, standing(standard))).toMatchObject({
    code: 'NON_FUNGIBLE',
    evidence: { token_standard: standard },
  });
});

it.each([1, 2, 6, null])('has nothing to say of standard %s', (standard) => {
  expect(foundBy(tokenStandard, standing(standard))).toBe('clear');
});

it('does not know what was not read', () => {
  expect(foundBy(tokenStandard, tokenEvidence({ metadata: missing('metadata', 'deadline') }))).toBe('unknown');
});
