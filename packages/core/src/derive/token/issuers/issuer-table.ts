import { readJsonFile } from '#lib/json-file.ts';
import { once } from '#lib/once.ts';
import type { Address } from '#solana/address.ts';
import type { FullMint } from '#solana/token/decoded-mint.ts';
import { type IssuerProfile, namesKeysOf, profileDrift, type ReviewedAsset } from '#solana/token/issuers.ts';
import shippedFile from './data/issuers.json' with { type: 'json' };
import { issuersOf, type ReviewedIssuer } from './issuer-file.ts';

/** The reviewed issuers. */
export interface IssuerTable {
  readonly assets: readonly ReviewedAsset[];
  /** The listed asset of a mint; null for every other mint, whatever its name and keys. */
  find(mint: Address): ReviewedAsset | null;
  /** The issuer whose keys have every power of the mint, which anybody can write there. */
  named(mint: FullMint): IssuerProfile | null;
}

const shippedIssuers = once(() => issuersOf(shippedFile, 'the shipped issuers'));

/**
 * The shipped issuers with an operator's own file on top: a mint of the operator's replaces the shipped one. Throws an error that names
 * every wrong entry; meant for the start of the service.
 */
export function loadIssuers(extraFile?: string): IssuerTable {
  const name = `issuers file ${extraFile}`;
  const own = extraFile === undefined ? [] : issuersOf(readJsonFile(extraFile, name), name);
  return tableOf([...shippedIssuers(), ...own]);
}

/** A table of these issuers. The last one that lists a mint counts. */
export function tableOf(issuers: readonly ReviewedIssuer[]): IssuerTable {
  const byMint = new Map(issuers.flatMap(({ assets }) => assets.map((asset) => [asset.mint, asset] as const)));
  return {
    assets: [...byMint.values()],
    find: (mint) => byMint.get(mint) ?? null,
    named: (mint) => issuers.find(({ profile }) => namesKeysOf(profile, mint))?.profile ?? null,
  };
}

/**
 * When a listed asset was recorded with the powers that its mint has now, in Unix seconds; null where it was not, and for coins without
 * an issuer, which are judged as any other token.
 */
export function reviewedUnix(issuers: IssuerTable, subject: Address, mint: FullMint): number | null {
  const asset = issuers.find(subject);
  if (asset === null || asset.profile.class === 'community') return null;
  return profileDrift(asset.profile, mint).length === 0 ? asset.profile.capturedUnix : null;
}
