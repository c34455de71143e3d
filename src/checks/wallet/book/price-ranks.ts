/** How many entries of each rank there are, so that the n-th smallest is found in the logarithm of their number. */
export class RankCounts {
  size = 0;
  readonly #tree: Int32Array;
  readonly #top: number;

  /** `ranks`: how many different ranks there may be, from 0. */
  constructor(ranks: number) {
    this.#tree = new Int32Array(ranks + 1);
    this.#top = 2 ** Math.floor(Math.log2(Math.max(ranks, 1)));
  }

  /** `by` 1 puts one in, -1 takes one out. */
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
