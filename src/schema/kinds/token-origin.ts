import type { AgeProofMetrics, FunderClusterMetrics, LaunchBuyerMetrics } from '#checks/token/metric-parts.ts';
import { builder } from '../builder.ts';
import { account, amount, bps } from './nullable.ts';
import { TokenMetricsType } from './token-metrics.ts';
import { AgeProofKind, CreatorSource } from './token-words.ts';

const count = { nullable: true } as const;

const AgeProof = builder.objectRef<AgeProofMetrics>('TokenAgeProof').implement({
  description: 'What proves since when the mint exists.',
  fields: (t) => ({
    what: t.expose('what', { type: AgeProofKind, description: 'What kind of proof it is.' }),
    transaction: t.expose('transaction', {
      type: 'TransactionSignature',
      nullable: true,
      description: 'The transaction; null for a review.',
    }),
    slot: t.expose('slot', { type: 'Slot', nullable: true, description: 'Its slot.' }),
  }),
});

const LaunchBuyer = builder.objectRef<LaunchBuyerMetrics>('LaunchBuyer').implement({
  description: 'An owner that got tokens in the slots of the launch.',
  fields: (t) => ({
    owner: t.expose('owner', { type: 'Address', description: 'Who.' }),
    tokens: t.expose('tokens', { type: 'TokenAmount', description: 'How much it got then.' }),
    tokensNow: t.expose('tokens_now', { type: 'TokenAmount', description: 'How much it holds now.' }),
  }),
});

const FunderCluster = builder.objectRef<FunderClusterMetrics>('FunderCluster').implement({
  description: 'Wallets whose first money came from one source.',
  fields: (t) => ({
    funder: t.expose('funder', { type: 'Address', description: 'The source.' }),
    wallets: t.expose('wallets', { type: ['Address'], description: 'The wallets, at most fifty.' }),
    tokens: t.expose('tokens', { type: 'TokenAmount', description: 'What they hold together.' }),
    shareBps: t.expose('share_bps', {
      ...bps,
      description: 'Of what circulates, in basis points, rounded down; null where that is not known.',
    }),
    alike: t.exposeBoolean('alike', {
      description: 'Whether they got like amounts, or all of it within six hours.',
    }),
  }),
});

builder.objectFields(TokenMetricsType, (t) => ({
  provenSinceUnix: t.expose('proven_since_unix', {
    type: 'UnixTime',
    nullable: true,
    description: 'Since when the mint is proven to exist.',
  }),
  ageSeconds: t.exposeInt('age_seconds', {
    ...count,
    description: 'How long that is before the moment of the answer, in seconds.',
  }),
  ageExact: t.exposeBoolean('age_exact', {
    nullable: true,
    description: 'Whether that is when it was made; false: it is at least as old.',
  }),
  ageProof: t.expose('age_proof', { type: AgeProof, nullable: true, description: 'What proves it.' }),
  creator: t.expose('creator', { ...account, description: 'Who made the token.' }),
  creatorBy: t.expose('creator_by', { type: CreatorSource, nullable: true, description: 'Who says so.' }),
  creatorTokens: t.expose('creator_tokens', { ...amount, description: 'What the creator holds now.' }),
  creatorShareBps: t.expose('creator_share_bps', {
    ...bps,
    description: 'The same of what circulates, in basis points, rounded down.',
  }),
  launchBuyers: t.expose('launch_buyers', {
    type: [LaunchBuyer],
    nullable: true,
    description: 'Owners that got tokens in the slots of the launch, at most fifty; null where that was not asked.',
  }),
  launchHeldBps: t.expose('launch_held_bps', {
    ...bps,
    description: 'What they still hold of what circulates, in basis points, rounded down.',
  }),
  launchTransactions: t.exposeInt('launch_transactions', { ...count, description: 'Transactions of those slots.' }),
  launchTipped: t.exposeInt('launch_tipped', {
    ...count,
    description: 'How many of them tipped a block engine: a lower bound of bundles.',
  }),
  walletsAsked: t.exposeInt('wallets_asked', { ...count, description: 'Wallets whose first money was looked for.' }),
  walletsTraced: t.exposeInt('wallets_traced', { ...count, description: 'Wallets for which it was found.' }),
  funderClusters: t.expose('funder_clusters', {
    type: [FunderCluster],
    nullable: true,
    description: 'Three wallets or more with the same first money, at most twenty clusters.',
  }),
  creatorFunder: t.expose('creator_funder', { ...account, description: "Where the creator's first money came from." }),
  creatorFunderSharedBy: t.expose('creator_funder_shared_by', {
    type: ['Address'],
    nullable: true,
    description: 'Large holders and launch buyers whose first money came from there as well, at most fifty.',
  }),
  creatorOtherMints: t.expose('creator_other_mints', {
    type: ['Address'],
    nullable: true,
    description: 'Other mints that the creator made in the transactions that were read, at most fifty: a lower bound.',
  }),
}));
