import type { Book } from '#checks/wallet/book/positions.ts';
import type { Figures } from '#checks/wallet/book-figures.ts';
import type { Amount, Told } from './deeds.ts';
import type { Holding, Round } from './holding.ts';
import { Ledger, type TruthTrade, type UnmatchedSale } from './ledger.ts';

const STALE_SECONDS = 7 * 86_400;
export const WINDOW_SECONDS = 90 * 86_400;
/** A position counts when at most one unit in so many that were sold has no known basis. */
const UNKNOWN_ONE_IN = 20n;

/** What both the ledger and the book of a wallet come to, in words that can be compared line by line. */
export type Lines = ReadonlyMap<string, string>;

/** What must have come out of a history, by the plain ledger. `now`: Unix seconds of the present. */
export function truthOf(told: readonly Told[], now: number): Lines {
  const isOld = ({ time }: Told) => time < now - WINDOW_SECONDS;
  const inside = told.filter((one) => !isOld(one));
  const before = new Map<string, bigint>();
  for (const [mint, units] of told.filter(isOld).flatMap(movedBy)) before.set(mint, (before.get(mint) ?? 0n) + units);
  const ledger = new Ledger(inside);
  for (const one of inside) {
    for (const mint of one.sees) {
      const units = before.get(mint) ?? 0n;
      if (units > 0n) ledger.inherit(mint, units, one.time);
      before.delete(mint);
    }
    ledger.book(one);
  }
  return linesOf(ledger, now);
}

/** What a transaction did to the wallet's units of coins. */
function movedBy({ failed, deed, tokensIn, tokensOut }: Told): readonly Amount[] {
  if (failed) return [];
  const out = (amounts: readonly Amount[]) => amounts.map(([mint, units]) => [mint, -units] as const);
  const plain = [...tokensIn, ...out(tokensOut)];
  switch (deed.kind) {
    case 'buy':
      return [...plain, [deed.mint, deed.units]];
    case 'sell':
    case 'burn':
      return [...plain, [deed.mint, -deed.units]];
    case 'swap':
      return [...plain, ...out([deed.gave]), deed.got];
    case 'muddle':
      return [...plain, ...deed.in, ...out(deed.out)];
    default:
      return plain;
  }
}

interface Ended {
  readonly round: Round;
  readonly state: 'closed' | 'stale' | 'open';
  readonly counted: boolean;
  readonly taint: string | null;
  readonly cost: bigint;
  readonly left: bigint;
  readonly pnl: bigint;
}

function endOf(round: Round, { basis, open }: Holding, now: number): Ended {
  const left = round === open ? basis : 0n;
  const state = round !== open ? 'closed' : now - round.lastTradeAt >= STALE_SECONDS ? 'stale' : 'open';
  const isMixed = round.soldUnknown * UNKNOWN_ONE_IN > round.sold;
  const taint = round.taint ?? (isMixed ? 'unknown_basis' : null);
  const isOver = state === 'stale' || (state === 'closed' && (round.sells > 0 || round.burns > 0));
  const cost = round.cost + left;
  const pnl = state === 'open' ? 0n : round.proceeds - cost;
  return { round, state, counted: isOver && round.buys > 0 && taint === null, taint, cost, left, pnl };
}

/** What the sales of an open round lost or gained, without what is still held. */
function soldOf(one: Ended): Ended {
  return { ...one, pnl: one.round.proceeds - one.round.cost };
}

function linesOf(ledger: Ledger, now: number): Lines {
  const lines = new Map<string, string>();
  const ended = [...ledger.holdings.values()].flatMap((holding) =>
    holding.rounds.map((round) => endOf(round, holding, now)),
  );
  for (const one of ended) {
    const { round, state, counted, taint, cost, left, pnl } = one;
    const { openedAt, buys, sells, proceeds, unmatched, transferredOut } = round;
    if (isIdle({ buys, sells, cost, transferredOut })) continue;
    const closedAt = state === 'stale' ? round.lastTradeAt + STALE_SECONDS : round.closedAt;
    const basis = state === 'open' ? left : 0n;
    const values = {
      state,
      counted,
      closedAt,
      buys,
      sells,
      cost,
      proceeds,
      pnl,
      unmatched,
      transferredOut,
      basis,
      taint,
    };
    lines.set(`position ${round.mint} ${openedAt}`, shown(values));
  }
  const counted = ended.filter((one) => one.counted);
  const stable = counted.reduce((sum, { round, cost }) => sum + stableShare(round, cost), 0n);
  const sum = (list: readonly Ended[]) => list.reduce((total, { pnl }) => total + pnl, 0n);
  const realized = ended.filter((one) => !one.counted).map((one) => (one.state === 'open' ? soldOf(one) : one));
  const hidden = realized.filter(({ pnl }) => pnl < 0n);
  const { flows } = ledger;
  const lost = [flows.failed_fees, flows.other_fees, flows.tips, flows.rent_for_others, flows.unclear];
  const overhead = lost.reduce((total, flow) => (flow < 0n ? total - flow : total), ledger.atomicLosses);
  const totals = {
    ...{ change: ledger.change, gross: ledger.gross, failed: ledger.failed, unpriced: ledger.unpriced },
    ...{ atomicGains: ledger.atomicGains, atomicLosses: ledger.atomicLosses, proceeds: ledger.proceeds },
    ...{ unmatched: ledger.unmatched, transferredOut: ledger.transferredOut, stableCost: stable, special: 0n },
    ...{ realizedPnl: sum(counted), wins: counted.filter(({ pnl }) => pnl > 0n).length, overhead },
    pessimisticPnl: sum(counted) + sum(hidden) - ledger.transferredOut - overhead,
  };
  return addRecords(lines, { ...ledger, totals });
}

function stableShare({ bought, boughtInDollars }: Round, cost: bigint): bigint {
  return boughtInDollars === 0n ? 0n : (cost * boughtInDollars + bought - 1n) / bought;
}

/** The same lines of the engine's book and figures. */
export function linesOfBook(book: Book, figures: Figures): Lines {
  const lines = new Map<string, string>();
  for (const position of book.positions) {
    if (isIdle(position)) continue;
    const { mint, openedAt, unmatchedProceeds: unmatched, openBasis: basis } = position;
    const { state, counted, closedAt, buys, sells, cost, proceeds, pnl, transferredOut, taint } = position;
    const values = {
      state,
      counted,
      closedAt,
      buys,
      sells,
      cost,
      proceeds,
      pnl,
      unmatched,
      transferredOut,
      basis,
      taint,
    };
    lines.set(`position ${mint} ${openedAt}`, shown(values));
  }
  const { counts } = book;
  const totals = {
    ...{ change: book.change, gross: book.grossFlow, failed: counts.failed, unpriced: counts.unpricedTrades },
    ...{ atomicGains: counts.atomicGains, atomicLosses: book.atomicLosses, proceeds: book.proceeds },
    ...{ unmatched: book.unmatchedProceeds, transferredOut: book.transferredOut, stableCost: book.convertedCost },
    ...{ special: book.specialFlow, realizedPnl: figures.realizedPnl, wins: figures.wins, overhead: figures.overhead },
    pessimisticPnl: figures.pessimisticPnl,
  };
  return addRecords(lines, {
    ...book,
    totals,
    trades: book.trades.map(({ amount, ...trade }) => ({ ...trade, lamports: amount })),
    holds: book.holds.map(({ seconds, amount }) => ({ seconds, lamports: amount })),
    unmatchedSales: book.unmatchedSales.map(({ amount, ...sale }) => ({
      ...sale,
      lamports: amount,
      cameAt: [sale.receivedAt],
    })),
  });
}

type Records = Pick<Book, 'flows'> & {
  readonly holds: readonly { readonly seconds: number; readonly lamports: bigint }[];
  readonly unmatchedSales: readonly UnmatchedSale[];
  readonly totals: object;
  readonly trades: readonly Omit<TruthTrade, 'stable'>[];
};

function addRecords(lines: Map<string, string>, { totals, flows, trades, holds, unmatchedSales }: Records): Lines {
  for (const [name, value] of Object.entries(totals)) lines.set(name, String(value));
  for (const [name, value] of Object.entries(flows)) lines.set(`flow ${name}`, String(value));
  for (const { signature, kind, mint, units, lamports, pnl } of trades)
    lines.set(`trade ${signature}`, shown({ kind, mint, units, lamports, pnl }));
  for (const [index, hold] of holds.entries()) lines.set(`hold ${index}`, shown(hold));
  // The book splits a sale by when its units came; how it rounds the parts is its own matter.
  const sales = new Map<string, { sum: bigint; readonly times: Set<number> }>();
  for (const { mint, soldAt, cameAt, lamports } of unmatchedSales) {
    const sale = sales.get(`${mint} ${soldAt}`) ?? { sum: 0n, times: new Set() };
    sales.set(`${mint} ${soldAt}`, sale);
    sale.sum += lamports;
    for (const time of cameAt) sale.times.add(time);
  }
  for (const [name, { sum, times }] of sales)
    lines.set(`unmatched ${name}`, `${sum} of ${[...times].sort((one, two) => one - two)}`);
  return lines;
}

/** A position in which nothing was ever done: only tokens lie there that somebody sent. */
function isIdle(of: { buys: number; sells: number; cost: bigint; transferredOut: bigint }): boolean {
  return of.buys + of.sells === 0 && of.cost === 0n && of.transferredOut === 0n;
}

function shown(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
}

/** What differs, as `name: truth | book`. */
export function differencesOf(truth: Lines, book: Lines): readonly string[] {
  const names = new Set([...truth.keys(), ...book.keys()]);
  return [...names].flatMap((name) => {
    const [right, given] = [truth.get(name), book.get(name)];
    return right === given ? [] : [`${name}:\n    truth ${right}\n    book  ${given}`];
  });
}
