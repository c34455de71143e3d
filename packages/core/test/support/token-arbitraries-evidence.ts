import fc from 'fast-check';
import { type GapCause, gapFacts, ifKnown, known, missing } from '#lib/reading.ts';
import type { TokenEvidence } from '#rules/token/evidence.ts';
import { readingRole, type TokenReadingName } from '#rules/token/policy.ts';
import type { Address } from '#solana/address.ts';
import type { MintExtension, MintExtensionType } from '#solana/token/decoded-mint.ts';
import type { ReviewedAsset } from '#solana/token/issuers.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import { assetNamed, sampleAssets } from './issuers.ts';
import { type Change, changed, feeOf, ofMint, replaced } from './token-changes.ts';
import {
  age,
  holders,
  holdersOf,
  key,
  metadata,
  mint,
  NOW,
  programPower,
  tokenEvidence,
  tokenPool,
} from './token-evidence.ts';
import { insiders } from './token-insiders.ts';
import { identities, worsenings } from './token-worsenings.ts';

const DAY = 86_400;

/** Who has a power of an asset as it was reviewed. */
function holderOf({ profile: { keys, others } }: ReviewedAsset, role: string): Address | null {
  return (keys[role] ?? others)[0] ?? null;
}

/** An extension of a listed asset that does nothing yet. */
function idle(type: MintExtensionType, asset: ReviewedAsset): MintExtension {
  switch (type) {
    case 'transfer_fee':
      return feeOf(0n);
    case 'permanent_delegate':
      return { type, delegate: holderOf(asset, type) };
    case 'transfer_hook':
      return { type, authority: null, program: null };
    case 'default_account_state':
      return { type, frozen: false };
    case 'pausable':
      return { type, authority: null, paused: false };
    case 'metadata_pointer':
      return { type, authority: null, target: null };
    case 'confidential_transfer':
      return { type, authority: null, autoApprove: false };
    case 'scaled_ui_amount':
      return { type, authority: null, multiplier: '1', newMultiplier: '1', newFrom: 0n };
    case 'token_metadata':
      return { type, metadata: { updateAuthority: null, mint: asset.mint, name: 'A', symbol: 'A', uri: '' } };
    case 'close_authority':
    case 'confidential_transfer_fee':
      return { type, authority: null };
    default:
      throw new Error(`no listed asset has ${type}`);
  }
}

/** Evidence of a listed asset as it was reviewed, that nothing else speaks against. */
export function curatedEvidence(asset: ReviewedAsset): TokenEvidence {
  const isSol = asset.mint === WRAPPED_SOL;
  const { profile } = asset;
  const extensions = (profile.extensions[0] ?? []).map((type) => idle(type, asset));
  const [mintAuthority, freezeAuthority] = [holderOf(asset, 'mint'), holderOf(asset, 'freeze')];
  const powers = { program: profile.program, freezeAuthority, extensions, mintAuthority };
  return tokenEvidence({
    subject: asset.mint,
    issuer: known({ how: 'listed', profile, asset, transaction: null }),
    mint: known(mint(isSol ? { ...powers, supply: 0n } : powers)),
    holders: known(isSol ? holdersOf() : holders()),
  });
}

/** Another mint with the keys of an issuer that can seize, mint, freeze and pause. */
export function unlisted(how: 'signed' | 'not_signed'): TokenEvidence {
  const { profile, ...asset } = assetNamed('NFLXx');
  const transaction = how === 'signed' ? 'a signature' : null;
  return {
    ...curatedEvidence({ profile, ...asset }),
    subject: key(2),
    issuer: known({ how, profile, asset: null, transaction }),
  };
}

/** What may be otherwise without being bad. */
const variants: readonly Change[] = [
  (evidence) => evidence,
  (evidence) => evidence,
  replaced('programs', [programPower({ kind: 'staking', how: 'account_names_mint' })]),
  replaced('programs', [programPower(), programPower({ role: 'freeze', authority: key(54) })]),
  replaced('programs', [programPower({ upgrade: { by: 'key', authority: key(62) } })]),
  replaced('insiders', insiders()),
  replaced('trialSale', null),
  replaced('creator', null),
  replaced('age', age({ exact: false })),
  replaced('age', age({ exact: false, provenSince: NOW - DAY })),
  changed('asOf', (value) => ({ ...value, time: null })),
  changed('liquidity', (value) => ({ ...value, usdMicrosPerSol: null, pools: [tokenPool({ depthUsdMicros: null })] })),
  changed('liquidity', (value) => ({
    ...value,
    pools: ['raydium_cpmm', 'pumpswap', 'orca_whirlpool'].map((venue, n) =>
      tokenPool({ venue, address: key(10 + n), parts: null }),
    ),
  })),
  changed('liquidity', (value) => ({ ...value, pools: [...value.pools, tokenPool({ refused: 'not_read' })] })),
  changed('liquidity', (value) => ({ ...value, pools: [tokenPool({ refused: 'not_read' })] })),
  changed('liquidity', (value) => ({ ...value, unmeasured: [{ account: key(62), venue: 'Lifinity', tokens: 5n }] })),
  changed('liquidity', (value) => ({ ...value, pools: [...value.pools, tokenPool({ refused: 'disabled' })] })),
  ofMint({ unknownExtensions: [99] }),
];

const subjects: readonly TokenEvidence[] = [
  tokenEvidence(),
  tokenEvidence(),
  tokenEvidence({ metadata: known(metadata({ source: 'none', name: '', symbol: '', uri: '' })) }),
  ...sampleAssets.map(curatedEvidence),
  unlisted('signed'),
  unlisted('not_signed'),
];

/** Any cause. */
export const causes = fc.constantFrom(...(Object.keys(gapFacts) as GapCause[]));
/** Every reading of the evidence. */
export const readingNames = Object.keys(readingRole) as readonly TokenReadingName[];
/** Any of them. */
export const readings = fc.constantFrom(...readingNames);

/** The evidence without one reading; one that is missing already keeps its cause. */
export function withGap(evidence: TokenEvidence, name: TokenReadingName, cause: GapCause): TokenEvidence {
  return evidence[name].known ? { ...evidence, [name]: missing(name, cause) } : evidence;
}

/** The evidence with a market that is not older than its mint, which no chain shows. */
function inOrder(evidence: TokenEvidence): TokenEvidence {
  const [age, market] = [ifKnown(evidence.age), ifKnown(evidence.market)];
  if (!age?.exact || !market || market.provenSince >= age.provenSince) return evidence;
  return { ...evidence, market: known({ ...market, provenSince: age.provenSince }) };
}

/** Evidence of a mint that one or two facts may speak against, with up to two readings missing. */
export const anyEvidence: fc.Arbitrary<TokenEvidence> = fc
  .tuple(
    fc.constantFrom(...subjects),
    fc.array(fc.constantFrom(...variants), { maxLength: 2 }),
    fc.array(fc.constantFrom(...worsenings), { maxLength: 3 }),
    fc.oneof(
      { arbitrary: fc.constant([]), weight: 2 },
      { arbitrary: fc.array(fc.tuple(readings, causes), { maxLength: 2 }), weight: 1 },
    ),
    fc.oneof({ arbitrary: fc.constant(null), weight: 20 }, fc.constantFrom(...identities)),
  )
  .map(([subject, changes, facts, gaps, identity]) => {
    const all = [...changes, ...facts.map(({ worsen }) => worsen), ...(identity ? [identity.worsen] : [])];
    const whole = inOrder(all.reduce((evidence, change) => change(evidence), subject));
    return gaps.reduce((left, [name, cause]) => withGap(left, name, cause), whole);
  });
