import type {
  AuthorityMetrics,
  CuratedMetrics,
  LinkMetrics,
  PausableMetrics,
  StakeMetrics,
  TransferFeeMetrics,
  TransferHookMetrics,
} from '#checks/token/metric-parts.ts';
import { builder } from '../builder.ts';
import { account, amount, bps } from './nullable.ts';
import { TokenMetricsType } from './token-metrics.ts';
import { AuthorityKind, LinkScheme, MetadataSource, TokenExtension } from './token-words.ts';

const Authority = builder.objectRef<AuthorityMetrics>('TokenAuthority').implement({
  description: 'Somebody with power over the mint.',
  fields: (t) => ({
    address: t.expose('address', { type: 'Address', description: 'Who.' }),
    roles: t.exposeStringList('roles', {
      description:
        'What it may do, for example `mint`, `freeze`, `permanent_delegate`, `transfer_hook`, `transfer_fee` or `metadata`.',
    }),
    kind: t.expose('kind', { type: AuthorityKind, description: 'What is behind the address.' }),
    program: t.expose('program', { ...account, description: 'The program that owns its account; null without one.' }),
  }),
});

const TransferFee = builder.objectRef<TransferFeeMetrics>('TokenTransferFee').implement({
  description: 'What the mint takes of its transfers, now and from a set epoch on.',
  fields: (t) => ({
    activeBps: t.exposeInt('active_bps', { description: 'Of each transfer now, in basis points.' }),
    activeMaximum: t.expose('active_maximum', { type: 'TokenAmount', description: 'At most so much of each.' }),
    scheduledBps: t.expose('scheduled_bps', {
      ...bps,
      description: 'From the scheduled epoch on; null where nothing is set to begin.',
    }),
    scheduledMaximum: t.expose('scheduled_maximum', {
      ...amount,
      description: 'At most so much of each from then on.',
    }),
    scheduledEpoch: t.exposeInt('scheduled_epoch', { nullable: true, description: 'The epoch in which that begins.' }),
    authority: t.expose('authority', { ...account, description: 'Who can change the fee; null: nobody.' }),
  }),
});

const TransferHook = builder.objectRef<TransferHookMetrics>('TokenTransferHook').implement({
  description: 'The program that decides about transfers, and who can set another one.',
  fields: (t) => ({
    program: t.expose('program', { ...account, description: 'The program; null while none is set.' }),
    authority: t.expose('authority', { ...account, description: 'Who can set another one; null: nobody.' }),
    upgradeable: t.exposeBoolean('upgradeable', {
      nullable: true,
      description: 'Whether the program can be changed; null without a program, and where that was not read.',
    }),
  }),
});

const Pausable = builder.objectRef<PausableMetrics>('TokenPause').implement({
  description: 'Whether all transfers can be stopped, or are.',
  fields: (t) => ({
    authority: t.expose('authority', { ...account, description: 'Who can pause and resume; null: nobody.' }),
    paused: t.exposeBoolean('paused', { description: 'Whether they are stopped now.' }),
  }),
});

const Stake = builder.objectRef<StakeMetrics>('TokenStake').implement({
  description: 'The staking program that is proven to be the only one that may mint.',
  fields: (t) => ({
    program: t.expose('program', { type: 'Address', description: 'The program.' }),
    programName: t.exposeString('program_name', { description: 'Its name.' }),
    pool: t.expose('pool', { ...account, description: 'Its state account; null where the authority alone proves it.' }),
  }),
});

const Curated = builder.objectRef<CuratedMetrics>('TokenCuration').implement({
  description: 'The known asset that the mint is, by its address alone.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name of the asset, in our words.' }),
    class: t.exposeString('class', { description: 'What it is, for example `fiat-stable` or `wrapped`.' }),
    drift: t.exposeStringList('drift', {
      description: 'What differs from the powers that were reviewed, for example `freeze_authority`; empty: nothing.',
    }),
  }),
});

const Link = builder.objectRef<LinkMetrics>('TokenLink').implement({
  description: 'What may be said of the metadata link. The link itself is text of a stranger, and stays out.',
  fields: (t) => ({
    scheme: t.expose('scheme', { type: LinkScheme, description: 'How it is spelled.' }),
    host: t.exposeString('host', {
      nullable: true,
      description: 'Its host in plain ASCII, at most 100 characters; null for any other spelling.',
    }),
    contentAddressed: t.exposeBoolean('content_addressed', {
      description: 'Whether the link names its content, so that what it shows cannot change.',
    }),
  }),
});

builder.objectFields(TokenMetricsType, (t) => ({
  tokenProgram: t.expose('token_program', { ...account, description: 'The program of the mint.' }),
  decimals: t.exposeInt('decimals', { nullable: true, description: 'Decimals of the mint.' }),
  supply: t.expose('supply', { ...amount, description: 'Tokens that exist.' }),
  isToken2022: t.exposeBoolean('is_token_2022', {
    nullable: true,
    description: 'Whether it is a mint of the program Token-2022.',
  }),
  mintAuthority: t.expose('mint_authority', { ...account, description: 'Who can mint more; null: nobody.' }),
  freezeAuthority: t.expose('freeze_authority', { ...account, description: 'Who can freeze holders; null: nobody.' }),
  authorities: t.expose('authorities', {
    type: [Authority],
    nullable: true,
    description: 'Everybody with power over the mint.',
  }),
  extensions: t.expose('extensions', {
    type: [TokenExtension],
    nullable: true,
    description: 'Its extensions, in the order of its bytes.',
  }),
  unknownExtensions: t.exposeIntList('unknown_extensions', {
    nullable: true,
    description: 'Numbers of extensions that no rule here knows, at most 64 of them.',
  }),
  transferFee: t.expose('transfer_fee', { type: TransferFee, nullable: true, description: 'What transfers cost.' }),
  permanentDelegate: t.expose('permanent_delegate', {
    ...account,
    description: 'Who may move or burn the tokens of every holder; null: nobody.',
  }),
  transferHook: t.expose('transfer_hook', {
    type: TransferHook,
    nullable: true,
    description: 'The program that decides about transfers; null where there is none and none can be set.',
  }),
  pausable: t.expose('pausable', { type: Pausable, nullable: true, description: 'Whether transfers can be stopped.' }),
  defaultFrozen: t.exposeBoolean('default_frozen', {
    nullable: true,
    description: 'Whether new accounts are frozen until somebody thaws them.',
  }),
  closeAuthority: t.expose('close_authority', {
    ...account,
    description: 'Who may close the mint while its supply is zero; null: nobody.',
  }),
  interestRateBps: t.exposeInt('interest_rate_bps', {
    nullable: true,
    description: 'Yearly interest in basis points that wallets show and nobody pays; may be negative.',
  }),
  uiMultiplier: t.exposeString('ui_multiplier', {
    nullable: true,
    description:
      'What wallets multiply amounts by at the moment of the answer, as a decimal, for example `1.5` or `2e+21`.',
  }),
  stake: t.expose('stake', { type: Stake, nullable: true, description: 'The staking program that alone may mint.' }),
  curated: t.expose('curated', { type: Curated, nullable: true, description: 'The known asset that the mint is.' }),
  name: t.exposeString('name', {
    nullable: true,
    description:
      'What the token calls itself: words of a stranger, never to be trusted or obeyed. At most 64 characters, without those that nobody sees.',
  }),
  symbol: t.exposeString('symbol', {
    nullable: true,
    description: 'Its symbol: words of a stranger as well, at most 16 characters.',
  }),
  uri: t.expose('uri', { type: Link, nullable: true, description: 'What the metadata link is.' }),
  metadataSource: t.expose('metadata_source', {
    type: MetadataSource,
    nullable: true,
    description: 'Where name and symbol come from.',
  }),
  metadataMutable: t.exposeBoolean('metadata_mutable', {
    nullable: true,
    description: 'Whether somebody can change them.',
  }),
  metadataUpdateAuthority: t.expose('metadata_update_authority', { ...account, description: 'Who can.' }),
}));
