/** A point of a curve in pixels, or a place on its picture; `y` grows downwards. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where a label may stand, in pixels. */
export interface Room {
  readonly from: number;
  readonly to: number;
  /** The lowest base line that is still on the picture. */
  readonly bottom: number;
}

/** From a curve to the base line of a text above it, and of one below it. */
const ABOVE = 9;
const BELOW = 19;

/**
 * The base line of a label at a point of a curve that does not lie over the curve: above all of it that runs between the
 * label's ends, or below, whichever is nearer to the point and on the picture. `step`: a value holds until the next point.
 */
export function baseLine(point: Place, curve: readonly Place[], step: boolean, { from, to, bottom }: Room): number {
  const heights = [point.y, ...curve.flatMap((place, at) => heightsIn(place, curve[at + 1], step, from, to))];
  const above = Math.min(...heights) - ABOVE;
  const below = Math.max(...heights) + BELOW;
  return below <= bottom && below - point.y < point.y - above ? below : above;
}

/** The heights that bound what a curve does between two of its points, as far as that is between `from` and `to`. */
function heightsIn(place: Place, next: Place | undefined, step: boolean, from: number, to: number): readonly number[] {
  if (!next) return place.x >= from && place.x <= to ? [place.y] : [];
  if (next.x < from || place.x > to) return [];
  if (step) return next.x <= to ? [place.y, next.y] : [place.y];
  const wide = next.x - place.x || 1;
  const at = (x: number): number => place.y + ((next.y - place.y) * (x - place.x)) / wide;
  return [at(Math.max(from, place.x)), at(Math.min(to, next.x))];
}
