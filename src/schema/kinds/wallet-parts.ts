import { testDirections, testUnits } from '#checks/wallet/measured.ts';
import type {
  EquityMetrics,
  FailedTestMetrics,
  FlowMetrics,
  MakerMetrics,
  StableRateMetrics,
  TopTradeMetrics,
  WindowMetrics,
} from '#checks/wallet/metric-parts.ts';
import { builder } from '../builder.ts';
import { enumOf } from '../enums.ts';
import { account, bps } from './nullable.ts';

/** How much of the past was read, as a type. */
export const WalletWindow = builder.objectRef<WindowMetrics>('WalletWindow').implement({
  description: 'How much of the past was read, and how well it holds together.',
  fields: (t) => ({
    fromUnix: t.expose('from_unix', { type: 'UnixTime', description: 'Where the window begins.' }),
    toUnix: t.expose('to_unix', { type: 'UnixTime', description: 'Where it ends.' }),
    days: t.exposeInt('days', { description: 'Whole days in it.' }),
    bornInside: t.exposeBoolean('born_inside', {
      description: 'Whether the first transaction of the wallet lies inside it, from a balance of 0.',
    }),
    signatures: t.exposeInt('signatures', { description: "Transactions in the wallet's own list." }),
    tokenSignatures: t.exposeInt('token_signatures', {
      description: 'Transactions in the lists of its token accounts, as far as they were read.',
    }),
    pages: t.exposeInt('pages', { description: 'Pages of those lists.' }),
    transactions: t.exposeInt('transactions', { description: 'Transactions that were read and understood.' }),
    unusableTransactions: t.exposeInt('unusable_transactions', {
      description: 'Transactions that no endpoint gave in full.',
    }),
    repaired: t.exposeInt('repaired', {
      description: "Transactions that only token accounts' lists led to, after a balance had not followed.",
    }),
    nativeLinks: t.exposeInt('native_links', {
      description: 'Times that the SOL after a transaction was the SOL before the next one.',
    }),
    tokenLinks: t.exposeInt('token_links', { description: 'The same for token accounts.' }),
    breaks: t.exposeInt('breaks', { description: 'Times that it was not, after everything was asked again.' }),
    mismatches: t.exposeInt('mismatches', {
      description: 'Present balances that do not follow from the last transactions.',
    }),
    unprovenAccounts: t.exposeInt('unproven_accounts', {
      description: 'Token accounts that were not looked at because there are too many.',
    }),
  }),
});

const flow = { type: 'SignedLamports' } as const;

/** Where lamports came from and went to, as a type. */
export const WalletFlows = builder.objectRef<FlowMetrics>('WalletFlows').implement({
  description:
    "Every change of the wallet's SOL (wrapped SOL and the rent of its token accounts included), each lamport in one class. The classes add up to the change.",
  fields: (t) => ({
    buys: t.expose('buys_lamports', { ...flow, description: 'Purchases of tokens, all their costs included.' }),
    sells: t.expose('sells_lamports', { ...flow, description: 'Sales of tokens, after all their costs.' }),
    conversions: t.expose('conversions_lamports', { ...flow, description: 'SOL for stable coins and back.' }),
    transfersIn: t.expose('transfers_in_lamports', { ...flow, description: 'Sent by others.' }),
    transfersOut: t.expose('transfers_out_lamports', { ...flow, description: 'Sent to others.' }),
    rentFromOthers: t.expose('rent_from_others_lamports', {
      ...flow,
      description: "Rent of the wallet's token accounts that others paid.",
    }),
    rentForOthers: t.expose('rent_for_others_lamports', { ...flow, description: 'Rent of accounts of others.' }),
    failedFees: t.expose('failed_fees_lamports', { ...flow, description: 'Fees of failed transactions.' }),
    otherFees: t.expose('other_fees_lamports', { ...flow, description: 'Fees of transactions that are no trades.' }),
    tips: t.expose('tips_lamports', { ...flow, description: 'Tips in transactions that are no trades.' }),
    atomic: t.expose('atomic_lamports', {
      ...flow,
      description: 'Gains and losses of trading programs within one transaction, without a token moved.',
    }),
    liquidity: t.expose('liquidity_lamports', { ...flow, description: 'Put into pools and taken out.' }),
    orders: t.expose('orders_lamports', { ...flow, description: 'Put into orders, and what came back unfilled.' }),
    lending: t.expose('lending_lamports', { ...flow, description: 'Lending and leveraged positions.' }),
    staking: t.expose('staking_lamports', { ...flow, description: 'Staking.' }),
    nfts: t.expose('nfts_lamports', { ...flow, description: 'NFTs.' }),
    unclear: t.expose('unclear_lamports', { ...flow, description: 'What could not be told to be any of these.' }),
    change: t.expose('change_lamports', { ...flow, description: 'Their sum: what the window changed.' }),
  }),
});

const TestDirectionEnum = builder.enumType('WalletTestDirection', {
  description: 'On which side of its bound a figure has to be.',
  values: enumOf(testDirections),
});

const TestUnitEnum = builder.enumType('WalletTestUnit', {
  description: 'What a figure and its bound are counted in.',
  values: enumOf(testUnits),
});

/** A failed test as a type. */
export const FailedTest = builder.objectRef<FailedTestMetrics>('WalletFailedTest').implement({
  description: 'A test that the best verdict needs and that failed.',
  fields: (t) => ({
    code: t.expose('code', { type: 'Code', description: 'Its reason code, which says what is measured.' }),
    figure: t.exposeString('figure', {
      nullable: true,
      description: 'What was measured, a whole number; null where it could not be worked out.',
    }),
    bound: t.exposeString('bound', {
      description: 'The bound that it missed, in the same unit: of several the one of the worst verdict.',
    }),
    direction: t.expose('direction', {
      type: TestDirectionEnum,
      description: 'On which side of the bound it has to be.',
    }),
    unit: t.expose('unit', { type: TestUnitEnum, description: 'What both are counted in.' }),
  }),
});

/** A round trip as a type. */
export const TopTrade = builder.objectRef<TopTradeMetrics>('WalletTopTrade').implement({
  description: 'A round trip among those that brought most.',
  fields: (t) => ({
    mint: t.expose('mint', { type: 'Address', description: 'The token.' }),
    transaction: t.expose('transaction', {
      type: 'TransactionSignature',
      description: 'The sale that brought most, else the last purchase.',
    }),
    pnlLamports: t.expose('pnl_lamports', { type: 'SignedLamports', description: 'What it made.' }),
    costLamports: t.expose('cost_lamports', { type: 'Lamports', description: 'What it cost, everything included.' }),
    openedAtUnix: t.expose('opened_at_unix', { type: 'UnixTime', description: 'The first purchase.' }),
    closedAtUnix: t.expose('closed_at_unix', {
      type: 'UnixTime',
      nullable: true,
      description: 'The last sale, or when it was written off.',
    }),
    poolImpactBps: t.expose('pool_impact_bps', {
      ...bps,
      description: 'The share of its SOL that the pool lost to that sale; null where it was not told.',
    }),
  }),
});

/** A point of the curve of profit as a type. */
export const EquityPoint = builder.objectRef<EquityMetrics>('WalletEquityPoint').implement({
  description: 'Realized profit up to a moment.',
  fields: (t) => ({
    timeUnix: t.expose('time_unix', { type: 'UnixTime', description: 'The moment.' }),
    lamports: t.expose('lamports', { type: 'SignedLamports', description: 'Profit of what had ended until then.' }),
  }),
});

/** A price of a stable coin as a type. */
export const StableRate = builder.objectRef<StableRateMetrics>('StableRate').implement({
  description: 'A price of a stable coin that a pool paid in a transaction of the wallet.',
  fields: (t) => ({
    mint: t.expose('mint', { type: 'Address', description: 'The stable coin.' }),
    units: t.expose('units', { type: 'TokenAmount', description: 'So much of it ...' }),
    lamports: t.expose('lamports', { type: 'Lamports', description: '... for so many lamports.' }),
    transaction: t.expose('transaction', { type: 'TransactionSignature', description: 'Where it was seen.' }),
    timeUnix: t.expose('time_unix', { type: 'UnixTime', description: 'When.' }),
  }),
});

/** A maker of a token as a type. */
export const MintMaker = builder.objectRef<MakerMetrics>('MintMaker').implement({
  description: 'Who made a token that brought much, and whether the wallet is connected to it.',
  fields: (t) => ({
    mint: t.expose('mint', { type: 'Address', description: 'The token.' }),
    creator: t.expose('creator', { ...account, description: 'Who made it; null where nobody could be named.' }),
    own: t.exposeBoolean('own', { description: 'Whether it was the wallet, or the wallet gave the first liquidity.' }),
    sharedFunder: t.expose('shared_funder', {
      ...account,
      description: 'Who gave both the maker and the wallet their first money; null where nobody did.',
    }),
    supplied: t.exposeBoolean('supplied', {
      description: 'Whether the wallet got tokens from the maker before it sold any.',
    }),
  }),
});
