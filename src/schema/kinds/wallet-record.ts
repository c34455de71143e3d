import { builder } from '../builder.ts';
import { count, lamports, signed, time } from './nullable.ts';
import { WalletMetricsType } from './wallet-metrics.ts';

// How large the record is.
builder.objectFields(WalletMetricsType, (t) => ({
  closed: t.expose('closed', {
    ...count,
    description: 'Round trips that count: closed ones, and those without a trade for seven days, whose rest is lost.',
  }),
  evenTrips: t.expose('even_trips', {
    ...count,
    description: 'How many round trips of one size would weigh as much as these.',
  }),
  mints: t.expose('mints', { ...count, description: 'Different tokens among them.' }),
  activeDays: t.expose('active_days', { ...count, description: 'Days (UTC) with a trade.' }),
  trades: t.expose('trades', { ...count, description: 'Purchases and sales.' }),
  firstTradeTimeUnix: t.expose('first_trade_time_unix', { ...time, description: 'The first trade in the window.' }),
  lastTradeTimeUnix: t.expose('last_trade_time_unix', { ...time, description: 'The last trade.' }),
  turnoverLamports: t.expose('turnover_lamports', { ...lamports, description: 'Purchases and sales together.' }),
  costLamports: t.expose('cost_lamports', {
    ...lamports,
    description: 'What the round trips that count cost, everything included.',
  }),
}));

// What was made.
builder.objectFields(WalletMetricsType, (t) => ({
  realizedPnlLamports: t.expose('realized_pnl_lamports', {
    ...signed,
    description: 'What they made: lamports that came back less their cost, first in first out.',
  }),
  pessimisticPnlLamports: t.expose('pessimistic_pnl_lamports', {
    ...signed,
    description:
      'The same less losses that do not count, what was transferred out, and overhead: exactly those three fields.',
  }),
  averageCostPnlLamports: t.expose('average_cost_pnl_lamports', {
    ...signed,
    description: 'What they made by average cost, for comparison.',
  }),
  roiBps: t.expose('roi_bps', { ...count, description: 'Profit divided by cost, in basis points.' }),
  expectancyLowerBps: t.expose('expectancy_lower_bps', {
    ...count,
    description:
      'Profit divided by cost is above this with 99 percent confidence, after a sceptical prior; basis points.',
  }),
  expectancyUpperBps: t.expose('expectancy_upper_bps', {
    ...count,
    description: 'It is below this with 99 percent confidence, without the prior.',
  }),
  wins: t.expose('wins', { ...count, description: 'Round trips with a profit.' }),
  winRateBps: t.expose('win_rate_bps', {
    ...count,
    description: 'Their share in basis points. It decides nothing: few large gains can outweigh many losses.',
  }),
  winRateLowBps: t.expose('win_rate_low_bps', {
    ...count,
    description: 'Lower end of the 95 percent interval of that share.',
  }),
  winRateHighBps: t.expose('win_rate_high_bps', { ...count, description: 'Upper end of it.' }),
  grossProfitLamports: t.expose('gross_profit_lamports', { ...lamports, description: 'All gains.' }),
  grossLossLamports: t.expose('gross_loss_lamports', { ...lamports, description: 'All losses.' }),
  profitFactorPercent: t.expose('profit_factor_percent', {
    ...count,
    description: 'Gains divided by losses in percent; null without a loss.',
  }),
  maxDrawdownBps: t.expose('max_drawdown_bps', {
    ...count,
    description: 'Largest fall of the profit so far, divided by the most that was at work at one time; basis points.',
  }),
}));

// How the profit is spread.
builder.objectFields(WalletMetricsType, (t) => ({
  top1ShareBps: t.expose('top1_share_bps', {
    ...count,
    description: 'Share of the best round trip in all gains, in basis points.',
  }),
  top3ShareBps: t.expose('top3_share_bps', { ...count, description: 'Share of the best three.' }),
  bestLeftOut: t.expose('best_left_out', {
    ...count,
    description: 'How many of the best the next figure leaves out, as far as they made a profit.',
  }),
  pnlWithoutBestLamports: t.expose('pnl_without_best_lamports', {
    ...signed,
    description: 'Profit without the best.',
  }),
  firstHalfPnlLamports: t.expose('first_half_pnl_lamports', {
    ...signed,
    description: 'Profit of the first half of the time.',
  }),
  secondHalfPnlLamports: t.expose('second_half_pnl_lamports', {
    ...signed,
    description: 'Profit of the second half.',
  }),
}));
