import {
  addressType,
  bps,
  flag,
  group,
  integer,
  listOf,
  member,
  metric,
  objectOf,
  orNull,
  percent,
  signedAmount,
  unixTime,
  type Values,
  wordOf,
} from '../metric.ts';
import type { Figures } from './book-figures.ts';
import { type Book, beforeWindowOf, type Currency, currencyDecimals, openBasisOf, sumsIn } from './evidence/book.ts';

const SALES_SHOWN_MAX = 20;

/** When an answer has no book. */
export const WITHOUT_BOOK =
  'nothing happened to the wallet in the window, the address is no ordinary wallet, or the trades were not read';

const currencyWords = {
  sol: 'SOL, wrapped or not. Amounts are lamports.',
  usd: 'Stable coins of the US dollar at face value. Amounts are millionths of a dollar.',
  eur: 'Stable coins of the euro at face value. Amounts are millionths of a euro.',
} as const satisfies Readonly<Record<Currency, string>>;

export const WalletCurrency = wordOf('WalletCurrency', 'Currency of a book and of its amounts.', currencyWords);

const WalletBasisKind = wordOf('WalletBasisKind', 'Reason for which no purchase of sold tokens is known.', {
  before_window: 'The tokens were held before the window.',
  received: 'The tokens came without a purchase: a gift, an airdrop, or a transaction that is no clear trade.',
});

const WalletBook = group(
  'WalletBook',
  'Record in one currency, in its atomic units. The verdict is taken from the main book, and losses in the others count against it.',
  {
    currency: member(WalletCurrency, 'Currency of the book.'),
    decimals: member(integer, 'Number of decimals of the amounts: 9 for lamports, 6 for millionths.'),
    main: member(flag, 'Whether the verdict is taken from the book, because most was traded in its currency.'),
    trades: member(integer, 'Number of purchases and sales.'),
    closed: member(integer, 'Number of round trips that count.'),
    even_trips: member(integer, 'Number of round trips of one size that would weigh as much as those that count.'),
    mints: member(integer, 'Number of different tokens in the round trips that count.'),
    active_days: member(integer, 'Number of days (UTC) with a trade.'),
    turnover: member(signedAmount, 'Purchases and sales together, in atomic units of the currency.'),
    cost: member(signedAmount, 'Cost of the round trips that count, in atomic units of the currency.'),
    realized_pnl: member(signedAmount, 'Realized profit, first in first out, in atomic units of the currency.'),
    pessimistic_pnl: member(
      signedAmount,
      'Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead, in atomic units of the currency.',
    ),
    roi_bps: member(orNull(bps, 'nothing was spent'), 'Realized profit divided by cost.'),
    expectancy_lower_bps: member(
      orNull(bps, 'there are too few round trips'),
      'Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior.',
    ),
    expectancy_upper_bps: member(
      orNull(bps, 'there are too few round trips'),
      'Upper bound of profit divided by cost with 99 percent confidence, without the prior.',
    ),
    wins: member(integer, 'Number of round trips with a profit.'),
    win_rate_bps: member(orNull(bps, 'there is no round trip'), 'Share of round trips with a profit.'),
    gross_profit: member(signedAmount, 'Sum of all gains, in atomic units of the currency.'),
    gross_loss: member(signedAmount, 'Sum of all losses, in atomic units of the currency.'),
    profit_factor_percent: member(orNull(percent, 'there is no loss'), 'Gains divided by losses.'),
    top1_share_bps: member(orNull(bps, 'there is no gain'), 'Share of the best round trip in all gains.'),
    pnl_without_best: member(
      signedAmount,
      'Realized profit without the best round trips, in atomic units of the currency.',
    ),
    first_half_pnl: member(
      signedAmount,
      'Realized profit of the first half of the window, in atomic units of the currency.',
    ),
    second_half_pnl: member(
      signedAmount,
      'Realized profit of the second half of the window, in atomic units of the currency.',
    ),
    before_window_proceeds: member(
      signedAmount,
      'Proceeds of tokens that were held before the window, in atomic units of the currency. They count as no profit.',
    ),
    received_proceeds: member(
      signedAmount,
      'Proceeds of tokens that came without a purchase, in atomic units of the currency. They count as no profit.',
    ),
    unmatched_bps: member(bps, 'Share of tokens without a known purchase in all proceeds.'),
    uncounted_losses: member(
      signedAmount,
      'Losses of positions that do not count, in atomic units of the currency. Their gains are not set off.',
    ),
    transferred_out: member(signedAmount, 'Cost of tokens that left without a sale, in atomic units of the currency.'),
    overhead: member(
      signedAmount,
      'Fees and tips outside of trades, losses of conversions and within one transaction, and money that did not come back from pools, loans, NFTs and orders, in atomic units of the currency.',
    ),
    open_basis: member(
      signedAmount,
      'Cost of tokens that are still held in open positions, in atomic units of the currency.',
    ),
    unpriced: member(
      signedAmount,
      'Money that trades without a rate paid or brought, in atomic units of the currency.',
    ),
    transfers_in: member(signedAmount, 'Money that others sent, in atomic units of the currency.'),
    transfers_out: member(signedAmount, 'Money sent to others, below zero, in atomic units of the currency.'),
    conversions: member(
      signedAmount,
      'Money exchanged for another currency or another coin of the same one, in atomic units of the currency.',
    ),
    change: member(signedAmount, 'Change over the window, all classes together, in atomic units of the currency.'),
  },
  {
    parts: {
      sample: {
        name: 'WalletBookSample',
        description: 'Number and size of the trades in the currency.',
        fields: {
          tradeCount: 'trades',
          closedCount: 'closed',
          evenTripCount: 'even_trips',
          mintCount: 'mints',
          activeDayCount: 'active_days',
          turnover: 'turnover',
          cost: 'cost',
        },
      },
      profit: {
        name: 'WalletBookProfit',
        description: 'Profit of the round trips in the currency.',
        fields: {
          realizedPnl: 'realized_pnl',
          pessimisticPnl: 'pessimistic_pnl',
          firstHalfPnl: 'first_half_pnl',
          secondHalfPnl: 'second_half_pnl',
          pnlWithoutBest: 'pnl_without_best',
          grossProfit: 'gross_profit',
          grossLoss: 'gross_loss',
          roiBps: 'roi_bps?',
          profitFactorPercent: 'profit_factor_percent?',
          top1ShareBps: 'top1_share_bps?',
        },
      },
      expectancy: {
        name: 'WalletBookExpectancy',
        description: 'Bounds of profit divided by cost in the currency.',
        nullWhere: 'there are too few round trips',
        fields: { lowerBps: 'expectancy_lower_bps', upperBps: 'expectancy_upper_bps' },
      },
      wins: {
        name: 'WalletBookWins',
        description: 'Round trips in the currency with a profit. Their share decides nothing.',
        fields: { count: 'wins', rateBps: 'win_rate_bps?' },
      },
      exclusions: {
        name: 'WalletBookExclusions',
        description: 'Sums in the currency that the profit leaves out, or that count against the wallet.',
        fields: {
          beforeWindowProceeds: 'before_window_proceeds',
          receivedProceeds: 'received_proceeds',
          unmatchedBps: 'unmatched_bps',
          uncountedLosses: 'uncounted_losses',
          transferredOut: 'transferred_out',
          overhead: 'overhead',
          openBasis: 'open_basis',
          unpriced: 'unpriced',
        },
      },
      flows: {
        name: 'WalletBookFlows',
        description: 'Changes of the money of the wallet in the currency.',
        fields: {
          transfersIn: 'transfers_in',
          transfersOut: 'transfers_out',
          conversions: 'conversions',
          change: 'change',
        },
      },
    },
    fields: { main: 'isMain' },
  },
);

export const booksMetrics = {
  books: metric(
    orNull(listOf(objectOf(WalletBook)), WITHOUT_BOOK),
    'Record in each currency that was traded: SOL, US dollars, euros.',
    [
      {
        currency: 'sol',
        decimals: 9,
        main: true,
        trades: 96,
        closed: 48,
        even_trips: 41,
        mints: 41,
        active_days: 58,
        turnover: '56618908827',
        cost: '26394623399',
        realized_pnl: '3829662029',
        pessimistic_pnl: '3826155029',
        roi_bps: 1450,
        expectancy_lower_bps: -772,
        expectancy_upper_bps: 4646,
        wins: 25,
        win_rate_bps: 5208,
        gross_profit: '9643117387',
        gross_loss: '5813455358',
        profit_factor_percent: 165,
        top1_share_bps: 2149,
        pnl_without_best: '606392172',
        first_half_pnl: '1820186338',
        second_half_pnl: '2009475691',
        before_window_proceeds: '0',
        received_proceeds: '0',
        unmatched_bps: 0,
        uncounted_losses: '0',
        transferred_out: '0',
        overhead: '3507000',
        open_basis: '0',
        unpriced: '0',
        transfers_in: '5000000000',
        transfers_out: '-2000000000',
        conversions: '0',
        change: '6824115749',
      },
    ],
  ),
};

export const WalletSaleWithoutBasis = group(
  'WalletSaleWithoutBasis',
  'Sale of tokens without a known purchase, or a part of one. It counts as no profit.',
  {
    mint: member(addressType, 'Mint of the token.'),
    kind: member(WalletBasisKind, 'Origin of the tokens.'),
    currency: member(WalletCurrency, 'Currency of the proceeds.'),
    amount: member(signedAmount, 'Proceeds, in atomic units of the currency.'),
    received_at_unix: member(orNull(unixTime, 'they came before the window'), 'Time at which the tokens came.'),
    sold_at_unix: member(unixTime, 'Time of the sale.'),
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
