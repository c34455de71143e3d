import { drawdownOf } from '../drawdown.ts';
import type { MarketTrader, TokenEvidence, TradeFacts } from '../evidence.ts';
import { makersOf } from '../makers.ts';
import type { DumpMetrics } from '../origin-metrics.ts';
import { boundedInteger, boundedMoment, maybeAmount } from './bounded.ts';
import { washOf } from './wash.ts';

/** The fall of the price, and the latest traders. */
export function dumpFigures(evidence: TokenEvidence, trades: TradeFacts | null): DumpMetrics {
  const drawdown = trades && drawdownOf(evidence);
  const makers = makersOf(evidence);
  const sum = (of: (trader: MarketTrader) => bigint) => trades?.traders.reduce((all, one) => all + of(one), 0n);
  return {
    price_drawdown_bps: boundedInteger(drawdown?.bps),
    price_best_at_unix: boundedMoment(drawdown?.best.time),
    price_since_unix: boundedMoment(drawdown?.since),
    trades_read: boundedInteger(trades?.transactions),
    trades_since_unix: boundedMoment(trades?.since),
    trade_buyers: boundedInteger(trades?.traders.filter(({ buys }) => buys > 0).length),
    trade_sellers: boundedInteger(trades?.traders.filter(({ sells }) => sells > 0).length),
    trade_bought_lamports: maybeAmount(sum(({ lamportsPaid }) => lamportsPaid)),
    trade_sold_lamports: maybeAmount(sum(({ lamportsGot }) => lamportsGot)),
    trade_wash_bps: trades && washOf(trades).washBps,
    trade_makers_sold: maybeAmount(sum(({ owner, tokensSold }) => (makers.has(owner) ? tokensSold : 0n))),
    trade_frozen_buyers: boundedInteger(trades?.frozenBuyers?.length),
  };
}
