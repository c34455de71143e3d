import { DAY_SECONDS } from '../days.ts';
import type { Effect } from '../effect.ts';
import { divideDown, magnitude } from './divide.ts';
import type { Book } from './positions.ts';

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
const DECIMALS_DEFAULT = 6;
const SHOWN_MAX = 20;

/** An exchange of lamports for units of a stable mint by a pool. */
interface Observation {
  readonly mint: string;
  readonly units: bigint;
  readonly lamports: bigint;
  readonly signature: string;
  readonly time: number;
  /** Lamports for one whole coin; used only for comparison. */
  readonly price: number;
}

/** Units of a stable mint that moved; negative when paid. */
export interface StableMove {
  readonly mint: string;
  readonly units: bigint;
}

/** The value of stable coins in lamports, from rates in the wallet's own transactions. */
export class Rates {
  readonly #all: readonly Observation[];
  readonly #byMint = new Map<string, Observation[]>();
  readonly #bySignature = new Map<string, Observation>();
  readonly #decimals = new Map<string, number>();
  readonly #used = new Set<Observation>();

  /** `times`: the time of each effect, in the same order. */
  constructor(effects: readonly Effect[], times: readonly number[], stableMints: ReadonlySet<string>) {
    this.#noteDecimals(effects, stableMints);
    this.#all = plausible(this.#observe(effects, times, stableMints));
    for (const one of this.#all) {
      this.#bySignature.set(one.signature, one);
      const list = this.#byMint.get(one.mint);
      if (list) list.push(one);
      else this.#byMint.set(one.mint, [one]);
    }
  }

  #noteDecimals(effects: readonly Effect[], stableMints: ReadonlySet<string>): void {
    for (const { accounts } of effects)
      for (const { mint, decimals } of accounts) if (stableMints.has(mint)) this.#decimals.set(mint, decimals);
  }

  #observe(effects: readonly Effect[], times: readonly number[], stableMints: ReadonlySet<string>): Observation[] {
    const observed: Observation[] = [];
    for (const [at, { rate, signature, failed }] of effects.entries()) {
      if (rate === null || failed || rate.units <= 0n || rate.lamports <= 0n || !stableMints.has(rate.mint)) continue;
      const price = (Number(rate.lamports) / Number(rate.units)) * Number(this.#scaleOf(rate.mint));
      observed.push({ ...rate, signature, time: times[at] ?? 0, price });
    }
    return observed.sort((a, b) => a.time - b.time);
  }

  #scaleOf(mint: string): bigint {
    return 10n ** BigInt(this.#decimals.get(mint) ?? DECIMALS_DEFAULT);
  }

  /** The value of the coins in lamports at that time, rounded against the wallet; null where no rate is near enough. */
  worthOf(moves: readonly StableMove[], time: number, signature: string): bigint | null {
    if (moves.length === 0) return 0n;
    const rates = moves.map(({ mint }) => this.#rateAt(mint, time, signature));
    let worth = 0n;
    for (const [at, move] of moves.entries()) {
      const rate = rates[at];
      if (!rate) return null;
      worth += this.#value(move, rate);
    }
    for (const rate of rates) if (rate) this.#used.add(rate);
    return worth;
  }

  /** The absolute value of the coins at the nearest rate of any distance; null where there is none. */
  roughly(moves: readonly StableMove[], time: number): bigint | null {
    const rate = nearest(this.#all, time);
    if (rate === null) return null;
    return moves.reduce((sum, { mint, units }) => sum - this.#value({ mint, units: -magnitude(units) }, rate), 0n);
  }

  #value({ mint, units }: StableMove, rate: Observation): bigint {
    if (mint === rate.mint) return divideDown(units * rate.lamports, rate.units);
    return divideDown(units * rate.lamports * this.#scaleOf(rate.mint), rate.units * this.#scaleOf(mint));
  }

  #rateAt(mint: string, time: number, signature: string): Observation | null {
    const same = this.#bySignature.get(signature);
    if (same) return same;
    const inReach = (rate: Observation | null) => (rate && Math.abs(rate.time - time) <= REACH_SECONDS ? rate : null);
    return inReach(nearest(this.#byMint.get(mint) ?? [], time)) ?? inReach(nearest(this.#all, time));
  }

  /** Rates that priced a trade, newest first. */
  used(): Book['rates'] {
    const newest = [...this.#used].sort((a, b) => b.time - a.time || (a.signature < b.signature ? -1 : 1));
    return newest
      .slice(0, SHOWN_MAX)
      .map(({ mint, units, lamports, signature, time }) => ({ mint, units, lamports, signature, time }));
  }
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
