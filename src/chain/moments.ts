/** Solana began in March 2020, and no block of it is read after this century. In Unix seconds. */
const TIME_MIN = 1_584_000_000;
const TIME_MAX = 4_102_444_800;
/** A chain that made a block every 150 ms from then on reaches this at the end of the century. */
const SLOT_MAX = 2 ** 34;

/** True for Unix seconds that the block of any Solana chain can have: a whole number between 2020 and 2100. */
export function isBlockTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= TIME_MIN && value <= TIME_MAX;
}

/** True for a number that a slot of any Solana chain can have: a whole number from 0 to 2^34. */
export function isSlot(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= SLOT_MAX;
}
