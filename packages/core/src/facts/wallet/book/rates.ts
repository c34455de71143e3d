import type { Effect } from '#derive/effects/effect-type.ts';
import { divideDown } from '#lib/divide.ts';
import type { Book, CoinCurrency, Currency, SeenRate } from '#rules/wallet/evidence/book.ts';
import { DAY_SECONDS } from '#rules/wallet/evidence.ts';
import type { Coins } from './coins.ts';

/** Counts entries by rank, and finds the n-th smallest in logarithmic time. */
export class RankCounts {
  size = 0;
  readonly #tree: Int32Array;
  readonly #top: number;

  /** `ranks`: the number of ranks, from 0. */
  constructor(ranks: number) {
    this.#tree = new Int32Array(ranks + 1);
    this.#top = 2 ** Math.floor(Math.log2(Math.max(ranks, 1)));
  }

  /** `by` 1 adds an entry, -1 removes one. */
  add(rank: number, by: 1 | -1): void {
    this.size += by;
    for (let at = rank + 1; at < this.#tree.length; at += at & -at) this.#tree[at] = (this.#tree[at] ?? 0) + by;
  }

  /** The rank of the n-th smallest entry, n from 0. */
  nth(n: number): number {
    let [at, left] = [0, n];
    for (let step = this.#top; step > 0; step >>= 1) {
      const count = this.#tree[at + step];
      if (count === undefined || count > left) continue;
      at += step;
      left -= count;
    }
    return at;
  }
}

/** Maximum distance of a rate from its trade. */
const REACH_SECONDS = 30 * 60;
/** A rate is compared with those of a day before and after it. */
const AROUND_SECONDS = DAY_SECONDS;
const COMPARED_MIN = 3;
/** A rate further from the median than this share is ignored. */
const OFF_SHARE_MAX = 0.15;
const SHOWN_MAX = 20;

/** An exchange of lamports for units of a stable coin by a pool. */
interface Observation extends SeenRate {
  readonly currency: CoinCurrency;
  readonly mint: string;
  readonly units: bigint;
  readonly signature: string;
  readonly time: number;
  /** The wallet signed it. A transaction of others is a price for itself alone: anybody can name a wallet beside a pool of their own. */
  readonly signed: boolean;
  /** Lamports for a millionth of the currency; used only for comparison. */
  readonly price: number;
}

/** What moved of a stable coin, in atomic units and at face value; negative when paid. */
export interface CoinMove {
  readonly mint: string;
  readonly currency: CoinCurrency;
  readonly units: bigint;
  readonly amount: bigint;
}

/** What was paid (negative) and received for tokens, in lamports and stable coins. */
export interface Legs {
  readonly sol: bigint;
  readonly coins: readonly CoinMove[];
}

/** When something is priced. */
export interface Moment {
  readonly time: number;
  readonly signature: string;
}

/** The value of one currency in another, from rates in the wallet's own transactions. */
export class Rates {
  readonly #byCurrency: Readonly<Record<CoinCurrency, readonly Observation[]>>;
  readonly #byMint = new Map<string, Observation[]>();
  readonly #bySignature = new Map<string, Observation>();
  readonly #used = new Set<Observation>();

  /** `times`: the time of each effect, in the same order. */
  constructor(effects: readonly Effect[], times: readonly number[], coins: Coins) {
    const observed = observe(effects, times, coins);
    const of = (currency: CoinCurrency) => {
      const all = observed.filter((one) => one.currency === currency);
      for (const one of plausible(all)) if (!one.signed) this.#bySignature.set(one.signature, one);
      return plausible(all.filter(({ signed }) => signed));
    };
    this.#byCurrency = { usd: of('usd'), eur: of('eur') };
    for (const one of [...this.#byCurrency.usd, ...this.#byCurrency.eur]) {
      this.#bySignature.set(one.signature, one);
      const list = this.#byMint.get(one.mint);
      if (list) list.push(one);
      else this.#byMint.set(one.mint, [one]);
    }
  }

  /**
   * The value of legs in a currency, rounded against the wallet; null where a leg in another currency has no rate near enough. A value
   * between dollars and euros goes through lamports, so it needs a rate of each.
   */
  worthIn(to: Currency, { sol, coins }: Legs, moment: Moment): bigint | null {
    const used: Observation[] = [];
    let worth = 0n;
    let lamports = sol;
    for (const { mint, currency, amount } of coins) {
      if (currency === to) worth += amount;
      else {
        const rate = this.#rateAt(currency, mint, moment);
        if (!rate) return null;
        used.push(rate);
        lamports += divideDown(amount * rate.lamports, rate.amount);
      }
    }
    if (to === 'sol') worth = lamports;
    else if (lamports !== 0n) {
      const rate = this.#rateAt(to, null, moment);
      if (!rate) return null;
      used.push(rate);
      worth += divideDown(lamports * rate.amount, rate.lamports);
    }
    for (const rate of used) this.#used.add(rate);
    return worth;
  }

  /** An amount of one currency in another, rounded down; null where no rate is near enough. */
  exchange(amount: bigint, from: Currency, to: Currency, moment: Moment): bigint | null {
    if (from === to || amount === 0n) return amount;
    if (from === 'sol') return this.worthIn(to, { sol: amount, coins: [] }, moment);
    return this.worthIn(to, { sol: 0n, coins: [{ mint: '', currency: from, units: amount, amount }] }, moment);
  }

  #rateAt(currency: CoinCurrency, mint: string | null, { time, signature }: Moment): Observation | null {
    const same = this.#bySignature.get(signature);
    if (same?.currency === currency) return same;
    const inReach = (rate: Observation | null) => (rate && Math.abs(rate.time - time) <= REACH_SECONDS ? rate : null);
    const ofMint = mint === null ? null : inReach(nearest(this.#byMint.get(mint) ?? [], time));
    return ofMint ?? inReach(nearest(this.#byCurrency[currency], time));
  }

  /** Rates that priced a leg, newest first. */
  used(): Book['rates'] {
    const newest = [...this.#used].sort((a, b) => b.time - a.time || (a.signature < b.signature ? -1 : 1));
    return newest
      .slice(0, SHOWN_MAX)
      .map(({ mint, units, lamports, signature, time }) => ({ mint, units, lamports, signature, time }));
  }

  /** The rates with fewest and with most lamports for a unit. */
  bounds(): Book['rateBounds'] {
    const boundsOf = (observed: readonly Observation[]) => {
      const [first] = observed;
      if (!first) return null;
      let [least, most] = [first, first];
      for (const one of observed) {
        if (one.lamports * least.amount < least.lamports * one.amount) least = one;
        if (one.lamports * most.amount > most.lamports * one.amount) most = one;
      }
      return { least: seenRate(least), most: seenRate(most) };
    };
    return { usd: boundsOf(this.#byCurrency.usd), eur: boundsOf(this.#byCurrency.eur) };
  }
}

function seenRate({ lamports, amount }: Observation): SeenRate {
  return { lamports, amount };
}

function observe(effects: readonly Effect[], times: readonly number[], coins: Coins): Observation[] {
  const observed: Observation[] = [];
  for (const [at, { rate, signature, signed, failed }] of effects.entries()) {
    if (rate === null || failed) continue;
    const currency = coins.currencyOf(rate.mint);
    const amount = coins.amountOf(rate.mint, rate.units);
    if (!currency || amount <= 0n || rate.lamports <= 0n) continue;
    const price = Number(rate.lamports) / Number(amount);
    observed.push({ ...rate, currency, amount, signature, signed, time: times[at] ?? 0, price });
  }
  return observed.sort((a, b) => a.time - b.time);
}

/** The first index that is not earlier than `time`. */
function firstFrom(observed: readonly Observation[], time: number): number {
  let low = 0;
  let high = observed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((observed[middle]?.time ?? time) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest observation in time; the earlier one at the same distance. */
function nearest(observed: readonly Observation[], time: number): Observation | null {
  const at = firstFrom(observed, time);
  const after = observed[at];
  const last = observed[at - 1];
  const before = last && observed[firstFrom(observed, last.time)];
  if (!before || !after) return before ?? after ?? null;
  return time - before.time <= after.time - time ? before : after;
}

/** Leaves out observations far from the median around them, because anybody can make a price. */
function plausible(observed: readonly Observation[]): Observation[] {
  const prices = [...new Set(observed.map(({ price }) => price))].sort((a, b) => a - b);
  const rankOf = new Map(prices.map((price, rank) => [price, rank]));
  const around = new RankCounts(prices.length);
  let [from, to] = [0, 0];
  const rankAt = (at: number) => rankOf.get(observed[at]?.price ?? 0) ?? 0;
  return observed.filter(({ time, price }) => {
    for (; (observed[to]?.time ?? Infinity) <= time + AROUND_SECONDS; to += 1) around.add(rankAt(to), 1);
    for (; (observed[from]?.time ?? Infinity) < time - AROUND_SECONDS; from += 1) around.add(rankAt(from), -1);
    if (around.size < COMPARED_MIN) return true;
    const low = prices[around.nth((around.size - 1) >> 1)] ?? 0;
    const high = prices[around.nth(around.size >> 1)] ?? 0;
    const median = (low + high) / 2;
    return Math.abs(price - median) <= median * OFF_SHARE_MAX;
  });
}
