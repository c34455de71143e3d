import { expect, it } from 'vitest';
import { known } from '#lib/reading.ts';
import { type Address, address } from '#solana/address.ts';
import { listedIssuer } from '../../../../test/support/issuers.ts';
import { unlisted } from '../../../../test/support/token-arbitraries-evidence.ts';
import { foundBy, key, mint, reasonOf, tokenEvidence } from '../../../../test/support/token-evidence.ts';
import { canonicalProfile } from './canonical-profile.ts';

const USDC = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const CIRCLE = address('7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar');

const usdc = (freezeAuthority: Address | null, mintAuthority: Address | null = null) =>
  tokenEvidence({
    subject: USDC,
    issuer: known(listedIssuer(USDC)),
    mint: known(mint({ freezeAuthority, mintAuthority })),
  });

it('flags a known asset that is as it was reviewed', () => {
  expect(foundBy(canonicalProfile, usdc(CIRCLE))).toEqual(['CANONICAL_ASSET']);
  expect(foundBy(canonicalProfile, usdc(null))).toEqual(['CANONICAL_ASSET']);
});

it('raises a known asset with other powers, and says which', () => {
  expect(reasonOf(canonicalProfile, usdc(key(8)))).toMatchObject({
    code: 'CANONICAL_PROFILE_DRIFT',
    severity: 'medium',
    evidence: { asset: 'USDC', drift: 'freeze_authority', reviewed: '2026-11-28' },
  });
  expect(foundBy(canonicalProfile, usdc(key(8)))).toEqual(['CANONICAL_PROFILE_DRIFT']);
  expect(reasonOf(canonicalProfile, usdc(CIRCLE, key(9)))?.evidence).toMatchObject({ drift: 'mint_authority' });
  expect(reasonOf(canonicalProfile, usdc(key(8)))?.message).toMatch(/changed, or not the issuer's/);
});

it('says of a mint that names the keys of an issuer whether the issuer signed for it', () => {
  expect(foundBy(canonicalProfile, unlisted('signed'))).toEqual(['ISSUER_PROVEN']);
  expect(reasonOf(canonicalProfile, unlisted('not_signed'))).toMatchObject({
    code: 'ISSUER_NOT_PROVEN',
    severity: 'medium',
    evidence: { issuer: 'Backed (xStocks)', reviewed: '2026-11-28' },
  });
});

it('has nothing to say of another mint with the same powers', () => {
  const copy = tokenEvidence({ mint: known(mint({ freezeAuthority: CIRCLE })) });
  expect(foundBy(canonicalProfile, copy)).toBe('clear');
});
