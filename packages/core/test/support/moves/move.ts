import type { CrowdFacts, TokenFacts } from './facts.ts';

/** Something cheap that makes nothing safer. `a` and `b` choose what it is done to; null where there is nothing to do it to. */
export type Move = (facts: TokenFacts, a: number, b: number) => TokenFacts | null;

/** Numbers of wallets that only moves use. */
const FRESH = 2_000;

export const picked = <T>(of: readonly T[], n: number): T | undefined => of[n % of.length];
export const replaced = <T>(all: readonly T[], at: number, by: readonly T[]): readonly T[] => [
  ...all.slice(0, at),
  ...by,
  ...all.slice(at + 1),
];

/** A number that no keeper of the facts has. */
export function freshIn({ holders, markets }: TokenFacts): number {
  const keepers = [
    ...holders.map(({ keeper }) => keeper),
    ...markets.flatMap(({ liquidity }) => liquidity.map(({ keeper }) => keeper)),
  ];
  const used = keepers.flatMap((keeper) => (typeof keeper !== 'string' && 'n' in keeper ? [keeper.n] : []));
  const through = holders.flatMap(({ through }) => (typeof through === 'number' ? [through] : []));
  return Math.max(FRESH, ...used, ...through) + 1;
}

/** Strangers name something of the token in one of so many transactions. */
export function crowding(on: CrowdFacts['on'], when: CrowdFacts['when'], counts: readonly number[]): Move {
  return (facts, a) => ({ ...facts, crowds: [...facts.crowds, { on, when, count: picked(counts, a) ?? 1 }] });
}
