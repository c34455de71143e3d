import { describe, expect, it } from 'vitest';
import type { MintExtension } from '#lib/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM } from '#lib/token/programs.ts';
import { key, mintFacts } from '../../../test/support/token-evidence.ts';
import { type CuratedAsset, curatedAssets, curationOf } from './curated.ts';
import type { TokenMintFacts } from './evidence.ts';

const assetOf = (symbol: string) => curatedAssets.find((one) => one.symbol === symbol) as CuratedAsset;
const [usdc, pyusd] = [assetOf('USDC'), assetOf('PYUSD')];

/** Only the type counts, and whose delegate it is. */
const extensionsOf = (asset: CuratedAsset): readonly MintExtension[] =>
  asset.extensionTypes.map((type) =>
    type === 'permanent_delegate' ? { type, delegate: asset.permanentDelegate } : ({ type } as MintExtension),
  );

const mintOf = (asset: CuratedAsset, changes: Partial<TokenMintFacts> = {}) =>
  mintFacts({
    program: asset.program,
    freezeAuthority: asset.freezeAuthority,
    extensions: extensionsOf(asset),
    ...changes,
  });

const driftOf = (asset: CuratedAsset, changes: Partial<TokenMintFacts> = {}) =>
  curationOf(asset.mint, mintOf(asset, changes))?.drift;

describe('the list of curated assets', () => {
  it('is short, names each mint once, and sorts what it compares', () => {
    expect(curatedAssets.length).toBeLessThan(50);
    expect(new Set(curatedAssets.map(({ mint }) => mint)).size).toBe(curatedAssets.length);
    for (const { extensionTypes } of curatedAssets) expect([...extensionTypes].sort()).toEqual(extensionTypes);
  });

  it('says of each where it comes from, and when', () => {
    for (const { source, reviewed, capturedUnix } of curatedAssets) {
      expect(source).toMatch(/^(https:\/\/\S+|\S+\/\S+@[0-9a-f]{7})$/);
      expect(reviewed).toMatch(/^20\d\d-\d\d$/);
      expect(capturedUnix % 86_400).toBe(0);
    }
  });

  it.each(curatedAssets.map((asset) => [asset.symbol, asset] as const))('knows %s as reviewed', (_, asset) => {
    expect(curationOf(asset.mint, mintOf(asset))).toEqual({ asset, drift: [] });
  });
});

describe('drift', () => {
  it('is no other mint authority, and no power that was given up', () => {
    expect(driftOf(usdc, { mintAuthority: key(9) })).toEqual([]);
    expect(driftOf(usdc, { freezeAuthority: null })).toEqual([]);
    const gone = extensionsOf({ ...pyusd, permanentDelegate: null });
    expect(driftOf(pyusd, { extensions: gone })).toEqual([]);
  });

  it('is another program, authority or delegate', () => {
    expect(driftOf(usdc, { program: TOKEN_2022_PROGRAM })).toEqual(['program']);
    expect(driftOf(usdc, { freezeAuthority: key(9) })).toEqual(['freeze_authority']);
    const seized = extensionsOf({ ...pyusd, permanentDelegate: key(9) });
    expect(driftOf(pyusd, { extensions: seized })).toEqual(['permanent_delegate']);
  });

  it('is one extension more, one less, another one, and one that nobody knows', () => {
    const all = extensionsOf(pyusd);
    expect(driftOf(pyusd, { extensions: [...all, { type: 'non_transferable' }] })).toEqual(['extensions']);
    expect(driftOf(pyusd, { extensions: all.slice(1) })).toEqual(['extensions']);
    expect(driftOf(pyusd, { extensions: [...all.slice(1), { type: 'non_transferable' }] })).toEqual(['extensions']);
    expect(driftOf(pyusd, { unknownExtensions: [99] })).toEqual(['extensions']);
    expect(driftOf(pyusd, { extensions: [...all].reverse() })).toEqual([]);
  });
});

it('knows no copy of a curated asset', () => {
  expect(curationOf(key(2), mintOf(pyusd))).toBeNull();
});
