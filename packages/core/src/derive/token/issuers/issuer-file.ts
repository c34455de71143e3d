import { z } from 'zod';
import { type Address, parseAddress } from '#solana/address.ts';
import type { MintExtensionType } from '#solana/token/decoded-mint.ts';
import { type IssuerProfile, issuerClasses, type ReviewedAsset } from '#solana/token/issuers.ts';
import { isTokenProgram } from '#solana/token/programs.ts';

const DAY_SECONDS = 86_400;
const MS_PER_SECOND = 1_000;

/** Every power that a mint can give, by the names of `authorityRoles`. */
const powers = [
  'mint',
  'freeze',
  'permanent_delegate',
  'pause',
  'transfer_hook',
  'transfer_fee',
  'withdraw_fee',
  'close',
  'scaled_ui_amount',
  'interest_bearing',
  'permissioned_burn',
  'metadata',
  'metadata_pointer',
  'group',
  'group_pointer',
  'group_member_pointer',
  'confidential_transfer',
  'confidential_transfer_fee',
] as const;

const extensionTypes = [
  'transfer_fee',
  'close_authority',
  'confidential_transfer',
  'default_account_state',
  'non_transferable',
  'interest_bearing',
  'permanent_delegate',
  'transfer_hook',
  'confidential_transfer_fee',
  'metadata_pointer',
  'token_metadata',
  'group_pointer',
  'group_member_pointer',
  'token_group',
  'token_group_member',
  'confidential_mint_burn',
  'scaled_ui_amount',
  'pausable',
  'permissioned_burn',
] as const satisfies readonly MintExtensionType[];

const key = z.string().transform((text, context): Address => {
  const address = parseAddress(text);
  if (address) return address;
  context.addIssue({ code: 'custom', message: 'must be base58 of 32 bytes' });
  return z.NEVER;
});
const words = z.string().trim().min(1).max(200);
const day = z.iso.date('must be a day such as 2026-11-28');
const keysByPower = z.partialRecord(z.enum(powers), z.array(key).min(1));
const sets = z.array(z.array(z.enum(extensionTypes)).transform((set) => [...set].sort())).min(1);

/** What an asset may say otherwise than its issuer; `keys` are laid over those of the issuer, power by power. */
const assetSchema = z.strictObject({
  mint: key,
  symbol: words,
  name: words,
  class: z.enum(issuerClasses).optional(),
  extensions: sets.optional(),
  keys: keysByPower.default({}),
  captured: day.optional(),
});

const issuerSchema = z.strictObject({
  name: words,
  class: z.enum(issuerClasses),
  program: key.refine(isTokenProgram, 'must be a token program'),
  extensions: sets,
  keys: keysByPower,
  others: z.array(key).default([]),
  former: z.array(z.strictObject({ key, until: day })).default([]),
  source: words,
  captured: day,
  reviewed: day,
  assets: z.array(assetSchema).default([]),
});

const fileSchema = z.strictObject({ issuers: z.array(issuerSchema) });

/** An issuer of a file, with its mints. */
export interface ReviewedIssuer {
  readonly profile: IssuerProfile;
  readonly assets: readonly ReviewedAsset[];
}

/**
 * The issuers in the content of a file: `{"issuers": [{"name": "Circle", "class": "fiat-stable", "program": "…", "extensions": [[]], "keys":
 * {"mint": ["…"], "freeze": ["…"]}, "source": "owner/repository@commit", "captured": "2026-04-21", "reviewed": "2026-11-28",
 * "assets": [{"mint": "…", "symbol": "USDC", "name": "USD Coin"}]}]}`. `others` may have the powers that `keys` does not name;
 * `former` are keys with the day until which they had powers. Throws one error that names every mistake.
 */
export function issuersOf(content: unknown, name: string): readonly ReviewedIssuer[] {
  const file = fileSchema.safeParse(content);
  if (!file.success) {
    const issues = file.error.issues.map(({ path, message }) => `${path.join('.') || 'content'}: ${message}`);
    throw new Error(`${name}: ${issues.join(', ')}`);
  }
  const issuers = file.data.issuers.map(issuerOf);
  const mints = issuers.flatMap(({ assets }) => assets.map(({ mint }) => mint));
  const twice = mints.filter((mint, at) => mints.indexOf(mint) !== at);
  if (twice.length > 0) throw new Error(`${name}: lists twice ${[...new Set(twice)].join(', ')}`);
  return issuers;
}

function issuerOf({ assets, captured, former, ...issuer }: z.output<typeof issuerSchema>): ReviewedIssuer {
  const profile: IssuerProfile = {
    ...issuer,
    former: former.map(({ key: of, until }) => ({ key: of, until: endOf(until) })),
    capturedUnix: endOf(captured),
  };
  return { profile, assets: assets.map((asset) => assetOf(asset, profile)) };
}

function assetOf(asset: z.output<typeof assetSchema>, profile: IssuerProfile): ReviewedAsset {
  const { mint, symbol, name, captured } = asset;
  const own: IssuerProfile = {
    ...profile,
    class: asset.class ?? profile.class,
    extensions: asset.extensions ?? profile.extensions,
    keys: { ...profile.keys, ...asset.keys },
    capturedUnix: captured === undefined ? profile.capturedUnix : endOf(captured),
  };
  return { mint, symbol, name, profile: own };
}

/** The end of a day in Unix seconds, UTC. */
function endOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_SECOND + DAY_SECONDS;
}
