import { ifKnown } from '#lib/reading.ts';
import type { Behaviour, Figures, RankedTrade } from './book-figures.ts';
import { bookMetrics, salesWithoutBasis } from './book-metrics.ts';
import { type Book, type Currency, openBasisOf } from './evidence/book.ts';
import { DAY_SECONDS, type HistoryFacts, type MintMaker, type PaidGains } from './evidence.ts';
import type { WalletLimit } from './gate.ts';
import { heldMetricsOf } from './held-metrics.ts';
import { measuredIn } from './measured.ts';
import type {
  EquityMetrics,
  FailedTestMetrics,
  FlowMetrics,
  HoldTimesMetrics,
  MakerMetrics,
  PayersMetrics,
  StableRateMetrics,
  TopTradeMetrics,
  WindowMetrics,
} from './metric-parts.ts';
import type { WalletMetrics } from './metrics.ts';
import { paidShares } from './payers.ts';
import type { JudgedEvidence } from './policy.ts';

const text = (value: bigint | undefined): string | null => value?.toString() ?? null;

/** The figures of the evidence; every member is present. `listed` are the reasons of the answer. */
export function metricsOf(evidence: JudgedEvidence, listed: readonly WalletLimit[]): WalletMetrics {
  const history = ifKnown(evidence.history);
  const book = ifKnown(evidence.book);
  const main = ifKnown(evidence.figures);
  const all = main ? [main, ...(ifKnown(evidence.others) ?? [])] : [];
  return {
    window: history && windowMetrics(history),
    ...recordMetrics(book, all.find(({ currency }) => currency === 'sol') ?? null),
    failed_tests: failedTests(listed),
    makers: ifKnown(evidence.makers)?.map(makerMetrics) ?? null,
    ...heldMetricsOf(evidence),
    books: book && main && bookMetrics(book, all, main.currency),
    sales_without_basis: book && salesWithoutBasis(book),
    payers: main && payersMetrics(ifKnown(evidence.payers), main.currency),
  };
}

/** The figures of a book in SOL; every member is present, and null without a book. */
export function recordMetrics(book: Book | null, figures: Figures | null) {
  return {
    ...sampleMetrics(figures),
    ...profitMetrics(figures),
    ...spreadMetrics(figures),
    ...doubtMetrics(book, figures),
    ...behaviourMetrics(figures?.behaviour ?? null, figures),
    ...costMetrics(book, figures),
    flows: book && flowMetrics(book),
    top_trades: figures?.topTrades.map(tradeMetrics) ?? null,
    worst_trades: figures?.worstTrades.map(tradeMetrics) ?? null,
    hold_times: figures && holdTimes(figures.behaviour),
    equity: figures && equity(figures),
    rates: book && rates(book),
  };
}

function sampleMetrics(figures: Figures | null) {
  return {
    closed: figures?.closed ?? null,
    even_trips: figures?.evenTrips ?? null,
    mints: figures?.mints ?? null,
    active_days: figures?.activeDays ?? null,
    trades: figures?.trades ?? null,
    first_trade_time_unix: figures?.firstTradeAt ?? null,
    last_trade_time_unix: figures?.lastTradeAt ?? null,
    turnover_lamports: text(figures?.turnover),
    cost_lamports: text(figures?.cost),
  };
}

function profitMetrics(figures: Figures | null) {
  return {
    realized_pnl_lamports: text(figures?.realizedPnl),
    pessimistic_pnl_lamports: text(figures?.pessimisticPnl),
    average_cost_pnl_lamports: text(figures?.averagePnl),
    roi_bps: figures?.roiBps ?? null,
    expectancy_lower_bps: figures?.expectancy?.lowerBps ?? null,
    expectancy_upper_bps: figures?.expectancy?.upperBps ?? null,
    wins: figures?.wins ?? null,
    win_rate_bps: figures?.winRateBps ?? null,
    win_rate_low_bps: figures?.winRateLowBps ?? null,
    win_rate_high_bps: figures?.winRateHighBps ?? null,
    gross_profit_lamports: text(figures?.grossProfit),
    gross_loss_lamports: text(figures?.grossLoss),
    profit_factor_percent: figures?.profitFactorPercent ?? null,
    max_drawdown_bps: figures?.maxDrawdownBps ?? null,
  };
}

function spreadMetrics(figures: Figures | null) {
  return {
    top1_share_bps: figures?.top1Bps ?? null,
    top3_share_bps: figures?.top3Bps ?? null,
    best_left_out: figures?.bestLeftOut ?? null,
    pnl_without_best_lamports: text(figures?.pnlWithoutBest),
    first_half_pnl_lamports: text(figures?.firstHalfPnl),
    second_half_pnl_lamports: text(figures?.secondHalfPnl),
  };
}

function doubtMetrics(book: Book | null, figures: Figures | null) {
  const open = book ? openBasisOf(book, 'sol') : undefined;
  return {
    unmatched_proceeds_lamports: text(book?.unmatchedProceeds),
    unmatched_bps: figures?.unmatchedBps ?? null,
    transferred_out_lamports: text(book?.transferredOut),
    transferred_out_bps: figures?.transferredOutBps ?? null,
    open_basis_lamports: text(open),
    open_basis_bps: figures?.openBasisBps ?? null,
    unpriced_trades: book?.counts.unpricedTrades ?? null,
    unpriced_lamports: text(book?.unpriced),
    unpriced_bps: figures?.unpricedBps ?? null,
    stable_cost_lamports: text(book?.convertedCost),
    stable_cost_bps: figures?.convertedCostBps ?? null,
    special_flow_bps: figures?.specialFlowBps ?? null,
  };
}

function behaviourMetrics(behaviour: Behaviour | null, figures: Figures | null) {
  return {
    median_hold_seconds: behaviour?.medianHoldSeconds ?? null,
    fast_holds_bps: behaviour?.fastHoldsBps ?? null,
    trades_per_active_day: behaviour?.tradesPerActiveDay ?? null,
    failed_share_bps: figures?.failedShareBps ?? null,
    atomic_share_bps: behaviour?.atomicShareBps ?? null,
    bundled_buys_bps: behaviour?.bundledBuysBps ?? null,
    sandwich_cases: behaviour?.sandwich.cases ?? null,
    sandwich_share_bps: behaviour?.sandwich.shareBps ?? null,
    sold_unbought_mints: behaviour?.soldUnbought.mints ?? null,
    sold_unbought_bps: behaviour?.soldUnbought.proceedsBps ?? null,
    wash_mint: behaviour?.wash?.mint ?? null,
    wash_turnover_bps: behaviour?.wash?.turnoverBps ?? null,
    thin_pool_profit_bps: behaviour?.thinPoolProfitBps ?? null,
    cosigned_profit_bps: behaviour?.cosignedProfitBps ?? null,
  };
}

function costMetrics(book: Book | null, figures: Figures | null) {
  return {
    uncounted_losses_lamports: text(figures?.uncountedLosses),
    overhead_lamports: text(figures?.overhead),
    atomic_losses_lamports: text(book?.atomicLosses),
  };
}

function flowMetrics({ flows, change }: Book): FlowMetrics {
  const members = Object.entries(flows).map(([name, lamports]) => [`${name}_lamports`, lamports.toString()]);
  return { ...Object.fromEntries(members), change_lamports: change.toString() } as FlowMetrics;
}

function tradeMetrics({ position, sale }: RankedTrade): TopTradeMetrics {
  return {
    mint: position.mint,
    transaction: sale?.signature ?? position.bestTrade,
    pnl_lamports: position.pnl.toString(),
    cost_lamports: position.cost.toString(),
    opened_at_unix: position.openedAt,
    closed_at_unix: position.closedAt,
    pool_impact_bps: sale?.poolImpactBps ?? null,
  };
}

function holdTimes({ holdTimes: times }: Behaviour): HoldTimesMetrics {
  return {
    lower_quartile_seconds: times.lowerQuartileSeconds,
    upper_quartile_seconds: times.upperQuartileSeconds,
    longest_seconds: times.longestSeconds,
    bands: times.bands.map(({ band, holds, holdsBps, moneyBps }) => {
      return { band, holds, holds_bps: holdsBps, money_bps: moneyBps };
    }),
  };
}

function equity({ equity: points }: Figures): readonly EquityMetrics[] {
  return points.map(({ time, amount }) => ({ time_unix: time, lamports: amount.toString() }));
}

function rates({ rates: seen }: Book): readonly StableRateMetrics[] {
  return seen.map(({ mint, units, lamports, signature, time }) => {
    return { mint, units: units.toString(), lamports: lamports.toString(), transaction: signature, time_unix: time };
  });
}

function windowMetrics(history: HistoryFacts): WindowMetrics {
  const span = (from: number) => {
    return { from_unix: from, to_unix: history.windowTo, days: Math.floor((history.windowTo - from) / DAY_SECONDS) };
  };
  const judged = span(history.windowFrom);
  return {
    ...judged,
    born_inside: history.bornInside,
    signatures: history.signatures,
    token_signatures: history.tokenSignatures,
    pages: history.pages,
    transactions: history.transactions,
    unusable_transactions: history.unusable.length,
    repaired: history.repaired,
    native_links: history.nativeLinks,
    token_links: history.tokenLinks,
    breaks: history.breaks.length,
    mismatches: history.mismatches.length,
    unproven_accounts: history.unprovenAccounts,
    asked: span(history.askedFrom),
    judged,
    why: history.shortenedBy,
    dust_transactions: history.dust,
  };
}

function failedTests(listed: readonly WalletLimit[]): readonly FailedTestMetrics[] {
  const failed = listed.flatMap(({ allows, reason: { code, evidence } }) => {
    const test = allows === 'TRUSTED' ? null : measuredIn(evidence);
    return test ? [{ code, ...test, figure: test.figure?.toString() ?? null, bound: test.bound.toString() }] : [];
  });
  return failed.sort((a, b) => (a.code < b.code ? -1 : 1));
}

function makerMetrics({ mint, creator, own, sharedFunder, supplied }: MintMaker): MakerMetrics {
  return { mint, creator, own, shared_funder: sharedFunder, supplied };
}

function payersMetrics(paid: PaidGains | null, currency: Currency): PayersMetrics | null {
  if (!paid) return null;
  const { linkedBps, provenBps, oneOwnerBps, unreadBps } = paidShares(paid);
  return {
    positions: paid.positions,
    currency,
    gain: paid.gain.toString(),
    wallets: paid.payers.length,
    linked_bps: linkedBps,
    proven_strangers_bps: provenBps,
    one_owner_bps: oneOwnerBps,
    unread_bps: unreadBps,
  };
}
