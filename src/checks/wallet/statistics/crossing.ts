/** A place and the value of a function there. */
interface Point {
  readonly at: number;
  readonly value: number;
}

const STEPS_MAX = 100;

/**
 * Two places at most twice `precision` apart between which a function changes its sign, from a `low` one where it is below 0 to
 * a `high` one where it is not (T. R. Chandrupatla, Advances in Engineering Software 28, 1997: halving, or inverse quadratic
 * interpolation where the last three points let it be trusted).
 */
export function crossing(
  value: (at: number) => number,
  low: Point,
  high: Point,
  precision: number,
): { readonly low: number; readonly high: number } {
  // The newest point, the one across the sign, and the one before.
  let newest = high;
  let across = low;
  let before = low;
  let part = 0.5;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const at = newest.at + part * (across.at - newest.at);
    const next = { at, value: value(at) };
    if (next.value < 0 === newest.value < 0) {
      before = newest;
    } else {
      before = across;
      across = newest;
    }
    newest = next;
    const least = precision / Math.abs(across.at - newest.at);
    if (least > 0.5) break;
    part = Math.min(1 - least, Math.max(least, interpolated(newest, across, before) ?? 0.5));
  }
  return { low: Math.min(newest.at, across.at), high: Math.max(newest.at, across.at) };
}

/** The part of the way from `a` to `b` at which the inverse parabola through three points is 0; null where it bends too much. */
function interpolated(a: Point, b: Point, c: Point): number | null {
  const xi = (a.at - b.at) / (c.at - b.at);
  const phi = (a.value - b.value) / (c.value - b.value);
  if (!(phi * phi < xi && (1 - phi) ** 2 < 1 - xi)) return null;
  const first = (a.value / (b.value - a.value)) * (c.value / (b.value - c.value));
  const second = ((c.at - a.at) / (b.at - a.at)) * (a.value / (c.value - a.value)) * (b.value / (c.value - b.value));
  return first + second;
}
