/** A slot is final once 31 more were built on it, so a node's finalized slot is about this far behind its newest one. */
const FINALITY_SLOTS = 32;

/**
 * The finalized slot that a node has when it answers at `slot` with a lower commitment. The transport compares endpoints
 * by finalized slots; the newer one would make all others look late.
 */
export function rootedBelow(slot: number): number {
  return Math.max(0, slot - FINALITY_SLOTS);
}
