import type { MintTraits } from '#derive/effects/effect-type.ts';
import { divideUp } from '#lib/divide.ts';
import type { Currency, Position } from '#rules/wallet/evidence/book.ts';
import { DAY_SECONDS } from '#rules/wallet/evidence.ts';
import type { LotSum } from './lots.ts';

/** After this time without a trade the rest counts as lost. */
export const STALE_SECONDS = 7 * DAY_SECONDS;
/** A position is over when at most one unit in this many of its peak is left. */
const LEFT_ONE_IN = 100n;
/** A position counts when at most one sold unit in this many has no known basis. */
const UNKNOWN_ONE_IN = 20n;

/** A position that still changes. */
export class OpenPosition {
  readonly mint: string;
  readonly openedAt: number;
  /** That of the first trade; null before it. */
  currency: Currency | null = null;
  lastTradeAt: number;
  bestTrade: string;
  buys = 0;
  sells = 0;
  unmatchedProceeds = 0n;
  transferredOut = 0n;
  taint: 'unpriced' | 'unclear' | null = null;
  cosigned = false;
  converted = false;
  #closedAt: number | null = null;
  #peak = 0n;
  #cost = 0n;
  #proceeds = 0n;
  #bestProceeds: bigint | null = null;
  #soldUnits = 0n;
  #soldUnknown = 0n;
  #burned = 0n;
  /** The basis of all incoming units, and the part of it that went into another mint. */
  #entered = 0n;
  #carriedOn = 0n;
  /** The cost of purchases, and the part of it that was paid in another currency. */
  #bought = 0n;
  #boughtElsewhere = 0n;
  /** Units of known basis, and their average cost. */
  #averageUnits = 0n;
  #averageBasis = 0n;
  #averageCost = 0n;

  constructor(mint: string, time: number, signature: string) {
    this.mint = mint;
    this.openedAt = time;
    this.lastTradeAt = time;
    this.bestTrade = signature;
  }

  /** `held`: the units of lots and escrows together. */
  holds(held: bigint): void {
    if (held > this.#peak) this.#peak = held;
  }

  isOver(held: bigint): boolean {
    return held * LEFT_ONE_IN <= this.#peak;
  }

  /** Adds units of known basis. `averageBasis` differs where they carry the cost of another mint. */
  enter(units: bigint, basis: bigint, averageBasis: bigint): void {
    this.#entered += basis;
    this.#averageUnits += units;
    this.#averageBasis += averageBasis;
  }

  /** `converted`: the part of `basis` that was paid in another currency. */
  buy(basis: bigint, converted: bigint, time: number, signature: string): void {
    this.buys += 1;
    this.lastTradeAt = time;
    this.#bought += basis;
    this.#boughtElsewhere += converted < basis ? converted : basis;
    if (this.#bestProceeds === null) this.bestTrade = signature;
  }

  /** `unmatched`: the part of `proceeds` for units without a known basis. */
  sell(sold: LotSum, proceeds: bigint, unmatched: bigint, time: number, signature: string): void {
    this.sells += 1;
    this.lastTradeAt = time;
    this.#soldUnits += sold.units;
    this.#soldUnknown += sold.units - sold.known;
    this.#proceeds += proceeds - unmatched;
    this.unmatchedProceeds += unmatched;
    this.useUp(sold);
    if (this.#bestProceeds !== null && proceeds <= this.#bestProceeds) return;
    this.#bestProceeds = proceeds;
    this.bestTrade = signature;
  }

  /** Removes units that left for nothing, or to an unknown destination. */
  useUp(gone: LotSum): void {
    this.#cost += gone.basis;
    this.#averageCost += this.#takeAverage(gone.known);
  }

  burn(gone: LotSum): void {
    this.#burned += gone.units;
    this.useUp(gone);
  }

  transferOut(gone: LotSum): void {
    this.transferredOut += gone.basis;
    this.#takeAverage(gone.known);
  }

  /** Removes units that were swapped into another mint; returns their average cost. */
  carryOn(gone: LotSum): bigint {
    this.#carriedOn += gone.basis;
    return this.#takeAverage(gone.known);
  }

  /** Removes a basis without units. */
  lose(basis: bigint): void {
    this.#entered += basis;
    this.#cost += basis;
    this.#averageCost += basis;
  }

  close(time: number, basisLeft: bigint): void {
    this.#closedAt = time;
    this.#writeOff(basisLeft);
  }

  #writeOff(basisLeft: bigint): void {
    this.#cost += basisLeft;
    this.#averageCost += this.#averageBasis;
    this.#averageUnits = 0n;
    this.#averageBasis = 0n;
  }

  #takeAverage(units: bigint): bigint {
    if (units === 0n) return 0n;
    const basis = divideUp(this.#averageBasis * units, this.#averageUnits);
    this.#averageUnits -= units;
    this.#averageBasis -= basis;
    return basis;
  }

  /** `basisLeft`: the basis of all lots and escrows, 0 after closing. Throws when basis appeared or vanished. */
  finish(basisLeft: bigint, now: number, facts: MintTraits | undefined): { position: Position; convertedCost: bigint } {
    if (this.#entered !== this.#cost + this.transferredOut + this.#carriedOn + this.#heldBasis(basisLeft))
      throw new Error(`the basis of ${this.mint} does not balance`);
    const state = this.#closedAt !== null ? 'closed' : now - this.lastTradeAt >= STALE_SECONDS ? 'stale' : 'open';
    const isOpen = state === 'open';
    if (state === 'stale') this.#writeOff(basisLeft);
    const taint = this.#taintBy(facts);
    const counted =
      !isOpen && taint === null && this.buys > 0 && (state === 'stale' || this.sells > 0 || this.#burned > 0n);
    const position: Position = {
      mint: this.mint,
      currency: this.currency ?? 'sol',
      state,
      counted,
      openedAt: this.openedAt,
      closedAt: state === 'stale' ? this.lastTradeAt + STALE_SECONDS : this.#closedAt,
      lastTradeAt: this.lastTradeAt,
      buys: this.buys,
      sells: this.sells,
      cost: isOpen ? this.#cost + basisLeft : this.#cost,
      proceeds: this.#proceeds,
      pnl: isOpen ? 0n : this.#proceeds - this.#cost,
      averagePnl: isOpen ? 0n : this.#proceeds - this.#averageCost,
      unmatchedProceeds: this.unmatchedProceeds,
      transferredOut: this.transferredOut,
      openBasis: isOpen ? basisLeft : 0n,
      openUnits: this.#averageUnits,
      bestTrade: this.bestTrade,
      cosigned: this.cosigned,
      converted: this.converted,
      taint,
    };
    return { position, convertedCost: counted ? this.#convertedCost() : 0n };
  }

  #convertedCost(): bigint {
    return this.#boughtElsewhere > 0n ? divideUp(this.#cost * this.#boughtElsewhere, this.#bought) : 0n;
  }

  /** The rest was written off when the position was closed. */
  #heldBasis(basisLeft: bigint): bigint {
    return this.#closedAt === null ? basisLeft : 0n;
  }

  #taintBy(facts: MintTraits | undefined): Position['taint'] {
    if (facts?.confidential) return 'confidential';
    if (this.taint !== null) return this.taint;
    return this.#soldUnknown * UNKNOWN_ONE_IN > this.#soldUnits ? 'unknown_basis' : null;
  }
}
