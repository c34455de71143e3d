import type { AccountState, LargeAccount, StateReader } from '#chain/chain-reader.ts';
import { EPOCH_SLOTS } from '#chain/gates/gate-table.ts';
import { CLOCK, clockTime } from '#chain/slot-and-time.ts';
import type { AsOf } from '#checks/check.ts';
import { type Address, address } from '#lib/address.ts';
import { Bytes } from '#lib/bytes.ts';
import { known, mapReading, missing, type Reading } from '#lib/reading.ts';
import { WRAPPED_SOL } from '#lib/token/programs.ts';
import type { Accounts, Clock } from '#venues/venue.ts';
import { goneFrom } from './configurations.ts';
import type { FoundPools } from './found.ts';
import { placesOf, poolsAt } from './found.ts';
import { type HubPlaces, type HubSight, hubPlaces, hubsAt, searchHubs } from './hub-search.ts';
import type { MarketOptions } from './market-question.ts';
import type { PoolMemory } from './memory.ts';
import type { Round } from './rounds.ts';
import { bareness, blindness, emptiness, readWitnessed } from './rounds.ts';
import { inSlices } from './time-slices.ts';

const SYSVAR_OWNER = address('Sysvar1111111111111111111111111111111111111');

/** The results of the first round. */
export interface Sight {
  readonly moment: Moment;
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  readonly found: FoundPools;
  readonly hubs: readonly HubSight[];
  readonly large: Reading<readonly LargeAccount[]>;
}

/** The first round of a check, and the configurations that open its pools. */
export interface FirstLook {
  readonly sight: Sight;
  readonly configurations: Accounts;
}

/**
 * Reads the first round. It takes pool addresses from the cached configurations while it refreshes them; only the first check of a
 * process waits for them. If the refresh finds new configurations, the round is repeated, because all pools may belong to the new
 * ones.
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

/** Reads one round: the mint, the time, its largest holders, every possible pool or hub address, and the addresses in `also`. */
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
  const own = [...memory.poolsOf(mint), ...(await inSlices(placesOf(pairs, configurations)))];
  const best = bestHubs(stables, memory);
  const places = await hubPlaces(
    stables.filter((stable) => !best.has(stable)),
    configurations,
  );
  const asked = [mint, ...also, WRAPPED_SOL, ...stables, ...own, ...[...best.values()].flat()];
  const expected = expectedTime(options, reader);
  // All addresses are known here, so one round reads them all.
  const [round, hubs, large] = await Promise.all([
    readWitnessed(reader, asked),
    searchHubs(places, reader, memory.hubSearches),
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
    found: await inSlices(poolsAt(own, accounts, mint)),
    hubs: [...(await hubsAt(best, accounts)), ...hubs.value.hubs],
    large,
  });
}

/** The best recent hubs, by stable coin. */
function bestHubs(stables: readonly Address[], memory: PoolMemory): HubPlaces {
  const best = new Map(stables.map((stable) => [stable, memory.hubsOf(stable)]));
  for (const [stable, pools] of best) if (pools.length === 0) best.delete(stable);
  return best;
}

/** Starts the block time request together with the round if the endpoint has no clock account. */
function expectedTime({ configurations }: MarketOptions, reader: StateReader): ExpectedTime | null {
  const slot = configurations.slotWithoutClock();
  return slot === null ? null : { slot, time: reader.blockTime(slot) };
}

/** The time of a check, for quotes and for the answer. */
interface Moment {
  readonly clock: Clock;
  readonly asOf: AsOf;
}

/** The block time of the slot that the round is expected to have. */
interface ExpectedTime {
  readonly slot: number;
  readonly time: Promise<Reading<number | null>>;
}

/** The time of a round: the chain's clock, else the block time of its slot. */
async function momentOf(round: Round, reader: StateReader, expected: ExpectedTime | null): Promise<Reading<Moment>> {
  const clock = clockIn(round);
  if (clock !== null) return known(moment(clock, round.slot));
  const time = await (expected?.slot === round.slot ? expected.time : reader.blockTime(round.slot));
  if (!time.known) return time;
  if (time.value === null) return missing('as_of', 'rpc_unavailable', 'no time for the slot');
  const epoch = BigInt(Math.floor(round.slot / EPOCH_SLOTS));
  return known(moment({ slot: BigInt(round.slot), epoch, unixTime: BigInt(time.value) }, round.slot));
}

/** The clock account of the round; null where it is missing or malformed. */
function clockIn({ accounts }: Round): Clock | null {
  const account = accounts.get(CLOCK);
  if (!account || account.owner !== SYSVAR_OWNER || clockTime(account.data) === null) return null;
  const bytes = new Bytes(account.data);
  return { slot: bytes.u64(0), epoch: bytes.u64(16), unixTime: bytes.i64(32) };
}

function moment(clock: Clock, slot: number): Moment {
  return { clock, asOf: { slot, commitment: 'confirmed', time: Number(clock.unixTime) } };
}
