import type { AccountState, LargeAccount, StateReader } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { known, type Reading } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Accounts, Pool } from '#venues/model.ts';
import { type Found, placesOf, recogniseAll } from './found.ts';
import type { TradeOptions } from './model.ts';
import { CLOCK, type Moment, momentOf } from './moment.ts';
import { RENT } from './network.ts';
import { readApart } from './rounds.ts';
import { readSubject, type SubjectRead } from './subject.ts';

/** Pools between SOL and a stable coin, of which the best will be used. */
export interface HubSight {
  readonly stable: Address;
  readonly pools: readonly Pool[];
}

/** What the first round showed. */
export interface Sight {
  readonly moment: Moment;
  readonly subject: Reading<SubjectRead>;
  readonly accounts: Accounts;
  readonly rent: AccountState | null;
  readonly found: Found;
  readonly hubs: readonly HubSight[];
  readonly large: Reading<readonly LargeAccount[]>;
}

/** Before the best pools are known, this many of each venue are compared. */
const HUB_POOLS_PER_VENUE_MAX = 8;

/** One round: the mint, the moment, its largest holders, and every address at which a pool of it or a hub would be. */
export async function lookFor(
  mint: Address,
  reader: StateReader,
  { memory, stableMints }: TradeOptions,
  configurations: Accounts,
): Promise<Reading<Sight>> {
  const stables = stableMints.filter((stable) => stable !== mint);
  const isSol = mint === WRAPPED_SOL;
  const pairs = isSol ? [] : [WRAPPED_SOL, ...stables].map((other) => ({ mint, other }));
  const own = [...memory.poolsOf(mint), ...placesOf(pairs, configurations)];
  const hubPlaces = isSol ? [] : stables.map((stable) => [stable, hubAddresses(stable)] as const);
  const hubs = hubPlaces.flatMap(([, addresses]) => addresses);
  const large = isSol ? known([]) : reader.largestAccounts(mint);
  const round = await readApart(reader, [mint, CLOCK, RENT, WRAPPED_SOL, ...stables, ...own, ...hubs]);
  if (!round.known) return round;
  const moment = await momentOf(round.value, reader);
  if (!moment.known) return moment;
  const { accounts } = round.value;
  return known({
    moment: moment.value,
    subject: readSubject(accounts.get(mint) ?? null, moment.value.clock.epoch),
    accounts,
    rent: accounts.get(RENT) ?? null,
    found: recogniseAll(own, accounts, mint),
    hubs: hubPlaces.map(([stable, addresses]) => {
      const pools = recogniseAll(addresses, accounts, stable).pools.filter(({ other }) => other === WRAPPED_SOL);
      return { stable, pools: someOfEach(pools) };
    }),
    large: await large,
  });

  function hubAddresses(stable: Address): readonly Address[] {
    const best = memory.hubsOf(stable);
    return best.length > 0 ? best : placesOf([{ mint: stable, other: WRAPPED_SOL }], configurations);
  }
}

function someOfEach(pools: readonly Pool[]): readonly Pool[] {
  const taken = new Map<string, number>();
  return pools.filter(({ venue }) => {
    const before = taken.get(venue) ?? 0;
    taken.set(venue, before + 1);
    return before < HUB_POOLS_PER_VENUE_MAX;
  });
}
