import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const load = createRequire(fileURLToPath(new URL('./package.json', import.meta.url)));

/** A venue's own package. It is there only after `npm ci --prefix test/oracles`, so the caller says what it uses of it. */
export function sdk<T>(name: string): T {
  return load(name) as T;
}

/** Random cases a suite compares: 10,000, or what ORACLE_CASES says. */
export const CASES = Number(process.env.ORACLE_CASES ?? 10_000);

/** Changes what all chances hold; the same in every run but the long one. */
const ROUND = Number(process.env.FUZZ_SEED ?? 0);

/** Numbers that look random and are the same in every run with the same seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed ^ ROUND) >>> 0;
  }

  /** A fraction from 0 (included) to 1 (excluded). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
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
