import {
  addressType,
  bps,
  flag,
  group,
  integer,
  member,
  orNull,
  percent,
  text,
  unixTime,
  type Values,
  wordOf,
} from '../metric.ts';
import type { Figures } from './book-figures.ts';
import { type Book, beforeWindowOf, type Currency, currencyDecimals, openBasisOf, sumsIn } from './evidence/book.ts';

const SALES_SHOWN_MAX = 20;

const currencyWords = {
  sol: 'SOL, wrapped or not. Amounts are lamports.',
  usd: 'Stable coins of the US dollar at face value. Amounts are millionths of a dollar.',
  eur: 'Stable coins of the euro at face value. Amounts are millionths of a euro.',
} as const satisfies Readonly<Record<Currency, string>>;

export const WalletCurrency = wordOf(
  'WalletCurrency',
  'What a book is kept in, and what its amounts are counted in.',
  currencyWords,
);

const WalletBasisKind = wordOf('WalletBasisKind', 'Why no purchase of sold tokens is known.', {
  before_window: 'They were held before the window.',
  received: 'They came without a purchase: a gift, an airdrop, or a transaction that is no clear trade.',
});

const amount = text;

export const WalletBook = group(
  'WalletBook',
  'The record in one currency, in its atomic units. The verdict is taken from the main one, and losses in the others count against it.',
  {
    currency: member(WalletCurrency, 'The currency.'),
    decimals: member(integer, 'Decimals of the amounts: 9 for lamports, 6 for millionths.'),
    main: member(flag, 'Whether the verdict is taken from it: most was traded in it.'),
    trades: member(integer, 'Purchases and sales.'),
    closed: member(integer, 'Round trips that count.'),
    even_trips: member(integer, 'How many round trips of one size would weigh as much as these.'),
    mints: member(integer, 'Different tokens among them.'),
    active_days: member(integer, 'Days (UTC) with a trade.'),
    turnover: member(amount, 'Purchases and sales together.'),
    cost: member(amount, 'What the round trips that count cost.'),
    realized_pnl: member(amount, 'What they made, first in first out.'),
    pessimistic_pnl: member(
      amount,
      'The same less losses that do not count, what was transferred out, and overhead: exactly those three fields.',
    ),
    roi_bps: member(orNull(bps), 'Profit divided by cost, in basis points.'),
    expectancy_lower_bps: member(
      orNull(bps),
      'Profit divided by cost is above this with 99 percent confidence, after a sceptical prior.',
    ),
    expectancy_upper_bps: member(orNull(bps), 'It is below this with 99 percent confidence, without the prior.'),
    wins: member(integer, 'Round trips with a profit.'),
    win_rate_bps: member(orNull(bps), 'Their share, in basis points.'),
    gross_profit: member(amount, 'All gains.'),
    gross_loss: member(amount, 'All losses.'),
    profit_factor_percent: member(orNull(percent), 'Gains divided by losses in percent; null without a loss.'),
    top1_share_bps: member(orNull(bps), 'Share of the best round trip in all gains, in basis points.'),
    pnl_without_best: member(amount, 'Profit without the best.'),
    first_half_pnl: member(amount, 'Profit of the first half of the time.'),
    second_half_pnl: member(amount, 'Profit of the second half.'),
    before_window_proceeds: member(amount, 'Proceeds of tokens that were held before the window. They are no profit.'),
    received_proceeds: member(amount, 'Proceeds of tokens that came without a purchase. They are no profit.'),
    unmatched_bps: member(bps, 'Share of both in all proceeds, in basis points.'),
    uncounted_losses: member(amount, 'Losses of positions that do not count; their gains are not set off.'),
    transferred_out: member(amount, 'Cost of tokens that left without a sale.'),
    overhead: member(
      amount,
      'Fees and tips outside of trades, losses of conversions and within one transaction, and what did not come back from pools, loans, NFTs and orders.',
    ),
    open_basis: member(amount, 'Cost of what is still held in open positions.'),
    unpriced: member(amount, 'What trades without a rate paid or brought.'),
    transfers_in: member(amount, 'Sent by others.'),
    transfers_out: member(amount, 'Sent to others, below zero.'),
    conversions: member(amount, 'Exchanged for other money, and for other coins of the same.'),
    change: member(amount, 'What the window changed, all classes together.'),
  },
);

export const WalletSaleWithoutBasis = group(
  'WalletSaleWithoutBasis',
  'A sale of tokens of which no purchase is known, or the part of one. It counts as no profit.',
  {
    mint: member(addressType, 'The token.'),
    kind: member(WalletBasisKind, 'Where they came from.'),
    currency: member(WalletCurrency, 'What it brought ...'),
    amount: member(amount, '... and how much of it, in atomic units.'),
    received_at_unix: member(orNull(unixTime), 'When the tokens came; null before the window.'),
    sold_at_unix: member(unixTime, 'When they were sold.'),
  },
);

export type BookMetrics = Values<typeof WalletBook>;
export type SaleWithoutBasisMetrics = Values<typeof WalletSaleWithoutBasis>;

/** The books of the currencies that were traded. `main`: the one of the verdict. */
export function bookMetrics(book: Book, all: readonly Figures[], main: Currency): readonly BookMetrics[] {
  const traded = all.filter(({ currency, trades }) => trades > 0 || currency === main);
  return traded.map((figures) => ({
    ...sizeMetrics(figures, main),
    ...gainMetrics(figures),
    ...unprovenMetrics(book, figures),
  }));
}

function sizeMetrics(figures: Figures, main: Currency) {
  const { currency, trades, closed, evenTrips, mints, activeDays, turnover, cost } = figures;
  return {
    currency,
    decimals: currencyDecimals[currency],
    main: currency === main,
    trades,
    closed,
    even_trips: evenTrips,
    mints,
    active_days: activeDays,
    turnover: turnover.toString(),
    cost: cost.toString(),
  };
}

function gainMetrics(figures: Figures) {
  return {
    realized_pnl: figures.realizedPnl.toString(),
    pessimistic_pnl: figures.pessimisticPnl.toString(),
    roi_bps: figures.roiBps,
    expectancy_lower_bps: figures.expectancy?.lowerBps ?? null,
    expectancy_upper_bps: figures.expectancy?.upperBps ?? null,
    wins: figures.wins,
    win_rate_bps: figures.winRateBps,
    gross_profit: figures.grossProfit.toString(),
    gross_loss: figures.grossLoss.toString(),
    profit_factor_percent: figures.profitFactorPercent,
    top1_share_bps: figures.top1Bps,
    pnl_without_best: figures.pnlWithoutBest.toString(),
    first_half_pnl: figures.firstHalfPnl.toString(),
    second_half_pnl: figures.secondHalfPnl.toString(),
  };
}

function unprovenMetrics(book: Book, { currency, unmatchedBps, uncountedLosses, overhead }: Figures) {
  const { flows, change, unmatchedProceeds, transferredOut, unpriced } = sumsIn(book, currency);
  const beforeWindow = beforeWindowOf(book, currency);
  return {
    before_window_proceeds: beforeWindow.toString(),
    received_proceeds: (unmatchedProceeds - beforeWindow).toString(),
    unmatched_bps: unmatchedBps,
    uncounted_losses: uncountedLosses.toString(),
    transferred_out: transferredOut.toString(),
    overhead: overhead.toString(),
    open_basis: openBasisOf(book, currency).toString(),
    unpriced: unpriced.toString(),
    transfers_in: flows.transfers_in.toString(),
    transfers_out: flows.transfers_out.toString(),
    conversions: flows.conversions.toString(),
    change: change.toString(),
  };
}

/** Sales of units without a basis, newest first, at most 20. */
export function salesWithoutBasis({ unmatchedSales }: Book): readonly SaleWithoutBasisMetrics[] {
  const newest = [...unmatchedSales].sort((a, b) => b.soldAt - a.soldAt).slice(0, SALES_SHOWN_MAX);
  return newest.map(({ mint, currency, amount: brought, receivedAt, soldAt }) => ({
    mint,
    kind: receivedAt === 0 ? 'before_window' : 'received',
    currency,
    amount: brought.toString(),
    received_at_unix: receivedAt === 0 ? null : receivedAt,
    sold_at_unix: soldAt,
  }));
}
