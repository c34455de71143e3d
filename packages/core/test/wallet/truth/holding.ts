import type { Money } from './stage/coins.ts';

export type Currency = 'sol' | Money;

/** Some units that came at one time at one cost. `basis` null: nobody knows what they cost. `came` 0: before the window. */
export interface Lot {
  /** Which of all lots of the holding it is. */
  readonly order: number;
  units: bigint;
  basis: bigint | null;
  readonly since: number;
  readonly came: number;
}

/** One holding of a mint from nothing to (next to) nothing, as the plain ledger keeps it, in the currency of its first trade. */
export interface Round {
  readonly mint: string;
  currency: Currency | null;
  readonly openedAt: number;
  closedAt: number | null;
  lastTradeAt: number;
  peak: bigint;
  buys: number;
  sells: number;
  burns: number;
  /** Ways out that were neither sale nor burn. */
  exits: number;
  cost: bigint;
  proceeds: bigint;
  unmatched: bigint;
  transferredOut: bigint;
  sold: bigint;
  soldUnknown: bigint;
  bought: bigint;
  /** What of it was paid in another currency. */
  boughtConverted: bigint;
  taint: 'unpriced' | 'unclear' | null;
}

/** All that is held of one mint, first in first out. */
export class Holding {
  readonly mint: string;
  readonly rounds: Round[] = [];
  lots: Lot[] = [];
  /** Those in a program's keep. */
  kept: Lot[] = [];
  /** The program of the keep paid money since units lie there, and perhaps for these. */
  isPaid = false;
  open: Round | null = null;
  #order = 0;

  constructor(mint: string) {
    this.mint = mint;
  }

  /** All units, those in a program's keep too. */
  get units(): bigint {
    return [...this.lots, ...this.kept].reduce((sum, lot) => sum + lot.units, 0n);
  }

  get basis(): bigint {
    return basisOf([...this.lots, ...this.kept]);
  }

  enter(units: bigint, basis: bigint | null, time: number, came = time): Round {
    if (units === 0n) throw new Error('nothing enters');
    this.#order += 1;
    this.lots.push({ order: this.#order, units, basis, since: came === 0 ? 0 : time, came });
    this.open ??= this.#begin(time);
    if (this.units > this.open.peak) this.open.peak = this.units;
    return this.open;
  }

  /** Takes units out, oldest first; of a lot that is not emptied its share of the basis rounded up. */
  leave(units: bigint): Lot[] {
    return this.#take(this.lots, units);
  }

  /** Puts units into a program's keep. */
  keep(units: bigint): void {
    this.kept.push(...this.leave(units));
    this.kept.sort((a, b) => a.order - b.order);
  }

  /** Takes units out of there, as far as they are there. */
  leaveKeep(units: bigint): Lot[] {
    const there = this.kept.reduce((sum, lot) => sum + lot.units, 0n);
    const taken = this.#take(this.kept, units < there ? units : there);
    this.isPaid &&= this.kept.length > 0;
    return taken;
  }

  /** Takes units back from there, with their basis; returns how many of them were there. */
  takeBack(units: bigint): bigint {
    const taken = this.leaveKeep(units);
    const known = taken.reduce((sum, lot) => sum + lot.units, 0n);
    this.lots.push(...taken);
    this.lots.sort((a, b) => a.order - b.order);
    return known;
  }

  #take(from: Lot[], units: bigint): Lot[] {
    const taken: Lot[] = [];
    let left = units;
    while (left > 0n) {
      const [lot] = from;
      if (!lot) throw new Error(`more of ${this.mint} leaves than is held`);
      const part = lot.units < left ? lot.units : left;
      const basis =
        lot.basis === null || part === lot.units ? lot.basis : (lot.basis * part + lot.units - 1n) / lot.units;
      taken.push({ order: lot.order, units: part, basis, since: lot.since, came: lot.came });
      lot.units -= part;
      if (lot.basis !== null && basis !== null) lot.basis -= basis;
      if (lot.units === 0n) from.shift();
      left -= part;
    }
    return taken;
  }

  /** Ends the round where at most a hundredth of its peak is left; the rest is lost. */
  closeIfDone(time: number): void {
    const round = this.open;
    if (!round || this.units * 100n > round.peak) return;
    round.cost += this.basis;
    round.closedAt = time;
    for (const lot of [...this.lots, ...this.kept]) lot.basis = null;
    this.open = null;
  }

  #begin(time: number): Round {
    const round: Round = {
      mint: this.mint,
      currency: null,
      openedAt: time,
      closedAt: null,
      lastTradeAt: time,
      peak: 0n,
      buys: 0,
      sells: 0,
      burns: 0,
      exits: 0,
      cost: 0n,
      proceeds: 0n,
      unmatched: 0n,
      transferredOut: 0n,
      sold: 0n,
      soldUnknown: 0n,
      bought: 0n,
      boughtConverted: 0n,
      taint: null,
    };
    this.rounds.push(round);
    return round;
  }
}

/** The known basis of some units. */
export function basisOf(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { basis }) => sum + (basis ?? 0n), 0n);
}

/** How many of some units have no known basis. */
export function unknownOf(lots: readonly Lot[]): bigint {
  return lots.reduce((sum, { units, basis }) => sum + (basis === null ? units : 0n), 0n);
}
