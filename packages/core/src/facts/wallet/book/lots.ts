import { divideUp } from '#lib/divide.ts';

/** Units of one mint that came at one time. `basis` in the currency of their position, null where their cost is unknown. */
export interface Lot {
  /** The position in the order of acquisition. */
  readonly order: number;
  units: bigint;
  basis: bigint | null;
  /** Start of the holding time, in Unix seconds. */
  readonly acquiredAt: number;
  /** Unix seconds when the units came; 0: before the first known effect. */
  readonly receivedAt: number;
}

/** The sum of some lots. */
export interface LotSum {
  readonly units: bigint;
  readonly known: bigint;
  readonly basis: bigint;
}

/** Sums units and basis of some lots; `known`: units of known basis. */
export function sumOfLots(lots: readonly Lot[]): LotSum {
  let units = 0n;
  let known = 0n;
  let basis = 0n;
  for (const lot of lots) {
    units += lot.units;
    if (lot.basis === null) continue;
    known += lot.units;
    basis += lot.basis;
  }
  return { units, known, basis };
}

const SPENT_MIN = 64;

/** Lots in the order of acquisition: first in, first out. */
export class LotQueue {
  units = 0n;
  basis = 0n;
  #lots: Lot[] = [];
  /** Lots before this index are used up, so that taking from the front moves nothing. */
  #head = 0;

  /** Inserts a lot by its order, after lots of the same order. */
  put(lot: Lot): void {
    if (lot.units <= 0n) throw new Error('a lot has units');
    this.units += lot.units;
    this.basis += lot.basis ?? 0n;
    const last = this.#lots.at(-1);
    if (last === undefined || last.order <= lot.order) this.#lots.push(lot);
    else this.#lots.splice(this.#placeOf(lot.order), 0, lot);
  }

  /** Inserts sorted lots by their order. */
  putAll(lots: readonly Lot[]): void {
    const [first] = lots;
    const last = this.#lots.at(-1);
    if (!first || !last || last.order <= first.order) for (const lot of lots) this.put(lot);
    else {
      const sum = sumOfLots(lots);
      this.units += sum.units;
      this.basis += sum.basis;
      this.#lots = merged(this.#lots.slice(this.#head), lots);
      this.#head = 0;
    }
  }

  #placeOf(order: number): number {
    let low = this.#head;
    let high = this.#lots.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#lots[middle]?.order ?? order) <= order) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /**
   * Takes units out, oldest first. A part of a lot takes its share of the basis rounded up; the last part takes the rest. Throws
   * when there are fewer units.
   */
  take(units: bigint): Lot[] {
    if (units > this.units) throw new Error('more units leave than came');
    const taken: Lot[] = [];
    let left = units;
    while (left > 0n) {
      const lot = this.#lots[this.#head];
      if (!lot) throw new Error('lots and their sum differ');
      if (lot.units <= left) {
        taken.push(lot);
        this.#head += 1;
        left -= lot.units;
      } else {
        taken.push(partOf(lot, left));
        left = 0n;
      }
    }
    for (const lot of taken) this.basis -= lot.basis ?? 0n;
    this.units -= units;
    this.#forgetSpent();
    return taken;
  }

  /** Sets the basis of every lot to unknown; returns the sum that was known. */
  forgetBasis(): bigint {
    const { basis } = this;
    if (basis === 0n && this.units === 0n) return 0n;
    for (let at = this.#head; at < this.#lots.length; at += 1) {
      const lot = this.#lots[at];
      if (lot) lot.basis = null;
    }
    this.basis = 0n;
    return basis;
  }

  #forgetSpent(): void {
    if (this.#head === this.#lots.length) {
      this.#lots.length = 0;
      this.#head = 0;
    } else if (this.#head >= SPENT_MIN && this.#head * 2 > this.#lots.length) {
      this.#lots.splice(0, this.#head);
      this.#head = 0;
    }
  }
}

function partOf(lot: Lot, units: bigint): Lot {
  const basis = lot.basis === null ? null : divideUp(lot.basis * units, lot.units);
  lot.units -= units;
  if (lot.basis !== null && basis !== null) lot.basis -= basis;
  return { order: lot.order, units, basis, acquiredAt: lot.acquiredAt, receivedAt: lot.receivedAt };
}

/** Merges two sorted lists; lots of the first come first at the same order. */
function merged(one: readonly Lot[], other: readonly Lot[]): Lot[] {
  const all: Lot[] = [];
  let at = 0;
  for (const lot of one) {
    for (let next = other[at]; next !== undefined && next.order < lot.order; next = other[at]) {
      all.push(next);
      at += 1;
    }
    all.push(lot);
  }
  for (; at < other.length; at += 1) {
    const next = other[at];
    if (next) all.push(next);
  }
  return all;
}
