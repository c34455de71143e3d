import {
  addressType,
  bps,
  flag,
  group,
  integer,
  lamports,
  member,
  metric,
  objectOf,
  openWordOf,
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

const ofFunding = orNullWhere('no money came, the address is no ordinary wallet, or the funding was not read');
const ofHistory = orNullWhere(
  'there is no transaction, the address is no ordinary wallet, or the history was not read',
);

const LabelCategory = openWordOf('LabelCategory', 'Category of a labelled account.', {
  cex: 'An account of a centralised exchange.',
  instant_exchange: 'An account of an exchange without customer accounts.',
  bridge_account: 'An account of a bridge between chains.',
  bridge_program: 'The program of a bridge between chains.',
  privacy_account: 'An account of a service that hides who pays.',
  privacy_program: 'A program that hides who pays.',
  fiat_onramp: 'An account of a service that sells SOL for fiat money.',
  sanctioned: 'An address on a list of sanctions.',
  exploiter: 'An address of somebody who exploited a protocol.',
  drainer: 'An address of somebody who drains wallets.',
  aggregator_fee_account: 'An account that collects the fees of an aggregator.',
  bot_fee_account: 'An account that collects the fees of a trading bot.',
  jito_tip: 'An account that collects tips of Jito.',
  launchpad_fee_account: 'An account that collects the fees of a launchpad.',
  tip_account: 'An account that collects tips for block inclusion.',
  wallet_fee_account: 'An account that collects the fees of a wallet.',
  aggregator_program: 'The program of an aggregator.',
  bot_program: 'The program of a trading bot.',
  dex_program: 'The program of a decentralised exchange.',
  launchpad_program: 'The program of a launchpad.',
  lending_perp_program: 'A program for lending or perpetual futures.',
  nft_program: 'A program for NFTs.',
  other_program: 'A program of another purpose.',
  staking_program: 'A program for staking.',
  system_program: 'A program that belongs to Solana itself.',
  custodial_other: 'An account of another service that pools the money of many.',
  market_maker: 'An account of a market maker.',
  protocol_account: 'An account of a protocol.',
});

const LabelGrade = openWordOf('LabelGrade', 'Grade of proof of a label.', {
  strong: "Two sources name the account, and one of them is curated or the publisher's own.",
  single: 'One credible source names the account.',
  weak: 'Sources contradict each other, or the only source is of a low grade.',
});

const FundingMechanism = openWordOf('FundingMechanism', 'Way in which value reached an address.', {
  transfer: 'A plain transfer of lamports.',
  create_account: 'The creation of the account with lamports.',
  nonce_withdrawal: 'A withdrawal from a nonce account.',
  stake_withdrawal: 'A withdrawal from a stake account.',
  vote_withdrawal: 'A withdrawal from a vote account.',
  account_close: 'The rent of a closed account.',
  wsol_unwrap: 'Wrapped SOL that was unwrapped.',
  swap: 'The proceeds of a trade.',
  own_swap: "The address's own tokens, traded for lamports while another paid the fee.",
  program_credit: 'A payment by a program.',
  token_transfer: 'A transfer of tokens.',
  token_mint: 'Newly minted tokens.',
  sponsor: 'Fees that another address paid. Nothing else came.',
});

const FirstTouchKind = openWordOf('FirstTouchKind', 'Event that first named an address on chain.', {
  lamports: 'The address got lamports.',
  tokens: 'The address got tokens.',
  token_account: 'A token account was opened for the address.',
  signed: 'The address signed a transaction.',
  mention: 'A transaction named the address without moving anything to it.',
});

const WeekLimit = openWordOf('WeekLimit', 'Cause for which the first seven days were not read in full.', {
  limit_reached: 'The days have more transactions than the published limit.',
});

const Label = group(
  'Label',
  'Publicly known owner of an address.',
  {
    label: member(text, 'Name of the account.'),
    category: member(LabelCategory, 'Category of the account.'),
    grade: member(LabelGrade, 'Grade of proof of the label.'),
    date: member(text, 'Month in which the label was collected, for example `2026-11`.'),
    exchange: member(orNull(text, 'the address belongs to none'), 'Name of the exchange.'),
  },
  { fields: { label: 'name' } },
);

const FirstTouch = group(
  'FirstTouch',
  'First transaction that names the address on chain, with or without lamports.',
  {
    transaction: member(signature, 'Signature of the transaction.'),
    slot: member(slot, 'Slot of the transaction.'),
    time_unix: member(orNull(unixTime, 'no endpoint has it'), 'Block time of the transaction.'),
    what: member(FirstTouchKind, 'Event that named the address.'),
    source: member(
      orNull(addressType, 'none could be named'),
      'Address that sent the lamports or tokens, or that named the address.',
    ),
    mint: member(orNull(addressType, 'the transaction moved lamports or nothing'), 'Mint of the token.'),
    amount: member(
      orNull(tokens, 'it got nothing'),
      'Amount that the address got, in lamports or in atomic units of the token.',
    ),
  },
  { fields: { what: 'kind', time_unix: 'executedAt' } },
);

const FundingHop = group(
  'FundingHop',
  'First lamports of an address behind this one.',
  {
    source: member(addressType, 'Address that sent the lamports.'),
    label: member(orNull(objectOf(Label), 'it has none'), 'Label of the address that sent the lamports.'),
    lamports: member(lamports, 'Amount that was sent.'),
    transaction: member(orNull(signature, 'it is not known'), 'Signature of the transaction.'),
    slot: member(orNull(slot, 'it is not known'), 'Slot of the transaction.'),
    time_unix: member(orNull(unixTime, 'no endpoint has it'), 'Block time of the transaction.'),
  },
  { fields: { time_unix: 'executedAt' } },
);

const MainSource = group(
  'MainSource',
  'Source of most lamports in the seven days from the first money.',
  {
    source: member(orNull(addressType, 'it cannot be named, or no lamports came'), 'Address of the source.'),
    label: member(orNull(objectOf(Label), 'it has none'), 'Label of the source.'),
    lamports: member(lamports, 'Amount that the source gave, wrapped SOL included, less returns to it.'),
    share_bps: member(orNull(bps, 'no lamports came'), 'Share of the source in all lamports of the seven days.'),
    credited_lamports: member(lamports, 'Amount of all sources, less returns to each.'),
    credited_dollars: member(
      tokens,
      'Stable coins of the US dollar of all sources, less returns to each, in atomic units: millionths of a dollar.',
    ),
    sources: member(integer, 'Number of sources. All programs count as one.'),
    transactions_read: member(integer, 'Number of transactions that were read for the seven days.'),
    whole: member(flag, 'Whether all of the seven days were read.'),
    why: member(orNull(WeekLimit, 'all were read'), 'Cause for which not all of the seven days were read.'),
  },
  {
    fields: {
      source: 'address',
      sources: 'sourceCount',
      transactions_read: 'transactionCount',
      whole: 'isWhole',
      why: 'shortenedBy',
    },
  },
);

export const funderMetrics = group(
  'FunderMetrics',
  'Figures behind a funder verdict, in groups of one subject.',
  {
    source: metric(
      orNull(addressType, 'no source could be named'),
      'Main source of the funding.',
      '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
    ),
    source_label: metric(orNull(objectOf(Label), 'the source has no label'), 'Label of the main source.', {
      label: 'Binance 2',
      category: 'cex',
      grade: 'strong',
      date: '2026-11',
      exchange: 'Binance',
    }),
    source_program: metric(
      ofFunding(addressType, 'a plain transfer moved them'),
      'Program that moved the funds.',
      null,
    ),
    source_program_label: metric(
      orNull(objectOf(Label), 'the program has no label, or there is none'),
      'Label of the program that moved the funds.',
      null,
    ),
    mechanism: metric(
      orNull(FundingMechanism, 'no source could be named'),
      'Way in which the funds moved.',
      'transfer',
    ),
    funded_lamports: metric(
      ofFunding(lamports),
      'Credits before the first transaction that the address paid for, without dust.',
      '105673070',
    ),
    main_source_lamports: metric(
      ofFunding(lamports),
      'Credits of the main source before the first transaction that the address paid for.',
      '105673070',
    ),
    main_source_share_bps: metric(
      ofFunding(bps, 'no lamports came'),
      'Share of the main source in the credits.',
      10000,
    ),
    ignored_dust_lamports: metric(ofFunding(lamports), 'Credits that were left out as dust.', '0'),
    unexplained_lamports: metric(ofFunding(lamports), 'Balance changes that no credit explains.', '0'),
    credits: metric(ofFunding(integer), 'Number of credits before the first transaction that the address paid for.', 1),
    funding_transaction: metric(
      orNull(signature, 'no source could be named'),
      'Transaction that brought the deciding funds.',
      '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
    ),
    funding_slot: metric(
      orNull(slot, 'no source could be named'),
      'Slot of the transaction that brought the deciding funds.',
      419246800,
    ),
    funding_time_unix: metric(
      orNull(unixTime, 'no endpoint has the time, or no source could be named'),
      'Block time of the transaction that brought the deciding funds.',
      1778585634,
    ),
    main_source: metric(
      orNull(objectOf(MainSource), 'no money came, or the days were not read'),
      'Source of most lamports in the seven days from the first money.',
      {
        source: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
        label: { label: 'Binance 2', category: 'cex', grade: 'strong', date: '2026-11', exchange: 'Binance' },
        lamports: '105673070',
        share_bps: 10000,
        credited_lamports: '105673070',
        credited_dollars: '0',
        sources: 1,
        transactions_read: 1,
        whole: true,
        why: null,
      },
    ),
    token_mint: metric(
      orNull(
        addressType,
        'no tokens came before the first transaction that the address paid for, or the funding was not read',
      ),
      'Mint of the token where the first money was tokens.',
      null,
    ),
    token_amount: metric(
      orNull(
        tokens,
        'no tokens came before the first transaction that the address paid for, or the funding was not read',
      ),
      'Amount of the token where the first money was tokens.',
      null,
    ),
    first_touch: metric(
      orNull(objectOf(FirstTouch), 'there is no transaction, or the first one was not read'),
      'First transaction that names the address.',
      {
        transaction: '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
        slot: 419246800,
        time_unix: 1778585634,
        what: 'lamports',
        source: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
        mint: null,
        amount: '105673070',
      },
    ),
    first_trade_seconds_after_funding: metric(
      orNull(seconds, 'the first trade is not among the transactions that were read'),
      'Time from the first money to the first trade, in seconds.',
      null,
    ),
    birth_proven: metric(flag, 'Whether the history is proven to begin at its oldest entry.', true),
    oldest_transaction: metric(
      ofHistory(signature),
      'Oldest transaction of the history.',
      '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
    ),
    oldest_time_unix: metric(
      ofHistory(unixTime, 'no endpoint has the time'),
      'Block time of the oldest transaction.',
      1778585634,
    ),
    signatures_seen: metric(ofHistory(integer), 'Number of transactions in the history.', 1),
    pages_read: metric(ofHistory(integer), 'Number of pages of history that were read.', 1),
    continuous_transactions: metric(
      orNull(integer, 'there is no transaction, or the oldest ones were not read'),
      'Number of the oldest transactions whose balances follow on from each other.',
      1,
    ),
    has_paid_fees: metric(
      orNull(flag, 'no money came, or not every transaction in which it may have was read'),
      'Whether the address ever paid for a transaction.',
      false,
    ),
    source_signatures_before: metric(
      orNull(integer, 'the source is labelled or no wallet, or its page was not read'),
      'Number of transactions of the main source on the page that ends at the funding, at most 1,000.',
      null,
    ),
    source_signatures_span_seconds: metric(
      orNull(seconds, 'the source is labelled or no wallet, or its page was not read'),
      'Time between the newest and the oldest transaction on the page of the main source.',
      null,
    ),
    fresh_recipients: metric(
      ofFunding(integer, 'no lamports came'),
      'Number of new accounts that the funding transaction credited, this one included.',
      1,
    ),
    siblings: metric(
      orNull(integer, 'the source is labelled or a hub, or the accounts were not read'),
      'Number of new accounts that an unlabelled main source gave a like amount within ten minutes, this one included: a lower bound.',
      null,
    ),
    cohort: metric(
      orNull(integer, 'the source has no label, or the accounts were not read'),
      'Number of new accounts that a labelled source gave the same amount within a minute, this one included: a lower bound.',
      null,
    ),
    hops_followed: metric(integer, 'Number of hops behind the main source that were followed.', 0),
    hop_2: metric(
      orNull(objectOf(FundingHop), 'none was found, or it was not searched for'),
      'Funder of the main source.',
      null,
    ),
    hop_3: metric(
      orNull(objectOf(FundingHop), 'none was found, or it was not searched for'),
      'Funder of the source one hop before.',
      null,
    ),
  },
  {
    placedAfter: {
      funding_transaction: 'mechanism',
      funding_slot: 'funding_transaction',
      funding_time_unix: 'funding_slot',
      has_paid_fees: 'token_amount',
      fresh_recipients: 'has_paid_fees',
      first_touch: 'continuous_transactions',
      first_trade_seconds_after_funding: 'first_touch',
    },
  },
);

export type LabelMetrics = Values<typeof Label>;
export type FirstTouchMetrics = Values<typeof FirstTouch>;
export type MainSourceMetrics = Values<typeof MainSource>;
export type HopMetrics = Values<typeof FundingHop>;
/** The figures of a funder answer. Lamports are decimal strings, shares integer basis points, times Unix seconds; null: not applicable or not read. */
export type FunderMetrics = Values<typeof funderMetrics>;
