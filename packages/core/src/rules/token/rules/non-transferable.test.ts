import { expect, it } from 'vitest';
import { evidenceWith, foundBy, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { nonTransferable } from './non-transferable.ts';

it('raises tokens that nobody can pass on', () => {
  const found = reasonOf(nonTransferable, evidenceWith({ type: 'non_transferable' }));
  expect(found).toMatchObject({ code: 'NON_TRANSFERABLE', severity: 'critical' });
});

it('has nothing to say of others', () => {
  expect(foundBy(nonTransferable, tokenEvidence())).toBe('clear');
});
