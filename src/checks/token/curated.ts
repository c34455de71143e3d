import { type Address, address } from '#lib/address.ts';
import { extensionOf, type FullMint, type MintExtensionType } from '#lib/token/decoded-mint.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, WRAPPED_SOL } from '#lib/token/programs.ts';
import type { TokenEvidence } from './evidence.ts';

const PAXOS = address('2apBGMsS6ti9RyF5TwQTDswXBWskiJP2LD4cUEDqYJjk');

/** The days of the recordings, as Unix seconds at their end (UTC). */
const CAPTURED_2024_11_20 = 1_732_147_200;

const CAPTURED_2026_06_22 = 1_782_172_800;

const CAPTURED_2026_08_02 = 1_785_715_200;

const CAPTURED_2026_08_08 = 1_786_233_600;

/** The common part of entries without extensions and without a permanent delegate. */
const plain = { program: TOKEN_PROGRAM, extensionTypes: [], permanentDelegate: null, reviewed: '2026-11' } as const;

/**
 * The curated assets by mint address only, because anybody can copy names, authorities, holders and liquidity. Profiles as read
 * from recorded mint accounts, unless an entry says otherwise.
 */
export const curatedAssets: readonly CuratedAsset[] = [
  {
    ...plain,
    mint: address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    name: 'USD Coin',
    symbol: 'USDC',
    class: 'fiat-stable',
    freezeAuthority: address('7dGbd2QZcCKcTndnHcTL8q7SMVXAkp688NTQYwrRCrar'),
    source: 'https://developers.circle.com/stablecoins/usdc-contract-addresses',
    capturedUnix: CAPTURED_2024_11_20,
  },
  {
    ...plain,
    mint: address('Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    name: 'Tether USD',
    symbol: 'USDT',
    class: 'fiat-stable',
    freezeAuthority: address('Q6XprfkF8RQQKoQVG33xT88H7wi8Uk1B1CC7YAs69Gi'),
    source: 'https://tether.to/en/supported-protocols',
    capturedUnix: CAPTURED_2026_06_22,
  },
  {
    ...plain,
    mint: address('USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'),
    name: 'USDS',
    symbol: 'USDS',
    class: 'fiat-stable',
    freezeAuthority: address('AYPtjx4Hc8us1ikULUedkmZ3wtiD6tmL7gK3qe4V3oHt'),
    source: 'eco-incorp/sauce-sdk@6b15700',
    capturedUnix: CAPTURED_2026_08_02,
  },
  {
    ...plain,
    mint: WRAPPED_SOL,
    name: 'Wrapped SOL',
    symbol: 'SOL',
    class: 'native',
    freezeAuthority: null,
    source: 'https://github.com/solana-program/token',
    capturedUnix: CAPTURED_2026_06_22,
  },
  {
    mint: address('2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
    name: 'PayPal USD',
    symbol: 'PYUSD',
    class: 'fiat-stable',
    program: TOKEN_2022_PROGRAM,
    extensionTypes: [
      'close_authority',
      'confidential_transfer',
      'confidential_transfer_fee',
      'metadata_pointer',
      'permanent_delegate',
      'token_metadata',
      'transfer_fee',
      'transfer_hook',
    ],
    freezeAuthority: PAXOS,
    permanentDelegate: PAXOS,
    source: 'metaplex-foundation/digital-asset-rpc-infrastructure@f1a1ae6',
    capturedUnix: CAPTURED_2024_11_20,
    reviewed: '2026-11',
  },
  {
    mint: address('HVbpJAQGNpkgBaYBZQBR1t7yFdvaYVp2vCQQfKKEN4tM'),
    name: 'Pax Dollar',
    symbol: 'USDP',
    class: 'fiat-stable',
    program: TOKEN_2022_PROGRAM,
    extensionTypes: [
      'close_authority',
      'confidential_transfer',
      'metadata_pointer',
      'permanent_delegate',
      'token_metadata',
      'transfer_hook',
    ],
    freezeAuthority: PAXOS,
    permanentDelegate: PAXOS,
    source: 'metaplex-foundation/digital-asset-rpc-infrastructure@f1a1ae6',
    capturedUnix: CAPTURED_2024_11_20,
    reviewed: '2026-11',
  },
  {
    mint: address('XsEH7wWfJJu2ZT3UCFeVfALnVA6CP5ur7Ee11KmzVpL'),
    name: 'Netflix xStock',
    symbol: 'NFLXx',
    class: 'rwa-stock',
    program: TOKEN_2022_PROGRAM,
    extensionTypes: [
      'confidential_transfer',
      'default_account_state',
      'metadata_pointer',
      'pausable',
      'permanent_delegate',
      'scaled_ui_amount',
      'token_metadata',
      'transfer_hook',
    ],
    freezeAuthority: address('JDq14BWvqCRFNu1krb12bcRpbGtJZ1FLEakMw6FdxJNs'),
    // Not in the census; copied from three mints of the same issuer. A different key shows as drift.
    permanentDelegate: address('5aMNNLQJwAEeoemTEMkv5NVjqKwvvefRYCQ5Z67HFvEq'),
    source: 'Hiraeth010/token2022-hook-census@89742b2',
    capturedUnix: CAPTURED_2026_08_08,
    reviewed: '2026-11',
  },
];

/** A curated asset, and how its mint differs from the review: `program`, `extensions`, `freeze_authority`, `permanent_delegate`. */
export interface Curation {
  readonly asset: CuratedAsset;
  readonly drift: readonly string[];
}

const assetOf: ReadonlyMap<Address, CuratedAsset> = new Map(curatedAssets.map((asset) => [asset.mint, asset]));

/** The curated asset of a mint; null for every other mint, whatever its name and authorities. */
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

/** Extensions are fixed at creation, except metadata, so a different set belongs to another mint. */
function hasExtensionsOf(asset: CuratedAsset, mint: FullMint): boolean {
  const types = mint.extensions.map(({ type }) => type).sort();
  const isSame =
    types.length === asset.extensionTypes.length && asset.extensionTypes.every((one, n) => one === types[n]);
  return isSame && mint.unknownExtensions.length === 0;
}

/** An authority that was given up needs no warning. */
function isSameOrGone(now: Address | null, reviewed: Address | null): boolean {
  return now === null || now === reviewed;
}

/** The backing of an asset: redemption for money, SOL itself, an asset of another chain, or a security. */
export type AssetClass = 'fiat-stable' | 'native' | 'wrapped' | 'rwa-stock';

/** A reviewed asset with its mint's profile. The mint authority is left out, because issuers change it. */
export interface CuratedAsset {
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  readonly class: AssetClass;
  readonly program: Address;
  /** Sorted. */
  readonly extensionTypes: readonly MintExtensionType[];
  readonly freezeAuthority: Address | null;
  readonly permanentDelegate: Address | null;
  /** The issuer's publication, or the source of the recorded bytes. */
  readonly source: string;
  /** End of the day on which the mint was recorded with this profile, in Unix seconds. */
  readonly capturedUnix: number;
  /** Year and month of the review. */
  readonly reviewed: string;
}

/** Classes held by treasuries, exchanges and bridges: their price depends on redemption and not on holders. */
const heldByCustodians: readonly AssetClass[] = ['fiat-stable', 'native', 'wrapped'];

/** The class of a curated asset with its reviewed authorities; null for any other mint. */
export function reviewedClass({ subject, mint }: Pick<TokenEvidence, 'subject' | 'mint'>): AssetClass | null {
  if (!mint.known || mint.value.is !== 'mint') return null;
  const curation = curationOf(subject, mint.value.mint);
  return curation && curation.drift.length === 0 ? curation.asset.class : null;
}

/** Whether shares of holders, and the age of its market, count for the verdict. */
export function judgesHolders(evidence: Pick<TokenEvidence, 'subject' | 'mint'>): boolean {
  const asset = reviewedClass(evidence);
  return asset === null || !heldByCustodians.includes(asset);
}
