/** Bin arrays -512 to 511 have their bit in the pool, 12 times 512 more on each side in the extension. */
const INNER = 512;
const OUTER = INNER * 13;
const EXTENSION_POSITIVE_AT = 40;
const EXTENSION_NEGATIVE_AT = EXTENSION_POSITIVE_AT + 768;

/** True for arrays that only the extension knows. */
export function isBeyondPool(index: number): boolean {
  return index < -INNER || index >= INNER;
}

/**
 * Which bin arrays exist (MeteoraAg/dlmm-sdk, `commons/src/extensions/bin_array_bitmap.rs`). `inner` is the pool's field,
 * `extension` the whole account, null where a pool has none. A set bit says that the array has liquidity or orders.
 */
export class Bitmap {
  readonly #inner: Uint8Array;
  readonly #extension: Uint8Array | null;

  constructor(inner: Uint8Array, extension: Uint8Array | null) {
    this.#inner = inner;
    this.#extension = extension;
  }

  has(index: number): boolean {
    if (!isBeyondPool(index)) return bit(this.#inner, 0, index + INNER);
    if (this.#extension === null || index < -OUTER || index >= OUTER) return false;
    return index < 0
      ? bit(this.#extension, EXTENSION_NEGATIVE_AT, -(index + 1) - INNER)
      : bit(this.#extension, EXTENSION_POSITIVE_AT, index - INNER);
  }

  /** The nearest array from `from` (included) downwards or upwards; null where none is left. */
  next(from: number, down: boolean): number | null {
    const end = this.#extension === null ? INNER : OUTER;
    const step = down ? -1 : 1;
    for (let index = from; index >= -end && index < end; index += step) if (this.has(index)) return index;
    return null;
  }
}

function bit(bytes: Uint8Array, at: number, number: number): boolean {
  return (((bytes[at + (number >> 3)] ?? 0) >> (number & 7)) & 1) === 1;
}

/**
 * The bin arrays that are worth reading around the active one: it and the nearest six that exist on each side. What the
 * extension would know is not known yet, so that beyond the pool's own bits every array nearby is named.
 */
export function nearbyArrays(inner: Uint8Array, active: number): readonly number[] {
  const bitmap = new Bitmap(inner, null);
  const below = sideArrays(bitmap, active, -1);
  const here = isBeyondPool(active) || bitmap.has(active) ? [active] : [];
  return [...here, ...below, ...sideArrays(bitmap, active, 1)];
}

const ARRAYS_A_SIDE = 6;

function sideArrays(bitmap: Bitmap, active: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let index = active + step; Math.abs(index) <= OUTER; index += step) {
    if (found.length === ARRAYS_A_SIDE) break;
    const isNear = Math.abs(index - active) <= ARRAYS_A_SIDE;
    if (isBeyondPool(index) ? isNear : bitmap.has(index)) found.push(index);
  }
  return found;
}
