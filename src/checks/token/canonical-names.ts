import { skeletonOf } from '#lib/skeleton.ts';
import { type CanonicalName, canonicalNames } from './canonical-list.ts';

const bySkeleton: ReadonlyMap<string, CanonicalName> = new Map(
  canonicalNames.flatMap((asset) =>
    [...asset.names, ...asset.symbols].map((text) => [skeletonOf(text), asset] as const),
  ),
);

/** Characters that make a text run from right to left: what is written backwards behind them reads forwards. */
const TURNS = /[\u202B\u202E\u2067]/u;
/** A dollar in front of a ticker is an ornament, or an S. */
const DOLLAR = /^\s*\$/u;

/** The known asset that a name or symbol looks like, whoever bears it; null where it looks like none. */
export function canonicalBearer(text: string): CanonicalName | null {
  const readings = [text, ...(TURNS.test(text) ? [[...text].reverse().join('')] : [])];
  const spellings = readings.flatMap((one) => (DOLLAR.test(one) ? [one, one.replace(DOLLAR, 'S')] : [one]));
  return spellings.map((one) => bySkeleton.get(skeletonOf(one))).find((asset) => asset !== undefined) ?? null;
}
