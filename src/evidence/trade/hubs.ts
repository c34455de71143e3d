import type { Address } from '#lib/address.ts';
import type { Hop } from '#venues/routing/path.ts';
import type { HubSight } from './look.ts';
import type { PoolMemory } from './memory.ts';
import { type Opening, openPools } from './opened.ts';
import { type Hubs, hubOf } from './paths.ts';
import type { Round } from './rounds.ts';

/** The deepest pool of each stable coin from a round that holds their accounts; a coin without one is left out. */
export async function openHubs(
  hubs: readonly HubSight[],
  round: Round,
  opening: Opening,
  memory: PoolMemory,
): Promise<Hubs> {
  const deepest = new Map<Address, Hop>();
  for (const { stable, pools } of hubs) {
    const opened = await openPools(pools, round, opening);
    const hop = opened.known ? hubOf(opened.value) : null;
    if (hop === null) continue;
    deepest.set(stable, hop);
    memory.rememberHub(stable, hop.pool.address);
  }
  return deepest;
}
