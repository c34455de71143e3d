import type { AccountState, LargeAccount, StateReader } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { known, mapReading, type Reading } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Accounts } from '#venues/model.ts';
import { goneFrom } from './configurations.ts';
import type { Found } from './found.ts';
import { type HubPlaces, type HubSight, hubPlaces, hubsAt, lookForHubs } from './hub-look.ts';
import type { PoolMemory } from './memory.ts';
import type { MarketOptions } from './model.ts';
import { type ExpectedTime, type Moment, momentOf } from './moment.ts';
import { placesOf, poolsAt } from './places.ts';
import { inTurns } from './turns.ts';
import { bareness, blindness, emptiness, readWitnessed } from './witnessed.ts';

/** What the first round showed. */
export interface Sight {
  readonly moment: Moment;
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  readonly found: Found;
  readonly hubs: readonly HubSight[];
  readonly large: Reading<readonly LargeAccount[]>;
}

/** The first round of a check, and the configurations that its pools are opened with. */
export interface FirstLook {
  readonly sight: Sight;
  readonly configurations: Accounts;
}

/**
 * The first round. Where configurations were read before, they say where pools would be while they are read again; only the
 * first check of a process reads them first. One that thereby learns of more configurations looks once more, for the pools
 * under those may be all that there are.
 */
export async function lookFirst(
  mint: Address,
  reader: StateReader,
  options: MarketOptions,
  also: readonly Address[],
): Promise<Reading<FirstLook>> {
  const book = options.configurations;
  const last = book.last();
  const first = last === null ? await book.read(reader) : known(last);
  if (!first.known) return first;
  const [configurations, sight] = await Promise.all([
    book.read(reader),
    lookFor(mint, reader, options, first.value, also),
  ]);
  if (!configurations.known) return configurations;
  const isWhole = goneFrom(configurations.value, first.value).length === 0;
  const whole = isWhole ? sight : await lookFor(mint, reader, options, configurations.value, also);
  return mapReading(whole, (seen) => ({ sight: seen, configurations: configurations.value }));
}

/**
 * One round: the mint, the moment, its largest holders, every address at which a pool of it or a hub would be, and what else
 * is asked for (`also`).
 */
async function lookFor(
  mint: Address,
  reader: StateReader,
  options: MarketOptions,
  configurations: Accounts,
  also: readonly Address[],
): Promise<Reading<Sight>> {
  const { memory } = options;
  const stables = mint === WRAPPED_SOL ? [] : options.stableMints.filter((stable) => stable !== mint);
  const pairs = mint === WRAPPED_SOL ? [] : [WRAPPED_SOL, ...stables].map((other) => ({ mint, other }));
  const own = [...memory.poolsOf(mint), ...(await inTurns(placesOf(pairs, configurations)))];
  const best = bestHubs(stables, memory);
  const places = await hubPlaces(
    stables.filter((stable) => !best.has(stable)),
    configurations,
  );
  const asked = [mint, ...also, WRAPPED_SOL, ...stables, ...own, ...[...best.values()].flat()];
  const expected = expectedTime(options, reader);
  // All addresses are known by now, so that everything is asked for together.
  const [round, hubs, large] = await Promise.all([
    readWitnessed(reader, asked),
    lookForHubs(places, reader, memory.hubLooks),
    mint === WRAPPED_SOL ? known([]) : reader.largestAccounts(mint),
  ]);
  if (!round.known) return round;
  if (!hubs.known) return hubs;
  const doubt = emptiness(round.value) ?? blindness([round.value, ...hubs.value.rounds]) ?? bareness(round.value, mint);
  if (doubt !== null) return { known: false, gap: doubt };
  const moment = await momentOf(round.value, reader, expected);
  if (!moment.known) return moment;
  const { accounts } = round.value;
  return known({
    moment: moment.value,
    accounts,
    found: await inTurns(poolsAt(own, accounts, mint)),
    hubs: [...(await hubsAt(best, accounts)), ...hubs.value.hubs],
    large,
  });
}

/** Where the best hubs were of late, by stable coin. */
function bestHubs(stables: readonly Address[], memory: PoolMemory): HubPlaces {
  const best = new Map(stables.map((stable) => [stable, memory.hubsOf(stable)]));
  for (const [stable, pools] of best) if (pools.length === 0) best.delete(stable);
  return best;
}

/** An endpoint without the clock is asked for the time beside the round, and not after it. */
function expectedTime({ configurations }: MarketOptions, reader: StateReader): ExpectedTime | null {
  const slot = configurations.slotWithoutClock();
  return slot === null ? null : { slot, time: reader.blockTime(slot) };
}
