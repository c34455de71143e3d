import type { Address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import type { AccountBytes, Refused } from '../model.ts';
import { refuse } from '../refusal.ts';
import { binPrice } from './bin-price.ts';
import { PROGRAM } from './layout.ts';

/* Layouts: MeteoraAg/dlmm-sdk, `idls/dlmm.json`, `BinArray` and `Bin`. */
const DISCRIMINATOR = '5c8e5cdc059446b5';
const ARRAY_BYTES = 10_136;
const BINS_AT = 56;
const BIN_BYTES = 144;
/** Bins in an array. */
export const BINS = 70;
/** From this version on, what once were statistics has been cleared and holds limit orders. */
const ORDERS_VERSION = 2;

/** A bin: what it holds in atomic units, and its price in atomic Y for one atomic X (Q64.64). */
export interface Bin {
  readonly price: bigint;
  readonly x: bigint;
  readonly y: bigint;
  /** True when the orders sell X, false when they sell Y. */
  readonly ordersSellX: boolean;
  /** What is left of the orders that a swap began to fill, and the orders that no swap has touched. */
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
export function arrayOf(id: number): number {
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
    const array = this.#arrays.get(arrayOf(id));
    if (!array) return null;
    const bin = readBin(array, id);
    if (!output(bin, sellsX, hasOrders)) return null;
    if (bin.price !== 0n) return bin;
    const price = binPrice(id, this.#binStep);
    return price === null ? refuse('overflow', `price of bin ${id}`) : { ...bin, price };
  }

  /** The price of a bin, whether or not its array was read. */
  price(id: number): bigint | null {
    const array = this.#arrays.get(arrayOf(id));
    const stored = this.#changed.get(id)?.price ?? (array ? readBin(array, id).price : 0n);
    return stored === 0n ? binPrice(id, this.#binStep) : stored;
  }
}

/** What the orders of a bin would give to who sells X or Y. */
export function ordersFor(bin: Bin, sellsX: boolean): { readonly begun: bigint; readonly open: bigint } {
  return bin.ordersSellX === sellsX ? { begun: 0n, open: 0n } : { begun: bin.begun, open: bin.open };
}

function output(bin: Bin, sellsX: boolean, hasOrders: boolean): boolean {
  if ((sellsX ? bin.y : bin.x) > 0n) return true;
  return hasOrders && bin.ordersSellX !== sellsX && bin.begun + bin.open > 0n;
}

function readBin({ bytes, ignoresOrders }: BinArray, id: number): Bin {
  const at = BINS_AT + BIN_BYTES * (id - arrayOf(id) * BINS);
  return {
    price: bytes.u128(at + 16),
    x: bytes.u64(at),
    y: bytes.u64(at + 8),
    ordersSellX: bytes.u8(at + 140) !== 0,
    begun: ignoresOrders ? 0n : bytes.u64(at + 128),
    open: ignoresOrders ? 0n : bytes.u64(at + 112),
  };
}
