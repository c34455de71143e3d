import type { Effect, HeldAccount } from '../effect.ts';
import { WRAPPED_SOL_MINT } from '../effect.ts';
import { Flows } from './flows.ts';
import { type Coming, Holding } from './holding.ts';
import { KeptIndex } from './kept-index.ts';
import { type Lot, sumOfLots } from './lots.ts';
import type { Book, BookTrade, Hold } from './positions.ts';
import type { Rates, StableMove } from './rates.ts';
import type { MintKinds, Reckoned } from './reckon.ts';

/** Lamports or stable coins in others' accounts that wait for an order to be filled. */
export interface QuoteEscrow {
  readonly mint: string;
  units: bigint;
  readonly programs: Set<string>;
  touchedAt: number;
}

/** A trade in stable coins without a rate. */
export interface Unpriced {
  readonly stables: readonly StableMove[];
  readonly time: number;
}

/** The state of a book while the effects are read, and the operations of all rules on it. */
export class TradeLedger {
  readonly flows = new Flows();
  readonly holdings = new Map<string, Holding>();
  readonly quoteEscrows = new Map<string, QuoteEscrow>();
  readonly quotesKept = new KeptIndex();
  readonly trades: BookTrade[] = [];
  readonly holds: Hold[] = [];
  readonly unmatchedSales: Book['unmatchedSales'][number][] = [];
  readonly unpriced: Unpriced[] = [];
  readonly tradedMints = new Set<string>();
  atomicGains = 0;
  atomicLosses = 0n;
  proceeds = 0n;
  unmatchedProceeds = 0n;
  transferredOut = 0n;
  sweptOut = 0n;
  readonly rates: Rates;
  readonly kinds: MintKinds;
  readonly #accounts = new Map<string, { readonly mint: string; readonly amount: bigint }>();
  /** Holdings that lost units in the current effect. */
  readonly #left = new Set<Holding>();
  #order = 0;

  constructor(rates: Rates, kinds: MintKinds) {
    this.rates = rates;
    this.kinds = kinds;
  }

  holding(mint: string): Holding {
    let holding = this.holdings.get(mint);
    if (!holding) {
      holding = new Holding(mint);
      this.holdings.set(mint, holding);
    }
    return holding;
  }

  /** The next position in the order of acquisition. */
  coming({ effect, time }: Pick<Reckoned, 'effect' | 'time'>, receivedAt = time): Coming {
    this.#order += 1;
    return { order: this.#order, time, receivedAt, signature: effect.signature };
  }

  /** The holding of a mint that loses units. Its position is closed after the effect if almost nothing is left. */
  leaving(mint: string): Holding {
    const holding = this.holding(mint);
    this.#left.add(holding);
    return holding;
  }

  /** Takes units out of the wallet's accounts. */
  take(mint: string, units: bigint): Lot[] {
    return this.leaving(mint).take(units);
  }

  /** Units that left to an unknown destination. */
  transferOut(mint: string, lots: readonly Lot[]): void {
    const sum = sumOfLots(lots);
    this.holding(mint).position?.transferOut(sum);
    this.transferredOut += sum.basis;
  }

  taint(mints: Iterable<string>): void {
    for (const mint of mints) {
      const position = this.holding(mint).position;
      if (position) position.taint ??= 'unclear';
    }
  }

  /**
   * Enters balances that no earlier effect explains: as inventory from before the window where the account is new, else the
   * difference as broken history.
   */
  meet(effect: Effect, time: number): void {
    for (const held of effect.accounts) if (this.isKept(held.mint)) this.#meetAccount(effect, held, time);
    if (this.#left.size > 0) this.closePositions(time);
  }

  isKept(mint: string): boolean {
    return mint !== WRAPPED_SOL_MINT && !this.kinds.stable.has(mint) && !this.kinds.nft.has(mint);
  }

  #meetAccount(effect: Effect, { account, mint, before, after }: HeldAccount, time: number): void {
    const last = this.#accounts.get(account);
    const found = before?.amount ?? 0n;
    this.#accounts.set(account, { mint, amount: effect.failed ? found : (after?.amount ?? 0n) });
    const coming = { order: last ? this.coming({ effect, time }).order : 0, time, signature: effect.signature };
    if (last && last.mint !== mint && last.amount > 0n) this.transferOut(last.mint, this.take(last.mint, last.amount));
    const expected = last?.mint === mint ? last.amount : 0n;
    if (found > expected) this.holding(mint).enterUnknown(found - expected, { ...coming, receivedAt: last ? time : 0 });
    if (found < expected) this.transferOut(mint, this.take(mint, expected - found));
  }

  closePositions(time: number): void {
    for (const holding of this.#left) holding.closeWhenOver(time);
    this.#left.clear();
  }

  /** Throws when lots and balances differ. */
  proveBalances(): void {
    const amounts = new Map<string, bigint>();
    for (const { mint, amount } of this.#accounts.values()) amounts.set(mint, (amounts.get(mint) ?? 0n) + amount);
    for (const { mint, ownUnits } of this.holdings.values())
      if (ownUnits !== (amounts.get(mint) ?? 0n)) throw new Error(`the lots of ${mint} do not balance`);
  }
}
