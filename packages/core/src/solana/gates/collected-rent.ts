import { OVERHEAD_BYTES } from './gate-schedule.ts';
import { EPOCH_SLOTS, FIRST_LAMPORTS_PER_BYTE } from './gate-table.ts';

/*
 * Until March 2025 accounts below the exemption paid rent: one that a transaction wrote to within it, every other one once an epoch
 * in no transaction at all. Source: solana-labs/solana, `runtime/src/rent_collector.rs`.
 */

/** Mainnet collects no rent from this slot on: the gate `disable_rent_fees_collection` (SIMD-0084), epoch 756. */
export const COLLECTION_END_SLOT = 326_592_000;

const LAMPORTS_PER_BYTE_YEAR = 3480n;
/** Slots in a year as the genesis counts them, times a thousand (`GenesisConfig::slots_per_year`). */
const SLOTS_PER_YEAR_THOUSANDTHS = 78_892_314_984n;
/** Rent of one byte for one epoch, in lamports times `SLOTS_PER_YEAR_THOUSANDTHS`. */
const BYTE_EPOCH = LAMPORTS_PER_BYTE_YEAR * BigInt(EPOCH_SLOTS) * 1000n;
/** The longest account that a program creates (`MAX_PERMITTED_DATA_LENGTH` of a call). Longer ones were made with their exemption. */
const BYTES_MAX = 10_240n;

/** Lamports that an account had at a slot. */
export interface HeldAt {
  readonly slot: number;
  readonly lamports: bigint;
}

/**
 * Whether a transaction of `slot` may have taken `taken` lamports of rent from an account and left it with `left`: the rent of one
 * epoch for some length, which a wallet's of several epochs looks like as well, or all that was left of too little.
 */
export function isCollectedRent(slot: number, taken: bigint, left: bigint): boolean {
  if (slot >= COLLECTION_END_SLOT || taken <= 0n || left < 0n) return false;
  if (left === 0n) return taken <= rentDue(BYTES_MAX, 1n);
  // The shortest length whose rent is at least as much.
  const bytes = (taken * SLOTS_PER_YEAR_THOUSANDTHS + BYTE_EPOCH - 1n) / BYTE_EPOCH - BigInt(OVERHEAD_BYTES);
  if (bytes < 0n || bytes > BYTES_MAX || rentDue(bytes, 1n) !== taken) return false;
  return taken + left < exemptionOf(bytes);
}

/**
 * Whether rent alone explains that a wallet had less at `to` than a transaction left it at `from`: each epoch takes its rent once,
 * alone or together with others, until nothing is left.
 */
export function isRentBetween(from: HeldAt, to: HeldAt): boolean {
  const taken = from.lamports - to.lamports;
  if (from.slot >= COLLECTION_END_SLOT || taken <= 0n || from.lamports >= exemptionOf(0n)) return false;
  const epochs = epochOf(Math.min(to.slot, COLLECTION_END_SLOT - 1)) - epochOf(from.slot) + 1n;
  if (to.lamports === 0n) return taken <= rentDue(0n, epochs);
  const times = taken / rentDue(0n, 1n);
  return times >= 1n && times <= epochs && taken <= rentDue(0n, times);
}

function epochOf(slot: number): bigint {
  return BigInt(Math.floor(slot / EPOCH_SLOTS));
}

/** The balance from which an account of so many bytes pays no rent. */
function exemptionOf(bytes: bigint): bigint {
  return FIRST_LAMPORTS_PER_BYTE * (BigInt(OVERHEAD_BYTES) + bytes);
}

/** Rent in lamports of so many epochs, rounded down. */
function rentDue(bytes: bigint, epochs: bigint): bigint {
  return (BYTE_EPOCH * epochs * (BigInt(OVERHEAD_BYTES) + bytes)) / SLOTS_PER_YEAR_THOUSANDTHS;
}
