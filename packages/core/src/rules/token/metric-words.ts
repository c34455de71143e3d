import { wordOf } from '../metric.ts';

/** Extensions that a mint may have, by the words that answers use. The tests hold each list to the type of its values. */
export const extensionWords = {
  transfer_fee: 'A part of each transfer stays with the mint.',
  close_authority: 'Somebody may close the mint while its supply is zero.',
  confidential_transfer: 'Balances may be held in encrypted form.',
  default_account_state: 'New accounts begin frozen, or could be made to.',
  non_transferable: 'The tokens can never be transferred.',
  interest_bearing: 'Wallets show amounts with interest; raw amounts stay.',
  permanent_delegate: 'Somebody may move or burn the tokens of every holder.',
  transfer_hook: 'A program decides about transfers, or can be set to.',
  confidential_transfer_fee: 'Fees on transfers in encrypted form.',
  metadata_pointer: 'Names the account where the metadata are.',
  token_metadata: 'Name, symbol and link inside of the mint.',
  group_pointer: 'Names the account where its group is described.',
  group_member_pointer: 'Names the account where its membership is described.',
  token_group: 'The mint stands for a group of mints.',
  token_group_member: 'The mint belongs to a group of mints.',
  confidential_mint_burn: 'The supply grows and shrinks in encrypted form.',
  scaled_ui_amount: 'Wallets show amounts times a factor; raw amounts stay.',
  pausable: 'All transfers can be paused.',
  permissioned_burn: 'Burning takes the consent of an authority.',
} as const;

/** How a mint is known to be of an issuer. */
export const issuerWords = {
  listed: 'A dated list has this mint.',
  signed: 'The issuer has every power over it, and a key of the issuer signed for it.',
} as const;

/** Kinds of accounts behind an authority. */
export const authorityWords = {
  wallet: 'A single key.',
  multisig: 'A multisig of the token program.',
  program: 'An address that only a program can sign for, such as a vault or a governance.',
} as const;

/** Proofs that a program has a power. */
export const powerProofWords = {
  mint_derived: 'The address of the mint follows from the program.',
  account_names_mint: 'An account of the program names the mint.',
  fixed_mint: 'The program has this one mint.',
  governance: 'The authority is an account of a governance program.',
} as const;

/** Deciders about changes of a program. */
export const upgradeWords = {
  nobody: 'Nobody.',
  key: 'A single key, so that the power counts as that of a person.',
  program: 'An address that only a program can sign for, such as the vault of a multisig.',
  unread: 'The endpoint has no account of the program.',
} as const;

/** The role of a token account's owner: the first that matches, in this order. */
export const holderWords = {
  burn: 'Nobody can ever move it.',
  pool: 'A pool that trades the mint.',
  curve: 'The launch curve.',
  launch_system: 'A launch system that trades in the token itself.',
  locker: 'A decoded lock keeps all of it for 30 days or more.',
  custody: 'A bridge, a lending market or another program that keeps it for many.',
  exchange: 'A labelled exchange, which holds for many.',
  program: 'An address that programs sign for, not understood here or under a lock that opens. It counts as a holder.',
  wallet: 'A wallet.',
} as const;

/** Where the metadata come from. */
export const metadataWords = {
  metaplex: 'The account of Metaplex Token Metadata.',
  token_2022: 'The mint itself.',
  none: 'There are none.',
} as const;

/** How a metadata link is spelled. */
export const linkWords = {
  https: 'A host, over TLS.',
  http: 'A host, without TLS.',
  ipfs: 'Content on IPFS, named by its hash.',
  ar: 'Content on Arweave, named by its transaction.',
  data: 'The content stands in the link.',
  other: 'Anything else.',
} as const;

/** Kinds of vaults. */
const treasuryWords = {
  squads_v3: 'A multisig of Squads, version 3.',
  squads_v4: 'A multisig of Squads, version 4.',
  realms: 'A governance of Realms, which votes by tokens.',
} as const;

/** Fates of a part of a pool's liquidity. */
export const liquidityWords = {
  burned: 'Nobody can withdraw it, ever.',
  locked: 'A decoded lock keeps it, until the moment that is named or for good.',
  program: 'It belongs to the program of the venue.',
  wallet: 'Its owner can withdraw it.',
  unknown:
    'It belongs to an account that is not understood here: nobody knows here who can withdraw it, or whether anybody can.',
} as const;

/** Results of a trial sale. */
export const trialWords = {
  passed: 'Simulated transfers of real holders passed the token program and its hook.',
  refused: 'They were refused.',
} as const;

/** Proofs of an age. */
export const ageWords = {
  creation: 'The transaction that made the mint.',
  use: 'A transaction that used the mint.',
  review: 'The reviewed profile of a known asset.',
  state: 'Only its present state: nothing that was read shows more.',
} as const;

/** Sources of a creator's name. */
export const creatorWords = {
  launchpad: 'The launch curve or pool names the creator.',
  fee_payer: 'Who paid for the creation, who need not be the developer.',
} as const;

export const TokenExtension = wordOf('TokenExtension', 'An extension of a Token-2022 mint.', extensionWords);
export const AuthorityKind = wordOf('AuthorityKind', 'What may be behind an authority.', authorityWords);
export const PowerProofKind = wordOf('PowerProofKind', 'What proves that a program has a power.', powerProofWords);
export const UpgradeBy = wordOf('UpgradeBy', 'Who can change a program.', upgradeWords);
export const HolderRole = wordOf('HolderRole', 'Whose an account of tokens is.', holderWords);
export const MetadataSource = wordOf('MetadataSource', 'Where the metadata come from.', metadataWords);
export const IssuerProof = wordOf('IssuerProof', 'How a mint is known to be of an issuer.', issuerWords);
export const LinkScheme = wordOf('LinkScheme', 'How a metadata link is spelled.', linkWords);
export const LiquidityHow = wordOf('LiquidityHow', 'What can become of a part of the liquidity.', liquidityWords);
export const TreasuryKind = wordOf('TreasuryKind', 'What a treasury is a vault of.', treasuryWords);
export const TrialSale = wordOf('TrialSale', 'What a trial sale came to.', trialWords);
export const AgeProofKind = wordOf('AgeProofKind', 'What proves an age.', ageWords);
export const CreatorSource = wordOf('CreatorSource', 'Who names a creator.', creatorWords);

/** How a metadata link is spelled; a scheme that is not listed is `other`. */
export type LinkScheme = keyof typeof linkWords;

export const LaunchRole = wordOf('LaunchRole', 'How somebody belongs to a launch.', {
  developer: 'It created the token, or paid for the creation.',
  insider: 'The creator, or who gave the creator its first money, gave it first money or tokens.',
  bundle: 'It bought in the slot of the opening, or with a tip to a block engine.',
  sniper: 'It bought in the slots after that.',
});

export const ClusterLink = wordOf('ClusterLink', 'What joins holders.', {
  funder: 'One wallet gave them their first money.',
  funders_funder: 'One wallet gave those their first money who gave it to them.',
  token_source: 'Their tokens came from one wallet instead of a market.',
  funded_together: 'They got like first amounts in the same minute.',
  sink: 'They paid money to one wallet lately.',
});
