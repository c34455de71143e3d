import { divideUp } from './divide.ts';
import type { TradeLedger } from './ledger.ts';
import { type Lot, sumOfLots } from './lots.ts';
import type { BookTrade } from './positions.ts';
import type { Amount, Reckoned } from './reckon.ts';

/** The payment of a purchase. `inStable`: the part of `basis` paid in stable coins. */
export interface PurchasePayment {
  readonly basis: bigint;
  readonly inStable: bigint;
  readonly stable: boolean;
}

/** The proceeds of a sale. */
export interface Return {
  readonly proceeds: bigint;
  readonly stable: boolean;
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
  position.buy(basis, payment.inStable, time, effect.signature);
  note(ledger, reckoned, { kind: 'buy', mint, units, lamports: basis, stable: payment.stable, pnl: 0n });
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
  { proceeds, stable }: Return,
): void {
  const { effect, time } = reckoned;
  const { known, basis: used } = sumOfLots(lots);
  const sold = { units, known, basis: used };
  const unmatched = divideUp(proceeds * (units - sold.known), units);
  ledger.holding(mint).position?.sell(sold, proceeds, unmatched, time, effect.signature);
  ledger.proceeds += proceeds;
  ledger.unmatchedProceeds += unmatched;
  for (const { basis, acquiredAt } of lots)
    if (basis !== null) ledger.holds.push({ seconds: time - acquiredAt, lamports: basis });
  if (units > sold.known) noteUnmatched(ledger, reckoned, { mint, units }, lots, proceeds);
  const pnl = sold.known === 0n ? 0n : proceeds - unmatched - sold.basis;
  note(ledger, reckoned, { kind: 'sell', mint, units, lamports: proceeds, stable, pnl });
}

/** Sales of units without a basis, by time of receipt. Their sum is exactly the share that was rounded up for them. */
function noteUnmatched(
  ledger: TradeLedger,
  { time }: Reckoned,
  { mint, units }: Amount,
  lots: readonly Lot[],
  proceeds: bigint,
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
    ledger.unmatchedSales.push({ mint, receivedAt, soldAt: time, lamports: upTo - given });
    given = upTo;
  }
}

function note(
  ledger: TradeLedger,
  { effect, time }: Reckoned,
  trade: Pick<BookTrade, 'kind' | 'mint' | 'units' | 'lamports' | 'stable' | 'pnl'>,
): void {
  const { signature, slot, index, cobuyers, poolImpactBps, counterparty } = effect;
  ledger.tradedMints.add(trade.mint);
  // Lists each member, because a spread takes ten times as long, and this runs for every trade.
  ledger.trades.push({
    kind: trade.kind,
    mint: trade.mint,
    units: trade.units,
    lamports: trade.lamports,
    signature,
    slot,
    index,
    time,
    stable: trade.stable,
    cobuyers,
    poolImpactBps,
    counterparty,
    pnl: trade.pnl,
  });
}

/**
 * Swaps one mint for another: the new units get the basis of the old ones plus the costs. If a part of the old units has no known
 * basis, the same part of the new ones has none. `lots` may lack units from before the window.
 */
export function exchange(
  ledger: TradeLedger,
  reckoned: Reckoned,
  from: Amount,
  lots: readonly Lot[],
  to: Amount,
): void {
  const { time } = reckoned;
  const gone = sumOfLots(lots);
  const source = ledger.holding(from.mint).position;
  const average = source?.carryOn(gone) ?? 0n;
  const unknown = divideUp(to.units * (from.units - gone.known), from.units);
  const target = ledger.holding(to.mint);
  if (unknown > 0n) target.enterUnknown(unknown, ledger.coming(reckoned));
  const whole = withCosts(gone.basis, reckoned.rest);
  if (unknown < to.units)
    target.enterKnown(to.units - unknown, whole, ledger.coming(reckoned), withCosts(average, reckoned.rest));
  // Too few units came for the known part, so its cost is lost.
  else if (gone.basis > 0n) target.position?.lose(whole);
  for (const position of [source, target.position]) if (position) position.lastTradeAt = time;
  ledger.tradedMints.add(from.mint).add(to.mint);
}

/** A remainder above 0 cannot make the cost negative. */
function withCosts(basis: bigint, rest: bigint): bigint {
  return basis > rest ? basis - rest : 0n;
}

/** Buys units for stable coins without a rate: their cost is unknown. */
export function buyUnpriced(ledger: TradeLedger, reckoned: Reckoned, { mint, units }: Amount): void {
  const { stables, time } = reckoned;
  const position = ledger.holding(mint).enterUnknown(units, ledger.coming(reckoned));
  position.taint ??= 'unpriced';
  position.lastTradeAt = time;
  ledger.unpriced.push({ stables, time });
  ledger.tradedMints.add(mint);
}

/** Sells units for stable coins without a rate: their basis is used up without known proceeds. */
export function sellUnpriced(ledger: TradeLedger, reckoned: Reckoned, { mint }: Amount, lots: readonly Lot[]): void {
  const { stables, time } = reckoned;
  const position = ledger.holding(mint).position;
  if (position) {
    position.useUp(sumOfLots(lots));
    position.taint ??= 'unpriced';
    position.lastTradeAt = time;
  }
  ledger.unpriced.push({ stables, time });
  ledger.tradedMints.add(mint);
}
