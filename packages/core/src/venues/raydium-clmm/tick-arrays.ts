import type { Address } from '#solana/address.ts';
import type { Bytes } from '#solana/bytes.ts';
import { U64_MAX } from '../arithmetic.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { bytesOf, type ClmmPoolAccount } from './layout.ts';
import { MAX_TICK, MIN_TICK } from './tick-price.ts';

/** A tick at which liquidity changes or limit orders wait (`TickState` of `states/tick_array.rs`). */
export interface RaydiumClmmTick {
  readonly tick: number;
  /** The change of liquidity when it is crossed upwards. */
  readonly net: bigint;
  /** True when positions begin or end here. */
  readonly positions: boolean;
  /** The unsold amount of limit orders here: token 0 above the price, token 1 below it. */
  readonly unfilled: bigint;
}

const ARRAY = { discriminator: 'c09b55cd31f9812a', length: 10_240 };
const EXTENSION = { discriminator: '3c9624db61808b99', length: 1832 };
const TICKS = 60;
const TICK_BYTES = 168;
/** Arrays to each side of zero in the pool's own bitmap, and in each bitmap of the extension. */
const BITMAP = 512;
const EXTENSION_BITMAPS = 14;
/** Arrays that are read to each side of the current one. */
const REACH = 6;

/** The number of the array that holds a tick; array 0 begins at tick 0. */
export function tickArrayOf(tick: number, tickSpacing: number): number {
  return Math.floor(tick / (TICKS * tickSpacing));
}

/** The first tick of an array. */
export function startOf(array: number, tickSpacing: number): number {
  return array * TICKS * tickSpacing;
}

/** True when ticks exist that the pool's own bitmap does not cover, so that the pool needs the extension. */
export function outgrowsBitmap(tickSpacing: number): boolean {
  return startOf(BITMAP, tickSpacing) <= MAX_TICK;
}

/**
 * The arrays worth reading for a pool, by number: those in use that are nearest to the price, 6 to each side. Which are in
 * use beyond the pool's own bitmap is in the extension, so near the edge of the bitmap neighbours stand in.
 */
export function arraysToRead(pool: ClmmPoolAccount): readonly number[] {
  const current = tickArrayOf(pool.tick, pool.tickSpacing);
  const used = inUse(pool.bitmap, null);
  const guesses = outgrowsBitmap(pool.tickSpacing) ? neighbours(current, pool.tickSpacing) : [];
  const worth = [...new Set([...used, ...guesses])].sort((a, b) => a - b);
  const here = worth.filter((array) => array === current);
  const below = worth.filter((array) => array < current).slice(-REACH);
  const above = worth.filter((array) => array > current).slice(0, REACH);
  return [...here, ...below.reverse(), ...above];
}

function neighbours(current: number, tickSpacing: number): readonly number[] {
  const [first, last] = [tickArrayOf(MIN_TICK, tickSpacing), tickArrayOf(MAX_TICK, tickSpacing)];
  return Array.from({ length: 2 * REACH + 1 }, (_, i) => current - REACH + i).filter(
    (array) => array >= first && array <= last && (array < -BITMAP || array >= BITMAP),
  );
}

/** The 28 bitmaps of an extension account: 14 for arrays from 512 upwards, 14 for those from -513 downwards. */
export function readExtension(account: AccountBytes, pool: Address): Uint8Array | Refused {
  const bytes = bytesOf(account, EXTENSION);
  if ('refused' in bytes) return bytes;
  if (bytes.key(8) !== pool) return refuse('inconsistent', `${account.address} is the extension of another pool`);
  return bytes.slice(40, 1792);
}

/**
 * Numbers of the arrays in use, ascending. `bitmap` holds -512 to 511; bitmap k of the extension's first half holds the 512
 * from 512 * (k + 1), that of its second half the 512 from -512 * (k + 2) (`states/tickarray_bitmap_extension.rs`).
 */
export function inUse(bitmap: Uint8Array, extension: Uint8Array | null): readonly number[] {
  const found = bits(bitmap, -BITMAP);
  for (let k = 0; extension && k < EXTENSION_BITMAPS; k += 1) {
    found.push(...bits(extension.subarray(k * 64, k * 64 + 64), BITMAP * (k + 1)));
    const lower = (EXTENSION_BITMAPS + k) * 64;
    found.push(...bits(extension.subarray(lower, lower + 64), -BITMAP * (k + 2)));
  }
  return found.sort((a, b) => a - b);
}

function bits(bytes: Uint8Array, first: number): number[] {
  const found: number[] = [];
  bytes.forEach((byte, at) => {
    for (let bit = 0; byte >> bit !== 0; bit += 1) if ((byte >> bit) & 1) found.push(first + at * 8 + bit);
  });
  return found;
}

/** The ticks in use of a pool's array, ascending. */
export function readTicks(
  account: AccountBytes,
  pool: Address,
  start: number,
  tickSpacing: number,
): readonly RaydiumClmmTick[] | Refused {
  const bytes = bytesOf(account, ARRAY);
  if ('refused' in bytes) return bytes;
  if (bytes.key(8) !== pool || bytes.i32(40) !== start)
    return refuse('inconsistent', `${account.address} is not the array of this pool at ${start}`);
  const ticks: RaydiumClmmTick[] = [];
  for (let i = 0; i < TICKS; i += 1) {
    const tick = readTick(bytes, 44 + i * TICK_BYTES);
    if (!tick.positions && tick.unfilled === 0n) continue;
    if (tick.tick !== start + i * tickSpacing || Math.abs(tick.tick) > MAX_TICK || tick.unfilled > U64_MAX)
      return refuse('inconsistent', `tick ${i} of ${account.address}`);
    ticks.push(tick);
  }
  return ticks;
}

function readTick(bytes: Bytes, at: number): RaydiumClmmTick {
  return {
    tick: bytes.i32(at),
    net: bytes.i128(at + 4),
    positions: bytes.u128(at + 20) > 0n,
    unfilled: bytes.u64(at + 124) + bytes.u64(at + 132),
  };
}
