/**
 * Share of the pool's liquidity whose LP tokens were burned, in basis points rounded down; null when nothing was issued, or
 * when the numbers contradict each other. `issued` is the pool's own count, which a burn does not lower; `withheld` are
 * those that were never minted, which prove no burn. LP tokens that a locker or a dead address holds are not counted.
 */
export function burnedBps(issued: bigint, supply: bigint, withheld: bigint): number | null {
  if (issued <= withheld || supply > issued) return null;
  const burned = issued - supply - withheld;
  return burned > 0n ? Number((burned * 10_000n) / issued) : 0;
}
