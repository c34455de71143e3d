import {
  addressType,
  bps,
  code,
  flag,
  group,
  integer,
  lamports,
  listOf,
  member,
  objectOf,
  orNull,
  seconds,
  signature,
  signedLamports,
  text,
  tokens,
  unixTime,
  type Values,
  wordOf,
} from '../metric.ts';
import { WalletCurrency } from './book-metrics.ts';
import { windowLimits } from './evidence.ts';
import { holdBands } from './figures/hold-times.ts';
import { testDirections, testUnits } from './measured.ts';

const WalletTestDirection = wordOf(
  'WalletTestDirection',
  'On which side of its bound a figure has to be.',
  testDirections,
);

const WalletTestUnit = wordOf('WalletTestUnit', 'What a figure and its bound are counted in.', testUnits);

const WalletWindowLimit = wordOf('WalletWindowLimit', 'What made the judged window shorter.', windowLimits);

const WalletWindowSpan = group('WalletWindowSpan', 'A stretch of time.', {
  from_unix: member(unixTime, 'Where it begins.'),
  to_unix: member(unixTime, 'Where it ends.'),
  days: member(integer, 'Whole days in it.'),
});

export const WalletWindow = group('WalletWindow', 'How much of the past was read, and how well it holds together.', {
  from_unix: member(unixTime, 'Where the judged window begins.'),
  to_unix: member(unixTime, 'Where it ends.'),
  days: member(integer, 'Whole days in it.'),
  born_inside: member(flag, 'Whether the first transaction of the wallet lies inside it, from a balance of 0.'),
  signatures: member(integer, "Transactions in the wallet's own list."),
  token_signatures: member(integer, 'Transactions in the lists of its token accounts, as far as they were read.'),
  pages: member(integer, 'Pages of those lists.'),
  transactions: member(integer, 'Transactions that were read and understood.'),
  unusable_transactions: member(integer, 'Transactions that no endpoint gave in full.'),
  repaired: member(integer, "Transactions that only token accounts' lists led to, after a balance had not followed."),
  native_links: member(integer, 'Times that the SOL after a transaction was the SOL before the next one.'),
  token_links: member(integer, 'The same for token accounts.'),
  breaks: member(integer, 'Times that it was not, after everything was asked again.'),
  mismatches: member(integer, 'Present balances that do not follow from the last transactions.'),
  unproven_accounts: member(integer, 'Token accounts that were not looked at because there are too many.'),
  asked: member(objectOf(WalletWindowSpan), 'What a check judges where nothing shortens it.'),
  judged: member(objectOf(WalletWindowSpan), 'What was judged: the part of it that ends now and could be read whole.'),
  why: member(orNull(WalletWindowLimit), 'What made it shorter; null where both are the same.'),
  dust_transactions: member(
    integer,
    'Transactions in its own list that others sent, with less than 0.001 SOL. They are read, and do not shorten the window.',
  ),
});

export const WalletFailedTest = group('WalletFailedTest', 'A test that the best verdict needs and that failed.', {
  code: member(code, 'Its reason code, which says what is measured.'),
  figure: member(orNull(text), 'What was measured, a whole number; null where it could not be worked out.'),
  bound: member(text, 'The bound that it missed, in the same unit: of several the one of the worst verdict.'),
  direction: member(WalletTestDirection, 'On which side of the bound it has to be.'),
  unit: member(WalletTestUnit, 'What both are counted in.'),
});

export const WalletFlows = group(
  'WalletFlows',
  "Every change of the wallet's SOL (wrapped SOL and the rent of its token accounts included), each lamport in one class. The classes add up to the change.",
  {
    buys_lamports: member(signedLamports, 'Purchases of tokens, all their costs included.'),
    sells_lamports: member(signedLamports, 'Sales of tokens, after all their costs.'),
    conversions_lamports: member(signedLamports, 'SOL for stable coins and back.'),
    transfers_in_lamports: member(signedLamports, 'Sent by others.'),
    transfers_out_lamports: member(signedLamports, 'Sent to others.'),
    rent_from_others_lamports: member(signedLamports, "Rent of the wallet's token accounts that others paid."),
    rent_for_others_lamports: member(signedLamports, 'Rent of accounts of others.'),
    failed_fees_lamports: member(signedLamports, 'Fees of failed transactions.'),
    other_fees_lamports: member(signedLamports, 'Fees of transactions that are no trades.'),
    tips_lamports: member(signedLamports, 'Tips in transactions that are no trades.'),
    atomic_lamports: member(
      signedLamports,
      'Gains and losses of trading programs within one transaction, without a token moved.',
    ),
    liquidity_lamports: member(signedLamports, 'Put into pools and taken out.'),
    orders_lamports: member(signedLamports, 'Put into orders, and what came back unfilled.'),
    lending_lamports: member(signedLamports, 'Lending and leveraged positions.'),
    staking_lamports: member(signedLamports, 'Staking.'),
    nfts_lamports: member(signedLamports, 'NFTs.'),
    unclear_lamports: member(signedLamports, 'What could not be told to be any of these.'),
    change_lamports: member(signedLamports, 'Their sum: what the window changed.'),
  },
  { ending: '_lamports' },
);

export const WalletTopTrade = group('WalletTopTrade', 'A round trip among those that brought or lost most.', {
  mint: member(addressType, 'The token.'),
  transaction: member(
    signature,
    'The sale that brought most, of a loss the one that lost most; else the last purchase.',
  ),
  pnl_lamports: member(signedLamports, 'What it made.'),
  cost_lamports: member(lamports, 'What it cost, everything included.'),
  opened_at_unix: member(unixTime, 'The first purchase.'),
  closed_at_unix: member(orNull(unixTime), 'The last sale, or when it was written off.'),
  pool_impact_bps: member(
    orNull(bps),
    'The share of its SOL or its dollars that the pool lost to that sale; null where it was not told.',
  ),
});

const HoldBand = wordOf('HoldBand', 'A band of holding times.', holdBands);

const WalletHoldBand = group('WalletHoldBand', 'Holds of about one length.', {
  band: member(HoldBand, 'How long they were.'),
  holds: member(integer, 'How many there were: parts of purchases, each until its sale.'),
  holds_bps: member(bps, 'Their share in all holds, in basis points rounded down.'),
  money_bps: member(bps, 'The share of their cost in that of all holds, in basis points rounded down.'),
});

export const WalletHoldTimes = group(
  'WalletHoldTimes',
  'How long tokens were held that were sold since. Quartiles are weighted by cost; null where nothing was.',
  {
    lower_quartile_seconds: member(orNull(seconds), 'How long a quarter of the money was held at most.'),
    upper_quartile_seconds: member(orNull(seconds), 'How long three quarters of it were held at most.'),
    longest_seconds: member(orNull(seconds), 'The longest hold.'),
    bands: member(listOf(objectOf(WalletHoldBand)), 'Every band, shortest first.'),
  },
);

export const WalletEquityPoint = group('WalletEquityPoint', 'Realized profit up to a moment.', {
  time_unix: member(unixTime, 'The moment.'),
  lamports: member(signedLamports, 'Profit of what had ended until then.'),
});

export const StableRate = group(
  'StableRate',
  'A price of a stable coin that a pool paid in a transaction of the wallet.',
  {
    mint: member(addressType, 'The stable coin.'),
    units: member(tokens, 'So much of it ...'),
    lamports: member(lamports, '... for so many lamports.'),
    transaction: member(signature, 'Where it was seen.'),
    time_unix: member(unixTime, 'When.'),
  },
);

export const MintMaker = group(
  'MintMaker',
  'Who made a token that brought much, and whether the wallet is connected to it.',
  {
    mint: member(addressType, 'The token.'),
    creator: member(orNull(addressType), 'Who made it; null where nobody could be named.'),
    own: member(flag, 'Whether it was the wallet, or the wallet gave the first liquidity.'),
    shared_funder: member(
      orNull(addressType),
      'Who gave both the maker and the wallet their first money; null where nobody did.',
    ),
    supplied: member(flag, 'Whether the wallet got tokens from the maker before it sold any.'),
  },
);

export const WalletPayers = group(
  'WalletPayers',
  'Who paid for the gains: the wallets that bought in the same markets while this one held.',
  {
    positions: member(integer, 'Round trips that were asked about.'),
    currency: member(WalletCurrency, 'What they were traded in.'),
    gain: member(text, 'What they brought, a whole number in the smallest unit of the currency.'),
    wallets: member(integer, 'Payers that were looked at: those that paid most, and some of the others.'),
    linked_bps: member(bps, 'Share of the gain paid by the wallet itself or by wallets that share its first money.'),
    proven_strangers_bps: member(
      bps,
      'Share paid by wallets that are proven to be strangers, as far as what they spent for good proves it.',
    ),
    one_owner_bps: member(bps, 'The largest share of one payer, or of payers with the same first money.'),
    unread_bps: member(bps, 'Share of which nobody was found who paid it.'),
  },
);

export type PayersMetrics = Values<typeof WalletPayers>;
export type WindowMetrics = Values<typeof WalletWindow>;
export type FlowMetrics = Values<typeof WalletFlows>;
export type FailedTestMetrics = Values<typeof WalletFailedTest>;
export type TopTradeMetrics = Values<typeof WalletTopTrade>;
export type HoldTimesMetrics = Values<typeof WalletHoldTimes>;
export type EquityMetrics = Values<typeof WalletEquityPoint>;
export type StableRateMetrics = Values<typeof StableRate>;
export type MakerMetrics = Values<typeof MintMaker>;
