import { type Address, SYSTEM_PROGRAM } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import type { AccountBytes, Refused } from '../venue.ts';
import { refuse } from '../venue.ts';
import { PROGRAM } from './layout.ts';
import { MAX_TICK, MIN_TICK } from './tick-math.ts';

/** Ticks in an array: `state/tick_array.rs` of orca-so/whirlpools. */
export const ARRAY_TICKS = 88;

/** A tick at which positions begin or end: `net` liquidity comes in when the price rises over it. */
export interface WhirlpoolTick {
  readonly index: number;
  readonly net: bigint;
}

/** Which array an account is meant to hold. */
export interface ArrayPlace {
  readonly pool: Address;
  readonly start: number;
  readonly tickSpacing: number;
}

const FIXED = '4561bdbe6e0742bb';
const FIXED_BYTES = 9988;
const FIXED_TICKS_AT = 12;
const FIXED_TICK_BYTES = 113;
const FIXED_POOL_AT = FIXED_TICKS_AT + ARRAY_TICKS * FIXED_TICK_BYTES;

const DYNAMIC = '11d8f68ee1c7da38';
const DYNAMIC_POOL_AT = 12;
const DYNAMIC_BITMAP_AT = 44;
const DYNAMIC_TICKS_AT = 60;
const DYNAMIC_TICK_BYTES = 112;

/**
 * The initialised ticks of a tick array, ascending; none without an account, which the program takes for an array without initialised
 * ticks (`util/sparse_swap.rs`). An array of another pool or start is `inconsistent`.
 */
export function readTickArray(account: AccountBytes | null, place: ArrayPlace): readonly WhirlpoolTick[] | Refused {
  if (account === null || (account.owner === SYSTEM_PROGRAM && account.data.length === 0)) return [];
  if (account.owner !== PROGRAM) return refuse('foreign_owner', `tick array owned by ${account.owner}`);
  const bytes = new Bytes(account.data);
  if (bytes.spells(0, FIXED)) return readFixed(bytes, place);
  if (bytes.spells(0, DYNAMIC)) return readDynamic(bytes, place);
  return refuse('wrong_layout', 'no tick array discriminator');
}

/** `state/fixed_tick_array.rs`: 88 ticks of 113 bytes, each with a flag and its net liquidity first. */
function readFixed(bytes: Bytes, place: ArrayPlace): readonly WhirlpoolTick[] | Refused {
  if (bytes.length !== FIXED_BYTES) return refuse('wrong_layout', `tick array of ${bytes.length} bytes`);
  const misplaced = elsewhere(bytes, FIXED_POOL_AT, place);
  if (misplaced) return misplaced;
  const ticks: WhirlpoolTick[] = [];
  for (let i = 0; i < ARRAY_TICKS; i += 1) {
    const at = FIXED_TICKS_AT + i * FIXED_TICK_BYTES;
    const flag = bytes.u8(at);
    if (flag > 1) return refuse('wrong_layout', `tick flag ${flag}`);
    if (flag === 1) ticks.push({ index: place.start + i * place.tickSpacing, net: bytes.i128(at + 1) });
  }
  return within(ticks);
}

/** `state/dynamic_tick_array.rs`: a bitmap, and per tick one byte that is followed by 112 bytes where it is 1. */
function readDynamic(bytes: Bytes, place: ArrayPlace): readonly WhirlpoolTick[] | Refused {
  if (bytes.length < DYNAMIC_TICKS_AT + ARRAY_TICKS)
    return refuse('wrong_layout', `tick array of ${bytes.length} bytes`);
  const misplaced = elsewhere(bytes, DYNAMIC_POOL_AT, place);
  if (misplaced) return misplaced;
  const bitmap = bytes.u128(DYNAMIC_BITMAP_AT);
  const ticks: WhirlpoolTick[] = [];
  for (let i = 0, at = DYNAMIC_TICKS_AT; i < ARRAY_TICKS; i += 1) {
    const tag = at < bytes.length ? bytes.u8(at) : null;
    const marked = ((bitmap >> BigInt(i)) & 1n) === 1n;
    if (tag !== (marked ? 1 : 0)) return refuse('wrong_layout', `tag ${tag} of tick ${i} is not what the bitmap says`);
    at += 1;
    if (!marked) continue;
    if (at + DYNAMIC_TICK_BYTES > bytes.length) return refuse('wrong_layout', `tick ${i} leads beyond the end`);
    ticks.push({ index: place.start + i * place.tickSpacing, net: bytes.i128(at) });
    at += DYNAMIC_TICK_BYTES;
  }
  return within(ticks);
}

function elsewhere(bytes: Bytes, poolAt: number, place: ArrayPlace): Refused | null {
  if (bytes.key(poolAt) !== place.pool) return refuse('inconsistent', 'tick array of another pool');
  if (bytes.i32(8) !== place.start)
    return refuse('inconsistent', `tick array from ${bytes.i32(8)}, not ${place.start}`);
  return null;
}

/** The outermost arrays reach beyond the range of ticks, where the program initialises none. */
function within(ticks: readonly WhirlpoolTick[]): readonly WhirlpoolTick[] | Refused {
  const stray = ticks.find(({ index }) => index < MIN_TICK || index > MAX_TICK);
  return stray ? refuse('wrong_layout', `initialised tick ${stray.index} out of range`) : ticks;
}
