import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Tip } from '../payments-model.ts';

const READING = 'block_height';
/** A transaction lives for so many blocks after the one whose hash it names. */
const BLOCKHASH_BLOCKS = 150n;
/** More blocks than the chain makes before a tip is too old to be told. */
const AHEAD_BLOCKS = 100n;

/**
 * The lowest finalized height that an endpoint names. One above the newest block by far is not believed: some nodes name the
 * slot, which is millions higher, and a payment under way would be given up.
 */
export function lowestHeight(heights: readonly Reading<bigint>[], tip: Reading<Tip>): Reading<bigint> {
  if (!tip.known) return renamed(READING, tip.gap);
  const highest = tip.value.lastValidBlockHeight - BLOCKHASH_BLOCKS + AHEAD_BLOCKS;
  const told = heights.flatMap((height) => (height.known ? [height.value] : []));
  const [first, ...others] = told.filter((height) => height <= highest);
  if (first !== undefined) return known(others.reduce((lowest, one) => (one < lowest ? one : lowest), first));
  const contradicted = missing(READING, 'rpc_disagrees', 'the finalized height is far above the newest block');
  return told.length > 0 ? contradicted : (heights[0] ?? contradicted);
}
