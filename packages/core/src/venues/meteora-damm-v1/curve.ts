import { ceilDiv, larger, U128_MAX } from '../arithmetic.ts';

/** How a pool prices. Scales turn the two tokens into the same unit before the stable curve sees them. */
export type DammV1Curve =
  | { readonly kind: 'product' }
  | { readonly kind: 'stable'; readonly amplification: bigint; readonly scaleA: bigint; readonly scaleB: bigint };

const U192_MAX = (1n << 192n) - 1n;
/** The program iterates for 256 rounds, but an iteration that is not settled by then costs more than a transaction may compute. */
const MAX_ROUNDS = 256;

/** The output of the other reserve for `source` more in this one; null if the program's checked arithmetic fails. */
export type Pricing = (source: bigint) => bigint | null;

/** How the curve prices what goes into reserve `from` and comes out of `to`, rounded against whoever trades. */
export function pricingOf(curve: DammV1Curve, from: bigint, to: bigint, fromIsA: boolean): Pricing {
  if (curve.kind === 'product') return product(from, to);
  const [scaleFrom, scaleTo] = fromIsA ? [curve.scaleA, curve.scaleB] : [curve.scaleB, curve.scaleA];
  const priced = stable(curve.amplification, from * scaleFrom, to * scaleTo);
  return (source) => {
    const scaled = priced(source * scaleFrom);
    return scaled === null ? null : scaled / scaleTo;
  };
}

/** Constant product (spl-token-swap 3.0, `curve/constant_product.rs`): a new reserve that rounds to nothing is refused. */
function product(from: bigint, to: bigint): Pricing {
  const invariant = from * to;
  return (source) => {
    const next = from + source;
    return invariant < next ? null : to - ceilDiv(invariant, next);
  };
}

/** Stable swap (mercurial-finance/stable-swap 140c2e0, `stable-swap-math/src/curve.rs`, swap_to2), less 1 for rounding. */
function stable(amplification: bigint, from: bigint, to: bigint): Pricing {
  let d: bigint | null | undefined;
  return (source) => {
    if (from + source > U128_MAX || to > U128_MAX || from === 0n || to === 0n) return null;
    if (d === undefined) d = invariantOf(amplification, from, to);
    if (d === null) return null;
    const y = otherReserve(amplification, from + source, d);
    // Where rounding eats all of it, the program fails as it does for a result of nothing.
    return y === null ? null : larger(to - y - 1n, 0n);
  };
}

/** The invariant D to a precision of 1; null beyond 192 bits, in which the program computes, and where it does not settle. */
function invariantOf(amplification: bigint, x: bigint, y: bigint): bigint | null {
  const { d, settled } = newton(amplification, x, y);
  return settled ? d : null;
}

/** D by Newton's method. `fits` is false if it left 192 bits; the value until then is no D. */
function newton(amplification: bigint, x: bigint, y: bigint): { d: bigint; settled: boolean; fits: boolean } {
  const ann = amplification * 2n;
  const sum = x + y;
  let d = sum;
  if (sum * ann > U128_MAX) return { d, settled: false, fits: false };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const half = (d * d) / (x * 2n);
    const part = (half * d) / (y * 2n);
    const numerator = d * (part * 2n + sum * ann);
    if (d * d > U192_MAX || half * d > U192_MAX || numerator > U192_MAX) return { d, settled: false, fits: false };
    const next = numerator / (d * (ann - 1n) + part * 3n);
    if (isClose(next, d)) return { d: next, settled: true, fits: true };
    d = next;
  }
  return { d, settled: false, fits: true };
}

/** Whether reserves above 0 have a price: for the stable curve, whether its invariant fits into 192 bits. */
export function hasPrice(curve: DammV1Curve, a: bigint, b: bigint): boolean {
  if (curve.kind === 'product') return true;
  const [x, y] = [a * curve.scaleA, b * curve.scaleB];
  return surelyFits(curve.amplification, x, y) || newton(curve.amplification, x, y).fits;
}

/**
 * True where no round of Newton's method can leave its bounds. It begins at the sum S and never finds more than 2 S: the next D
 * lies between S * ann / (ann - 1), which is at most 2 S, and two thirds of the D before. So `half * d` is at most 4 S^3 / x,
 * and the numerator 2 S (4 S^3 / (x y) + S ann).
 */
function surelyFits(amplification: bigint, x: bigint, y: bigint): boolean {
  const ann = amplification * 2n;
  const sum = x + y;
  const cube = 4n * sum ** 3n;
  if (amplification === 0n || sum * ann > U128_MAX || cube > U192_MAX * x) return false;
  return 2n * sum * (cube + sum * ann * x * y) <= U192_MAX * x * y;
}

/** The reserve that keeps the invariant when the other one is `x`. */
function otherReserve(amplification: bigint, x: bigint, d: bigint): bigint | null {
  const ann = amplification * 2n;
  const half = (d * d) / (x * 2n);
  if (half * d > U192_MAX) return null;
  const c = (half * d) / (ann * 2n);
  const b = d / ann + x;
  let y = d;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const numerator = y * y + c;
    const denominator = y * 2n + b - d;
    if (numerator > U192_MAX || denominator <= 0n) return null;
    const next = numerator / denominator;
    if (isClose(next, y)) return next;
    y = next;
  }
  return null;
}

function isClose(a: bigint, b: bigint): boolean {
  return a > b ? a - b <= 1n : b - a <= 1n;
}

/**
 * Price of A in B at the margin, as a fraction. For the stable curve the slope of its invariant:
 * (4*ann*x^2*y^2 + D^3*y) / (4*ann*x^2*y^2 + D^3*x), in scaled units. Reserves more than 0 that have a price (`hasPrice`).
 */
export function slope(curve: DammV1Curve, a: bigint, b: bigint): readonly [bigint, bigint] {
  if (curve.kind === 'product') return [b, a];
  const [x, y] = [a * curve.scaleA, b * curve.scaleB];
  const { d } = newton(curve.amplification, x, y);
  const flat = 8n * curve.amplification * x * x * y * y;
  return [(flat + d ** 3n * y) * curve.scaleA, (flat + d ** 3n * x) * curve.scaleB];
}
