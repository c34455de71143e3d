import { KeptIndex } from './kept-index.ts';
import { type Lot, LotQueue, sumOfLots } from './lots.ts';
import { OpenPosition } from './round-trip.ts';

/** Units in others' accounts that still belong to the wallet. `programs`: those that were called at the deposit. */
export interface Escrow {
  readonly lots: LotQueue;
  readonly programs: Set<string>;
  /** Money came from one of its programs that may have paid for units of it. */
  isPaid: boolean;
}

/** When units came, and their position in the order of acquisition. */
export interface Coming {
  readonly order: number;
  readonly time: number;
  /** Unix seconds; 0: before the first known effect. */
  readonly receivedAt: number;
  readonly signature: string;
}

/** All units of one mint: lots, escrows, and the position that they belong to. */
export class Holding {
  readonly mint: string;
  readonly lots = new LotQueue();
  /** Units that a program minted to the wallet. They have no price and form no position. */
  readonly receipts = new LotQueue();
  readonly escrows = new Map<string, Escrow>();
  readonly roundTrips: OpenPosition[] = [];
  /** The escrows by program. */
  readonly kept = new KeptIndex();
  position: OpenPosition | null = null;
  #escrowed = 0n;

  constructor(mint: string) {
    this.mint = mint;
  }

  /** Units in the wallet's own accounts. */
  get ownUnits(): bigint {
    return this.lots.units + this.receipts.units;
  }

  /** The cost basis of all units, escrows included. */
  get basis(): bigint {
    let basis = this.lots.basis;
    for (const { lots } of this.escrows.values()) basis += lots.basis;
    return basis;
  }

  get #held(): bigint {
    return this.lots.units + this.#escrowed;
  }

  enterUnknown(units: bigint, { order, time, receivedAt, signature }: Coming): OpenPosition {
    const acquiredAt = order === 0 ? 0 : time;
    return this.#put({ order, units, basis: null, acquiredAt, receivedAt }, time, signature);
  }

  /** Adds units of known basis. `averageBasis` differs from `basis` for units that were swapped for another mint. */
  enterKnown(units: bigint, basis: bigint, coming: Coming, averageBasis = basis): OpenPosition {
    const { order, time, receivedAt, signature } = coming;
    const position = this.#put({ order, units, basis, acquiredAt: time, receivedAt }, time, signature);
    position.enter(units, basis, averageBasis);
    return position;
  }

  #put(lot: Lot, time: number, signature: string): OpenPosition {
    this.lots.put(lot);
    const position = this.position ?? this.#open(time, signature);
    position.holds(this.#held);
    return position;
  }

  #open(time: number, signature: string): OpenPosition {
    const position = new OpenPosition(this.mint, time, signature);
    this.roundTrips.push(position);
    this.position = position;
    return position;
  }

  /** Takes units from the wallet's accounts, oldest first; receipts last. */
  take(units: bigint): Lot[] {
    const own = units < this.lots.units ? units : this.lots.units;
    const taken = this.lots.take(own);
    return own === units ? taken : [...taken, ...this.receipts.take(units - own)];
  }

  /** Takes units that a program takes back: receipts first. */
  takeReceipts(units: bigint): Lot[] {
    const receipts = units < this.receipts.units ? units : this.receipts.units;
    const taken = this.receipts.take(receipts);
    return receipts === units ? taken : [...taken, ...this.lots.take(units - receipts)];
  }

  /** Moves units, with their lots, into an escrow. */
  deposit(units: bigint, key: string, programs: readonly string[]): void {
    const escrow = this.escrows.get(key) ?? { lots: new LotQueue(), programs: new Set(), isPaid: false };
    this.escrows.set(key, escrow);
    for (const program of programs) escrow.programs.add(program);
    this.kept.add(key, programs);
    escrow.lots.putAll(this.take(units));
    this.#escrowed += units;
    this.position?.holds(this.#held);
  }

  /** Takes up to `units` out of an escrow, oldest first. */
  release(key: string, units: bigint): Lot[] {
    const escrow = this.escrows.get(key);
    if (!escrow) return [];
    const taken = escrow.lots.take(units < escrow.lots.units ? units : escrow.lots.units);
    this.#escrowed -= sumOfLots(taken).units;
    if (escrow.lots.units === 0n) {
      this.escrows.delete(key);
      this.kept.delete(key, escrow.programs);
    }
    return taken;
  }

  /** Returns up to `units` from an escrow, with their basis; returns the number of units. */
  restore(key: string, units: bigint): bigint {
    const lots = this.release(key, units);
    this.lots.putAll(lots);
    return sumOfLots(lots).units;
  }

  /** Notes money of programs that may have paid for units that they hold. Returns whether they hold any. */
  notePaid(programs: readonly string[]): boolean {
    let isHeld = false;
    for (const key of this.escrows.size > 0 ? this.kept.keysOf(programs) : []) {
      const escrow = this.escrows.get(key);
      if (escrow) escrow.isPaid = true;
      isHeld ||= escrow !== undefined;
    }
    return isHeld;
  }

  /** Takes the units out of escrows that such money may have paid for. */
  releasePaid(): Lot[] {
    return [...this.escrows].flatMap(([key, { isPaid, lots }]) => (isPaid ? this.release(key, lots.units) : []));
  }

  /** Closes the position when almost nothing is left. The rest is written off and has no known basis any more. */
  closeWhenOver(time: number): void {
    const { position } = this;
    if (!position?.isOver(this.#held)) return;
    let left = this.lots.forgetBasis();
    for (const { lots } of this.escrows.values()) left += lots.forgetBasis();
    position.close(time, left);
    this.position = null;
  }
}
