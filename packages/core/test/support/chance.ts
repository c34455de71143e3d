import { createHash } from 'node:crypto';

/** Chance that a seed repeats: the sequence of decisions of one actor. Which packets cross on the wire no seed decides. */
export interface Chance {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number;
  /** True in `share` of the cases. */
  happens(share: number): boolean;
  /** One of the names, each as often as its weight says. */
  pick<T extends string>(weights: Readonly<Record<T, number>>): T;
}

/** Numbers from 0 to below 1 that a seed of 32 bits repeats (mulberry32): good enough to shuffle work. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The chance of one actor in a run. */
export function chanceOf(seed: string, actor: string): Chance {
  const next = mulberry32(createHash('sha256').update(`${seed}/${actor}`).digest().readUInt32LE());
  return {
    next,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    happens: (share) => next() < share,
    pick(weights) {
      const entries = Object.entries<number>(weights);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      const found = entries.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return String((found ?? entries.at(-1))?.[0]) as keyof typeof weights;
    },
  };
}
