import { loadIssuers } from '#derive/token/issuers/issuer-table.ts';
import type { Address } from '#solana/address.ts';
import type { IssuerFacts, ReviewedAsset } from '#solana/token/issuers.ts';

/** The shipped issuers. */
export const shippedIssuers = loadIssuers();

/** The listed asset with this symbol; the first one where several have it. */
export function assetNamed(symbol: string): ReviewedAsset {
  const asset = shippedIssuers.assets.find((one) => one.symbol === symbol);
  if (!asset) throw new Error(`no listed ${symbol}`);
  return asset;
}

/** Assets of every class, and of issuers with every kind of power. */
export const sampleAssets: readonly ReviewedAsset[] = [
  ...['USDC', 'USDT', 'USDS', 'SOL', 'PYUSD', 'USDP', 'NFLXx'],
  ...['cbBTC', 'PAXG', 'CASH', 'USDY', 'AAPLon', 'BLSH', 'ORCA', 'WIF'],
].map(assetNamed);

/** What a check reads of a listed mint; null for every other one. */
export function listedIssuer(mint: Address): IssuerFacts | null {
  const asset = shippedIssuers.find(mint);
  return asset && { how: 'listed', profile: asset.profile, asset, transaction: null };
}
