import type { Effect } from '#derive/effects/effect-type.ts';
import { magnitude } from '#lib/divide.ts';
import { type Currency, currencies, eachCurrency, type FlowClass, flowClasses } from '#rules/wallet/evidence/book.ts';

/** Classes outside of trading, whose profit or loss the book does not know. */
const SPECIAL: ReadonlySet<FlowClass> = new Set(['liquidity', 'lending', 'nfts', 'orders']);

/** The costs of a transaction, which are part of its change. Lamports. */
export function costsOf({ fee, tips, platformFees, rentForOthers }: Effect): bigint {
  return fee + tips + platformFees + rentForOthers;
}

/** Sums of one currency by flow class. */
class Flows {
  readonly classes = Object.fromEntries(flowClasses.map((name) => [name, 0n])) as Record<FlowClass, bigint>;
  gross = 0n;
  special = 0n;

  add(to: FlowClass, amount: bigint): void {
    if (amount !== 0n) this.classes[to] += amount;
  }

  /** Adds the amounts that trading or a program moved. */
  move(to: FlowClass, amount: bigint): void {
    this.gross += magnitude(amount);
    if (SPECIAL.has(to)) this.special += magnitude(amount);
    this.add(to, amount);
  }

  /** Adds the lamports of a transaction that is no trade: its costs to their own classes, the rest (`sol`) to `to`. */
  apart(effect: Effect, to: FlowClass, sol: bigint): void {
    this.gross += magnitude(sol - costsOf(effect));
    if (SPECIAL.has(to)) this.special += magnitude(sol);
    this.add('other_fees', -effect.fee - effect.platformFees);
    this.add('tips', -effect.tips);
    this.add('rent_for_others', -effect.rentForOthers);
    this.add(to, sol);
  }
}

/** What the ledger sums up in one currency, in its atomic units. */
export class CurrencyTally {
  readonly flows = new Flows();
  change = 0n;
  atomicLosses = 0n;
  conversionLosses = 0n;
  unpriced = 0n;
  proceeds = 0n;
  unmatchedProceeds = 0n;
  transferredOut = 0n;
  sweptOut = 0n;
  convertedCost = 0n;

  /** Throws when an atomic unit is missing or counted twice. */
  proveSum(currency: Currency): void {
    const sum = Object.values(this.flows.classes).reduce((total, amount) => total + amount, 0n);
    if (sum !== this.change) throw new Error(`flows of ${currency} come to ${sum} and not to ${this.change}`);
  }
}

/** The sums of every currency. */
export type Tallies = Readonly<Record<Currency, CurrencyTally>>;

export function openTallies(): Tallies {
  return eachCurrency(() => new CurrencyTally());
}

/** Throws when the flows of a currency differ from its change. */
export function proveSums(tallies: Tallies): void {
  for (const currency of currencies) tallies[currency].proveSum(currency);
}
