import {
  addressType,
  bps,
  integer,
  lamports,
  listOf,
  metric,
  objectOf,
  orNullWhere,
  percent,
  seconds,
  signedLamports,
  unixTime,
} from '../metric.ts';
import { WITHOUT_BOOK } from './book-metrics.ts';
import { WalletTopTrade } from './metric-parts.ts';

const ofTrades = orNullWhere(WITHOUT_BOOK);

/** The round trips that brought and lost most. */
export const rankedMetrics = {
  top_trades: metric(
    ofTrades(listOf(objectOf(WalletTopTrade))),
    'Round trips with the largest profit, best first, at most 10.',
    [
      {
        mint: '2dKsXDAHgxvmgfUM4P5NSvpSE15G84skqnyYFcvrtyoi',
        transaction: '5oiEh3NDmuC3xFGNwx4i8Bx4SHqFesMfSw69mhy2KQtozLqpj12UP4NmDKQYZXinUEcz25VuxcLgWG6pSKhm6Hvr',
        pnl_lamports: '2071521816',
        cost_lamports: '738527822',
        opened_at_unix: 1753814443,
        closed_at_unix: 1753835009,
        pool_impact_bps: 299,
      },
      {
        mint: 'HAVDYVgWowkHQAu8PTqZtAw51WNHw4WbNn72ZJhsyV3M',
        transaction: '3mW19LFC15ApJhJJLTzuqP1QfbH5wLn1UzSSQ5oth9R2Km5iGXbMVkbg83L74LcqoVFJFseDEYvdVsVk4iVQKS8E',
        pnl_lamports: '1151748041',
        cost_lamports: '571145999',
        opened_at_unix: 1747617817,
        closed_at_unix: 1747630387,
        pool_impact_bps: 198,
      },
    ],
  ),
  worst_trades: metric(
    ofTrades(listOf(objectOf(WalletTopTrade))),
    'Round trips with the largest loss, worst first, at most 10.',
    [
      {
        mint: 'FUB3D3JKyYSxGymMaK2LoS4vrG6F81xpwSkj1rcDVfDH',
        transaction: '5JHchADwCRG1WV9oB5bhusRAcUvmesuha8RLUHhwAiLtEKunugcMdSkpZdu3idgErXr6r2EA6EJzJZa7Cx9QcFCS',
        pnl_lamports: '-401772615',
        cost_lamports: '522918404',
        opened_at_unix: 1751893301,
        closed_at_unix: 1751902786,
        pool_impact_bps: 87,
      },
    ],
  ),
};

/** The figures of the book in SOL. */
export const solMetrics = {
  closed: metric(
    ofTrades(integer),
    'Number of round trips that count: closed ones, and those without a trade for seven days, whose rest counts as lost.',
    48,
  ),
  even_trips: metric(
    ofTrades(integer),
    'Number of round trips of one size that would weigh as much as those that count.',
    41,
  ),
  mints: metric(ofTrades(integer), 'Number of different tokens in the round trips that count.', 41),
  active_days: metric(ofTrades(integer), 'Number of days (UTC) with a trade.', 58),
  trades: metric(ofTrades(integer), 'Number of purchases and sales.', 96),
  first_trade_time_unix: metric(
    ofTrades(unixTime, 'there is no trade'),
    'Time of the first trade in the window.',
    1747617817,
  ),
  last_trade_time_unix: metric(
    ofTrades(unixTime, 'there is no trade'),
    'Time of the last trade in the window.',
    1754519520,
  ),
  turnover_lamports: metric(ofTrades(lamports), 'Purchases and sales together.', '56618908827'),
  cost_lamports: metric(ofTrades(lamports), 'Cost of the round trips that count, with all fees.', '26394623399'),
  realized_pnl_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit of the round trips that count, first in first out.',
    '3829662029',
  ),
  pessimistic_pnl_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit less losses that do not count, the cost of tokens that were transferred out, and overhead.',
    '3826155029',
  ),
  average_cost_pnl_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit of the round trips that count by average cost, for comparison.',
    '3829662029',
  ),
  roi_bps: metric(ofTrades(bps, 'nothing was spent'), 'Realized profit divided by cost.', 1450),
  expectancy_lower_bps: metric(
    ofTrades(bps, 'there are too few round trips'),
    'Lower bound of profit divided by cost with 99 percent confidence, after a sceptical prior.',
    -772,
  ),
  expectancy_upper_bps: metric(
    ofTrades(bps, 'there are too few round trips'),
    'Upper bound of profit divided by cost with 99 percent confidence, without the prior.',
    4646,
  ),
  wins: metric(ofTrades(integer), 'Number of round trips with a profit.', 25),
  win_rate_bps: metric(
    ofTrades(bps, 'there is no round trip'),
    'Share of round trips with a profit. The share decides nothing, because few large gains can outweigh many losses.',
    5208,
  ),
  win_rate_low_bps: metric(
    ofTrades(bps, 'there is no round trip'),
    'Lower end of the interval that holds the share of profitable round trips with 95 percent confidence.',
    3832,
  ),
  win_rate_high_bps: metric(
    ofTrades(bps, 'there is no round trip'),
    'Upper end of the interval that holds the share of profitable round trips with 95 percent confidence.',
    6553,
  ),
  gross_profit_lamports: metric(ofTrades(lamports), 'Sum of all gains.', '9643117387'),
  gross_loss_lamports: metric(ofTrades(lamports), 'Sum of all losses.', '5813455358'),
  profit_factor_percent: metric(ofTrades(percent, 'there is no loss'), 'Gains divided by losses.', 165),
  max_drawdown_bps: metric(
    ofTrades(bps, 'nothing was ever at work'),
    'Largest fall of the realized profit, divided by the largest cost that was at work at one time.',
    27779,
  ),
  top1_share_bps: metric(ofTrades(bps, 'there is no gain'), 'Share of the best round trip in all gains.', 2149),
  top3_share_bps: metric(ofTrades(bps, 'there is no gain'), 'Share of the best three round trips in all gains.', 4012),
  best_left_out: metric(
    ofTrades(integer),
    'Number of the best round trips with a profit that `pnlWithoutBestLamports` (in REST `pnl_without_best_lamports`) leaves out.',
    2,
  ),
  pnl_without_best_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit without the best round trips.',
    '606392172',
  ),
  first_half_pnl_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit of the first half of the window.',
    '1820186338',
  ),
  second_half_pnl_lamports: metric(
    ofTrades(signedLamports),
    'Realized profit of the second half of the window.',
    '2009475691',
  ),
  unmatched_proceeds_lamports: metric(
    ofTrades(signedLamports),
    'Proceeds of tokens without a known purchase. They count as no profit.',
    '0',
  ),
  unmatched_bps: metric(ofTrades(bps), 'Share of tokens without a known purchase in all proceeds.', 0),
  transferred_out_lamports: metric(ofTrades(lamports), 'Cost of tokens that left without a sale.', '0'),
  transferred_out_bps: metric(
    ofTrades(bps),
    'Cost of tokens that left without a sale, divided by the cost of the round trips.',
    0,
  ),
  open_basis_lamports: metric(ofTrades(lamports), 'Cost of tokens that are still held in open positions.', '0'),
  open_basis_bps: metric(
    ofTrades(bps),
    'Cost of tokens that are still held, divided by the cost of the round trips.',
    0,
  ),
  unpriced_trades: metric(
    ofTrades(integer),
    'Number of trades in another currency than their tokens were bought in, without a rate between the two.',
    0,
  ),
  unpriced_lamports: metric(ofTrades(lamports), 'SOL that trades without a rate paid or brought.', '0'),
  unpriced_bps: metric(
    ofTrades(bps),
    'Share of trades without a rate in all trades, or their sum divided by the cost of the round trips, whichever is more.',
    0,
  ),
  stable_cost_lamports: metric(
    ofTrades(lamports),
    'Cost that was paid in stable coins and converted at prices seen on chain.',
    '0',
  ),
  stable_cost_bps: metric(ofTrades(bps), 'Share of converted cost in all cost.', 0),
  special_flow_bps: metric(ofTrades(bps), 'Share of liquidity, lending, NFTs and orders in all SOL that moved.', 0),
  median_hold_seconds: metric(ofTrades(seconds, 'nothing was held'), 'Median holding time, weighted by cost.', 16870),
  fast_holds_bps: metric(ofTrades(bps), 'Share of holds under one minute.', 0),
  trades_per_active_day: metric(ofTrades(integer), 'Number of trades on an average day with trades, rounded up.', 2),
  failed_share_bps: metric(ofTrades(bps), 'Share of failed transactions.', 1298),
  atomic_share_bps: metric(ofTrades(bps), 'Share of transactions that gained SOL without holding a token.', 0),
  bundled_buys_bps: metric(
    ofTrades(bps),
    'Share of purchases in one transaction with a purchase of another signer.',
    0,
  ),
  sandwich_cases: metric(ofTrades(integer), 'Number of purchases and sales of the same units in one slot.', 0),
  sandwich_share_bps: metric(
    ofTrades(bps),
    'Purchases and sales of the same units in one slot, divided by round trips.',
    0,
  ),
  sold_unbought_mints: metric(
    ofTrades(integer),
    'Number of tokens that were sold within an hour of arriving without a purchase.',
    0,
  ),
  sold_unbought_bps: metric(
    ofTrades(bps),
    'Share of tokens that were sold within an hour of arriving without a purchase in all proceeds.',
    0,
  ),
  wash_mint: metric(
    ofTrades(addressType, 'there is none'),
    'Token with the most trading to and fro within ten minutes without a result.',
    null,
  ),
  wash_turnover_bps: metric(ofTrades(bps, 'there is none'), 'Share of the trading to and fro in turnover.', null),
  thin_pool_profit_bps: metric(
    ofTrades(bps),
    'Share of gains from sales that took more than a quarter of the SOL or the US dollars in their pool.',
    0,
  ),
  cosigned_profit_bps: metric(
    ofTrades(bps),
    'Share of gains from round trips with a fill that the other party signed, such as one by an order engine.',
    0,
  ),
  uncounted_losses_lamports: metric(
    ofTrades(lamports),
    'Losses of positions that ended and do not count as round trips. Their gains are not set off.',
    '0',
  ),
  overhead_lamports: metric(
    ofTrades(lamports),
    'Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back.',
    '3507000',
  ),
  atomic_losses_lamports: metric(
    ofTrades(lamports),
    'Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days.',
    '0',
  ),
};
