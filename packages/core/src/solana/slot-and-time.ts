import { address } from './address.ts';
import { Bytes } from './bytes.ts';

/** The chain's own clock as an account: slot u64 at 0, epoch u64 at 16, Unix time i64 at 32 (40 bytes in all). */
export const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const CLOCK_BYTES = 40;

/** Bounds of block times in Unix seconds: Solana began in March 2020, and no block after this century is read. */
const TIME_MIN = 1_584_000_000;
const TIME_MAX = 4_102_444_800;
/** The slot that a chain with a block every 150 ms reaches at the end of the century. */
const SLOT_MAX = 2 ** 34;

/** True for Unix seconds that the block of any Solana chain can have: a whole number between 2020 and 2100. */
export function isBlockTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= TIME_MIN && value <= TIME_MAX;
}

/** True for a number that a slot of any Solana chain can have: a whole number from 0 to 2^34. */
export function isSlot(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= SLOT_MAX;
}

/** The Unix seconds in the data of the chain's clock account; null where no block can have that time. */
export function clockTime(data: Uint8Array): number | null {
  if (data.length !== CLOCK_BYTES) return null;
  const seconds = Number(new Bytes(data).i64(32));
  return isBlockTime(seconds) ? seconds : null;
}
