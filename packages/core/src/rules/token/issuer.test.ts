import { expect, it } from 'vitest';
import { known, missing } from '#lib/reading.ts';
import { assetNamed } from '../../../test/support/issuers.ts';
import { curatedEvidence, unlisted } from '../../../test/support/token-arbitraries-evidence.ts';
import { key, mint, tokenEvidence } from '../../../test/support/token-evidence.ts';
import { issuerOf, judgesHolders, reviewedClass } from './issuer.ts';

const usdc = curatedEvidence(assetNamed('USDC'));

it('knows a listed asset and one that its issuer signed for', () => {
  expect(reviewedClass(usdc)).toBe('fiat-stable');
  expect(reviewedClass(unlisted('signed'))).toBe('rwa-stock');
});

it('knows no mint that only names the keys, none with other powers, and none that was not read', () => {
  expect(reviewedClass(unlisted('not_signed'))).toBeNull();
  const drifted = { ...usdc, mint: known(mint({ freezeAuthority: key(9) })) };
  expect([reviewedClass(drifted), issuerOf(drifted)?.drift]).toEqual([null, ['freeze_authority']]);
  expect(reviewedClass({ ...usdc, mint: missing('mint', 'deadline') })).toBeNull();
  expect(reviewedClass({ ...usdc, issuer: missing('issuer', 'deadline') })).toBeNull();
  expect(reviewedClass(tokenEvidence())).toBeNull();
});

it('judges the holders of what is held for itself, and not of what is redeemed', () => {
  const judged = ['USDC', 'SOL', 'cbBTC', 'PAXG', 'USDY', 'NFLXx', 'WIF'].map((symbol) => [
    symbol,
    judgesHolders(curatedEvidence(assetNamed(symbol))),
  ]);
  expect(Object.fromEntries(judged)).toEqual({
    USDC: false,
    SOL: false,
    cbBTC: false,
    PAXG: false,
    USDY: false,
    NFLXx: true,
    WIF: true,
  });
});
