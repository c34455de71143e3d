import type { Address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { U128_MAX } from '../arithmetic.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { PROGRAM } from './layout.ts';

/** Fractional bits of a price. */
export const SCALE = 64n;

const ONE = 1n << SCALE;

const EXPONENT_BITS = 19;

const BASIS_POINTS = 10_000n;

/** Bin arrays -512 to 511 have their bit in the pool, 12 times 512 more on each side in the extension. */
const INNER = 512;

const OUTER = INNER * 13;

const EXTENSION_POSITIVE_AT = 40;

const EXTENSION_NEGATIVE_AT = EXTENSION_POSITIVE_AT + 768;

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

const ARRAYS_A_SIDE = 6;

/* Layouts: MeteoraAg/dlmm-sdk, `idls/dlmm.json`, `BinArray` and `Bin`. */
const DISCRIMINATOR = '5c8e5cdc059446b5';
const ARRAY_BYTES = 10_136;
const BINS_AT = 56;
const BIN_BYTES = 144;
/** Bins in an array. */
export const BINS = 70;
/** From this version on, the former statistics are cleared and the bytes hold limit orders. */
const ORDERS_VERSION = 2;

/** A bin: its amounts in atomic units, and its price in atomic Y for one atomic X (Q64.64). */
export interface Bin {
  readonly price: bigint;
  readonly x: bigint;
  readonly y: bigint;
  /** True when the orders sell X, false when they sell Y. */
  readonly ordersSellX: boolean;
  /** The rest of the orders that a swap began to fill, and the untouched orders. */
  readonly begun: bigint;
  readonly open: bigint;
}

/** A bin array that was read. `ignoresOrders`: its order fields may hold old statistics, so they do not count. */
export interface BinArray {
  readonly bytes: Bytes;
  readonly ignoresOrders: boolean;
}

/** The array `index` of `pool` in an account, or why it is none. */
export function readBinArray(account: AccountBytes, pool: Address, index: number): BinArray | Refused {
  const { owner, data } = account;
  if (owner !== PROGRAM) return refuse('foreign_owner', `bin array ${index} of owner ${owner}`);
  const bytes = new Bytes(data);
  if (data.length !== ARRAY_BYTES || !bytes.spells(0, DISCRIMINATOR)) return refuse('wrong_layout', 'not a bin array');
  if (bytes.key(24) !== pool || bytes.i64(8) !== BigInt(index)) {
    return refuse('inconsistent', `bin array ${index} names array ${bytes.i64(8)} of ${bytes.key(24)}`);
  }
  const version = bytes.u8(16);
  if (version > ORDERS_VERSION) return refuse('unknown_variant', `bin array version ${version}`);
  return { bytes, ignoresOrders: version < ORDERS_VERSION && hasOrderBytes(bytes) };
}

function hasOrderBytes(bytes: Bytes): boolean {
  for (let at = BINS_AT; at < ARRAY_BYTES; at += BIN_BYTES) {
    if (bytes.u64(at + 112) !== 0n || bytes.u64(at + 128) !== 0n) return true;
  }
  return false;
}

/** The array that holds a bin. */
export function binArrayOf(id: number): number {
  return Math.floor(id / BINS);
}

/** The bins of a pool as far as they were read, with those that swaps changed on top. */
export class Bins {
  readonly #arrays: ReadonlyMap<number, BinArray>;
  readonly #changed: ReadonlyMap<number, Bin>;
  readonly #binStep: bigint;

  constructor(arrays: ReadonlyMap<number, BinArray>, binStep: bigint, changed: ReadonlyMap<number, Bin> = new Map()) {
    this.#arrays = arrays;
    this.#binStep = binStep;
    this.#changed = changed;
  }

  wasRead(index: number): boolean {
    return this.#arrays.has(index);
  }

  /** The same bins after a swap that left those in `changed`. */
  with(changed: ReadonlyMap<number, Bin>): Bins {
    return new Bins(this.#arrays, this.#binStep, new Map([...this.#changed, ...changed]));
  }

  /** The bin with this id, whose array must have been read; null where it holds nothing that a swap could take. */
  at(id: number, sellsX: boolean, hasOrders: boolean): Bin | null | Refused {
    const changed = this.#changed.get(id);
    if (changed) return output(changed, sellsX, hasOrders) ? changed : null;
    const array = this.#arrays.get(binArrayOf(id));
    if (!array) return null;
    const bin = readBin(array, id);
    if (!output(bin, sellsX, hasOrders)) return null;
    if (bin.price !== 0n) return bin;
    const price = binPrice(id, this.#binStep);
    return price === null ? refuse('overflow', `price of bin ${id}`) : { ...bin, price };
  }

  /** The price of a bin, whether or not its array was read. */
  price(id: number): bigint | null {
    const array = this.#arrays.get(binArrayOf(id));
    const stored = this.#changed.get(id)?.price ?? (array ? readBin(array, id).price : 0n);
    return stored === 0n ? binPrice(id, this.#binStep) : stored;
  }
}

/** The output of a bin's orders for a seller of X or Y. */
export function ordersFor(bin: Bin, sellsX: boolean): { readonly begun: bigint; readonly open: bigint } {
  return bin.ordersSellX === sellsX ? { begun: 0n, open: 0n } : { begun: bin.begun, open: bin.open };
}

function output(bin: Bin, sellsX: boolean, hasOrders: boolean): boolean {
  if ((sellsX ? bin.y : bin.x) > 0n) return true;
  return hasOrders && bin.ordersSellX !== sellsX && bin.begun + bin.open > 0n;
}

function readBin({ bytes, ignoresOrders }: BinArray, id: number): Bin {
  const at = BINS_AT + BIN_BYTES * (id - binArrayOf(id) * BINS);
  return {
    price: bytes.u128(at + 16),
    x: bytes.u64(at),
    y: bytes.u64(at + 8),
    ordersSellX: bytes.u8(at + 140) !== 0,
    begun: ignoresOrders ? 0n : bytes.u64(at + 128),
    open: ignoresOrders ? 0n : bytes.u64(at + 112),
  };
}

/** True for arrays that only the extension knows. */
export function isBeyondPool(index: number): boolean {
  return index < -INNER || index >= INNER;
}

function bit(bytes: Uint8Array, at: number, number: number): boolean {
  return (((bytes[at + (number >> 3)] ?? 0) >> (number & 7)) & 1) === 1;
}

/**
 * The bin arrays that are worth reading around the active one: it and the nearest six that exist on each side. The extension is not read
 * yet, so beyond the pool's own bits every array nearby is named.
 */
export function nearbyArrays(inner: Uint8Array, active: number): readonly number[] {
  const bitmap = new Bitmap(inner, null);
  const below = sideArrays(bitmap, active, -1);
  const here = isBeyondPool(active) || bitmap.has(active) ? [active] : [];
  return [...here, ...below, ...sideArrays(bitmap, active, 1)];
}

function sideArrays(bitmap: Bitmap, active: number, step: 1 | -1): number[] {
  const found: number[] = [];
  for (let index = active + step; Math.abs(index) <= OUTER; index += step) {
    if (found.length === ARRAYS_A_SIDE) break;
    const isNear = Math.abs(index - active) <= ARRAYS_A_SIDE;
    if (isBeyondPool(index) ? isNear : bitmap.has(index)) found.push(index);
  }
  return found;
}

/**
 * The price of a bin, (1 + step / 10,000) ^ id, in atomic Y for one atomic X as Q64.64; null where it leaves what the
 * program can compute. The program squares the inverse of the base and truncates at each step (MeteoraAg/dlmm-sdk,
 * `commons/src/math/u64x64_math.rs`), and so does this.
 */
export function binPrice(id: number, binStep: bigint): bigint | null {
  if (id === 0) return ONE;
  const exponent = Math.abs(id);
  if (exponent >= 1 << EXPONENT_BITS) return null;
  let square = U128_MAX / (ONE + (binStep << SCALE) / BASIS_POINTS);
  let result = ONE;
  for (let bit = 0; bit < EXPONENT_BITS; bit += 1) {
    if (((exponent >> bit) & 1) === 1) result = (result * square) >> SCALE;
    square = (square * square) >> SCALE;
  }
  if (result === 0n) return null;
  return id > 0 ? U128_MAX / result : result;
}
