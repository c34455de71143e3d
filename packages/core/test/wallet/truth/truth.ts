import { type Book, sumsIn } from '#rules/wallet/evidence/book.ts';
import { figuresOf } from '#rules/wallet/figures.ts';
import type { Amount, TruthEntry } from './deeds.ts';
import type { Currency, Holding, Round } from './holding.ts';
import { allCurrencies, type CurrencyTotals, Ledger, type TruthTrade, type TruthUnmatched } from './ledger.ts';

const STALE_SECONDS = 7 * 86_400;
/** A position counts when at most one unit in so many that were sold has no known basis. */
const UNKNOWN_ONE_IN = 20n;

/** What both the ledger and the book of a wallet come to, in words that can be compared line by line. */
export type Lines = ReadonlyMap<string, string>;

/** What must have come out of a history, by the plain ledger. Unix seconds: where the window begins, and the present. */
export function truthOf(all: readonly TruthEntry[], from: number, now: number): Lines {
  const isOld = ({ time }: TruthEntry) => time < from;
  const inside = all.filter((one) => !isOld(one));
  const before = new Map<string, bigint>();
  for (const [mint, units] of all.filter(isOld).flatMap(movedBy)) before.set(mint, (before.get(mint) ?? 0n) + units);
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
function movedBy({ failed, deed, tokensIn, tokensOut }: TruthEntry): readonly Amount[] {
  if (failed) return [];
  const out = (amounts: readonly Amount[]) => amounts.map(([mint, units]) => [mint, -units] as const);
  const plain = [...tokensIn, ...out(tokensOut)];
  switch (deed.kind) {
    case 'buy':
      return [...plain, [deed.mint, deed.units - (deed.onward ?? 0n)]];
    case 'sell':
      return deed.ordered ? plain : [...plain, [deed.mint, -deed.units]];
    case 'burn':
      return [...plain, [deed.mint, -deed.units]];
    case 'swap':
      return [...plain, ...out([deed.gave]), deed.got];
    case 'muddle':
      return [...plain, ...deed.in, ...out(deed.out)];
    case 'keep':
      return [...plain, [deed.mint, -deed.units]];
    case 'take':
      return [...plain, [deed.mint, deed.units]];
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

const isStale = ({ lastTradeAt }: Round, now: number) => now - lastTradeAt >= STALE_SECONDS;

function endOf(round: Round, { basis, open, rounds, mint }: Holding, ledger: Ledger, now: number): Ended {
  const left = round === open ? basis : 0n;
  const state = round !== open ? 'closed' : isStale(round, now) ? 'stale' : 'open';
  const isMixed = round.soldUnknown * UNKNOWN_ONE_IN > round.sold;
  // A coin that a curve made and that was never sold may be a receipt.
  const isReceipt = ledger.minted.has(mint) && rounds.every(({ sells }) => sells === 0);
  const taint = round.taint ?? (isReceipt ? 'unclear' : isMixed ? 'unknown_basis' : null);
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
  for (const holding of ledger.holdings.values()) if (holding.open && isStale(holding.open, now)) ledger.letGo(holding);
  const ended = [...ledger.holdings.values()].flatMap((holding) =>
    holding.rounds.map((round) => endOf(round, holding, ledger, now)),
  );
  for (const one of ended) {
    const { round, state, counted, taint, cost, left, pnl } = one;
    const { openedAt, buys, sells, proceeds, unmatched, transferredOut } = round;
    if (isIdle({ buys, sells, cost, transferredOut })) continue;
    const closedAt = state === 'stale' ? round.lastTradeAt + STALE_SECONDS : round.closedAt;
    const basis = state === 'open' ? left : 0n;
    const values = {
      currency: round.currency ?? 'sol',
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
  for (const currency of allCurrencies) {
    const moved = ledger.byCurrency[currency];
    const own = ended.filter(({ round }) => (round.currency ?? 'sol') === currency);
    addTotals(lines, currency, { ...moved, ...sumsOf(own, moved) });
  }
  const { failed, atomicGains, unpricedTrades } = ledger;
  return addRecords(lines, { ...ledger, totals: { failed, atomicGains, unpricedTrades } });
}

/** What the rounds of one currency come to. */
function sumsOf(ended: readonly Ended[], moved: CurrencyTotals) {
  const counted = ended.filter((one) => one.counted);
  const convertedCost = counted.reduce((sum, { round, cost }) => sum + convertedShare(round, cost), 0n);
  const sum = (list: readonly Ended[]) => list.reduce((total, { pnl }) => total + pnl, 0n);
  const realized = ended.filter((one) => !one.counted).map((one) => (one.state === 'open' ? soldOf(one) : one));
  const hidden = realized.filter(({ pnl }) => pnl < 0n);
  const { flows } = moved;
  const lost = [flows.failed_fees, flows.other_fees, flows.tips, flows.rent_for_others, flows.unclear];
  const beside = moved.atomicLosses + moved.conversionLosses;
  const overhead = lost.reduce((total, flow) => (flow < 0n ? total - flow : total), beside);
  const realizedPnl = sum(counted);
  return {
    convertedCost,
    realizedPnl,
    wins: counted.filter(({ pnl }) => pnl > 0n).length,
    overhead,
    pessimisticPnl: realizedPnl + sum(hidden) - moved.transferredOut - overhead,
  };
}

function convertedShare({ bought, boughtConverted }: Round, cost: bigint): bigint {
  return boughtConverted === 0n ? 0n : (cost * boughtConverted + bought - 1n) / bought;
}

/** The same lines of the engine's book and figures. */
export function linesOfBook(book: Book): Lines {
  const lines = new Map<string, string>();
  for (const position of book.positions) {
    if (isIdle(position)) continue;
    const { mint, openedAt, currency, unmatchedProceeds: unmatched, openBasis: basis } = position;
    const { state, counted, closedAt, buys, sells, cost, proceeds, pnl, transferredOut, taint } = position;
    const values = {
      currency,
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
  for (const currency of allCurrencies) {
    const sums = sumsIn(book, currency);
    const { realizedPnl, wins, overhead, pessimisticPnl } = figuresOf(book, currency);
    const { grossFlow: gross, specialFlow: special, unmatchedProceeds: unmatched } = sums;
    addTotals(lines, currency, { ...sums, gross, special, unmatched, realizedPnl, wins, overhead, pessimisticPnl });
  }
  const { failed, atomicGains, unpricedTrades } = book.counts;
  return addRecords(lines, {
    ...book,
    totals: { failed, atomicGains, unpricedTrades },
    unmatchedSales: book.unmatchedSales.map((sale) => ({ ...sale, cameAt: [sale.receivedAt] })),
  });
}

/** The sums of one currency. */
type Totals = Omit<CurrencyTotals, 'flow' | 'move'> & ReturnType<typeof sumsOf>;

function addTotals(lines: Map<string, string>, currency: Currency, { flows, ...totals }: Totals): void {
  const { change, gross, special, atomicLosses, conversionLosses, unpriced, proceeds, unmatched } = totals;
  const { transferredOut, convertedCost, realizedPnl, wins, overhead, pessimisticPnl } = totals;
  const values = {
    change,
    gross,
    special,
    atomicLosses,
    conversionLosses,
    unpriced,
    proceeds,
    unmatched,
    transferredOut,
    convertedCost,
    realizedPnl,
    wins,
    overhead,
    pessimisticPnl,
  };
  for (const [name, value] of Object.entries(values)) lines.set(`${currency} ${name}`, String(value));
  for (const [name, value] of Object.entries(flows)) lines.set(`${currency} flow ${name}`, String(value));
}

type Records = Pick<Book, 'holds'> & {
  readonly unmatchedSales: readonly TruthUnmatched[];
  readonly totals: object;
  readonly trades: readonly TruthTrade[];
};

function addRecords(lines: Map<string, string>, { totals, trades, holds, unmatchedSales }: Records): Lines {
  for (const [name, value] of Object.entries(totals)) lines.set(name, String(value));
  for (const { signature, kind, mint, currency, units, amount, counterparty, pnl } of trades)
    lines.set(`trade ${signature}`, shown({ kind, mint, currency, units, amount, counterparty, pnl }));
  for (const [index, { seconds, currency, amount }] of holds.entries())
    lines.set(`hold ${index}`, shown({ seconds, currency, amount }));
  // The book splits a sale by when its units came; how it rounds the parts is its own matter.
  const sales = new Map<string, { sum: bigint; readonly times: Set<number> }>();
  for (const { mint, currency, soldAt, cameAt, amount } of unmatchedSales) {
    const key = `${mint} ${soldAt} ${currency}`;
    const sale = sales.get(key) ?? { sum: 0n, times: new Set() };
    sales.set(key, sale);
    sale.sum += amount;
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
