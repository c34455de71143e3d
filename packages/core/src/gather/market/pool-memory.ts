import type { Address } from '#solana/address.ts';
import type { HubSearch } from './hub-search.ts';
import { type Flights, openFlights } from './rounds.ts';

const MINTS_MAX = 10_000;

const POOLS_PER_MINT_MAX = 16;

const HUB_KEPT_MS = 300_000;

/** Addresses that save later checks a round. It stores no state, so every figure is read again. */
export interface PoolMemory {
  /** Pools of a mint that address derivation does not find. */
  poolsOf(mint: Address): readonly Address[];
  remember(mint: Address, pools: readonly Address[]): void;
  /** The best pools between SOL and a stable coin; empty when there was no recent search. */
  hubsOf(stable: Address): readonly Address[];
  /** Hub searches in progress. Their results are not kept. */
  readonly hubSearches: Flights<HubSearch>;
  rememberHubs(stable: Address, pools: readonly Address[]): void;
}

/** An empty memory. When full, it drops the mint that was updated least recently. */
export function openPoolMemory(now: () => number): PoolMemory {
  const pools = new Map<Address, readonly Address[]>();
  const hubs = new Map<Address, { readonly pools: readonly Address[]; readonly until: number }>();
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
    hubsOf(stable) {
      const kept = hubs.get(stable);
      return kept && kept.until > now() ? kept.pools : [];
    },
    hubSearches: openFlights<HubSearch>(),
    rememberHubs: (stable, found) => void hubs.set(stable, { pools: found, until: now() + HUB_KEPT_MS }),
  };
}
