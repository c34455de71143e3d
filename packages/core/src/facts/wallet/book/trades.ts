import { divideUp } from '#lib/divide.ts';
import type { BookTrade, Currency } from '#rules/wallet/evidence/book.ts';
import type { TradeLedger } from './ledger.ts';
import { type Lot, type LotSum, sumOfLots } from './lots.ts';
import type { Legs } from './rates.ts';
import type { Amount, Reckoned } from './reckon.ts';
import type { OpenPosition } from './round-trip.ts';

/** The payment of a purchase. `converted`: the part of `basis` that was paid in another currency. */
export interface PurchasePayment {
  readonly currency: Currency;
  readonly basis: bigint;
  readonly converted: bigint;
}

/** The proceeds of a sale. */
export interface Return {
  readonly currency: Currency;
  readonly proceeds: bigint;
  /** The part of `proceeds` that came in another currency. */
  readonly converted: bigint;
}

/** Books a purchase: one new lot with the whole cost of the transaction. */
export function bookPurchase(
  ledger: TradeLedger,
  reckoned: Reckoned,
  { mint, units }: Amount,
  payment: PurchasePayment,
): void {
  const { effect, time } = reckoned;
  const basis = payment.basis > 0n ? payment.basis : 0n;
  const position = ledger.holding(mint).enterKnown(units, basis, ledger.coming(reckoned));
  position.currency ??= payment.currency;
  position.cosigned ||= effect.counterparty !== null;
  position.converted ||= payment.converted !== 0n;
  position.buy(basis, payment.converted, time, effect.signature);
  note(ledger, reckoned, { kind: 'buy', mint, currency: payment.currency, units, amount: basis, pnl: 0n });
}

/**
 * Books a sale of `units`; `lots` may have fewer units, because some came before the window. Splits proceeds by units between those
 * of known and unknown basis, rounding the unknown share up.
 */
export function bookSale(
  ledger: TradeLedger,
  reckoned: Reckoned,
  { mint, units }: Amount,
  lots: readonly Lot[],
  { currency, proceeds, converted }: Return,
): void {
  const { effect, time } = reckoned;
  const { known, basis: used } = sumOfLots(lots);
  const sold = { units, known, basis: used };
  const unmatched = divideUp(proceeds * (units - sold.known), units);
  const { position } = ledger.holding(mint);
  if (position) {
    position.currency ??= currency;
    position.cosigned ||= effect.counterparty !== null;
    position.converted ||= converted !== 0n;
  }
  position?.sell(sold, proceeds, unmatched, time, effect.signature);
  const tally = ledger.tallies[currency];
  tally.proceeds += proceeds;
  tally.unmatchedProceeds += unmatched;
  for (const { basis, acquiredAt } of lots)
    if (basis !== null) ledger.holds.push({ seconds: time - acquiredAt, currency, amount: basis });
  if (units > sold.known) noteUnmatched(ledger, reckoned, { mint, units }, lots, { currency, proceeds, converted });
  const pnl = sold.known === 0n ? 0n : proceeds - unmatched - sold.basis;
  note(ledger, reckoned, { kind: 'sell', mint, currency, units, amount: proceeds, pnl });
}

/** Sales of units without a basis, by time of receipt. Their sum is exactly the share that was rounded up for them. */
function noteUnmatched(
  ledger: TradeLedger,
  { time }: Reckoned,
  { mint, units }: Amount,
  lots: readonly Lot[],
  { currency, proceeds }: Return,
): void {
  const byTime = new Map<number, bigint>();
  let unseen = units;
  for (const lot of lots) {
    unseen -= lot.units;
    if (lot.basis === null) byTime.set(lot.receivedAt, (byTime.get(lot.receivedAt) ?? 0n) + lot.units);
  }
  if (unseen > 0n) byTime.set(0, (byTime.get(0) ?? 0n) + unseen);
  let [sum, given] = [0n, 0n];
  for (const [receivedAt, part] of byTime) {
    sum += part;
    const upTo = divideUp(proceeds * sum, units);
    ledger.unmatchedSales.push({ mint, currency, amount: upTo - given, receivedAt, soldAt: time });
    given = upTo;
  }
}

function note(
  ledger: TradeLedger,
  { effect, time }: Reckoned,
  trade: Pick<BookTrade, 'kind' | 'mint' | 'currency' | 'units' | 'amount' | 'pnl'>,
): void {
  const { signature, slot, index, cobuyers, poolImpactBps, counterparty } = effect;
  ledger.tradedMints.add(trade.mint);
  // Lists each member, because a spread takes ten times as long, and this runs for every trade.
  ledger.trades.push({
    kind: trade.kind,
    mint: trade.mint,
    currency: trade.currency,
    units: trade.units,
    amount: trade.amount,
    signature,
    slot,
    index,
    time,
    cobuyers,
    poolImpactBps,
    counterparty,
    pnl: trade.pnl,
  });
}

/**
 * Swaps one mint for another: the new units get the basis of the old ones plus the costs. If a part of the old units has no known
 * basis, the same part of the new ones has none. `lots` may lack units from before the window. Returns the currency of the basis,
 * in which the costs are part of it only where they are lamports.
 */
export function exchange(
  ledger: TradeLedger,
  reckoned: Reckoned,
  from: Amount,
  lots: readonly Lot[],
  to: Amount,
): Currency {
  const { time } = reckoned;
  const gone = sumOfLots(lots);
  const source = ledger.holding(from.mint).position;
  const target = ledger.holding(to.mint);
  const currency = target.position?.currency ?? source?.currency ?? 'sol';
  for (const position of [source, target.position]) if (position) position.lastTradeAt = time;
  ledger.tradedMints.add(from.mint).add(to.mint);
  const carried = carry(ledger, reckoned, from.mint, gone, currency);
  if (carried === null) {
    // What the units cost is not known in the currency of the others of their kind.
    const position = target.enterUnknown(to.units, ledger.coming(reckoned));
    position.taint ??= 'unpriced';
    return currency;
  }
  const costs = currency === 'sol' ? reckoned.rest : 0n;
  const unknown = divideUp(to.units * (from.units - gone.known), from.units);
  if (unknown > 0n) target.enterUnknown(unknown, ledger.coming(reckoned));
  const whole = withCosts(carried.basis, costs);
  if (unknown < to.units)
    target.enterKnown(to.units - unknown, whole, ledger.coming(reckoned), withCosts(carried.average, costs));
  // Too few units came for the known part, so its cost is lost.
  else if (gone.basis > 0n) target.position?.lose(whole);
  if (target.position) {
    target.position.lastTradeAt = time;
    target.position.cosigned ||= isCosigned(reckoned, source);
    target.position.converted ||= source?.converted === true || (source?.currency ?? currency) !== currency;
    if (gone.known > 0n) target.position.currency ??= currency;
  }
  return currency;
}

function isCosigned({ effect }: Reckoned, source: OpenPosition | null): boolean {
  return source?.cosigned === true || effect.counterparty !== null;
}

/**
 * Takes the basis of units out of their position, in the currency of the one that they go into. Null where it has no rate: then it
 * counts as transferred out.
 */
function carry(
  ledger: TradeLedger,
  { effect, time }: Reckoned,
  mint: string,
  gone: LotSum,
  to: Currency,
): { readonly basis: bigint; readonly average: bigint } | null {
  const { position } = ledger.holding(mint);
  const from = position?.currency ?? to;
  const inOther = (basis: bigint) => {
    const worth = ledger.rates.exchange(-basis, from, to, { time, signature: effect.signature });
    return worth === null ? null : -worth;
  };
  const basis = inOther(gone.basis);
  if (basis === null) {
    position?.transferOut(gone);
    ledger.tallies[from].transferredOut += gone.basis;
    return null;
  }
  return { basis, average: inOther(position?.carryOn(gone) ?? 0n) ?? 0n };
}

/** A remainder above 0 cannot make the cost negative. */
function withCosts(basis: bigint, rest: bigint): bigint {
  return basis > rest ? basis - rest : 0n;
}

/** Buys units with a payment that has no rate in the currency of their position: their cost is unknown. */
export function buyUnpriced(ledger: TradeLedger, reckoned: Reckoned, { mint, units }: Amount, legs: Legs): void {
  const position = ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  position.taint ??= 'unpriced';
  position.lastTradeAt = reckoned.time;
  ledger.unpriced(legs);
  ledger.tradedMints.add(mint);
}

/** Sells units for a payment that has no rate in the currency of their position: their basis is used up without known proceeds. */
export function sellUnpriced(
  ledger: TradeLedger,
  reckoned: Reckoned,
  { mint }: Amount,
  lots: readonly Lot[],
  legs: Legs,
): void {
  const position = ledger.holding(mint).position;
  if (position) {
    position.useUp(sumOfLots(lots));
    position.taint ??= 'unpriced';
    position.lastTradeAt = reckoned.time;
  }
  ledger.unpriced(legs);
  ledger.tradedMints.add(mint);
}
