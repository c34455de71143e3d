import { expect, it } from 'vitest';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { evidenceOf, foundBy, key, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { zeroSupply } from './zero-supply.ts';

it('raises a supply of nothing, and who may change that', () => {
  expect(reasonOf(zeroSupply, evidenceOf({ supply: 0n, mintAuthority: key(9) }))).toMatchObject({
    code: 'ZERO_SUPPLY',
    severity: 'medium',
    evidence: { mint_authority: key(9) },
  });
});

it('leaves wrapped SOL alone, whose mint counts nothing', () => {
  expect(foundBy(zeroSupply, { ...evidenceOf({ supply: 0n }), subject: WRAPPED_SOL })).toBe('not_applicable');
});

it('has nothing to say of the smallest supply', () => {
  expect(foundBy(zeroSupply, evidenceOf({ supply: 1n }))).toBe('clear');
  expect(foundBy(zeroSupply, tokenEvidence())).toBe('clear');
});
