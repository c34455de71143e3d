import type { FirstTouchMetrics, FunderMetrics, HopMetrics, LabelMetrics } from '#checks/funder/metrics.ts';
import { kinds } from '#checks/index.ts';
import { askOf } from '../ask.ts';
import { builder } from '../builder.ts';
import { charged } from '../charges.ts';
import { Check, checkTypeName } from '../check.ts';
import { enumOf } from '../enums.ts';
import type { Delivered } from '../model.ts';
import { account, lamports } from './nullable.ts';

const FunderVerdict = builder.enumType('FunderVerdict', {
  description: 'The verdicts of a funder check; `prices` lists them best first.',
  values: enumOf(kinds.funder.verdicts),
});

const Label = builder.objectRef<LabelMetrics>('Label').implement({
  description: 'Who an address is known to belong to.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'The name of the account.' }),
    category: t.exposeString('category', { description: 'What it is, for example `exchange`.' }),
    grade: t.exposeString('grade', { description: 'How well the label is proven: `strong`, `single` or `weak`.' }),
    date: t.exposeString('date', { description: 'When the label was collected, for example `2026-11`.' }),
    exchange: t.exposeString('exchange', { nullable: true, description: 'The exchange, where it belongs to one.' }),
  }),
});

const FirstTouch = builder.objectRef<FirstTouchMetrics>('FirstTouch').implement({
  description: 'What first named the address on chain, whether or not it carried lamports.',
  fields: (t) => ({
    transaction: t.expose('transaction', { type: 'TransactionSignature', description: 'The transaction.' }),
    slot: t.expose('slot', { type: 'Slot', description: 'Its slot.' }),
    timeUnix: t.expose('time_unix', { type: 'UnixTime', nullable: true, description: 'Time of its block.' }),
    what: t.exposeString('what', { description: '`lamports`, `tokens`, `token_account`, `signed` or `mention`.' }),
    source: t.expose('source', { type: 'Address', nullable: true, description: 'Who it came from.' }),
    mint: t.expose('mint', { type: 'Address', nullable: true, description: 'The token; null for lamports.' }),
    amount: t.expose('amount', {
      type: 'TokenAmount',
      nullable: true,
      description: 'Lamports, or units of the token.',
    }),
  }),
});

const Hop = builder.objectRef<HopMetrics>('FundingHop').implement({
  description: 'Where an address behind this one got its first lamports.',
  fields: (t) => ({
    source: t.expose('source', { type: 'Address', description: 'Who funded it.' }),
    label: t.expose('label', { type: Label, nullable: true, description: 'Its label; null where it has none.' }),
    lamports: t.expose('lamports', { type: 'Lamports', description: 'How much it sent.' }),
    transaction: t.expose('transaction', {
      type: 'TransactionSignature',
      nullable: true,
      description: 'The transaction.',
    }),
    slot: t.expose('slot', { type: 'Slot', nullable: true, description: 'Its slot.' }),
    timeUnix: t.expose('time_unix', { type: 'UnixTime', nullable: true, description: 'Time of its block.' }),
  }),
});

const signature = { type: 'TransactionSignature', nullable: true } as const;
const time = { type: 'UnixTime', nullable: true } as const;
const number = { type: 'Int', nullable: true } as const;
const toFirstTrade = {
  ...number,
  description: 'Seconds from the first money to the first trade, where that is among what was read.',
} as const;

const Metrics = builder.objectRef<FunderMetrics>('FunderMetrics').implement({
  description: 'The figures behind a funder verdict. Null: not applicable, or not read.',
  fields: (t) => ({
    source: t.expose('source', { ...account, description: 'Main source of the funding.' }),
    sourceLabel: t.expose('source_label', { type: Label, nullable: true, description: 'Label of the main source.' }),
    sourceProgram: t.expose('source_program', {
      ...account,
      description: 'Program that moved the funds; null for a plain transfer.',
    }),
    sourceProgramLabel: t.expose('source_program_label', {
      type: Label,
      nullable: true,
      description: 'Label of that program.',
    }),
    mechanism: t.exposeString('mechanism', { nullable: true, description: 'How the funds moved, e.g. `transfer`.' }),
    fundedLamports: t.expose('funded_lamports', {
      ...lamports,
      description: 'Credited before the first transaction that the address paid for, dust left out.',
    }),
    mainSourceLamports: t.expose('main_source_lamports', {
      ...lamports,
      description: 'Of those, from the main source.',
    }),
    mainSourceShareBps: t.expose('main_source_share_bps', { ...number, description: 'Its share in basis points.' }),
    ignoredDustLamports: t.expose('ignored_dust_lamports', { ...lamports, description: 'Credits left out as dust.' }),
    unexplainedLamports: t.expose('unexplained_lamports', {
      ...lamports,
      description: 'Balance changes that no credit explains.',
    }),
    credits: t.expose('credits', { ...number, description: 'Number of credits before the first own payment.' }),
    fundingTransaction: t.expose('funding_transaction', { ...signature, description: 'The deciding transaction.' }),
    fundingSlot: t.expose('funding_slot', { type: 'Slot', nullable: true, description: 'Its slot.' }),
    fundingTimeUnix: t.expose('funding_time_unix', { ...time, description: 'Time of its block.' }),
    tokenMint: t.expose('token_mint', { ...account, description: 'The token, when the first money was tokens.' }),
    tokenAmount: t.expose('token_amount', { type: 'TokenAmount', nullable: true, description: 'How much of it.' }),
    firstTouch: t.expose('first_touch', {
      type: FirstTouch,
      nullable: true,
      description: 'What first named the address.',
    }),
    firstTradeSecondsAfterFunding: t.expose('first_trade_seconds_after_funding', toFirstTrade),
    birthProven: t.exposeBoolean('birth_proven', {
      description: 'Whether the history is proven to begin at its oldest entry.',
    }),
    oldestTransaction: t.expose('oldest_transaction', { ...signature, description: 'The oldest transaction.' }),
    oldestTimeUnix: t.expose('oldest_time_unix', { ...time, description: 'Time of its block.' }),
    signaturesSeen: t.expose('signatures_seen', { ...number, description: 'Transactions in the history.' }),
    pagesRead: t.expose('pages_read', { ...number, description: 'Pages of history that were read.' }),
    continuousTransactions: t.expose('continuous_transactions', {
      ...number,
      description: 'Oldest transactions whose balances follow on from each other.',
    }),
    hasPaidFees: t.exposeBoolean('has_paid_fees', {
      nullable: true,
      description: 'Whether it ever paid for a transaction.',
    }),
    sourceSignaturesBefore: t.expose('source_signatures_before', {
      ...number,
      description: 'Transactions of the main source on the page that ends at the funding, at most 1,000.',
    }),
    sourceSignaturesSpanSeconds: t.expose('source_signatures_span_seconds', {
      ...number,
      description: 'Seconds between the newest and the oldest of them.',
    }),
    freshRecipients: t.expose('fresh_recipients', {
      ...number,
      description: 'New accounts that the funding transaction credited, this one included.',
    }),
    siblings: t.expose('siblings', {
      ...number,
      description:
        'New accounts that the main source gave a like amount within ten minutes, this one included; at least so many.',
    }),
    hopsFollowed: t.exposeInt('hops_followed', { description: 'Hops behind the main source that were followed.' }),
    hop2: t.expose('hop_2', { type: Hop, nullable: true, description: 'Who funded the main source.' }),
    hop3: t.expose('hop_3', { type: Hop, nullable: true, description: 'Who funded the source of the hop before.' }),
  }),
});

/** Metrics as typed; a free answer has none. */
function metricsOf({ document }: Delivered): FunderMetrics | null {
  return Object.keys(document.metrics).length === 0 ? null : (document.metrics as unknown as FunderMetrics);
}

export const FunderCheck = builder.objectRef<Delivered>(checkTypeName('funder')).implement({
  description: 'Where an address got its first money from.',
  interfaces: [Check],
  fields: (t) => ({
    funderVerdict: t.field({
      type: FunderVerdict,
      description: 'The same as `verdict`, in an enumeration of this kind only.',
      resolve: (c) => c.document.verdict,
    }),
    metrics: t.field({
      type: Metrics,
      nullable: true,
      description: 'The figures behind the verdict; null in a free answer.',
      resolve: metricsOf,
    }),
  }),
});

builder.queryField('funderCheck', (t) =>
  t.field({
    type: FunderCheck,
    nullable: true,
    description: `${kinds.funder.summary} Paid; null with an error when the call is refused, so that other fields survive.`,
    args: { address: t.arg({ type: 'Address', required: true, description: 'The address to ask about.' }) },
    extensions: charged((_root, { address }: { readonly address: string }) => [askOf('funder', address)]),
    resolve: (_root, { address }, { operation }) => operation.check(askOf('funder', address)),
  }),
);
