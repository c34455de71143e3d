import { type Address, address, addressBytes, derivedAddress } from '#solana/address.ts';
import { PROGRAM } from './layout.ts';
import { arrayStartOf, isStart } from './sequence.ts';
import { ARRAY_TICKS } from './tick-array.ts';

/** The configuration that Orca's own pools belong to: "Whirlpools Parameters" in Orca's documentation. */
export const ORCA_CONFIG = address('2LecshUwdy9xi7meFgHtFJQNSKk4KdTrcpvaB56dP2NQ');

/** Arrays on each side of the current one: a swap passes three, which may begin one above; one more for a moved price. */
const ARRAYS_ASIDE = 3;

const text = new TextEncoder();

/** `["fee_tier", config, index u16]`: `instructions/initialize_fee_tier.rs`, and the same for adaptive tiers. */
export function feeTierAddress(index: number): Address {
  return derivedAddress([text.encode('fee_tier'), addressBytes(ORCA_CONFIG), u16(index)], PROGRAM);
}

/** `["whirlpool", config, mint A, mint B, fee tier index u16]`: `instructions/initialize_pool.rs`. */
export function poolAddress(mints: readonly [Address, Address], feeTierIndex: number, config = ORCA_CONFIG): Address {
  return derivedAddress(
    [text.encode('whirlpool'), ...[config, ...mints].map(addressBytes), u16(feeTierIndex)],
    PROGRAM,
  );
}

/** `["oracle", pool]`: `instructions/adaptive_fee/initialize_pool_with_adaptive_fee.rs`. */
export function oracleAddress(pool: Address): Address {
  return derivedAddress([text.encode('oracle'), addressBytes(pool)], PROGRAM);
}

/** `["tick_array", pool, first tick in decimal digits]`: `instructions/initialize_tick_array.rs`. */
export function tickArrayAddress(pool: Address, start: number): Address {
  return derivedAddress([text.encode('tick_array'), addressBytes(pool), text.encode(String(start))], PROGRAM);
}

/** The first ticks of the arrays that swaps from `tick` in either direction can meet, and of one more where there is one. */
export function startsAround(tick: number, tickSpacing: number): readonly number[] {
  const base = arrayStartOf(tick, tickSpacing);
  return Array.from(
    { length: 2 * ARRAYS_ASIDE + 1 },
    (_, i) => base + (i - ARRAYS_ASIDE) * ARRAY_TICKS * tickSpacing,
  ).filter((start) => isStart(start, tickSpacing));
}

function u16(value: number): Uint8Array {
  return new Uint8Array([value & 0xff, value >> 8]);
}
