import type { MetricSection, MetricSections } from '../metric.ts';
import { WITHOUT_BOOK } from './book-metrics.ts';
import { walletMetrics } from './metrics.ts';

const window: MetricSection = {
  description: 'Part of the past that was read, and its completeness.',
  readings: ['history'],
  fields: {
    asked: 'window.asked',
    judged: 'window.judged',
    shortenedBy: 'window.why',
    read: {
      name: 'WalletHistoryRead',
      description: 'Completeness of the history inside the window.',
      nullWhere: 'the address is no ordinary wallet, or its history was not read',
      fields: {
        isBornInside: 'window.born_inside',
        ownTransactionCount: 'window.signatures',
        tokenAccountTransactionCount: 'window.token_signatures',
        dustTransactionCount: 'window.dust_transactions',
        pageCount: 'window.pages',
        readTransactionCount: 'window.transactions',
        unusableTransactionCount: 'window.unusable_transactions',
        repairedTransactionCount: 'window.repaired',
        nativeLinkCount: 'window.native_links',
        tokenLinkCount: 'window.token_links',
        breakCount: 'window.breaks',
        mismatchCount: 'window.mismatches',
        unprovenAccountCount: 'window.unproven_accounts',
      },
    },
  },
};

const results: MetricSection = {
  description: 'Results of the round trips in SOL.',
  readings: ['history', 'book'],
  fields: {
    sample: {
      name: 'WalletSample',
      description: 'Number and size of the trades in SOL.',
      nullWhere: WITHOUT_BOOK,
      fields: {
        closedCount: 'closed',
        evenTripCount: 'even_trips',
        mintCount: 'mints',
        activeDayCount: 'active_days',
        tradeCount: 'trades',
        firstTradeAt: 'first_trade_time_unix?',
        lastTradeAt: 'last_trade_time_unix?',
        turnoverLamports: 'turnover_lamports',
        costLamports: 'cost_lamports',
      },
    },
    profit: {
      name: 'WalletProfit',
      description: 'Profit of the round trips in SOL.',
      nullWhere: WITHOUT_BOOK,
      fields: {
        realizedPnlLamports: 'realized_pnl_lamports',
        pessimisticPnlLamports: 'pessimistic_pnl_lamports',
        averageCostPnlLamports: 'average_cost_pnl_lamports',
        firstHalfPnlLamports: 'first_half_pnl_lamports',
        secondHalfPnlLamports: 'second_half_pnl_lamports',
        pnlWithoutBestLamports: 'pnl_without_best_lamports',
        bestLeftOutCount: 'best_left_out',
        grossProfitLamports: 'gross_profit_lamports',
        grossLossLamports: 'gross_loss_lamports',
        roiBps: 'roi_bps?',
        profitFactorPercent: 'profit_factor_percent?',
        maxDrawdownBps: 'max_drawdown_bps?',
        top1ShareBps: 'top1_share_bps?',
        top3ShareBps: 'top3_share_bps?',
      },
    },
    expectancy: {
      name: 'WalletExpectancy',
      description: 'Bounds of profit divided by cost.',
      nullWhere: `there are too few round trips, ${WITHOUT_BOOK}`,
      fields: { lowerBps: 'expectancy_lower_bps', upperBps: 'expectancy_upper_bps' },
    },
    wins: {
      name: 'WalletWins',
      description: 'Round trips with a profit. Their share decides nothing.',
      nullWhere: WITHOUT_BOOK,
      fields: {
        count: 'wins',
        rateBps: 'win_rate_bps?',
        rateLowBps: 'win_rate_low_bps?',
        rateHighBps: 'win_rate_high_bps?',
      },
    },
    equity: 'equity',
    topTrades: 'top_trades',
    worstTrades: 'worst_trades',
  },
};

const exclusions: MetricSection = {
  description: 'Money that the results leave out, or count against the wallet.',
  readings: ['history', 'book'],
  fields: {
    flows: 'flows',
    sums: {
      name: 'WalletExcluded',
      description: 'Sums in SOL that the results leave out, or count against the wallet.',
      nullWhere: WITHOUT_BOOK,
      fields: {
        unmatchedProceedsLamports: 'unmatched_proceeds_lamports',
        unmatchedBps: 'unmatched_bps',
        transferredOutLamports: 'transferred_out_lamports',
        transferredOutBps: 'transferred_out_bps',
        openBasisLamports: 'open_basis_lamports',
        openBasisBps: 'open_basis_bps',
        unpricedTradeCount: 'unpriced_trades',
        unpricedLamports: 'unpriced_lamports',
        unpricedBps: 'unpriced_bps',
        stableCostLamports: 'stable_cost_lamports',
        stableCostBps: 'stable_cost_bps',
        specialFlowBps: 'special_flow_bps',
        uncountedLossesLamports: 'uncounted_losses_lamports',
        overheadLamports: 'overhead_lamports',
        atomicLossesLamports: 'atomic_losses_lamports',
      },
    },
  },
};

const behaviour: MetricSection = {
  description: 'Way in which the wallet trades, and signs of manipulation.',
  readings: ['history', 'book'],
  fields: {
    medianHoldSeconds: 'median_hold_seconds',
    fastHoldsBps: 'fast_holds_bps',
    holdTimes: 'hold_times',
    tradesPerActiveDay: 'trades_per_active_day',
    failedShareBps: 'failed_share_bps',
    atomicShareBps: 'atomic_share_bps',
    bundledBuysBps: 'bundled_buys_bps',
    sandwich: {
      name: 'WalletSandwich',
      description: 'Purchases and sales of the same units in one slot.',
      nullWhere: WITHOUT_BOOK,
      fields: { caseCount: 'sandwich_cases', shareBps: 'sandwich_share_bps' },
    },
    soldUnbought: {
      name: 'WalletSoldUnbought',
      description: 'Tokens that were sold within an hour of arriving without a purchase.',
      nullWhere: WITHOUT_BOOK,
      fields: { mintCount: 'sold_unbought_mints', shareBps: 'sold_unbought_bps' },
    },
    thinPoolProfitBps: 'thin_pool_profit_bps',
    cosignedProfitBps: 'cosigned_profit_bps',
    wash: {
      name: 'WalletWash',
      description: 'Trading of one token to and fro within ten minutes without a result.',
      nullWhere: `there is none, ${WITHOUT_BOOK}`,
      fields: { mint: 'wash_mint', turnoverBps: 'wash_turnover_bps' },
    },
  },
};

const books: MetricSection = {
  description: 'Records by currency.',
  readings: ['history', 'book'],
  fields: { entries: 'books', salesWithoutBasis: 'sales_without_basis', rates: 'rates' },
};

/** The metrics of a wallet as GraphQL groups them. */
export const walletMetricSections: MetricSections = {
  metrics: walletMetrics,
  wholeReadings: ['as_of', 'identity', 'account'],
  top: { failedTests: 'failed_tests' },
  sections: {
    window,
    results,
    exclusions,
    behaviour,
    books,
    payers: {
      description: 'Wallets that paid for the gains.',
      readings: ['history', 'book', 'payers'],
      fields: { summary: 'payers' },
    },
    makers: {
      description: 'Makers of the tokens that carry the profit.',
      readings: ['history', 'book', 'makers'],
      fields: { entries: 'makers' },
    },
    holdings: {
      description: 'Present holdings, and wallets that this wallet funded. They decide nothing.',
      readings: ['history', 'book'],
      fields: { present: 'holdings', fundedWallets: 'funded_wallets' },
    },
  },
};
