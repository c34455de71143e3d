import {
  addressType,
  bps,
  dollars,
  flag,
  group,
  integer,
  lamports,
  listOf,
  member,
  objectOf,
  orNull,
  percent,
  seconds,
  signature,
  slot,
  text,
  tokens,
  unixTime,
  type Values,
} from '../metric.ts';
import { listed, refusals, venueNames } from '../venue-words.ts';
import {
  AgeProofKind,
  AuthorityKind,
  ClusterLink,
  HolderRole,
  IssuerProof,
  LaunchRole,
  LinkScheme,
  LiquidityHow,
  PowerProofKind,
  TreasuryKind,
  UpgradeBy,
} from './metric-words.ts';

export const TokenDataQuality = group(
  'TokenDataQuality',
  'How well each part of the evidence was read and proven, in percent from 0 to 100. It is no probability.',
  {
    control: member(percent, 'The mint, its powers and its metadata.'),
    holders: member(percent, 'The largest holders and the creator.'),
    liquidity: member(percent, 'Pools, their depth and who can withdraw it.'),
    exit: member(percent, 'Trial sales of real holders.'),
    origin: member(percent, 'Age, launch and first money.'),
  },
);

export const TokenAuthority = group('TokenAuthority', 'Somebody with power over the mint.', {
  address: member(addressType, 'Who.'),
  roles: member(
    listOf(text),
    'What it may do, for example `mint`, `freeze`, `permanent_delegate`, `transfer_hook`, `transfer_fee` or `metadata`.',
  ),
  kind: member(AuthorityKind, 'What is behind the address.'),
  program: member(orNull(addressType), 'The program that owns its account; null without one.'),
});

export const TokenTransferFee = group(
  'TokenTransferFee',
  'What the mint takes of its transfers, now and from a set epoch on.',
  {
    active_bps: member(bps, 'Of each transfer now, in basis points.'),
    active_maximum: member(tokens, 'At most so much of each.'),
    scheduled_bps: member(orNull(bps), 'From the scheduled epoch on; null where nothing is set to begin.'),
    scheduled_maximum: member(orNull(tokens), 'At most so much of each from then on.'),
    scheduled_epoch: member(orNull(integer), 'The epoch in which that begins.'),
    authority: member(orNull(addressType), 'Who can change the fee; null: nobody.'),
  },
);

export const TokenTransferHook = group(
  'TokenTransferHook',
  'The program that decides about transfers, and who can set another one.',
  {
    program: member(orNull(addressType), 'The program; null while none is set.'),
    authority: member(orNull(addressType), 'Who can set another one; null: nobody.'),
    upgradeable: member(
      orNull(flag),
      'Whether the program can be changed; null without a program, and where that was not read.',
    ),
  },
);

export const TokenPause = group('TokenPause', 'Whether all transfers can be stopped, or are.', {
  authority: member(orNull(addressType), 'Who can pause and resume; null: nobody.'),
  paused: member(flag, 'Whether they are stopped now.'),
});

export const TokenStake = group('TokenStake', 'The staking program that is proven to be the only one that may mint.', {
  program: member(addressType, 'The program.'),
  program_name: member(text, 'Its name.'),
  pool: member(orNull(addressType), 'Its state account; null where the authority alone proves it.'),
});

export const TokenProgramPower = group(
  'TokenProgramPower',
  'A power over the mint that a program of fixed rules is proven to have, or a governance.',
  {
    role: member(text, 'The power: `mint` or `freeze`.'),
    authority: member(addressType, 'The authority, which only the program signs for.'),
    program: member(addressType, 'The program.'),
    program_name: member(text, 'Its name.'),
    how: member(PowerProofKind, 'What proves it.'),
    account: member(orNull(addressType), 'The account that proves it; null where addresses alone do.'),
    upgradeable_by: member(UpgradeBy, 'Who can change the program.'),
    upgrade_authority: member(
      orNull(addressType),
      'The address of whoever can; null where nobody can or it was not read.',
    ),
    backing: member(
      orNull(text),
      'What a token of a bridge, wrapper or pool stands for: a mint or pool, or the number of a chain in Wormhole and an address there.',
    ),
    backing_name: member(orNull(text), 'The name of that asset, where it was reviewed.'),
    realm: member(orNull(addressType), 'The realm of a governance.'),
    delay_seconds: member(
      orNull(seconds),
      'The time from a proposal to its execution at least. That for votes counts only where none can end early.',
    ),
  },
);

export const TokenCuration = group('TokenCuration', 'The known asset that the mint is, by its address alone.', {
  name: member(text, 'The name of the asset, in our words.'),
  class: member(text, 'What it is, for example `fiat-stable` or `wrapped`.'),
  drift: member(
    listOf(text),
    'What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing.',
  ),
});

export const TokenIssuer = group('TokenIssuer', 'The reviewed issuer of the mint.', {
  name: member(text, 'The issuer, in our words.'),
  class: member(text, 'What the asset is, for example `fiat-stable`, `rwa-stock` or `community`.'),
  how: member(IssuerProof, 'How the mint is known to be of this issuer.'),
  drift: member(
    listOf(text),
    'What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing.',
  ),
  reviewed: member(text, 'The day of the review, for example `2026-11-28`.'),
  source: member(text, 'Where the reviewed powers come from.'),
  transaction: member(
    orNull(signature),
    'The transaction in which the issuer signed for the mint; null for a listed one.',
  ),
});

export const TokenLink = group(
  'TokenLink',
  'What may be said of the metadata link. The link itself is text of a stranger, and stays out.',
  {
    scheme: member(LinkScheme, 'How it is spelled.'),
    host: member(orNull(text), 'Its host in plain ASCII, at most 100 characters; null for any other spelling.'),
    content_addressed: member(flag, 'Whether the link names its content, so that what it shows cannot change.'),
  },
);

export const TokenBuckets = group(
  'TokenBuckets',
  'What groups among the largest accounts hold, in basis points of the supply, rounded down.',
  {
    pools: member(bps, 'Pools that trade the mint.'),
    curves: member(bps, 'Launch curves.'),
    burned: member(bps, 'What nobody can ever move.'),
    launch_system: member(bps, 'Launch systems that trade in the token.'),
    lockers: member(bps, 'Lockers and vesting programs.'),
    custody: member(bps, 'Bridges, lending markets and other programs that keep for many.'),
    exchanges: member(bps, 'Labelled exchanges.'),
  },
);

export const TokenHolder = group('TokenHolder', 'One of the largest accounts of the mint.', {
  account: member(addressType, 'The token account.'),
  owner: member(addressType, 'Who may move it.'),
  role: member(HolderRole, 'Whose it is.'),
  tokens: member(tokens, 'How much it holds.'),
  share_bps: member(orNull(bps), 'Of the supply, in basis points, rounded down; null where the supply was not read.'),
  frozen: member(flag, 'Whether it is frozen.'),
  label: member(orNull(text), 'Who is known to be behind it, by our labels.'),
});

export const TokenVesting = group('TokenVesting', 'A decoded lock on one of the largest accounts of the mint.', {
  account: member(addressType, 'The token account.'),
  program: member(text, 'The program that locks.'),
  sender: member(orNull(addressType), 'Who put the tokens in; null where that is not known.'),
  recipient: member(orNull(addressType), 'Who gets them; null where several do, or that is not known.'),
  cancelable_by: member(listOf(addressType), 'Who can end it early. A lock that somebody can end keeps nothing.'),
  tokens: member(tokens, 'What is still locked.'),
  share_bps: member(orNull(bps), 'The same of the supply, in basis points, rounded down.'),
  opens_soon: member(tokens, 'What of it opens within 30 days, and counts as held.'),
  next_unlock_unix: member(orNull(unixTime), 'When something opens next; null: never.'),
  ends_unix: member(orNull(unixTime), 'When all of it is open; null: never.'),
});

export const TokenTreasury = group(
  'TokenTreasury',
  'A proven vault among the largest accounts. It counts as a holder.',
  {
    owner: member(addressType, 'The vault.'),
    kind: member(TreasuryKind, 'What it is a vault of.'),
    account: member(addressType, 'The multisig, or the governance.'),
    threshold: member(orNull(integer), 'How many keys have to sign; null for a governance.'),
    members: member(orNull(integer), 'How many keys there are; null for a governance.'),
    config_authority: member(orNull(addressType), 'Who can change the members alone; null: nobody.'),
    delay_seconds: member(seconds, 'How long a transfer has to wait after its approval, in seconds.'),
    tokens: member(tokens, 'How much it holds.'),
    share_bps: member(orNull(bps), 'Of the supply, in basis points, rounded down.'),
  },
);

const TokenLiquidityPart = group(
  'TokenLiquidityPart',
  "A part of a pool's liquidity and who can take it away. What is missing to 10,000 was not read.",
  {
    how: member(LiquidityHow, 'What can become of it.'),
    owner: member(orNull(addressType), 'Whose it is.'),
    bps: member(bps, 'Its share in basis points.'),
    unlocks_at_unix: member(
      orNull(unixTime),
      'Of a lock: the first moment at which some of it can be withdrawn; null without an end, and for other parts.',
    ),
  },
);

export const TokenPool = group('TokenPool', 'A pool that trades the mint. Null: not read, or not applicable.', {
  venue: member(text, listed('The venue.', venueNames)),
  address: member(addressType, 'The pool.'),
  other_mint: member(orNull(addressType), 'What it trades the mint against.'),
  depth_lamports: member(
    orNull(lamports),
    'The other side that trades until the price has fallen by a tenth, as the balance of a constant product that pays as much, in lamports.',
  ),
  depth_usd: member(orNull(dollars), 'The same in US dollars as a decimal string with two decimals.'),
  refused: member(orNull(text), listed('Why it has no price; null where it has one.', refusals)),
  is_curve: member(flag, 'Whether it is a launch curve.'),
  creator: member(orNull(addressType), 'Who created the pool or gets the fee of the creator.'),
  opened_at_unix: member(orNull(unixTime), 'When trading opened.'),
  liquidity_parts: member(
    orNull(listOf(objectOf(TokenLiquidityPart))),
    'Who can take its liquidity, largest part first, at most twenty; null where that was not read.',
  ),
});

export const UnmeasuredLiquidity = group(
  'UnmeasuredLiquidity',
  'A large account under an authority of a venue that no pool explains.',
  {
    account: member(addressType, 'The token account.'),
    venue: member(text, listed('The venue.', venueNames)),
    tokens: member(tokens, 'How much it holds.'),
  },
);

export const TokenAgeProof = group('TokenAgeProof', 'What proves since when the mint exists.', {
  what: member(AgeProofKind, 'What kind of proof it is.'),
  transaction: member(
    orNull(signature),
    'The transaction; null for a review, and where only the present state proves it.',
  ),
  slot: member(orNull(slot), 'Its slot.'),
});

export const LaunchBuyer = group('LaunchBuyer', 'An owner that got tokens in the slots of the launch.', {
  owner: member(addressType, 'Who.'),
  role: member(LaunchRole, 'How it belongs to the launch.'),
  tokens: member(tokens, 'How much it got then.'),
  tokens_now: member(tokens, 'How much it holds now.'),
  tokens_kept: member(
    tokens,
    'How much it is not proven to have sold to a market: what it holds and what it moved elsewhere.',
  ),
});

export const LaunchShare = group('LaunchShare', 'What one kind of launch buyers got, and what they have.', {
  role: member(LaunchRole, 'Which of them.'),
  wallets: member(integer, 'How many wallets.'),
  at_launch_bps: member(
    orNull(bps),
    'What they got in the launch, of the supply, in basis points, rounded down; null where the supply was not read.',
  ),
  kept_bps: member(
    orNull(bps),
    'What they are not proven to have sold, of what circulates, in basis points, rounded down; null where that is not known.',
  ),
});

export const HolderCluster = group('HolderCluster', 'Holders who count as one.', {
  by: member(listOf(ClusterLink), 'What joins them, the strongest first.'),
  source: member(orNull(addressType), 'The wallet that they have in common; null where there is none.'),
  wallets: member(listOf(addressType), 'The wallets, at most fifty.'),
  tokens: member(tokens, 'What they hold together, with what they handed out after the launch.'),
  share_bps: member(orNull(bps), 'Of what circulates, in basis points, rounded down; null where that is not known.'),
});

export const FunderCluster = group('FunderCluster', 'Wallets whose first money came from one source.', {
  funder: member(addressType, 'The source.'),
  wallets: member(listOf(addressType), 'The wallets, at most fifty.'),
  tokens: member(tokens, 'What they hold together.'),
  share_bps: member(orNull(bps), 'Of what circulates, in basis points, rounded down; null where that is not known.'),
  alike: member(flag, 'Whether they got like amounts, or all of it within six hours.'),
});

export type AuthorityMetrics = Values<typeof TokenAuthority>;
export type TransferFeeMetrics = Values<typeof TokenTransferFee>;
export type TransferHookMetrics = Values<typeof TokenTransferHook>;
export type ProgramPowerMetrics = Values<typeof TokenProgramPower>;
export type LinkMetrics = Values<typeof TokenLink>;
export type HolderMetrics = Values<typeof TokenHolder>;
export type VestingMetrics = Values<typeof TokenVesting>;
export type TreasuryMetrics = Values<typeof TokenTreasury>;
export type TokenPoolMetrics = Values<typeof TokenPool>;
export type FunderClusterMetrics = Values<typeof FunderCluster>;
export type HolderClusterMetrics = Values<typeof HolderCluster>;
export type LaunchShareMetrics = Values<typeof LaunchShare>;
