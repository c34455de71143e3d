import { type FlowClass, flowClasses } from '#checks/wallet/book/positions.ts';
import type { Amount, Deed, Told } from './deeds.ts';
import { basisOf, Holding, type Lot, unknownOf } from './holding.ts';
import { type Observed, rateFor } from './rates.ts';

/** A purchase or sale as it was made. */
export interface TruthTrade {
  readonly kind: 'buy' | 'sell';
  readonly mint: string;
  readonly units: bigint;
  readonly lamports: bigint;
  readonly signature: string;
  readonly stable: boolean;
  readonly pnl: bigint;
}

/** What a sale brought for units that nobody knows the cost of, and when those came. */
export interface UnmatchedSale {
  readonly mint: string;
  readonly cameAt: readonly number[];
  readonly soldAt: number;
  readonly lamports: bigint;
}

type Deal = Extract<Deed, { kind: 'buy' | 'sell' }>;

/** Towards plus infinity. */
const up = (product: bigint, by: bigint) => (product > 0n ? (product + by - 1n) / by : product / by);

/**
 * The plainest ledger of what a wallet was made to do, written from the meaning of the words alone: no balance is read here,
 * and nothing is shared with the engine but the names of the classes.
 */
export class Ledger {
  readonly holdings = new Map<string, Holding>();
  readonly trades: TruthTrade[] = [];
  readonly holds: { seconds: number; lamports: bigint }[] = [];
  readonly unmatchedSales: UnmatchedSale[] = [];
  readonly flows = Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>;
  change = 0n;
  gross = 0n;
  failed = 0;
  atomicGains = 0;
  atomicLosses = 0n;
  unpriced = 0;
  proceeds = 0n;
  unmatched = 0n;
  transferredOut = 0n;
  readonly #observed: readonly Observed[];

  /** `told` is all that happens: rates may come later than the trade that they price. */
  constructor(told: readonly Told[]) {
    this.#observed = told.flatMap(({ time, rate, failed }) => (rate && !failed ? [{ time, ...rate }] : []));
  }

  holding(mint: string): Holding {
    const found = this.holdings.get(mint) ?? new Holding(mint);
    this.holdings.set(mint, found);
    return found;
  }

  /** Units that were there before anything was seen. */
  inherit(mint: string, units: bigint, time: number): void {
    this.holding(mint).enter(units, null, time, 0);
  }

  book(told: Told): void {
    if (told.failed) {
      this.failed += 1;
      this.#flow('failed_fees', -told.fee);
      return;
    }
    this.#flow('rent_from_others', told.rentGift);
    this.#flow('transfers_in', told.gift);
    for (const [mint, units] of told.tokensIn) this.holding(mint).enter(units, null, told.time);
    for (const [mint, units] of told.tokensOut) this.#giveAway(mint, units, false);
    this.#deed(told, told.deed);
    for (const holding of this.holdings.values()) if (leavers(told).has(holding.mint)) holding.closeIfDone(told.time);
  }

  #deed(told: Told, deed: Deed): void {
    if (deed.kind === 'buy' || deed.kind === 'sell') this.#deal(told, deed, costsOf(told));
    else if (deed.kind === 'swap') this.#swap(told, deed.gave, deed.got, deed.lamports - costsOf(told));
    else if (deed.kind === 'muddle') this.#muddle(told, deed.in, deed.out, deed.lamports);
    else if (deed.kind === 'flow') this.#rest(told, deed.flow, deed.lamports);
    else {
      if (deed.kind === 'burn') this.#burn(deed.mint, deed.units);
      this.#rest(told, 'unclear', 0n);
    }
  }

  #deal(told: Told, deed: Deal, costs: bigint): void {
    const sign = deed.kind === 'buy' ? -1n : 1n;
    const change = sign * deed.lamports - costs;
    const rate = deed.dollars === 0n ? null : rateFor(told, this.#observed);
    if (deed.dollars > 0n && !rate) {
      this.#unpriced(told, deed);
      return;
    }
    const value = rate && worth(deed.dollars, rate, deed.kind === 'buy');
    const whole = change + sign * (value ?? 0n);
    const inDollars = value ?? 0n;
    if (deed.kind === 'buy') this.#buy(told, deed, -whole, inDollars);
    else this.#sell(told, deed, whole);
    this.#note(deed.kind === 'buy' ? 'buys' : 'sells', change);
  }

  #buy(told: Told, { mint, units, dollars }: Deal, basis: bigint, inDollars: bigint): void {
    const round = this.holding(mint).enter(units, basis, told.time);
    round.buys += 1;
    round.bought += basis;
    round.boughtInDollars += inDollars;
    round.lastTradeAt = told.time;
    const { signature } = told;
    this.trades.push({ kind: 'buy', mint, units, lamports: basis, signature, stable: dollars > 0n, pnl: 0n });
  }

  #sell(told: Told, { mint, units, dollars }: Deal, proceeds: bigint): void {
    const holding = this.holding(mint);
    const lots = holding.leave(units);
    const unknown = unknownOf(lots);
    const unmatched = up(proceeds * unknown, units);
    const basis = basisOf(lots);
    const { signature, time } = told;
    const round = holding.open;
    if (round) {
      round.sells += 1;
      round.cost += basis;
      round.proceeds += proceeds - unmatched;
      round.unmatched += unmatched;
      round.sold += units;
      round.soldUnknown += unknown;
      round.lastTradeAt = time;
    }
    this.proceeds += proceeds;
    this.unmatched += unmatched;
    const pnl = unknown === units ? 0n : proceeds - unmatched - basis;
    this.trades.push({ kind: 'sell', mint, units, lamports: proceeds, signature, stable: dollars > 0n, pnl });
    this.#noteSale(lots, mint, time, unmatched);
  }

  #noteSale(lots: readonly Lot[], mint: string, time: number, unmatched: bigint): void {
    for (const { basis, since } of lots)
      if (basis !== null) this.holds.push({ seconds: time - since, lamports: basis });
    const came = [...new Set(lots.flatMap((lot) => (lot.basis === null ? [lot.came] : [])))];
    if (came.length > 0) this.unmatchedSales.push({ mint, cameAt: came, soldAt: time, lamports: unmatched });
  }

  #unpriced(told: Told, { kind, mint, units, lamports }: Deal): void {
    const holding = this.holding(mint);
    this.unpriced += 1;
    if (kind === 'buy') {
      const round = holding.enter(units, null, told.time);
      round.taint ??= 'unpriced';
      round.lastTradeAt = told.time;
    } else {
      const basis = basisOf(holding.leave(units));
      if (holding.open) {
        holding.open.cost += basis;
        holding.open.taint ??= 'unpriced';
        holding.open.lastTradeAt = told.time;
      }
    }
    this.#rest(told, 'unclear', kind === 'buy' ? -lamports : lamports);
  }

  #swap(told: Told, gave: Amount, got: Amount, change: bigint): void {
    const source = this.holding(gave[0]);
    const lots = source.leave(gave[1]);
    if (source.open) {
      source.open.lastTradeAt = told.time;
      source.open.exits += 1;
    }
    const unknown = up(got[1] * unknownOf(lots), gave[1]);
    const target = this.holding(got[0]);
    if (unknown > 0n) target.enter(unknown, null, told.time);
    if (unknown < got[1]) target.enter(got[1] - unknown, basisOf(lots) - change, told.time);
    if (target.open) target.open.lastTradeAt = told.time;
    this.#note('buys', change);
  }

  #muddle(told: Told, came: readonly Amount[], went: readonly Amount[], lamports: bigint): void {
    for (const [mint, units] of came) this.holding(mint).enter(units, null, told.time).taint ??= 'unclear';
    for (const [mint, units] of went) this.#giveAway(mint, units, true);
    this.#rest(told, 'unclear', lamports);
  }

  #giveAway(mint: string, units: bigint, isUnclear: boolean): void {
    const holding = this.holding(mint);
    const basis = basisOf(holding.leave(units));
    this.transferredOut += basis;
    if (!holding.open) return;
    holding.open.transferredOut += basis;
    holding.open.exits += 1;
    if (isUnclear) holding.open.taint ??= 'unclear';
  }

  #burn(mint: string, units: bigint): void {
    const holding = this.holding(mint);
    const basis = basisOf(holding.leave(units));
    if (!holding.open) return;
    holding.open.cost += basis;
    holding.open.burns += 1;
  }

  /** The change of what was no trade: costs to their own classes, the remainder to the one that it is of. */
  #rest(told: Told, flow: FlowClass, lamports: bigint): void {
    if (flow === 'atomic' && lamports > 0n) this.atomicGains += 1;
    if (flow === 'atomic' && lamports < 0n) this.atomicLosses -= lamports;
    this.#flow('other_fees', -told.fee - told.platformFees);
    this.#flow('tips', -told.tips);
    this.#flow('rent_for_others', -told.rentGiven);
    this.#flow(flow, lamports);
    this.#grow(lamports - costsOf(told));
  }

  #note(flow: FlowClass, change: bigint): void {
    this.#flow(flow, change);
    this.#grow(change);
  }

  #grow(change: bigint): void {
    this.gross += change < 0n ? -change : change;
  }

  #flow(flow: FlowClass, lamports: bigint): void {
    this.flows[flow] += lamports;
    this.change += lamports;
  }
}

function costsOf({ fee, tips, platformFees, rentGiven }: Told): bigint {
  return fee + tips + platformFees + rentGiven;
}

/** Mints of which units left in a transaction. */
function leavers({ deed, tokensOut }: Told): ReadonlySet<string> {
  const left = tokensOut.map(([mint]) => mint);
  if (deed.kind === 'sell' || deed.kind === 'burn') left.push(deed.mint);
  if (deed.kind === 'swap') left.push(deed.gave[0]);
  if (deed.kind === 'muddle') left.push(...deed.out.map(([mint]) => mint));
  return new Set(left);
}

function worth(dollars: bigint, rate: Observed, isPaid: boolean): bigint {
  return isPaid ? up(dollars * rate.lamports, rate.units) : (dollars * rate.lamports) / rate.units;
}
