import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { BLOCKHASH_BLOCKS, TIP_BLOCKS_MAX, type Tip } from '../payments-model.ts';

const READING = 'block_height';
/** Twice as many blocks as may follow a tip before it is too old. */
const AHEAD_BLOCKS = 2 * TIP_BLOCKS_MAX;

/**
 * The lowest finalized height that an endpoint names. One above the newest block by far is not believed: some nodes name the
 * slot, which is millions higher, and a payment under way would be given up.
 */
export function lowestHeight(heights: readonly Reading<bigint>[], tip: Reading<Tip>): Reading<bigint> {
  if (!tip.known) return renamed(READING, tip.gap);
  const highest = tip.value.lastValidBlockHeight + BigInt(AHEAD_BLOCKS - BLOCKHASH_BLOCKS);
  const told = heights.flatMap((height) => (height.known ? [height.value] : []));
  const [first, ...others] = told.filter((height) => height <= highest);
  if (first !== undefined) return known(others.reduce((lowest, one) => (one < lowest ? one : lowest), first));
  const contradicted = missing(READING, 'rpc_disagrees', 'the finalized height is far above the newest block');
  return told.length > 0 ? contradicted : (heights[0] ?? contradicted);
}
