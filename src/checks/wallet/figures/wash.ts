import { magnitude } from '../book/divide.ts';
import type { BookTrade } from '../book/model.ts';
import type { Behaviour } from '../figures-model.ts';
import { byMint } from './by-mint.ts';
import { roundedBps } from './ratio.ts';
import { turnoverOf } from './turnover.ts';

const WINDOW_SECONDS = 600;
const SIDE_MIN = 10;
const PNL_PERCENT_MAX = 3n;

/** Trades of one mint inside a window that moves along the list. */
interface Window {
  buys: number;
  sells: number;
  turnover: bigint;
  pnl: bigint;
}

/**
 * Trades of a mint that go in circles: those of all windows of ten minutes with at least ten purchases and ten sales that
 * together gained or lost at most 3 percent of what they moved. Windows begin or end at a trade, so that a real sale before or
 * after does not hide them. The share of turnover is that of all mints together; the mint named is the one with most.
 */
export function washOf(trades: readonly BookTrade[]): Behaviour['wash'] {
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
