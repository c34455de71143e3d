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
  signedAmount,
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
  'Side of a bound on which a figure has to be.',
  testDirections,
);

const WalletTestUnit = wordOf('WalletTestUnit', 'Unit of a figure and its bound.', testUnits);

const WalletWindowLimit = wordOf('WalletWindowLimit', 'Cause that shortened the judged window.', windowLimits);

const WalletWindowSpan = group(
  'WalletWindowSpan',
  'Period of time.',
  {
    from_unix: member(unixTime, 'Begin of the period.'),
    to_unix: member(unixTime, 'End of the period.'),
    days: member(integer, 'Number of whole days in the period.'),
  },
  { fields: { from_unix: 'startsAt', to_unix: 'endsAt', days: 'dayCount' } },
);

export const WalletWindow = group('WalletWindow', 'Part of the past that was read, and its completeness.', {
  from_unix: member(unixTime, 'Begin of the judged window.'),
  to_unix: member(unixTime, 'End of the judged window.'),
  days: member(integer, 'Number of whole days in the judged window.'),
  born_inside: member(flag, "Whether the wallet's first transaction lies inside the window, from a balance of 0."),
  signatures: member(integer, "Number of transactions in the wallet's own list."),
  token_signatures: member(
    integer,
    "Number of transactions in the lists of the wallet's token accounts, as far as read.",
  ),
  pages: member(integer, 'Number of pages of the lists.'),
  transactions: member(integer, 'Number of transactions that were read and understood.'),
  unusable_transactions: member(integer, 'Number of transactions that no endpoint gave in full.'),
  repaired: member(
    integer,
    'Number of transactions that only the lists of token accounts show. They were searched for where a balance did not follow.',
  ),
  native_links: member(integer, 'Number of times that the SOL after a transaction was the SOL before the next one.'),
  token_links: member(
    integer,
    'Number of times that the tokens after a transaction were the tokens before the next one.',
  ),
  breaks: member(
    integer,
    'Number of times that a balance did not follow from the one before, after everything was asked again.',
  ),
  mismatches: member(integer, 'Number of present balances that do not follow from the last transactions.'),
  unproven_accounts: member(integer, 'Number of token accounts whose lists were not read because there are too many.'),
  asked: member(objectOf(WalletWindowSpan), 'Period that a check judges where nothing shortens it.'),
  judged: member(
    objectOf(WalletWindowSpan),
    'Period that was judged: the part of the asked period that ends now and was read whole.',
  ),
  why: member(orNull(WalletWindowLimit, 'nothing shortened it'), 'Cause that shortened the judged period.'),
  dust_transactions: member(
    integer,
    "Number of transactions in the wallet's own list that others sent with less than 0.001 SOL. They are read, and do not shorten the window.",
  ),
});

export const WalletFailedTest = group('WalletFailedTest', 'Test that the best verdict needs and that failed.', {
  code: member(code, 'Reason code of the test, which says what is measured.'),
  figure: member(orNull(text, 'it could not be computed'), 'Measured figure, a whole number as text.'),
  bound: member(
    text,
    'Bound that the figure missed, a whole number as text. Of several bounds it is the one of the worst verdict.',
  ),
  direction: member(WalletTestDirection, 'Side of the bound on which the figure has to be.'),
  unit: member(WalletTestUnit, 'Unit of the figure and the bound.'),
});

export const WalletFlows = group(
  'WalletFlows',
  "Changes of the wallet's SOL by class, wrapped SOL and the rent of token accounts included. Each lamport is in one class, and the classes add up to the change.",
  {
    buys_lamports: member(signedLamports, 'Purchases of tokens with all costs.'),
    sells_lamports: member(signedLamports, 'Sales of tokens after all costs.'),
    conversions_lamports: member(signedLamports, 'SOL exchanged for stable coins and back.'),
    transfers_in_lamports: member(signedLamports, 'SOL that others sent.'),
    transfers_out_lamports: member(signedLamports, 'SOL sent to others.'),
    rent_from_others_lamports: member(signedLamports, "Rent of the wallet's token accounts that others paid."),
    rent_for_others_lamports: member(signedLamports, 'Rent paid for accounts of others.'),
    failed_fees_lamports: member(signedLamports, 'Fees of failed transactions.'),
    other_fees_lamports: member(signedLamports, 'Fees of transactions that are no trades.'),
    tips_lamports: member(signedLamports, 'Tips in transactions that are no trades.'),
    atomic_lamports: member(
      signedLamports,
      'Gains and losses of trading programs within one transaction that moved no token.',
    ),
    liquidity_lamports: member(signedLamports, 'SOL put into pools and taken out.'),
    orders_lamports: member(signedLamports, 'SOL put into orders and returned unfilled.'),
    lending_lamports: member(signedLamports, 'SOL in lending and leveraged positions.'),
    staking_lamports: member(signedLamports, 'SOL staked and returned.'),
    nfts_lamports: member(signedLamports, 'SOL paid for NFTs and received for them.'),
    unclear_lamports: member(signedLamports, 'SOL of transactions that fit no other class.'),
    change_lamports: member(signedLamports, 'Sum of all classes: the change over the window.'),
  },
);

export const WalletTopTrade = group('WalletTopTrade', 'Round trip with one of the largest profits or losses.', {
  mint: member(addressType, 'Mint of the token.'),
  transaction: member(
    signature,
    'Sale with the largest profit, or the largest loss of a losing trip. Without a sale it is the last purchase.',
  ),
  pnl_lamports: member(signedLamports, 'Profit of the round trip, below zero for a loss.'),
  cost_lamports: member(lamports, 'Cost of the round trip with all fees.'),
  opened_at_unix: member(unixTime, 'Time of the first purchase.'),
  closed_at_unix: member(orNull(unixTime, 'the round trip is open'), 'Time of the last sale, or of the write-off.'),
  pool_impact_bps: member(
    orNull(bps, 'it is not known'),
    'Share of its SOL or its US dollars that the pool lost to the sale.',
  ),
});

const HoldBand = wordOf('HoldBand', 'Band of holding times.', holdBands);

const WalletHoldBand = group(
  'WalletHoldBand',
  'Holds of about one length.',
  {
    band: member(HoldBand, 'Length of the holds.'),
    holds: member(integer, 'Number of holds. A hold is a part of a purchase until its sale.'),
    holds_bps: member(bps, 'Share of the band in the number of all holds, rounded down.'),
    money_bps: member(bps, 'Share of the band in the cost of all holds, rounded down.'),
  },
  { fields: { holds: 'holdCount' } },
);

export const WalletHoldTimes = group(
  'WalletHoldTimes',
  'Holding times of tokens that were sold. Quartiles are weighted by cost.',
  {
    lower_quartile_seconds: member(
      orNull(seconds, 'nothing was held'),
      'Holding time that a quarter of the money did not exceed.',
    ),
    upper_quartile_seconds: member(
      orNull(seconds, 'nothing was held'),
      'Holding time that three quarters of the money did not exceed.',
    ),
    longest_seconds: member(orNull(seconds, 'nothing was held'), 'Longest hold.'),
    bands: member(listOf(objectOf(WalletHoldBand)), 'Every band of holding times, shortest first.'),
  },
);

export const WalletEquityPoint = group(
  'WalletEquityPoint',
  'Realized profit up to a moment.',
  {
    time_unix: member(unixTime, 'Moment of the point.'),
    lamports: member(signedLamports, 'Profit of all round trips that had ended by the moment.'),
  },
  { fields: { time_unix: 'reachedAt' } },
);

export const StableRate = group(
  'StableRate',
  'Price of a stable coin that a pool paid in a transaction of the wallet.',
  {
    mint: member(addressType, 'Mint of the stable coin.'),
    units: member(tokens, 'Exchanged amount of the stable coin.'),
    lamports: member(lamports, 'Exchanged amount of SOL.'),
    transaction: member(signature, 'Transaction of the exchange.'),
    time_unix: member(unixTime, 'Time of the exchange.'),
  },
  { fields: { units: 'amount', time_unix: 'executedAt' } },
);

export const MintMaker = group(
  'MintMaker',
  'Maker of a token that carries profit, and its connection to the wallet.',
  {
    mint: member(addressType, 'Mint of the token.'),
    creator: member(orNull(addressType, 'none could be named'), 'Address that made the token.'),
    own: member(flag, 'Whether the wallet made the token or gave its first liquidity.'),
    shared_funder: member(
      orNull(addressType, 'they share none'),
      'Address that gave both the maker and the wallet their first money.',
    ),
    supplied: member(flag, 'Whether the wallet got tokens from the maker before it sold any.'),
  },
  { fields: { own: 'isOwn', supplied: 'hasSupplied' } },
);

export const WalletPayers = group(
  'WalletPayers',
  'Wallets that paid for the gains: those that bought in the same markets while this wallet held.',
  {
    positions: member(integer, 'Number of round trips whose payers were searched for.'),
    currency: member(WalletCurrency, 'Currency of the round trips.'),
    gain: member(signedAmount, 'Gain of the round trips, a whole number as text in the smallest unit of the currency.'),
    wallets: member(integer, 'Number of payers that were examined: those that paid most, and some of the others.'),
    linked_bps: member(bps, 'Share of the gain that the wallet itself or wallets with the same first money paid.'),
    proven_strangers_bps: member(
      bps,
      'Share of the gain that proven strangers paid, as far as their irrecoverable costs prove it.',
    ),
    one_owner_bps: member(bps, 'Largest share of the gain of one payer, or of payers with the same first money.'),
    unread_bps: member(bps, 'Share of the gain whose payers were not found.'),
  },
  { fields: { positions: 'positionCount', wallets: 'payerCount' } },
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
