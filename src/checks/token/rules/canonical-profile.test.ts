import { expect, it } from 'vitest';
import { type Address, address } from '#lib/address.ts';
import { known } from '#lib/reading.ts';
import { foundBy, key, mint, noMint, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { canonicalProfile } from './canonical-profile.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CIRCLE = address('7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar');

const usdc = (freezeAuthority: Address | null) =>
  tokenEvidence({ subject: USDC, mint: known(mint({ freezeAuthority, mintAuthority: key(9) })) });

it('flags a known asset that is as it was reviewed, whoever may mint it', () => {
  expect(foundBy(canonicalProfile, usdc(CIRCLE))).toEqual(['CANONICAL_ASSET']);
  expect(foundBy(canonicalProfile, usdc(null))).toEqual(['CANONICAL_ASSET']);
});

it('raises a known asset with other powers, and says which', () => {
  expect(reasonOf(canonicalProfile, usdc(key(8)))).toMatchObject({
    code: 'CANONICAL_PROFILE_DRIFT',
    severity: 'medium',
    evidence: { asset: 'USDC', drift: 'freeze_authority', reviewed: '2026-11' },
  });
  expect(foundBy(canonicalProfile, usdc(key(8)))).toEqual(['CANONICAL_PROFILE_DRIFT']);
});

it('has nothing to say of another mint with the same powers, and of no mint', () => {
  const copy = tokenEvidence({ mint: known(mint({ freezeAuthority: CIRCLE })) });
  expect(foundBy(canonicalProfile, copy)).toBe('clear');
  expect(foundBy(canonicalProfile, { ...noMint, subject: USDC })).toBe('not_applicable');
});
