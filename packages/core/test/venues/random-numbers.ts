import { mulberry32 } from '../support/chance.ts';

/** Changes what all of them are; the same in every run but the long one. */
const ROUND = Number(process.env.FUZZ_SEED ?? 0);

/** Numbers that look random and are the same in every run with the same seed. */
export class RandomNumbers {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = mulberry32((seed ^ ROUND) >>> 0);
  }

  /** A fraction from 0 (included) to 1 (excluded). */
  fraction(): number {
    return this.#next();
  }

  /** A whole number from `low` to `high`, both included, all equally likely. */
  between(low: bigint, high: bigint): bigint {
    const span = high - low + 1n;
    let value = 0n;
    for (let i = 0; i < 5; i += 1) value = (value << 32n) | BigInt(Math.floor(this.fraction() * 4_294_967_296));
    return low + (value % span);
  }

  /** A whole number from `low` (more than 0) to `high` whose order of magnitude is what is equally likely. */
  magnitude(low: bigint, high: bigint): bigint {
    const bits = this.between(BigInt(low.toString(2).length), BigInt(high.toString(2).length));
    const value = this.between(1n << (bits - 1n), (1n << bits) - 1n);
    return value < low ? low : value > high ? high : value;
  }

  pick<T>(from: readonly T[]): T {
    const one = from[Math.floor(this.fraction() * from.length)];
    if (one === undefined) throw new Error('nothing to pick from');
    return one;
  }
}
