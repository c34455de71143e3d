import { type Address, SYSTEM_PROGRAM } from 'assay-core/solana/address.ts';
import type { Chance } from '../../../packages/core/test/support/chance.ts';
import { MovesChain, named, SLOTS_PER_HOUR, SOL, slotBefore } from '../../../packages/core/test/support/moves/chain.ts';
import { CurveCoin, EXCHANGE, type Past, PastReader, TIP_TAKER } from './market.ts';

/*
 * Records that somebody bought for himself: he makes coins, buys them with the wallet of the record, lets other wallets of his raise the
 * price, sells, and lets them sell as well. His final costs are counted in lamports: network fees, the part of the pool's protocol, tips,
 * and withdrawals from an exchange. Transfers between his wallets cost nothing.
 */

const DAY_SECONDS = 86_400;
const TRIPS = 40;
const COINS = 16;
const DAYS = 60;
const NETWORK_FEE = 5_000n;
/** The fee of exchanges for a withdrawal of SOL: about 0.002. */
const WITHDRAWAL = 2_000_000n;
const MINUTE_SLOTS = SLOTS_PER_HOUR / 60;

/** How the payers of a record come to their first money. */
type Money = 'wallet' | 'two hops' | 'exchange' | 'nowhere';

/** A way to buy a record, or an honest one. */
export interface Strategy {
  readonly name: string;
  /** The maker of the coins: the wallet, or somebody else. */
  readonly ownCoins: boolean;
  readonly money: Money;
  /** How many wallets pay in all. */
  readonly payers: number;
  /** How many of them raise the price together in one trip. */
  readonly together: number;
  /** The past of each of them; null: none. */
  readonly past: ((chance: Chance) => Past) | null;
  /** The tip of each with its purchase. */
  readonly tip: bigint;
  /** The return of a trip, in percent. */
  readonly returns: (chance: Chance, trip: number) => number;
  /** Small purchases of further payers around each large one. */
  readonly noise: number;
  /** Strangers who spent much, and buy and sell again before the price is raised, in one trip. */
  readonly passing: number;
  /** The wallet sells to a maker who signs with it. */
  readonly byMaker: boolean;
}

/** A record on a chain, and what it cost to make. */
export interface BoughtWorld {
  readonly subject: Address;
  readonly reader: PastReader;
  readonly costLamports: bigint;
}

/** Plays a strategy. The same chance gives the same world. */
export function playRecord(strategy: Strategy, chance: Chance, name: string): BoughtWorld {
  return new RecordWriter(strategy, chance, name).write();
}

class RecordWriter {
  readonly #strategy: Strategy;
  readonly #chance: Chance;
  readonly #chain = new MovesChain();
  readonly #subject: Address;
  readonly #name: string;
  readonly #pasts = new Map<Address, Past>();
  readonly #funded = new Set<Address>();
  #cost = 0n;

  constructor(strategy: Strategy, chance: Chance, name: string) {
    [this.#strategy, this.#chance, this.#name] = [strategy, chance, name];
    this.#subject = named(`${name}: the wallet`);
  }

  write(): BoughtWorld {
    const start = slotBefore(DAYS * DAY_SECONDS);
    const owner = this.#person('the owner');
    this.#chain.enrich(EXCHANGE);
    this.#withdraw(owner, 9_000n * SOL, start - 4 * SLOTS_PER_HOUR);
    this.#pay(owner, this.#subject, 1_500n * SOL, start - 3 * SLOTS_PER_HOUR);
    const maker = this.#strategy.ownCoins ? this.#subject : this.#person('who makes coins');
    if (maker !== this.#subject) this.#withdraw(maker, 10n * SOL, start - 2 * SLOTS_PER_HOUR);
    const coins = Array.from({ length: COINS }, (_, n) => {
      const coin = new CurveCoin(this.#chain, `${this.#name}: coin ${n}`);
      coin.create(maker, start - SLOTS_PER_HOUR + n);
      return coin;
    });
    for (let trip = 0; trip < TRIPS; trip += 1) this.#trip(trip, coins[trip % COINS] as CurveCoin, owner);
    this.#chain.play();
    this.#chain.put({ address: this.#subject, owner: SYSTEM_PROGRAM, data: new Uint8Array(), lamports: this.#left() });
    const fees = coins.reduce((sum, coin) => sum + coin.fees, 0n);
    const reader = new PastReader(this.#chain, this.#pasts, start - 40 * 24 * SLOTS_PER_HOUR);
    return { subject: this.#subject, reader, costLamports: this.#cost + fees };
  }

  /** The wallet's balance at the end, by its last transaction. */
  #left(): bigint {
    const [last] = this.#chain.history(this.#subject);
    const body = last && this.#chain.transaction(last.signature);
    return body?.postBalances[body.keys.indexOf(this.#subject)] ?? 0n;
  }

  #trip(trip: number, coin: CurveCoin, owner: Address): void {
    const { payers, together, noise, byMaker } = this.#strategy;
    const from = slotBefore(DAYS * DAY_SECONDS) + Math.floor((trip * DAYS * 24 * SLOTS_PER_HOUR) / TRIPS);
    const slot = from + this.#chance.whole(0, 6 * SLOTS_PER_HOUR);
    const stake = SOL / 3n + BigInt(this.#chance.whole(0, 300_000_000));
    const percent = this.#strategy.returns(this.#chance, trip);
    this.#network(2);
    coin.buy(this.#subject, stake, slot);
    const sale = slot + this.#chance.whole(10, 90) * MINUTE_SLOTS;
    if (byMaker) {
      const dealer = this.#payer(trip % payers, owner, slot, 10n * SOL);
      coin.sellTo(dealer, this.#subject, stake + (stake * BigInt(Math.round(percent * 100))) / 10_000n, sale);
      return;
    }
    if (percent <= 0) {
      coin.sell(this.#subject, sale);
      return;
    }
    const large = Array.from({ length: together }, (_, n) =>
      this.#payer((trip * together + n) % payers, owner, slot, 20n * SOL),
    );
    const lift = raise(percent) / BigInt(together);
    this.#network(2 * together);
    for (let n = 0; n < this.#strategy.passing; n += 1) {
      const stranger = this.#stranger(n);
      coin.buy(stranger, SOL, slot + 2 + 4 * n);
      coin.sell(stranger, slot + 4 + 4 * n);
    }
    const bought = slot + MINUTE_SLOTS * this.#chance.whole(2, 8);
    for (const [n, one] of large.entries()) coin.buy(one, lift, bought + 20 * n);
    for (let n = 0; n < noise; n += 1) {
      const small = this.#payer((trip * 7 + n) % payers, owner, slot, 20n * SOL);
      if (large.includes(small)) continue;
      this.#network(2);
      coin.buy(small, SOL / 1_000n, slot + 1 + n);
      coin.sell(small, sale + 2 + n);
    }
    coin.sell(this.#subject, sale);
    for (const one of large) coin.sell(one, sale + MINUTE_SLOTS);
  }

  /** The `nth` payer, with its first money and what it did before. */
  #payer(nth: number, owner: Address, slot: number, lamports: bigint): Address {
    const wallet = this.#person(`payer ${nth}`);
    if (this.#funded.has(wallet)) return wallet;
    this.#funded.add(wallet);
    const { money, past, tip } = this.#strategy;
    const before = slot - 20 * MINUTE_SLOTS;
    if (money === 'wallet') this.#pay(this.#subject, wallet, lamports, before);
    else if (money === 'two hops') {
      const between = this.#person(`between ${nth}`);
      this.#pay(owner, between, lamports, before - MINUTE_SLOTS);
      this.#pay(between, wallet, lamports - SOL / 100n, before);
    } else if (money === 'exchange') this.#withdraw(wallet, lamports, before);
    if (money === 'nowhere') this.#chain.enrich(wallet);
    const made = past?.(this.#chance);
    if (made) {
      this.#pasts.set(wallet, made);
      for (let n = 0; n < made.transactions; n += 1) this.#cost += NETWORK_FEE + made.dear(n);
    }
    if (tip > 0n) {
      this.#chain.give(wallet, TIP_TAKER, tip, slot - 10 * MINUTE_SLOTS);
      this.#cost += tip + NETWORK_FEE;
    }
    return wallet;
  }

  /** Somebody else, whose spending costs the scammer nothing. */
  #stranger(nth: number): Address {
    const wallet = this.#person(`stranger ${nth}`);
    if (!this.#funded.has(wallet)) this.#chain.enrich(wallet);
    this.#funded.add(wallet);
    this.#pasts.set(wallet, { transactions: 999, dear: () => 1_500_000n });
    return wallet;
  }

  #person(role: string): Address {
    return named(`${this.#name}: ${role}`);
  }

  #withdraw(to: Address, lamports: bigint, slot: number): void {
    this.#pay(EXCHANGE, to, lamports, slot);
    this.#cost += WITHDRAWAL;
  }

  #pay(from: Address, to: Address, lamports: bigint, slot: number): void {
    this.#network(1);
    this.#chain.give(from, to, lamports, slot);
  }

  #network(transactions: number): void {
    this.#cost += NETWORK_FEE * BigInt(transactions);
  }
}

/** Lamports that lift the price of a curve of 30 virtual SOL so that a small holder gains so many percent. */
function raise(percent: number): bigint {
  const lifted = Math.sqrt(1 + percent / 100 + 0.002) - 1;
  return BigInt(Math.round(30e9 * lifted));
}
