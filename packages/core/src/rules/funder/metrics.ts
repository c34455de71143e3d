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
  orNull,
  seconds,
  signature,
  slot,
  text,
  tokens,
  unixTime,
  type Values,
} from '../metric.ts';

const Label = group('Label', 'Who an address is known to belong to.', {
  label: member(text, 'The name of the account.'),
  category: member(text, 'What it is, for example `exchange`.'),
  grade: member(text, 'How well the label is proven: `strong`, `single` or `weak`.'),
  date: member(text, 'When the label was collected, for example `2026-11`.'),
  exchange: member(orNull(text), 'The exchange, where it belongs to one.'),
});

const FirstTouch = group('FirstTouch', 'What first named the address on chain, whether or not it carried lamports.', {
  transaction: member(signature, 'The transaction.'),
  slot: member(slot, 'Its slot.'),
  time_unix: member(orNull(unixTime), 'Time of its block.'),
  what: member(text, '`lamports`, `tokens`, `token_account`, `signed` or `mention`.'),
  source: member(orNull(addressType), 'Who it came from.'),
  mint: member(orNull(addressType), 'The token; null for lamports.'),
  amount: member(orNull(tokens), 'Lamports, or units of the token.'),
});

const FundingHop = group('FundingHop', 'Where an address behind this one got its first lamports.', {
  source: member(addressType, 'Who funded it.'),
  label: member(orNull(objectOf(Label)), 'Its label; null where it has none.'),
  lamports: member(lamports, 'How much it sent.'),
  transaction: member(orNull(signature), 'The transaction.'),
  slot: member(orNull(slot), 'Its slot.'),
  time_unix: member(orNull(unixTime), 'Time of its block.'),
});

const MainSource = group('MainSource', 'Who gave most lamports in the seven days from the first money.', {
  source: member(orNull(addressType), 'The source; null where it cannot be named, or where no lamports came.'),
  label: member(orNull(objectOf(Label)), 'Its label; null where it has none.'),
  lamports: member(lamports, 'What it gave, wrapped SOL included, less what went back to it.'),
  share_bps: member(orNull(bps), 'Its share of all lamports of the seven days; null where none came.'),
  credited_lamports: member(lamports, 'Lamports of all sources, less what went back to each.'),
  credited_dollars: member(tokens, 'Tokens of dollars of all sources, in millionths, less what went back to each.'),
  sources: member(integer, 'Number of sources; all programs count as one.'),
  transactions_read: member(integer, 'Transactions that were read for it.'),
  whole: member(flag, 'Whether all of the seven days were read.'),
  why: member(orNull(text), 'Why not: `limit_reached`; null where all were.'),
});

export const funderMetrics = group(
  'FunderMetrics',
  'The figures behind a funder verdict. Null: not applicable, or not read.',
  {
    source: metric(orNull(addressType), 'Main source of the funding.', '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9'),
    source_label: metric(orNull(objectOf(Label)), 'Label of the main source.', {
      label: 'Binance 2',
      category: 'cex',
      grade: 'strong',
      date: '2026-11',
      exchange: 'Binance',
    }),
    source_program: metric(orNull(addressType), 'Program that moved the funds; null for a plain transfer.', null),
    source_program_label: metric(orNull(objectOf(Label)), 'Label of that program.', null),
    mechanism: metric(orNull(text), 'How the funds moved, e.g. `transfer`.', 'transfer'),
    funded_lamports: metric(
      orNull(lamports),
      'Credited before the first transaction that the address paid for, dust left out.',
      '105673070',
    ),
    main_source_lamports: metric(orNull(lamports), 'Of those, from the main source.', '105673070'),
    main_source_share_bps: metric(orNull(bps), 'Its share in basis points.', 10000),
    ignored_dust_lamports: metric(orNull(lamports), 'Credits left out as dust.', '0'),
    unexplained_lamports: metric(orNull(lamports), 'Balance changes that no credit explains.', '0'),
    credits: metric(orNull(integer), 'Number of credits before the first own payment.', 1),
    funding_transaction: metric(
      orNull(signature),
      'The deciding transaction.',
      '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
    ),
    funding_slot: metric(orNull(slot), 'Its slot.', 419246800),
    funding_time_unix: metric(orNull(unixTime), 'Time of its block.', 1778585634),
    main_source: metric(
      orNull(objectOf(MainSource)),
      'Who gave most in the seven days from the first money; null where there was none or it was not read.',
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
    token_mint: metric(orNull(addressType), 'The token, when the first money was tokens.', null),
    token_amount: metric(orNull(tokens), 'How much of it.', null),
    first_touch: metric(orNull(objectOf(FirstTouch)), 'What first named the address.', {
      transaction: '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
      slot: 419246800,
      time_unix: 1778585634,
      what: 'lamports',
      source: '5tzFkiKscXHK5ZXCGbXZxdw7gTjjD1mBwuoFbhUvuAi9',
      mint: null,
      amount: '105673070',
    }),
    first_trade_seconds_after_funding: metric(
      orNull(seconds),
      'Seconds from the first money to the first trade, where that is among what was read.',
      null,
    ),
    birth_proven: metric(flag, 'Whether the history is proven to begin at its oldest entry.', true),
    oldest_transaction: metric(
      orNull(signature),
      'The oldest transaction.',
      '2msqMqeUTTZhgite3PvWSLJhZJ3m4v4UMbDAcXymTPpXwKM5PcKfZFfxn4izZ2UTZmngYJeWSf1ztdD6kdeDkdbr',
    ),
    oldest_time_unix: metric(orNull(unixTime), 'Time of its block.', 1778585634),
    signatures_seen: metric(orNull(integer), 'Transactions in the history.', 1),
    pages_read: metric(orNull(integer), 'Pages of history that were read.', 1),
    continuous_transactions: metric(
      orNull(integer),
      'Oldest transactions whose balances follow on from each other.',
      1,
    ),
    has_paid_fees: metric(orNull(flag), 'Whether it ever paid for a transaction.', false),
    source_signatures_before: metric(
      orNull(integer),
      'Transactions of the main source on the page that ends at the funding, at most 1,000.',
      null,
    ),
    source_signatures_span_seconds: metric(orNull(seconds), 'Seconds between the newest and the oldest of them.', null),
    fresh_recipients: metric(
      orNull(integer),
      'New accounts that the funding transaction credited, this one included.',
      1,
    ),
    siblings: metric(
      orNull(integer),
      'New accounts that the main source gave a like amount within ten minutes, this one included; at least so many.',
      null,
    ),
    cohort: metric(
      orNull(integer),
      'New accounts that a labelled source gave the same amount within a minute, this one included; at least so many.',
      null,
    ),
    hops_followed: metric(integer, 'Hops behind the main source that were followed.', 0),
    hop_2: metric(orNull(objectOf(FundingHop)), 'Who funded the main source.', null),
    hop_3: metric(orNull(objectOf(FundingHop)), 'Who funded the source of the hop before.', null),
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
