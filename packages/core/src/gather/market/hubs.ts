import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Steps } from '#venues/routing/cost.ts';
import type { Hop } from '#venues/routing/path.ts';
import { roundTrip } from '#venues/routing/round-trip.ts';
import { isRefused } from '#venues/venue.ts';
import type { HubPools } from './hub-search.ts';
import type { Hubs } from './opened-pools.ts';
import { type OpenedPool, type Opening, openPools } from './opened-pools.ts';
import type { PoolMemory } from './pool-memory.ts';
import type { Round } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** How many of the best hubs the following checks compare. */
const REMEMBERED = 3;
/** USDC and USDT charge no transfer fee. */
const NO_TOLL = { fee: null, epoch: 0n };

/** The candidates, and the round trip that they must carry, in lamports. */
export interface HubChoice {
  readonly hubs: readonly HubPools[];
  readonly round: Round;
  readonly opening: Opening;
  readonly size: bigint;
}

/**
 * Chooses for each stable coin the pool that returns most of the size, from a round with their accounts. The balance of a pool is
 * no measure, because liquidity far from the price does not trade. A coin without a pool for this size is left out and forgotten.
 */
export async function openHubs({ hubs, round, opening, size }: HubChoice, memory: PoolMemory): Promise<Hubs> {
  const chosen = new Map<Address, Hop>();
  for (const { stable, pools } of hubs) {
    const opened = await openPools(pools, round, opening);
    const ranked = opened.known ? await inSlices(ranking(opened.value, size)) : [];
    memory.rememberHubs(
      stable,
      ranked.slice(0, REMEMBERED).map(({ pool }) => pool.address),
    );
    if (ranked[0]) chosen.set(stable, ranked[0]);
  }
  return chosen;
}

/** The pools that carry the size, best first. */
function* ranking(opened: readonly OpenedPool[], size: bigint): Steps<readonly Hop[]> {
  const carrying: { readonly hop: Hop; readonly back: bigint }[] = [];
  for (const { pool, result } of opened) {
    if (isRefused(result) || pool.other !== WRAPPED_SOL) continue;
    const hop = { pool, market: result.market };
    const trip = roundTrip({ hops: [hop] }, size, NO_TOLL);
    if (!isRefused(trip)) carrying.push({ hop, back: trip.back });
    yield;
  }
  return carrying.sort((a, b) => (a.back > b.back ? -1 : a.back < b.back ? 1 : 0)).map(({ hop }) => hop);
}
