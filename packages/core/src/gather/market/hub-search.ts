import type { StateReader } from '#chain/chain-reader.ts';
import { placesOf, poolsAt } from '#derive/market/found-pools.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Accounts, Pool } from '#venues/venue.ts';
import { type Flights, type Round, readWitnessed } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** The pools between SOL and one stable coin, from which the best is chosen. */
export interface HubSight {
  readonly stable: Address;
  readonly pools: readonly Pool[];
}

/** The hubs that were found, and the rounds that read them. */
export interface HubSearch {
  readonly hubs: readonly HubSight[];
  readonly rounds: readonly Round[];
}

/** Only this many pools of each venue are compared while the best are unknown. */
const POOLS_PER_VENUE_MAX = 8;

/** Possible hub addresses by stable coin. */
export type HubPlaces = ReadonlyMap<Address, readonly Address[]>;

/** Every address at which a pool between SOL and each of the stable coins would be. */
export async function hubPlaces(stables: readonly Address[], configurations: Accounts): Promise<HubPlaces> {
  const places = new Map<Address, readonly Address[]>();
  for (const mint of stables)
    places.set(mint, await inSlices(placesOf([{ mint, other: WRAPPED_SOL }], configurations)));
  return places;
}

/** Finds the hubs that exist at these addresses. Concurrent checks share the search, and each check reads the state of the hubs itself. */
export async function searchHubs(
  places: HubPlaces,
  reader: StateReader,
  share: Flights<HubSearch>,
): Promise<Reading<HubSearch>> {
  if (places.size === 0) return known({ hubs: [], rounds: [] });
  return share([...places.keys()].join(), async () => {
    const round = await readWitnessed(reader, [...places.values()].flat());
    if (!round.known) return round;
    return known({ hubs: await hubsAt(places, round.value.accounts), rounds: [round.value] });
  });
}

/** The pools of each stable coin against SOL among the accounts at its places. */
export async function hubsAt(places: HubPlaces, accounts: Accounts): Promise<readonly HubSight[]> {
  const hubs: HubSight[] = [];
  for (const [stable, addresses] of places) {
    const { pools } = await inSlices(poolsAt(addresses, accounts, stable));
    hubs.push({ stable, pools: someOfEach(pools.filter(({ other }) => other === WRAPPED_SOL)) });
  }
  return hubs;
}

function someOfEach(pools: readonly Pool[]): readonly Pool[] {
  const taken = new Map<string, number>();
  return pools.filter(({ venue }) => {
    const before = taken.get(venue) ?? 0;
    taken.set(venue, before + 1);
    return before < POOLS_PER_VENUE_MAX;
  });
}
