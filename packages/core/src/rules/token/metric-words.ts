import { openWordOf, wordOf } from '../metric.ts';

// The tests hold each list to the type of its values.
export const TokenExtension = wordOf('TokenExtension', 'Extension of a Token-2022 mint.', {
  transfer_fee: 'The mint keeps a part of each transfer.',
  close_authority: 'An authority can close the mint while its supply is zero.',
  confidential_transfer: 'Balances can be held in encrypted form.',
  default_account_state: 'New accounts begin frozen, or an authority can make them begin frozen.',
  non_transferable: 'The tokens can never be transferred.',
  interest_bearing: 'Wallets show amounts with interest. Raw amounts stay.',
  permanent_delegate: 'An authority can move or burn the tokens of every holder.',
  transfer_hook: 'A program decides about transfers, or an authority can set one.',
  confidential_transfer_fee: 'Transfers in encrypted form have fees.',
  metadata_pointer: 'The mint names the account of its metadata.',
  token_metadata: 'The mint holds its own name, symbol and link.',
  group_pointer: 'The mint names the account that describes its group.',
  group_member_pointer: 'The mint names the account that describes its membership.',
  token_group: 'The mint stands for a group of mints.',
  token_group_member: 'The mint belongs to a group of mints.',
  confidential_mint_burn: 'The supply grows and shrinks in encrypted form.',
  scaled_ui_amount: 'Wallets multiply shown amounts by a factor. Raw amounts stay.',
  pausable: 'An authority can pause all transfers.',
  permissioned_burn: 'Burning needs the consent of an authority.',
});

export const IssuerProof = wordOf('IssuerProof', 'Proof that a mint belongs to an issuer.', {
  listed: 'A dated list has the mint.',
  signed: 'The issuer has every power over the mint, and a key of the issuer signed for it.',
});

export const AuthorityKind = wordOf('AuthorityKind', 'Kind of account behind an authority.', {
  wallet: 'A wallet with a single key.',
  multisig: 'A multisig of the token program.',
  program: 'An address that only a program can sign for, such as a vault or a governance.',
});

export const PowerProofKind = wordOf('PowerProofKind', 'Proof that a program has a power.', {
  mint_derived: 'The address of the mint follows from the program.',
  account_names_mint: 'An account of the program names the mint.',
  fixed_mint: 'The program has this one mint.',
  governance: 'The authority is an account of a governance program.',
});

export const UpgradeBy = wordOf('UpgradeBy', 'Party that can change a program.', {
  nobody: 'Nobody can change the program.',
  key: 'A single key. The power counts as that of a person.',
  program: 'An address that only a program can sign for, such as the vault of a multisig.',
  unread: 'The endpoint has no account of the program.',
});

/** The first that matches, in this order. */
export const HolderRole = wordOf('HolderRole', 'Role of the owner of a token account.', {
  burn: 'Nobody can ever move the tokens.',
  pool: 'A pool that trades the mint.',
  curve: 'The launch curve of the token.',
  launch_system: 'A launch system that trades in the token itself.',
  locker: 'A decoded lock keeps all of it for 30 days or more.',
  custody: 'A bridge, a lending market or another program that keeps tokens for many.',
  exchange: 'A labelled exchange, which holds tokens for many.',
  program:
    'An address that programs sign for, unknown to this service or under a lock that opens. It counts as a holder.',
  wallet: 'A wallet of one holder.',
});

export const MetadataSource = wordOf('MetadataSource', 'Place of the metadata of a token.', {
  metaplex: 'The account of Metaplex Token Metadata.',
  token_2022: 'The mint account itself.',
  none: 'The token has no metadata.',
});

export const LinkScheme = wordOf('LinkScheme', 'Scheme of a metadata link.', {
  https: 'A host over TLS.',
  http: 'A host without TLS.',
  ipfs: 'Content on IPFS, named by its hash.',
  ar: 'Content on Arweave, named by its transaction.',
  data: 'The link contains its content.',
  other: 'Another scheme, or no scheme.',
});

export const TreasuryKind = wordOf('TreasuryKind', 'Program that a vault belongs to.', {
  squads_v3: 'A multisig of Squads, version 3.',
  squads_v4: 'A multisig of Squads, version 4.',
  realms: 'A governance of Realms, which votes by tokens.',
});

export const LiquidityHow = wordOf('LiquidityHow', 'Fate of a part of the liquidity of a pool.', {
  burned: 'Nobody can ever withdraw the part.',
  locked: 'A decoded lock keeps the part until the named moment or for good.',
  program: 'The part belongs to the program of the venue.',
  wallet: 'The owner can withdraw the part.',
  unknown:
    'The part belongs to an account that this service does not understand. Its owner may be able to withdraw it.',
});

export const TrialSale = wordOf('TrialSale', 'Result of simulated sales.', {
  passed: 'Simulated transfers of real holders passed the token program and its hook.',
  refused: 'The simulated transfers were refused.',
});

export const AgeProofKind = wordOf('AgeProofKind', 'Kind of proof of an age.', {
  creation: 'The transaction that made the mint.',
  use: 'A transaction that used the mint.',
  review: 'The reviewed profile of a known asset.',
  state: 'The present state alone. Nothing that was read shows more.',
});

export const CreatorSource = wordOf('CreatorSource', 'Source that names a creator.', {
  launchpad: 'The launch curve or pool names the creator.',
  fee_payer: 'The address that paid for the creation. It need not be the developer.',
});

/** How a metadata link is spelled; a scheme that is not listed is `other`. */
export type LinkScheme = NonNullable<(typeof LinkScheme)['value']>;

export const LaunchRole = wordOf('LaunchRole', 'Role of a buyer in a launch.', {
  developer: 'The buyer created the token, or paid for the creation.',
  insider: "The creator, or the source of the creator's first money, gave the buyer its first money or tokens.",
  bundle: 'The buyer bought in the slot of the opening, or with a tip to a block engine.',
  sniper: 'The buyer bought in the slots after the opening.',
});

export const ClusterLink = wordOf('ClusterLink', 'Link between holders.', {
  funder: 'One wallet gave the holders their first money.',
  funders_funder: 'One wallet gave first money to the wallets that funded the holders.',
  token_source: 'The tokens of the holders came from one wallet instead of a market.',
  funded_together: 'The holders got like first amounts in the same minute.',
  sink: 'The holders paid money to one wallet lately.',
});

const roleWords = {
  mint: 'The power to mint tokens.',
  freeze: 'The power to freeze the accounts of holders.',
  transfer_fee: 'The power to change the transfer fee.',
  withdraw_fee: 'The power to withdraw the fees that transfers left.',
  permanent_delegate: 'The power to move or burn the tokens of every holder.',
  metadata: 'The power to change the name and the symbol.',
  metadata_pointer: 'The power to name another account of the metadata.',
  group: 'The power to change the group that the mint stands for.',
  group_pointer: 'The power to name another account of the group.',
  group_member_pointer: 'The power to name another account of the membership.',
  close: 'The power to close the mint while its supply is zero.',
  pause: 'The power to pause all transfers.',
  transfer_hook: 'The power to set the program that decides about transfers.',
  confidential_transfer: 'The power to change the settings of encrypted transfers.',
  confidential_transfer_fee: 'The power to change the settings of encrypted fees.',
  interest_bearing: 'The power to change the interest that wallets show.',
  scaled_ui_amount: 'The power to change the factor that wallets show.',
  permissioned_burn: 'The power to consent to burning.',
} as const;

export const AuthorityRole = openWordOf('AuthorityRole', 'Power over a mint.', roleWords);

export const PowerDrift = openWordOf('PowerDrift', 'Difference between a mint and its reviewed profile.', {
  program: 'The mint belongs to another token program.',
  extensions: 'The mint has other extensions.',
  ...Object.fromEntries(
    Object.keys(roleWords).map((role) => [
      role === 'permanent_delegate' ? role : `${role}_authority`,
      `Another address has the power \`${role}\`.`,
    ]),
  ),
});

export const AssetClass = openWordOf('AssetClass', 'Class of an asset that an issuer stands for.', {
  'fiat-stable': 'A stable coin of a state currency.',
  native: 'The native coin of a chain.',
  wrapped: 'A wrapped coin of another chain.',
  commodity: 'A commodity, such as gold.',
  'rwa-stock': 'A share of a company.',
  'rwa-fund': 'A share of a fund.',
  community: 'A coin whose issuer owes nothing.',
});
