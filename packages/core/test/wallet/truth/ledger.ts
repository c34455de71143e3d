import { type FlowClass, flowClasses } from '#rules/wallet/evidence/book.ts';
import type { Amount, Deed, TruthEntry } from './deeds.ts';
import { basisOf, type Currency, Holding, type Round, unknownOf } from './holding.ts';
import { type Legs, Prices } from './rates.ts';
import { currencyOf } from './stage/coins.ts';

export const allCurrencies = ['sol', 'usd', 'eur'] as const satisfies readonly Currency[];

/** A purchase or sale as it was made, in the currency of its round. */
export interface TruthTrade {
  readonly kind: 'buy' | 'sell';
  readonly mint: string;
  readonly currency: Currency;
  readonly units: bigint;
  readonly amount: bigint;
  readonly signature: string;
  readonly counterparty: string | null;
  readonly pnl: bigint;
}

/** What a sale brought for units that nobody knows the cost of, and when those came. */
export interface TruthUnmatched {
  readonly mint: string;
  readonly currency: Currency;
  readonly cameAt: readonly number[];
  readonly soldAt: number;
  readonly amount: bigint;
}

/** What happened to one currency: lamports, or millionths of a dollar or a euro. */
export class CurrencyTotals {
  readonly flows = Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>;
  change = 0n;
  gross = 0n;
  /** Flows of which nobody knows whether they brought profit. */
  special = 0n;
  atomicLosses = 0n;
  conversionLosses = 0n;
  unpriced = 0n;
  proceeds = 0n;
  unmatched = 0n;
  transferredOut = 0n;

  flow(flow: FlowClass, amount: bigint): void {
    this.flows[flow] += amount;
    this.change += amount;
  }

  /** What trades and programs moved. */
  move(flow: FlowClass, amount: bigint): void {
    this.flow(flow, amount);
    this.gross += magnitude(amount);
  }
}

type Deal = Extract<Deed, { kind: 'buy' | 'sell' }>;

const DUST = 10_000n;

const magnitude = (amount: bigint) => (amount < 0n ? -amount : amount);

/** Towards plus infinity. */
const up = (product: bigint, by: bigint) => (product > 0n ? (product + by - 1n) / by : product / by);

const negative = (amounts: readonly Amount[]) => amounts.map(([mint, units]) => [mint, -units] as const);

/**
 * The plainest ledger of what a wallet was made to do, written from the meaning of the words alone: no balance is read here,
 * and nothing is shared with the engine but the names of the classes.
 */
export class Ledger {
  readonly holdings = new Map<string, Holding>();
  readonly trades: TruthTrade[] = [];
  readonly holds: { seconds: number; currency: Currency; amount: bigint }[] = [];
  readonly unmatchedSales: TruthUnmatched[] = [];
  /** Coins that a curve made for the wallet. */
  readonly minted = new Set<string>();
  readonly byCurrency: Readonly<Record<Currency, CurrencyTotals>> = {
    sol: new CurrencyTotals(),
    usd: new CurrencyTotals(),
    eur: new CurrencyTotals(),
  };
  failed = 0;
  atomicGains = 0;
  unpricedTrades = 0;
  readonly #prices: Prices;

  /** `all` is everything that happens: prices may come later than the trade that they are for. */
  constructor(all: readonly TruthEntry[]) {
    this.#prices = new Prices(all);
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

  book(entry: TruthEntry): void {
    const { sol } = this.byCurrency;
    if (entry.failed) {
      this.failed += 1;
      sol.flow('failed_fees', -entry.fee);
      return;
    }
    sol.flow('rent_from_others', entry.rentGift);
    sol.flow('transfers_in', entry.gift);
    sol.flow('transfers_out', -entry.away);
    // Nothing shows that money beside a purchase is not of the program of the keeps, where that was called.
    if (entry.isForwarded && entry.deed.kind === 'buy' && entry.gift > DUST) this.#markPaid();
    for (const [mint, units] of entry.tokensIn) {
      const currency = currencyOf(mint);
      if (currency) this.byCurrency[currency].flow('transfers_in', units);
      else this.holding(mint).enter(units, null, entry.time);
    }
    for (const [mint, units] of entry.tokensOut) {
      const currency = currencyOf(mint);
      if (currency) this.byCurrency[currency].flow('transfers_out', -units);
      else this.#giveAway(mint, units, false);
    }
    this.#deed(entry, entry.deed);
    for (const holding of this.holdings.values()) if (leavers(entry).has(holding.mint)) holding.closeIfDone(entry.time);
  }

  #deed(entry: TruthEntry, deed: Deed): void {
    switch (deed.kind) {
      case 'buy':
      case 'sell':
        this.#deal(entry, deed);
        break;
      case 'swap':
        this.#swap(entry, deed.gave, deed.got, deed.lamports);
        break;
      case 'convert':
        this.#convert(entry, deed);
        break;
      case 'muddle':
        this.#muddle(entry, deed.in, deed.out, deed.lamports);
        break;
      case 'flow':
        if (deed.flow === 'orders') this.#paid(entry, deed.lamports);
        else this.#rest(entry, deed.flow, deed.lamports);
        break;
      case 'keep':
        this.holding(deed.mint).keep(deed.units);
        this.#rest(entry, 'orders', 0n);
        break;
      case 'take':
        this.#takeBack(entry, deed);
        break;
      default:
        if (deed.kind === 'burn') this.#burn(deed.mint, deed.units);
        this.#rest(entry, 'unclear', 0n);
    }
  }

  #deal(entry: TruthEntry, deed: Deal): void {
    const { kind, mint, lamports, coins } = deed;
    const isBuy = kind === 'buy';
    if (deed.ordered && this.holding(mint).kept.length === 0) {
      // Nothing shows that units of this coin lay there.
      this.#paid(entry, lamports);
      return;
    }
    if (deed.curve) this.minted.add(mint);
    const legs: Legs = isBuy ? { lamports: -lamports, coins: negative(coins) } : { lamports, coins };
    const currency = this.holding(mint).open?.currency ?? this.#largest(legs, entry);
    const value = currency && this.#prices.worth(currency, legs, entry);
    if (currency === null || value === null) {
      this.#unpriced(entry, deed, legs);
      return;
    }
    const whole = currency === 'sol' ? value - costsOf(entry) : value;
    if (isBuy) this.#buy(entry, deed, currency, -whole, amountIn(legs, currency) - value);
    else this.#sell(entry, deed, currency, whole);
    this.#trade(entry, isBuy ? 'buys' : 'sells', legs, currency);
    // What a route left over has no cost of its own.
    this.#moveCoins('buys', deed.left ?? []);
  }

  /** The currency in which most was paid or received; null where that cannot be said. */
  #largest(legs: Legs, entry: TruthEntry): Currency | null {
    const used = allCurrencies.filter((currency) => amountIn(legs, currency) !== 0n);
    if (used.length === 1) return used[0] ?? null;
    const sizes = used.map((currency) => this.#prices.exchange(amountIn(legs, currency), currency, 'sol', entry));
    let best: number | null = null;
    for (const [at, size] of sizes.entries()) {
      if (size === null) return null;
      if (best === null || magnitude(size) > magnitude(sizes[best] ?? 0n)) best = at;
    }
    return best === null ? null : (used[best] ?? null);
  }

  /** The flows of a trade: its costs are part of a price in lamports, and beside any other stand for themselves. */
  #trade(entry: TruthEntry, flow: FlowClass, { lamports, coins }: Legs, currency: Currency): void {
    if (currency === 'sol') this.byCurrency.sol.move(flow, lamports - costsOf(entry));
    else {
      const isPrice = magnitude(lamports) > DUST || (flow === 'sells' && coins.length === 0);
      this.#rest(entry, isPrice ? flow : 'unclear', lamports);
    }
    this.#moveCoins(flow, coins);
  }

  #moveCoins(flow: FlowClass, coins: readonly Amount[]): void {
    for (const currency of allCurrencies) {
      if (currency === 'sol') continue;
      const amount = amountIn({ lamports: 0n, coins }, currency);
      if (amount !== 0n) this.byCurrency[currency].move(flow, amount);
    }
  }

  #buy(
    entry: TruthEntry,
    { mint, units, maker, onward }: Deal,
    currency: Currency,
    basis: bigint,
    converted: bigint,
  ): void {
    const holding = this.holding(mint);
    const round = holding.enter(units, basis, entry.time);
    round.currency ??= currency;
    round.buys += 1;
    round.bought += basis;
    round.boughtConverted += converted;
    round.lastTradeAt = entry.time;
    const by = { signature: entry.signature, counterparty: maker ?? null };
    this.trades.push({ kind: 'buy', mint, currency, units, amount: basis, ...by, pnl: 0n });
    if (onward) holding.keep(onward);
  }

  #sell(entry: TruthEntry, { mint, units, maker, ordered }: Deal, currency: Currency, proceeds: bigint): void {
    const holding = this.holding(mint);
    const lots = ordered ? holding.leaveKeep(units) : holding.leave(units);
    const unknown = unknownOf(lots) + units - lots.reduce((sum, lot) => sum + lot.units, 0n);
    const unmatched = up(proceeds * unknown, units);
    const basis = basisOf(lots);
    const { signature, time } = entry;
    if (holding.open) noteSale(holding.open, { currency, units, unknown, basis, proceeds, unmatched, time });
    this.byCurrency[currency].proceeds += proceeds;
    this.byCurrency[currency].unmatched += unmatched;
    const pnl = unknown === units ? 0n : proceeds - unmatched - basis;
    const counterparty = maker ?? null;
    this.trades.push({ kind: 'sell', mint, currency, units, amount: proceeds, signature, counterparty, pnl });
    for (const lot of lots)
      if (lot.basis !== null) this.holds.push({ seconds: time - lot.since, currency, amount: lot.basis });
    const cameAt = [...new Set(lots.flatMap((lot) => (lot.basis === null ? [lot.came] : [])))];
    if (cameAt.length > 0) this.unmatchedSales.push({ mint, currency, cameAt, soldAt: time, amount: unmatched });
  }

  #unpriced(entry: TruthEntry, { kind, mint, units, onward, ordered }: Deal, legs: Legs): void {
    const holding = this.holding(mint);
    this.unpricedTrades += 1;
    for (const currency of allCurrencies) this.byCurrency[currency].unpriced += unsigned(legs, currency);
    if (kind === 'buy') {
      const round = holding.enter(units, null, entry.time);
      round.taint ??= 'unpriced';
      round.lastTradeAt = entry.time;
      if (onward) holding.keep(onward);
    } else {
      const basis = basisOf(ordered ? holding.leaveKeep(units) : holding.leave(units));
      if (holding.open) {
        holding.open.cost += basis;
        holding.open.taint ??= 'unpriced';
        holding.open.lastTradeAt = entry.time;
      }
    }
    this.#rest(entry, 'unclear', legs.lamports);
    this.#moveCoins('unclear', legs.coins);
  }

  /** SOL and coins for others: nothing gained. What an exchange within one currency loses is a cost. */
  #convert(entry: TruthEntry, { lamports, coins }: Legs): void {
    this.#rest(entry, 'conversions', lamports);
    this.#moveCoins('conversions', coins);
    const moved = allCurrencies.filter((currency) => amountIn({ lamports, coins }, currency) !== 0n);
    const [only, ...more] = moved;
    if (!only || only === 'sol' || more.length > 0) return;
    const amount = amountIn({ lamports, coins }, only);
    if (amount < 0n) this.byCurrency[only].conversionLosses -= amount;
  }

  /** The cost goes over to what was got, in the currency that this is kept in; else in that of what was given. */
  #swap(entry: TruthEntry, gave: Amount, got: Amount, lamports: bigint): void {
    const [source, target] = [this.holding(gave[0]), this.holding(got[0])];
    const from = source.open?.currency ?? null;
    const currency = target.open?.currency ?? from ?? 'sol';
    const lots = source.leave(gave[1]);
    if (source.open) {
      source.open.lastTradeAt = entry.time;
      source.open.exits += 1;
    }
    const basis = this.#prices.exchange(-basisOf(lots), from ?? currency, currency, entry);
    if (basis === null) {
      this.#lose(source.open, basisOf(lots));
      target.enter(got[1], null, entry.time).taint ??= 'unpriced';
    } else {
      const unknown = up(got[1] * unknownOf(lots), gave[1]);
      if (unknown > 0n) target.enter(unknown, null, entry.time);
      const costs = currency === 'sol' ? costsOf(entry) - lamports : 0n;
      if (unknown < got[1]) target.enter(got[1] - unknown, -basis + costs, entry.time).currency ??= currency;
    }
    if (target.open) target.open.lastTradeAt = entry.time;
    this.#trade(entry, 'buys', { lamports, coins: [] }, currency);
  }

  /** What was put into the keep before anything was seen comes back without a cost that is known, and may have been paid for there. */
  #takeBack(entry: TruthEntry, { mint, units }: { readonly mint: string; readonly units: bigint }): void {
    const holding = this.holding(mint);
    const known = holding.takeBack(units);
    if (known < units) holding.enter(units - known, null, entry.time);
    if (known < units) this.#markPaid();
    this.#rest(entry, 'orders', 0n);
  }

  /** Money of the program with the keeps: who knows for which of the units there, if there are any? */
  #paid(entry: TruthEntry, lamports: bigint): void {
    this.#rest(entry, this.#markPaid() ? 'orders' : 'transfers_in', lamports);
  }

  /** Notes that any units in the keep may have been paid for; returns whether there are any. */
  #markPaid(): boolean {
    const keeping = [...this.holdings.values()].filter(({ kept }) => kept.length > 0);
    for (const holding of keeping) holding.isPaid = true;
    return keeping.length > 0;
  }

  /** Lets go of what may have been paid for: no loss, and no sale at a price that is known. */
  letGo(holding: Holding): void {
    if (!holding.isPaid) return;
    this.#lose(holding.open, basisOf(holding.leaveKeep(holding.units)));
    if (holding.open) holding.open.taint ??= 'unclear';
  }

  /** What left for good, without a price. */
  #lose(round: Round | null, basis: bigint): void {
    this.byCurrency[round?.currency ?? 'sol'].transferredOut += basis;
    if (round) round.transferredOut += basis;
  }

  #muddle(entry: TruthEntry, came: readonly Amount[], went: readonly Amount[], lamports: bigint): void {
    for (const [mint, units] of came) this.holding(mint).enter(units, null, entry.time).taint ??= 'unclear';
    for (const [mint, units] of went) this.#giveAway(mint, units, true);
    this.#rest(entry, 'unclear', lamports);
  }

  #giveAway(mint: string, units: bigint, isUnclear: boolean): void {
    const holding = this.holding(mint);
    this.#lose(holding.open, basisOf(holding.leave(units)));
    if (!holding.open) return;
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

  /** The lamports of what was no trade in them: costs to their own classes, the remainder to the one that it is of. */
  #rest(entry: TruthEntry, flow: FlowClass, lamports: bigint): void {
    const { sol } = this.byCurrency;
    if (flow === 'atomic' && lamports > 0n) this.atomicGains += 1;
    if (flow === 'atomic' && lamports < 0n) sol.atomicLosses -= lamports;
    if (flow === 'orders') sol.special += magnitude(lamports);
    sol.flow('other_fees', -entry.fee - entry.platformFees);
    sol.flow('tips', -entry.tips);
    sol.flow('rent_for_others', -entry.rentGiven);
    sol.flow(flow, lamports);
    sol.gross += magnitude(lamports - costsOf(entry));
  }
}

interface Sold {
  readonly currency: Currency;
  readonly units: bigint;
  readonly unknown: bigint;
  readonly basis: bigint;
  readonly proceeds: bigint;
  readonly unmatched: bigint;
  readonly time: number;
}

function noteSale(round: Round, { currency, units, unknown, basis, proceeds, unmatched, time }: Sold): void {
  round.currency ??= currency;
  round.sells += 1;
  round.cost += basis;
  round.proceeds += proceeds - unmatched;
  round.unmatched += unmatched;
  round.sold += units;
  round.soldUnknown += unknown;
  round.lastTradeAt = time;
}

/** What was paid or received in one currency. */
function amountIn({ lamports, coins }: Legs, of: Currency): bigint {
  if (of === 'sol') return lamports;
  return coins.reduce((sum, [mint, units]) => (currencyOf(mint) === of ? sum + units : sum), 0n);
}

function unsigned(legs: Legs, of: Currency): bigint {
  return magnitude(amountIn(legs, of));
}

function costsOf({ fee, tips, platformFees, rentGiven }: TruthEntry): bigint {
  return fee + tips + platformFees + rentGiven;
}

/** Mints of which units left in a transaction. */
function leavers({ deed, tokensOut }: TruthEntry): ReadonlySet<string> {
  const left = tokensOut.map(([mint]) => mint);
  if (deed.kind === 'sell' || deed.kind === 'burn' || deed.kind === 'keep') left.push(deed.mint);
  if (deed.kind === 'swap') left.push(deed.gave[0]);
  if (deed.kind === 'muddle') left.push(...deed.out.map(([mint]) => mint));
  return new Set(left);
}
