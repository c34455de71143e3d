import type { StateReader } from '#chain/chain-reader.ts';
import { candidateAddresses, poolsAt } from '#derive/market/found-pools.ts';
import { known, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Accounts, Pool } from '#venues/venue.ts';
import { type Flights, type Round, readWitnessed } from './rounds.ts';
import { inSlices } from './time-slices.ts';

/** The pools between SOL and one stable coin, from which the best is chosen. */
export interface HubPools {
  readonly stable: Address;
  readonly pools: readonly Pool[];
}

/** The hubs that were found, and the rounds that read them. */
export interface HubSearch {
  readonly hubs: readonly HubPools[];
  readonly rounds: readonly Round[];
}

/** Only this many pools of each venue are compared while the best are unknown. */
const POOLS_PER_VENUE_MAX = 8;

/** Possible hub addresses by stable coin. */
export type HubAddresses = ReadonlyMap<Address, readonly Address[]>;

/** Every address at which a pool between SOL and each of the stable coins would be. */
export async function hubAddresses(stables: readonly Address[], configurations: Accounts): Promise<HubAddresses> {
  const addresses = new Map<Address, readonly Address[]>();
  for (const mint of stables)
    addresses.set(mint, await inSlices(candidateAddresses([{ mint, other: WRAPPED_SOL }], configurations)));
  return addresses;
}

/** Finds the hubs that exist at these addresses. Concurrent checks share the search, and each check reads the state of the hubs itself. */
export async function searchHubs(
  addresses: HubAddresses,
  reader: StateReader,
  share: Flights<HubSearch>,
): Promise<Reading<HubSearch>> {
  if (addresses.size === 0) return known({ hubs: [], rounds: [] });
  return share([...addresses.keys()].join(), async () => {
    const round = await readWitnessed(reader, [...addresses.values()].flat());
    if (!round.known) return round;
    return known({ hubs: await hubsAt(addresses, round.value.accounts), rounds: [round.value] });
  });
}

/** The pools of each stable coin against SOL among the accounts at its addresses. */
export async function hubsAt(candidates: HubAddresses, accounts: Accounts): Promise<readonly HubPools[]> {
  const hubs: HubPools[] = [];
  for (const [stable, addresses] of candidates) {
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
