import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { foundBy, mint, reasonOf, tradeEvidence } from '../../../../test/support/trade-evidence.ts';
import { knownExtensions } from './known-extensions.ts';

it('names the extensions that it does not know', () => {
  const evidence = tradeEvidence({ mint: known(mint({ unknownExtensions: [98, 99] })) });
  expect(reasonOf(knownExtensions, evidence)).toEqual({
    code: 'UNKNOWN_EXTENSION',
    severity: 'medium',
    message: 'The mint carries 2 extensions that no rule here knows: type 98, 99.',
    evidence: { extension_types: '98, 99' },
  });
});

it('has nothing to say of a mint without any', () => {
  expect(foundBy(knownExtensions, tradeEvidence())).toBe('clear');
});
