import { skeletonOf } from '#lib/skeleton.ts';
import { type CanonicalName, canonicalNames } from './canonical-list.ts';

const bySkeleton: ReadonlyMap<string, CanonicalName> = new Map(
  canonicalNames.flatMap((asset) =>
    [...asset.names, ...asset.symbols].map((text) => [skeletonOf(text), asset] as const),
  ),
);

/** The known asset that a name or symbol looks like, whoever bears it; null where it looks like none. */
export function canonicalBearer(text: string): CanonicalName | null {
  return bySkeleton.get(skeletonOf(text)) ?? null;
}
