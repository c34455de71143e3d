import type { Address } from '#lib/address.ts';

const MINTS_MAX = 10_000;
const POOLS_PER_MINT_MAX = 16;
const HUB_KEPT_MS = 300_000;

/** What the process learned that saves later checks a round: addresses only, so that every figure is read afresh. */
export interface PoolMemory {
  /** Pools of a mint that were found by other means than derivation. */
  poolsOf(mint: Address): readonly Address[];
  remember(mint: Address, pools: readonly Address[]): void;
  /** The deepest pool between SOL and a stable coin, null where nobody looked of late. */
  hubOf(stable: Address): Address | null;
  rememberHub(stable: Address, pool: Address): void;
}

/** An empty memory; the mint that was not asked about for longest is forgotten first. */
export function openPoolMemory(now: () => number): PoolMemory {
  const pools = new Map<Address, readonly Address[]>();
  const hubs = new Map<Address, { readonly pool: Address; readonly until: number }>();
  return {
    poolsOf: (mint) => pools.get(mint) ?? [],
    remember(mint, found) {
      const all = [...new Set([...found, ...(pools.get(mint) ?? [])])].slice(0, POOLS_PER_MINT_MAX);
      pools.delete(mint);
      if (all.length > 0) pools.set(mint, all);
      for (const oldest of pools.keys()) {
        if (pools.size <= MINTS_MAX) break;
        pools.delete(oldest);
      }
    },
    hubOf(stable) {
      const hub = hubs.get(stable);
      return hub && hub.until > now() ? hub.pool : null;
    },
    rememberHub: (stable, pool) => void hubs.set(stable, { pool, until: now() + HUB_KEPT_MS }),
  };
}
