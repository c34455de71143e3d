import { describe, expect, it } from 'vitest';
import { shippedIssuers } from '../../../../test/support/issuers.ts';
import { key } from '../../../../test/support/token-evidence.ts';
import { issuersOf } from './issuer-file.ts';
import { loadIssuers, tableOf } from './issuer-table.ts';

const [MINT, OTHER, MINTER, REST] = [key(2), key(3), key(21), key(23)];

const asset = { mint: MINT, symbol: 'A', name: 'An asset' };
const issuer = {
  name: 'An issuer',
  class: 'fiat-stable',
  program: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  extensions: [['pausable', 'metadata_pointer']],
  keys: { mint: [MINTER] },
  others: [REST],
  former: [{ key: key(24), until: '2026-04-29' }],
  source: 'somebody/something@0123456',
  captured: '2026-08-08',
  reviewed: '2026-11-28',
  assets: [asset],
};
const parsed = (...issuers: readonly unknown[]) => issuersOf({ issuers }, 'the file');
const refusal = (...issuers: readonly unknown[]) => {
  try {
    parsed(...issuers);
  } catch (error) {
    return (error as Error).message;
  }
  return null;
};

describe('a file of issuers', () => {
  it('gives each asset the profile of its issuer, with what the asset says otherwise', () => {
    const own = { ...asset, mint: OTHER, class: 'commodity', keys: { freeze: [MINTER] }, captured: '2024-11-20' };
    const [read] = parsed({ ...issuer, assets: [asset, own] });
    const [plain, other] = read?.assets ?? [];
    expect(plain?.profile).toEqual(read?.profile);
    expect(plain?.profile).toMatchObject({
      extensions: [['metadata_pointer', 'pausable']],
      capturedUnix: 1_786_233_600,
      former: [{ key: key(24), until: 1_777_507_200 }],
    });
    expect(other?.profile).toMatchObject({
      class: 'commodity',
      keys: { mint: [MINTER], freeze: [MINTER] },
      capturedUnix: 1_732_147_200,
    });
  });

  it('of an operator is refused by its name at the start', () => {
    expect(() => loadIssuers('package.json')).toThrow(/^issuers file package\.json: issuers: /);
    expect(() => loadIssuers('nowhere.json')).toThrow('issuers file nowhere.json: cannot be read (ENOENT)');
    expect(() => loadIssuers('README.md')).toThrow('issuers file README.md: is not JSON');
  });

  it('is refused with every mistake named', () => {
    expect(refusal({ ...issuer, keys: { minting: [MINTER] } })).toMatch(/^the file: issuers\.0\.keys/);
    expect(refusal({ ...issuer, source: '' })).toMatch(/issuers\.0\.source/);
    expect(refusal({ ...issuer, reviewed: '2026-11' })).toBe(
      'the file: issuers.0.reviewed: must be a day such as 2026-11-28',
    );
    expect(refusal({ ...issuer, program: MINT })).toMatch(/must be a token program/);
    expect(refusal({ ...issuer, keys: { mint: ['x'] }, others: ['y'] })).toMatch(/base58.*base58/);
    expect(refusal(issuer, issuer)).toBe(`the file: lists twice ${MINT}`);
  });
});

describe('the shipped issuers', () => {
  const { assets } = shippedIssuers;

  it('say of each asset where its powers come from, and when they were read', () => {
    for (const { profile } of assets) {
      expect(profile.source).toMatch(/^(https:\/\/\S+|\S+\/\S+@[0-9a-f]{7}|mint account at slot \d+, .*)$/);
      expect(profile.reviewed).toMatch(/^20\d\d-\d\d-\d\d$/);
      expect(profile.capturedUnix % 86_400).toBe(0);
    }
  });

  it('have all stocks of the dated list, and never a former key as a present one', () => {
    const count = (name: string) => assets.filter(({ profile }) => profile.name === name).length;
    expect([count('Backed (xStocks)'), count('Ondo Global Markets'), count('PreStocks')]).toEqual([133, 442, 8]);
    const revived = assets.filter(({ profile: { keys, former } }) =>
      former.some(({ key: one }) => keys.mint?.includes(one)),
    );
    expect(revived).toEqual([]);
  });
});

it('lets the last list that has a mint speak', () => {
  const [first, second] = [parsed(issuer), parsed({ ...issuer, name: 'Another' })];
  expect(tableOf([...first, ...second]).find(MINT)?.profile.name).toBe('Another');
  expect(tableOf(first).find(OTHER)).toBeNull();
});
