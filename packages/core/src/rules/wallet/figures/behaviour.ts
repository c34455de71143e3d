import { magnitude } from '#lib/divide.ts';
import type { Behaviour } from '../book-figures.ts';
import { type Book, type BookTrade, type Currency, type Position, sumsIn } from '../evidence/book.ts';
import { heldByShare, holdTimesOf } from './hold-times.ts';
import { countBps, roundedBps, sumOf } from './ratio.ts';
import { activeDaysOf, turnoverOf } from './turnover.ts';

/** A hold that is fast. */
export const FAST_HOLD_SECONDS = 60;
/** A sale so soon after receipt: such units were most likely meant to be sold. */
export const UNBOUGHT_SECONDS_MAX = 3_600;

const WINDOW_SECONDS = 600;

const SIDE_MIN = 10;

const PNL_PERCENT_MAX = 3n;

/** The positions in a block between which a foreign trade is sandwiched. */
const INDEX_DISTANCE_MAX = 3;

const HALF_BPS = 5_000n;

const THIN_POOL_IMPACT_BPS = 2_500;

/** Behaviour in one currency that may be manipulation or cannot be copied; `grossProfit` is that of the sample. */
export function behaviourOf(
  book: Book,
  currency: Currency,
  sample: readonly Position[],
  grossProfit: bigint,
): Behaviour {
  const { counts } = book;
  const trades = book.trades.filter((one) => one.currency === currency);
  const holds = book.holds.filter((one) => one.currency === currency);
  const buys = trades.filter(({ kind }) => kind === 'buy');
  const cases = sandwichesOf(trades);
  const shortestFirst = [...holds].sort((a, b) => a.seconds - b.seconds);
  return {
    wash: washOf(trades),
    sandwich: { cases, shareBps: Math.min(countBps(cases, sample.length, 'up'), 10_000) },
    soldUnbought: soldUnboughtOf(book, currency),
    atomicShareBps: countBps(counts.atomicGains, counts.transactions - counts.failed, 'up'),
    bundledBuysBps: countBps(buys.filter(({ cobuyers }) => cobuyers > 0).length, buys.length, 'up'),
    medianHoldSeconds: heldByShare(shortestFirst, HALF_BPS),
    holdTimes: holdTimesOf(shortestFirst),
    fastHoldsBps: countBps(holds.filter(({ seconds }) => seconds < FAST_HOLD_SECONDS).length, holds.length, 'up'),
    tradesPerActiveDay: trades.length === 0 ? 0 : Math.ceil(trades.length / activeDaysOf(trades)),
    thinPoolProfitBps: roundedBps(thinPoolProfit(trades, sample), grossProfit, 'up'),
    cosignedProfitBps: roundedBps(cosignedProfit(sample), grossProfit, 'up'),
    cosignedCostBps: roundedBps(
      sumOf(sample, ({ cosigned, cost }) => (cosigned ? cost : 0n)),
      sumOf(sample, ({ cost }) => cost),
      'up',
    ),
  };
}

function soldUnboughtOf(book: Book, of: Currency): Behaviour['soldUnbought'] {
  const soon = book.unmatchedSales.filter(
    ({ currency, receivedAt, soldAt }) =>
      // Inventory of before the window came at an unknown time.
      currency === of && receivedAt > 0 && soldAt - receivedAt <= UNBOUGHT_SECONDS_MAX,
  );
  return {
    mints: new Set(soon.map(({ mint }) => mint)).size,
    proceedsBps: roundedBps(
      sumOf(soon, ({ amount }) => amount),
      sumsIn(book, of).proceeds,
      'up',
    ),
  };
}

function cosignedProfit(sample: readonly Position[]): bigint {
  const winners = sample.filter(({ cosigned, pnl }) => cosigned && pnl > 0n);
  return sumOf(winners, ({ pnl }) => pnl);
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

/**
 * The number of pairs of a purchase and a sale of the same mint in one slot that match in units to 99 percent and, if the positions in the
 * block are known, lie at most three apart. Each trade is in one pair at most.
 */
function sandwichesOf(trades: readonly BookTrade[]): number {
  let cases = 0;
  for (const list of byMint(trades).values()) {
    const slots = new Map<number, BookTrade[]>();
    for (const trade of list) {
      const waiting = slots.get(trade.slot) ?? [];
      const at = waiting.findIndex((other) => encloses(other, trade));
      if (at < 0) waiting.push(trade);
      else waiting.splice(at, 1);
      if (at >= 0) cases += 1;
      slots.set(trade.slot, waiting);
    }
  }
  return cases;
}

function encloses(one: BookTrade, other: BookTrade): boolean {
  if (one.kind === other.kind) return false;
  const [small, large] = one.units < other.units ? [one.units, other.units] : [other.units, one.units];
  if (small * 100n < large * 99n) return false;
  if (one.index === null || other.index === null) return true;
  return Math.abs(one.index - other.index) <= INDEX_DISTANCE_MAX;
}

/** Trades of one mint inside a window that moves along the list. */
interface Window {
  buys: number;
  sells: number;
  turnover: bigint;
  pnl: bigint;
}

/**
 * Circular trades of a mint: the trades of all windows of ten minutes with at least ten purchases and ten sales that together gained or
 * lost at most 3 percent of their volume. Windows begin or end at a trade, so that a real sale before or after does not hide them. The
 * share of turnover covers all mints together; the named mint has the largest.
 */
function washOf(trades: readonly BookTrade[]): Behaviour['wash'] {
  let most: { mint: string; trades: readonly BookTrade[]; turnover: bigint } | null = null;
  let washed = 0n;
  for (const [mint, list] of byMint(trades)) {
    const circling = circlingOf([...list].sort((a, b) => a.time - b.time));
    const turnover = turnoverOf(circling);
    washed += turnover;
    if (circling.length > 0 && (most === null || turnover > most.turnover)) most = { mint, trades: circling, turnover };
  }
  if (most === null) return null;
  const buys = most.trades.filter(({ kind }) => kind === 'buy').length;
  return {
    mint: most.mint,
    buys,
    sells: most.trades.length - buys,
    turnoverBps: roundedBps(washed, turnoverOf(trades), 'up'),
  };
}

/** The trades of a list in the order of time that lie inside any such window. */
function circlingOf(list: readonly BookTrade[]): readonly BookTrade[] {
  if (list.length < 2 * SIDE_MIN) return [];
  const window: Window = { buys: 0, sells: 0, turnover: 0n, pnl: 0n };
  // One step for each trade that begins to lie in such a window, one back where it ends to.
  const marks = new Int32Array(list.length + 1);
  let from = 0;
  const check = (to: number) => {
    if (!circles(window)) return;
    marks[from] = (marks[from] ?? 0) + 1;
    marks[to] = (marks[to] ?? 0) - 1;
  };
  list.forEach((trade, at) => {
    let first = list[from];
    // The window that begins at a trade is full when the next one is too late for it.
    while (first && trade.time - first.time > WINDOW_SECONDS) {
      check(at);
      move(window, first, -1);
      from += 1;
      first = list[from];
    }
    move(window, trade, 1);
    check(at + 1);
  });
  for (; from < list.length; from += 1) {
    check(list.length);
    const first = list[from];
    if (first) move(window, first, -1);
  }
  let depth = 0;
  return list.filter((_, at) => {
    depth += marks[at] ?? 0;
    return depth > 0;
  });
}

function move(window: Window, trade: BookTrade, step: 1 | -1): void {
  if (trade.kind === 'buy') window.buys += step;
  else window.sells += step;
  window.turnover += BigInt(step) * turnoverOf([trade]);
  window.pnl += BigInt(step) * trade.pnl;
}

function circles({ buys, sells, turnover, pnl }: Window): boolean {
  if (buys < SIDE_MIN || sells < SIDE_MIN) return false;
  return magnitude(pnl) * 100n <= turnover * PNL_PERCENT_MAX;
}

/** Trades by mint, each list in the order given. */
function byMint(trades: readonly BookTrade[]): ReadonlyMap<string, readonly BookTrade[]> {
  const lists = new Map<string, BookTrade[]>();
  for (const trade of trades) {
    const list = lists.get(trade.mint);
    if (list) list.push(trade);
    else lists.set(trade.mint, [trade]);
  }
  return lists;
}
