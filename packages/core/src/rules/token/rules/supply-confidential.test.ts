import { expect, it } from 'vitest';
import { evidenceWith, foundBy, reasonOf, SUPPLY, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { supplyConfidential } from './supply-confidential.ts';

it('raises a supply that is not what the mint says', () => {
  expect(reasonOf(supplyConfidential, evidenceWith({ type: 'confidential_mint_burn' }))).toMatchObject({
    code: 'SUPPLY_CONFIDENTIAL',
    severity: 'high',
    evidence: { visible_supply: SUPPLY.toString() },
  });
});

it('has nothing to say of others', () => {
  expect(foundBy(supplyConfidential, tokenEvidence())).toBe('clear');
});
