import type { Book, BookTrade, Hold, Position } from '../book/model.ts';
import type { Behaviour } from '../figures-model.ts';

/** A hold that is fast. */
export const FAST_HOLD_SECONDS = 60;
/** A sale so soon after receipt: such units were most likely meant to be sold. */
export const UNBOUGHT_SECONDS_MAX = 3_600;

import { countBps, roundedBps, sumOf } from './ratio.ts';
import { sandwichesOf } from './sandwich.ts';
import { activeDaysOf } from './turnover.ts';
import { washOf } from './wash.ts';

const THIN_POOL_IMPACT_BPS = 2_500;

/** What looks manipulated or cannot be copied; `grossProfit` is that of the sample. */
export function behaviourOf(book: Book, sample: readonly Position[], grossProfit: bigint): Behaviour {
  const { trades, holds, counts } = book;
  const buys = trades.filter(({ kind }) => kind === 'buy');
  const cases = sandwichesOf(trades);
  return {
    wash: washOf(trades),
    sandwich: { cases, shareBps: Math.min(countBps(cases, sample.length, 'up'), 10_000) },
    soldUnbought: soldUnboughtOf(book),
    atomicShareBps: countBps(counts.atomicGains, counts.transactions - counts.failed, 'up'),
    bundledBuysBps: countBps(buys.filter(({ cobuyers }) => cobuyers > 0).length, buys.length, 'up'),
    medianHoldSeconds: medianHold(holds),
    fastHoldsBps: countBps(holds.filter(({ seconds }) => seconds < FAST_HOLD_SECONDS).length, holds.length, 'up'),
    tradesPerActiveDay: trades.length === 0 ? 0 : Math.ceil(trades.length / activeDaysOf(trades)),
    thinPoolProfitBps: roundedBps(thinPoolProfit(trades, sample), grossProfit, 'up'),
  };
}

function soldUnboughtOf({ unmatchedSales, proceeds }: Book): Behaviour['soldUnbought'] {
  const soon = unmatchedSales.filter(
    // Inventory of before the window came at an unknown time.
    ({ receivedAt, soldAt }) => receivedAt > 0 && soldAt - receivedAt <= UNBOUGHT_SECONDS_MAX,
  );
  return {
    mints: new Set(soon.map(({ mint }) => mint)).size,
    proceedsBps: roundedBps(
      sumOf(soon, ({ lamports }) => lamports),
      proceeds,
      'up',
    ),
  };
}

/** The time that half of the money was held for at most; null where no money was. */
function medianHold(holds: readonly Hold[]): number | null {
  const all = sumOf(holds, ({ lamports }) => lamports);
  if (all <= 0n) return null;
  let held = 0n;
  for (const { seconds, lamports } of [...holds].sort((a, b) => a.seconds - b.seconds)) {
    held += lamports;
    if (held * 2n >= all) return seconds;
  }
  return null;
}

function thinPoolProfit(trades: readonly BookTrade[], sample: readonly Position[]): bigint {
  const sales = new Map<string, number[]>();
  for (const { kind, mint, time, poolImpactBps } of trades) {
    if (kind !== 'sell' || (poolImpactBps ?? 0) <= THIN_POOL_IMPACT_BPS) continue;
    const times = sales.get(mint);
    if (times) times.push(time);
    else sales.set(mint, [time]);
  }
  const thin = sample.filter(
    ({ mint, pnl, openedAt, closedAt }) =>
      pnl > 0n && sales.get(mint)?.some((time) => time >= openedAt && time <= (closedAt ?? time)),
  );
  return sumOf(thin, ({ pnl }) => pnl);
}
