import type { Address } from '#lib/address.ts';
import type { FullMint } from '#lib/token/decoded-mint.ts';
import { extensionOf } from '#lib/token/decoded-mint.ts';
import { type CuratedAsset, curatedAssets } from './curated-assets.ts';

export type { AssetClass } from './curated-assets.ts';

/** A curated asset, and in what its mint is not as reviewed: `program`, `extensions`, `freeze_authority`, `permanent_delegate`. */
export interface Curation {
  readonly asset: CuratedAsset;
  readonly drift: readonly string[];
}

const assetOf: ReadonlyMap<Address, CuratedAsset> = new Map(curatedAssets.map((asset) => [asset.mint, asset]));

/** The curated asset of a mint; null for every mint that is none, whatever it is called and whoever has power over it. */
export function curationOf(subject: Address, mint: FullMint): Curation | null {
  const asset = assetOf.get(subject);
  return asset === undefined ? null : { asset, drift: driftOf(asset, mint) };
}

function driftOf(asset: CuratedAsset, mint: FullMint): readonly string[] {
  const delegate = extensionOf(mint, 'permanent_delegate')?.delegate ?? null;
  return [
    ...(mint.program === asset.program ? [] : ['program']),
    ...(hasExtensionsOf(asset, mint) ? [] : ['extensions']),
    ...(isSameOrGone(mint.freezeAuthority, asset.freezeAuthority) ? [] : ['freeze_authority']),
    ...(isSameOrGone(delegate, asset.permanentDelegate) ? [] : ['permanent_delegate']),
  ];
}

/** Extensions are fixed when a mint is made, apart from its metadata, so that any other set is another mint's. */
function hasExtensionsOf(asset: CuratedAsset, mint: FullMint): boolean {
  const types = mint.extensions.map(({ type }) => type).sort();
  const isSame =
    types.length === asset.extensionTypes.length && asset.extensionTypes.every((one, n) => one === types[n]);
  return isSame && mint.unknownExtensions.length === 0;
}

/** A power that was given up is no news that anybody has to be warned of. */
function isSameOrGone(now: Address | null, reviewed: Address | null): boolean {
  return now === null || now === reviewed;
}
