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
  orNullWhere,
  seconds,
  signature,
  slot,
  text,
  tokens,
  unixTime,
  type Values,
} from '../metric.ts';
import { poolRefusal, venue } from '../venue-words.ts';
import {
  AgeProofKind,
  AssetClass,
  AuthorityKind,
  AuthorityRole,
  ClusterLink,
  HolderRole,
  IssuerProof,
  LaunchRole,
  LinkScheme,
  LiquidityHow,
  PowerDrift,
  PowerProofKind,
  TreasuryKind,
  UpgradeBy,
} from './metric-words.ts';

const ofSupply = orNullWhere('the supply is zero, or was not read');
const ofCirculating = orNullWhere('the circulating supply is not known');
const ofAuthority = orNullWhere('nobody can');
const ofSchedule = orNullWhere('no change is scheduled');

export const TokenAuthority = group('TokenAuthority', 'Address with a power over the mint.', {
  address: member(addressType, 'Address that has the powers.'),
  roles: member(listOf(AuthorityRole), 'Powers of the address over the mint.'),
  kind: member(AuthorityKind, 'Kind of account behind the address.'),
  program: member(orNull(addressType, 'the address has no account'), 'Program that owns the account of the address.'),
});

export const TokenTransferFee = group(
  'TokenTransferFee',
  'Fee that the mint keeps of each transfer, now and from a set epoch on.',
  {
    active_bps: member(bps, 'Fee of each transfer now, as a share of the amount.'),
    active_maximum: member(tokens, 'Largest fee of one transfer now.'),
    scheduled_bps: member(
      ofSchedule(bps),
      'Fee of each transfer from the scheduled epoch on, as a share of the amount.',
    ),
    scheduled_maximum: member(ofSchedule(tokens), 'Largest fee of one transfer from the scheduled epoch on.'),
    scheduled_epoch: member(ofSchedule(integer), 'Epoch from which the scheduled fee applies.'),
    authority: member(ofAuthority(addressType), 'Address that can change the fee.'),
  },
);

export const TokenTransferHook = group(
  'TokenTransferHook',
  'Program that decides about each transfer, and the power to set another one.',
  {
    program: member(orNull(addressType, 'none is set'), 'Program that decides about each transfer.'),
    authority: member(ofAuthority(addressType), 'Address that can set another program.'),
    upgradeable: member(
      orNull(flag, 'there is no program, or it was not read'),
      'Whether somebody can change the program.',
    ),
  },
  { fields: { upgradeable: 'isUpgradeable' } },
);

export const TokenPause = group(
  'TokenPause',
  'Power to pause all transfers, and whether they are paused.',
  {
    authority: member(ofAuthority(addressType), 'Address that can pause and resume transfers.'),
    paused: member(flag, 'Whether transfers are paused now.'),
  },
  { fields: { paused: 'isPaused' } },
);

export const TokenStake = group('TokenStake', 'Staking program that is proven to be the only one that can mint.', {
  program: member(addressType, 'Address of the staking program.'),
  program_name: member(text, 'Name of the staking program.'),
  pool: member(orNull(addressType, 'the authority alone proves the program'), 'State account of the staking program.'),
});

export const TokenProgramPower = group(
  'TokenProgramPower',
  'Power over the mint that is proven to lie with a program of fixed rules or with a governance.',
  {
    role: member(AuthorityRole, 'Power that the program has.'),
    authority: member(addressType, 'Authority that only the program signs for.'),
    program: member(addressType, 'Address of the program.'),
    program_name: member(text, 'Name of the program.'),
    how: member(PowerProofKind, 'Proof that the program has the power.'),
    account: member(orNull(addressType, 'addresses alone prove it'), 'Account that proves the power.'),
    upgradeable_by: member(UpgradeBy, 'Party that can change the program.'),
    upgrade_authority: member(
      orNull(addressType, 'nobody can, or it was not read'),
      'Address that can change the program.',
    ),
    backing: member(
      orNull(text, 'no such asset is known'),
      'Asset behind a token of a bridge, wrapper or pool: a mint, a pool, or a chain number of Wormhole with an address there.',
    ),
    backing_name: member(orNull(text, 'the asset was not reviewed'), 'Name of the asset behind the token.'),
    realm: member(orNull(addressType, 'the program is no governance'), 'Realm of the governance.'),
    delay_seconds: member(
      orNull(seconds, 'the program is no governance'),
      'Shortest time from a proposal to its execution. A voting time counts only where no vote can end early.',
    ),
  },
  { fields: { how: 'proof' } },
);

const drift = member(
  listOf(PowerDrift),
  'Differences between the present powers and the reviewed ones. Empty where there is none.',
);

export const TokenCuration = group('TokenCuration', 'Known asset that the mint is, by its address alone.', {
  name: member(text, 'Reviewed name of the asset.'),
  class: member(AssetClass, 'Class of the asset.'),
  drift,
});

export const TokenIssuer = group(
  'TokenIssuer',
  'Reviewed issuer of the mint.',
  {
    name: member(text, 'Reviewed name of the issuer.'),
    class: member(AssetClass, 'Class of the asset.'),
    how: member(IssuerProof, "Proof that the mint is the issuer's."),
    drift,
    reviewed: member(text, 'Day of the review in UTC, for example `2026-11-28`.'),
    source: member(text, 'Source of the reviewed powers.'),
    transaction: member(
      orNull(signature, 'a list names the mint'),
      'Transaction in which the issuer signed for the mint.',
    ),
  },
  { fields: { how: 'proof', reviewed: 'reviewDate' } },
);

export const TokenLink = group(
  'TokenLink',
  "Publishable facts about the metadata link. The link itself is a stranger's text and stays out.",
  {
    scheme: member(LinkScheme, 'Scheme of the link.'),
    host: member(
      orNull(text, 'the link has no host in plain spelling'),
      'Host of the link in plain ASCII, at most 100 characters.',
    ),
    content_addressed: member(flag, 'Whether the link names its content by a hash, so that the content cannot change.'),
  },
  { fields: { content_addressed: 'isContentAddressed' } },
);

export const TokenBuckets = group(
  'TokenBuckets',
  'Shares of groups of large accounts in the supply, rounded down.',
  {
    pools: member(bps, 'Share of pools that trade the mint.'),
    curves: member(bps, 'Share of launch curves.'),
    burned: member(bps, 'Share of accounts that nobody can ever move.'),
    launch_system: member(bps, 'Share of launch systems that trade in the token.'),
    lockers: member(bps, 'Share of lockers and vesting programs.'),
    custody: member(bps, 'Share of bridges, lending markets and other programs that keep tokens for many.'),
    exchanges: member(bps, 'Share of labelled exchanges.'),
  },
  {
    fields: {
      pools: 'poolsBps',
      curves: 'curvesBps',
      burned: 'burnedBps',
      launch_system: 'launchSystemBps',
      lockers: 'lockersBps',
      custody: 'custodyBps',
      exchanges: 'exchangesBps',
    },
  },
);

export const TokenHolder = group(
  'TokenHolder',
  'One of the largest token accounts of the mint.',
  {
    account: member(addressType, 'Address of the token account.'),
    owner: member(addressType, 'Owner of the token account.'),
    role: member(HolderRole, 'Role of the owner.'),
    tokens: member(tokens, 'Tokens in the account.'),
    share_bps: member(ofSupply(bps), 'Share of the account in the supply, rounded down.'),
    frozen: member(flag, 'Whether the account is frozen.'),
    label: member(orNull(text, 'the owner has no label'), 'Label of the owner.'),
  },
  { fields: { tokens: 'amount', frozen: 'isFrozen' } },
);

export const TokenVesting = group(
  'TokenVesting',
  'Decoded lock on one of the largest token accounts of the mint.',
  {
    account: member(addressType, 'Address of the token account.'),
    program: member(text, 'Name or address of the program that locks.'),
    sender: member(orNull(addressType, 'it is not known'), 'Address that put the tokens in.'),
    recipient: member(orNull(addressType, 'several get them, or it is not known'), 'Address that gets the tokens.'),
    cancelable_by: member(listOf(addressType), 'Addresses that can end the lock early. Such a lock keeps nothing.'),
    tokens: member(tokens, 'Tokens that are still locked.'),
    share_bps: member(ofSupply(bps), 'Share of the locked tokens in the supply, rounded down.'),
    opens_soon: member(tokens, 'Locked tokens that open within 30 days. They count as held.'),
    next_unlock_unix: member(orNull(unixTime, 'nothing ever opens'), 'Moment of the next unlock.'),
    ends_unix: member(orNull(unixTime, 'the lock never ends'), 'Moment at which everything is open.'),
  },
  {
    fields: { tokens: 'amount', opens_soon: 'opensSoonAmount', next_unlock_unix: 'nextUnlockAt', ends_unix: 'endsAt' },
  },
);

export const TokenTreasury = group(
  'TokenTreasury',
  'Proven vault that holds one of the largest accounts. It counts as a holder.',
  {
    owner: member(addressType, 'Address of the vault.'),
    kind: member(TreasuryKind, 'Program of the vault.'),
    account: member(addressType, 'Account of the multisig or the governance.'),
    threshold: member(orNull(integer, 'the vault belongs to a governance'), 'Number of keys that have to sign.'),
    members: member(orNull(integer, 'the vault belongs to a governance'), 'Number of keys of the multisig.'),
    config_authority: member(ofAuthority(addressType), 'Address that can change the members alone.'),
    delay_seconds: member(seconds, 'Time that a transfer waits after its approval.'),
    tokens: member(tokens, 'Tokens in the account.'),
    share_bps: member(ofSupply(bps), 'Share of the account in the supply, rounded down.'),
  },
  { fields: { members: 'memberCount', tokens: 'amount' } },
);

const TokenLiquidityPart = group(
  'TokenLiquidityPart',
  "Part of a pool's liquidity with its owner. The rest up to 10,000 basis points was not read.",
  {
    how: member(LiquidityHow, 'Fate of the part.'),
    owner: member(orNull(addressType, 'nobody owns it, or the owner is not known'), 'Owner of the part.'),
    bps: member(bps, "Share of the part in the pool's liquidity."),
    unlocks_at_unix: member(
      orNull(unixTime, 'the part is not locked, or its lock never ends'),
      'First moment at which some of a locked part can be withdrawn.',
    ),
  },
  { fields: { how: 'fate', bps: 'shareBps' } },
);

export const TokenPool = group('TokenPool', 'Pool that trades the mint.', {
  venue: member(venue, 'Venue of the pool.'),
  address: member(addressType, 'Address of the pool.'),
  other_mint: member(orNull(addressType, 'the pool was not read'), 'Mint on the other side of the pool.'),
  depth_lamports: member(
    orNull(lamports, 'the pool has no price'),
    'Depth of the pool: the balance of a constant product that pays as much until the price has fallen by a tenth.',
  ),
  depth_usd: member(
    orNull(dollars, 'the pool has no price, or the price of SOL was not read'),
    'Depth of the pool, rounded down to cents: the balance of a constant product that pays as much until the price has fallen by a tenth.',
  ),
  refused: member(orNull(poolRefusal, 'the pool has a price'), 'Reason for which the pool has no price.'),
  is_curve: member(flag, 'Whether the pool is a launch curve.'),
  creator: member(
    orNull(addressType, 'the venue names none, or the pool was not read'),
    "Address that created the pool, or gets the creator's fee.",
  ),
  opened_at_unix: member(
    orNull(unixTime, 'the venue records none, or the pool was not read'),
    'Moment at which trading opened.',
  ),
  liquidity_parts: member(
    orNull(listOf(objectOf(TokenLiquidityPart)), 'the owners were not read'),
    'Parts of the liquidity with their owners, largest first, at most 20.',
  ),
});

export const UnmeasuredLiquidity = group(
  'UnmeasuredLiquidity',
  'Large account under an authority of a venue that no pool explains.',
  {
    account: member(addressType, 'Address of the token account.'),
    venue: member(venue, 'Venue of the authority.'),
    tokens: member(tokens, 'Tokens in the account.'),
  },
  { fields: { tokens: 'amount' } },
);

export const TokenAgeProof = group(
  'TokenAgeProof',
  'Proof of the earliest moment at which the mint exists.',
  {
    what: member(AgeProofKind, 'Kind of the proof.'),
    transaction: member(
      orNull(signature, 'a review or the present state proves it'),
      'Transaction that proves the age.',
    ),
    slot: member(orNull(slot, 'a review proves it'), 'Slot of the transaction that proves the age.'),
  },
  { fields: { what: 'kind' } },
);

export const LaunchBuyer = group(
  'LaunchBuyer',
  'Owner that got tokens in the slots of the launch.',
  {
    owner: member(addressType, 'Address of the owner.'),
    role: member(LaunchRole, 'Role of the owner in the launch.'),
    tokens: member(tokens, 'Tokens that the owner got in the launch.'),
    tokens_now: member(tokens, 'Tokens that the owner holds now.'),
    tokens_kept: member(
      tokens,
      'Tokens of the launch that the owner is not proven to have sold to a market: held ones and those moved elsewhere.',
    ),
  },
  { fields: { tokens: 'amount', tokens_now: 'presentAmount', tokens_kept: 'keptAmount' } },
);

export const LaunchShare = group(
  'LaunchShare',
  'Tokens of the launch buyers of one role, then and now.',
  {
    role: member(LaunchRole, 'Role of the buyers.'),
    wallets: member(integer, 'Number of wallets of the role.'),
    at_launch_bps: member(ofSupply(bps), 'Share of the supply that the role got in the launch, rounded down.'),
    kept_bps: member(
      ofCirculating(bps),
      'Share of the circulating supply that the role is not proven to have sold, rounded down.',
    ),
  },
  { fields: { wallets: 'walletCount' } },
);

export const HolderCluster = group(
  'HolderCluster',
  'Holders who count as one.',
  {
    by: member(listOf(ClusterLink), 'Links between the holders, the strongest first.'),
    source: member(orNull(addressType, 'they have none in common'), 'Wallet that the holders have in common.'),
    wallets: member(listOf(addressType), 'Wallets of the cluster, at most 50.'),
    tokens: member(tokens, 'Tokens that the wallets hold together, with those that they handed out after the launch.'),
    share_bps: member(ofCirculating(bps), 'Share of the cluster in the circulating supply, rounded down.'),
  },
  { fields: { by: 'links', tokens: 'amount' } },
);

export const FunderCluster = group(
  'FunderCluster',
  'Wallets whose first money came from one source.',
  {
    funder: member(addressType, 'Source of the first money.'),
    wallets: member(listOf(addressType), 'Wallets of the cluster, at most 50.'),
    tokens: member(tokens, 'Tokens that the wallets hold together.'),
    share_bps: member(ofCirculating(bps), 'Share of the cluster in the circulating supply, rounded down.'),
    alike: member(flag, 'Whether the wallets got like amounts, or all of the money within six hours.'),
  },
  { fields: { tokens: 'amount', alike: 'isAlike' } },
);

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
