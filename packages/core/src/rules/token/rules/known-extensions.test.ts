import { expect, it } from 'vitest';
import { evidenceOf, foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { knownExtensions } from './known-extensions.ts';

it('names the extensions that it does not know', () => {
  expect(reasonOf(knownExtensions, evidenceOf({ unknownExtensions: [98, 99] }))).toEqual({
    code: 'UNKNOWN_EXTENSION',
    severity: 'medium',
    message: 'The mint carries 2 extensions that no rule here knows: type 98, 99.',
    evidence: { extension_types: '98, 99' },
  });
});

it('names no more than sixteen', () => {
  const many = evidenceOf({ unknownExtensions: Array.from({ length: 5_000 }, (_, n) => 100 + n) });
  const found = reasonOf(knownExtensions, many);
  expect(found?.evidence.extension_types).toMatch(/^100, .* 115 and more$/);
  expect(found?.message).toContain('5000 extensions');
});

it('has nothing to say of a mint without any', () => {
  expect(foundBy(knownExtensions, tokenEvidence())).toBe('clear');
});
