import type { Effect, HeldAccount } from '#derive/effects/effect-type.ts';
import { WRAPPED_SOL_MINT } from '#derive/effects/effect-type.ts';
import { magnitude } from '#lib/divide.ts';
import type { BookTrade, Currency, FlowClass, Hold, UnmatchedSale } from '#rules/wallet/evidence/book.ts';
import { openTallies } from './flows.ts';
import { type Coming, Holding } from './holding.ts';
import { KeptIndex } from './kept-index.ts';
import { type Lot, sumOfLots } from './lots.ts';
import type { Legs, Rates } from './rates.ts';
import type { MintKinds, Reckoned } from './reckon.ts';

/** Lamports or stable coins in others' accounts that wait for an order to be filled. */
export interface QuoteEscrow {
  readonly mint: string;
  units: bigint;
  readonly programs: Set<string>;
  touchedAt: number;
  /** Units came from one of its programs that may have been bought with it. */
  isSpent: boolean;
}

/** The state of a book while the effects are read, and the operations of all rules on it. */
export class TradeLedger {
  readonly tallies = openTallies();
  readonly holdings = new Map<string, Holding>();
  readonly quoteEscrows = new Map<string, QuoteEscrow>();
  readonly quotesKept = new KeptIndex();
  readonly trades: BookTrade[] = [];
  readonly holds: Hold[] = [];
  readonly unmatchedSales: UnmatchedSale[] = [];
  readonly tradedMints = new Set<string>();
  atomicGains = 0;
  unpricedTrades = 0;
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
    const { position } = this.holding(mint);
    position?.transferOut(sum);
    this.tallies[position?.currency ?? 'sol'].transferredOut += sum.basis;
  }

  /** Lets go of units that wait in orders and may have been paid for: neither a loss nor a sale at a price that is known. */
  leavePaid(holding: Holding): void {
    const lots = holding.releasePaid();
    if (lots.length === 0) return;
    this.transferOut(holding.mint, lots);
    this.taint([holding.mint]);
  }

  /** The currency of the position in a mint; null before its first trade. */
  currencyIn(mint: string): Currency | null {
    return this.holdings.get(mint)?.position?.currency ?? null;
  }

  /**
   * Writes the flows of a transaction that is no trade. `coinsTo`: the class of its stable coins, where it is not that of the
   * lamports; `transfers` by the direction.
   */
  apart({ effect, sol, coinChanges }: Reckoned, to: FlowClass, coinsTo: FlowClass | 'transfers' = to): void {
    this.tallies.sol.flows.apart(effect, to, sol);
    for (const { currency, moved, givenOut } of coinChanges) {
      const { flows } = this.tallies[currency];
      flows.move(coinsTo === 'transfers' ? (moved < 0n ? 'transfers_out' : 'transfers_in') : coinsTo, moved);
      flows.add('transfers_out', -givenOut);
    }
  }

  /**
   * Writes the flows of a trade that is priced in a currency. Costs in lamports are part of a price in lamports; beside any other
   * they stand for themselves.
   */
  trade({ effect, sol, sign, rest, coinChanges }: Reckoned, to: FlowClass, currency: Currency): void {
    if (currency === 'sol') this.tallies.sol.flows.move(to, rest);
    else this.tallies.sol.flows.apart(effect, sign === 0 ? 'unclear' : to, sol);
    this.#moveCoins(coinChanges, to);
  }

  /** Writes the flows of a transaction that may be a trade: its plain transfers out may have paid for it. */
  unclear({ effect, sol, coinChanges }: Reckoned): void {
    this.tallies.sol.flows.apart(effect, 'unclear', sol);
    this.#moveCoins(coinChanges, 'unclear');
  }

  #moveCoins(changes: Reckoned['coinChanges'], to: FlowClass): void {
    for (const { currency, moved, givenOut } of changes) this.tallies[currency].flows.move(to, moved - givenOut);
  }

  /** Stable coins that pay for trades count like traded tokens: a hole in their history is one in the trades'. */
  notePaidBy({ coins }: Pick<Reckoned, 'coins'>): void {
    for (const { mint } of coins) this.tradedMints.add(mint);
  }

  /** Notes a trade without a price, with what was paid or received. */
  unpriced({ sol, coins }: Legs): void {
    this.unpricedTrades += 1;
    this.tallies.sol.unpriced += magnitude(sol);
    for (const { currency, amount } of coins) this.tallies[currency].unpriced += magnitude(amount);
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
    return mint !== WRAPPED_SOL_MINT && !this.kinds.coins.has(mint) && !this.kinds.nft.has(mint);
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
