import type { TokenCode } from './codes.ts';

/** The code of the first bound, highest first, that a figure reaches; null where it reaches none. */
export function codeFrom(figure: number, bounds: readonly (readonly [number, TokenCode])[]): TokenCode | null {
  return bounds.find(([least]) => figure >= least)?.[1] ?? null;
}
