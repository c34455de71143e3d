import type { Address } from '../address.ts';
import type { FullMint, MintExtensionType } from './decoded-mint.ts';
import { authorityRoles } from './mint-extension.ts';

/** The asset that a token of an issuer represents. `community`: a coin whose issuer owes nothing. */
export const issuerClasses = [
  'fiat-stable',
  'native',
  'wrapped',
  'commodity',
  'rwa-stock',
  'rwa-fund',
  'community',
] as const;
export type IssuerClass = (typeof issuerClasses)[number];

/** The reviewed properties of an issuer's mints: program, extensions, and the key of each power. */
export interface IssuerProfile {
  readonly name: string;
  readonly class: IssuerClass;
  readonly program: Address;
  /** The sets of extensions that its mints have, each sorted. */
  readonly extensions: readonly (readonly MintExtensionType[])[];
  /** Who may have each power, by the names of `authorityRoles`; `others` may have the powers that are not named. */
  readonly keys: Readonly<Record<string, readonly Address[]>>;
  readonly others: readonly Address[];
  /** Keys that had powers until a moment in Unix seconds. They prove the past and hold nothing today. */
  readonly former: readonly { readonly key: Address; readonly until: number }[];
  /** `owner/repository@commit`, a document, or the recorded account. */
  readonly source: string;
  /** The end of the day on which the profile was recorded, in Unix seconds. */
  readonly capturedUnix: number;
  /** The day of the review, such as 2026-11-28. */
  readonly reviewed: string;
}

/** A mint that a dated list proves to be the issuer's, with the profile of this mint. */
export interface ReviewedAsset {
  readonly mint: Address;
  readonly symbol: string;
  readonly name: string;
  readonly profile: IssuerProfile;
}

/**
 * The reviewed issuer of the mint. `listed`: a dated list has this mint. `signed`: a key of the issuer signed for the mint. `not_signed`:
 * the mint names the issuer's keys, as anybody's mint can, and no transaction that was read is signed with one.
 */
export interface IssuerFacts {
  readonly how: 'listed' | 'signed' | 'not_signed';
  readonly profile: IssuerProfile;
  /** What a list calls the mint; null where none has it. */
  readonly asset: { readonly symbol: string; readonly name: string } | null;
  /** The transaction in which a key of the issuer signed for the mint; null where that was not needed or not found. */
  readonly transaction: string | null;
}

/** Powers that cannot make, move or stop tokens. On a listed mint they may have any key. */
const TEXT_POWERS: readonly string[] = [
  'metadata',
  'metadata_pointer',
  'group',
  'group_pointer',
  'group_member_pointer',
  'confidential_transfer',
  'confidential_transfer_fee',
];

/**
 * How a listed mint differs from its profile: `program`, `extensions`, and each power that another key has, such as `freeze_authority`. A
 * power with a former key of the issuer is no difference: only the owner of a power can pass it on. A power that was given up needs no
 * warning.
 */
export function profileDrift(profile: IssuerProfile, mint: FullMint): readonly string[] {
  return [
    ...formDrift(profile, mint),
    ...strangePowers(profile, mint).map(({ role }) => (role === 'permanent_delegate' ? role : `${role}_authority`)),
  ];
}

/** A power over tokens that neither a reviewed nor a former key of the issuer has. */
interface StrangePower {
  readonly role: string;
  readonly of: Address;
  readonly reviewed: readonly Address[];
}

/** The powers of a listed mint that drifted: the present key of each, and the reviewed one. */
export function strangePowers(profile: IssuerProfile, mint: FullMint): readonly StrangePower[] {
  const former = profile.former.map(({ key }) => key);
  return authorityRoles(mint).flatMap(([role, of]) => {
    const reviewed = holdersOf(profile, role);
    const isStrange = of !== null && !TEXT_POWERS.includes(role) && !former.includes(of) && !reviewed.includes(of);
    return isStrange ? [{ role, of, reviewed }] : [];
  });
}

function formDrift(profile: IssuerProfile, mint: FullMint): readonly string[] {
  return [
    ...(mint.program === profile.program ? [] : ['program']),
    ...(hasExtensionsOf(profile, mint) ? [] : ['extensions']),
  ];
}

function holdersOf({ keys, others }: IssuerProfile, role: string): readonly Address[] {
  return keys[role] ?? others;
}

/** Extensions are fixed at creation, except metadata, so a different set belongs to another mint. */
function hasExtensionsOf({ extensions }: IssuerProfile, mint: FullMint): boolean {
  const types = mint.extensions.map(({ type }) => type).sort();
  const isSame = extensions.some((set) => types.length === set.length && set.every((one, n) => one === types[n]));
  return isSame && mint.unknownExtensions.length === 0;
}

/**
 * Whether a mint names only the keys of a profile, which anybody can write into their own mint. Coins without an issuer have no further
 * mints.
 */
export function namesKeysOf(profile: IssuerProfile, mint: FullMint): boolean {
  if (profile.class === 'community') return false;
  const roles = authorityRoles(mint).filter(([, of]) => of !== null);
  const isTheirs = roles.every(([role, of]) => {
    const holders = holdersOf(profile, role);
    return holders.some((one) => one === of) || (holders.length === 0 && TEXT_POWERS.includes(role));
  });
  return isTheirs && roles.some(([role]) => !TEXT_POWERS.includes(role)) && formDrift(profile, mint).length === 0;
}

/** Every key of the profile that a power may lie with today. */
export function currentKeys({ keys, others }: IssuerProfile): ReadonlySet<Address> {
  return new Set([...Object.values(keys).flat(), ...others]);
}
