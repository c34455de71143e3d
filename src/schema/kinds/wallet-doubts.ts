import { builder } from '../builder.ts';
import { account, count, lamports, signed } from './nullable.ts';
import { WalletMetricsType } from './wallet-metrics.ts';

// What the record does not show.
builder.objectFields(WalletMetricsType, (t) => ({
  unmatchedProceedsLamports: t.expose('unmatched_proceeds_lamports', {
    ...signed,
    description: 'Proceeds of tokens of which no purchase is known. They are no profit.',
  }),
  unmatchedBps: t.expose('unmatched_bps', { ...count, description: 'Their share in all proceeds, in basis points.' }),
  transferredOutLamports: t.expose('transferred_out_lamports', {
    ...lamports,
    description: 'Cost of tokens that left without a sale.',
  }),
  transferredOutBps: t.expose('transferred_out_bps', {
    ...count,
    description: 'The same divided by the cost of the round trips, in basis points.',
  }),
  openBasisLamports: t.expose('open_basis_lamports', {
    ...lamports,
    description: 'Cost of what is still held in open positions.',
  }),
  openBasisBps: t.expose('open_basis_bps', {
    ...count,
    description: 'The same divided by the cost of the round trips, in basis points.',
  }),
  unpricedTrades: t.expose('unpriced_trades', {
    ...count,
    description: 'Trades in stable coins without a price in SOL.',
  }),
  unpricedLamports: t.expose('unpriced_lamports', {
    ...lamports,
    description: 'What they came to by the nearest price, however far away; null where there is none.',
  }),
  unpricedBps: t.expose('unpriced_bps', {
    ...count,
    description: 'The same divided by the cost of the round trips, in basis points.',
  }),
  stableCostLamports: t.expose('stable_cost_lamports', {
    ...lamports,
    description: 'Cost that was paid in stable coins.',
  }),
  stableCostBps: t.expose('stable_cost_bps', { ...count, description: 'Its share in all cost, in basis points.' }),
  specialFlowBps: t.expose('special_flow_bps', {
    ...count,
    description: 'Share of liquidity, lending, NFTs and orders in all SOL that moved, in basis points.',
  }),
}));

// How it was traded, and what that cost.
builder.objectFields(WalletMetricsType, (t) => ({
  medianHoldSeconds: t.expose('median_hold_seconds', {
    ...count,
    description: 'How long half of the money was held at most.',
  }),
  fastHoldsBps: t.expose('fast_holds_bps', {
    ...count,
    description: 'Share of holds under a minute, in basis points.',
  }),
  tradesPerActiveDay: t.expose('trades_per_active_day', {
    ...count,
    description: 'Trades on an average day with trades, rounded up.',
  }),
  failedShareBps: t.expose('failed_share_bps', {
    ...count,
    description: 'Share of failed transactions, in basis points.',
  }),
  atomicShareBps: t.expose('atomic_share_bps', {
    ...count,
    description: 'Share of transactions that gained SOL without holding a token.',
  }),
  bundledBuysBps: t.expose('bundled_buys_bps', {
    ...count,
    description: 'Share of purchases in the same transaction as that of another signer.',
  }),
  sandwichCases: t.expose('sandwich_cases', {
    ...count,
    description: 'Purchases and sales of the same units in one slot.',
  }),
  sandwichShareBps: t.expose('sandwich_share_bps', {
    ...count,
    description: 'The same divided by round trips, in basis points.',
  }),
  soldUnboughtMints: t.expose('sold_unbought_mints', {
    ...count,
    description: 'Tokens sold within an hour of being received without a purchase.',
  }),
  soldUnboughtBps: t.expose('sold_unbought_bps', {
    ...count,
    description: 'Share of those sales in all proceeds, in basis points.',
  }),
  washMint: t.expose('wash_mint', {
    ...account,
    description:
      'The token with most trading to and fro within ten minutes without a result; null where there is none.',
  }),
  washTurnoverBps: t.expose('wash_turnover_bps', { ...count, description: 'Its share of turnover, in basis points.' }),
  thinPoolProfitBps: t.expose('thin_pool_profit_bps', {
    ...count,
    description: 'Share of gains from sales that took more than a quarter of the SOL in their pool.',
  }),
  uncountedLossesLamports: t.expose('uncounted_losses_lamports', {
    ...lamports,
    description: 'Losses of positions that ended and do not count as round trips; their gains are not set off.',
  }),
  overheadLamports: t.expose('overhead_lamports', {
    ...lamports,
    description:
      'Fees and tips outside of trades, atomic losses, and SOL that went into liquidity, loans or NFTs and did not come back.',
  }),
  atomicLossesLamports: t.expose('atomic_losses_lamports', {
    ...lamports,
    description:
      'Losses of trading programs within one transaction, gains not set off, and SOL in orders without a fill for seven days.',
  }),
}));
