import type { AccountState, LargeAccount, StateReader } from '#chain/chain-reader.ts';
import type { FoundPools } from '#derive/market/found-pools.ts';
import { candidateAddresses, poolsAt } from '#derive/market/found-pools.ts';
import { known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { AsOf } from '#rules/check.ts';
import { type Address, address } from '#solana/address.ts';
import { Bytes } from '#solana/bytes.ts';
import { EPOCH_SLOTS } from '#solana/gates/gate-table.ts';
import { CLOCK, clockTime } from '#solana/slot-and-time.ts';
import { WRAPPED_SOL } from '#solana/token/programs.ts';
import type { Accounts, Clock } from '#venues/venue.ts';
import { goneFrom } from './configurations.ts';
import { type HubAddresses, type HubPools, hubAddresses, hubsAt, searchHubs } from './hub-search.ts';
import type { MarketOptions } from './market-question.ts';
import type { PoolMemory } from './pool-memory.ts';
import type { Round } from './rounds.ts';
import { bareness, blindness, emptiness, readWitnessed } from './rounds.ts';
import { inSlices } from './time-slices.ts';

const SYSVAR_OWNER = address('Sysvar1111111111111111111111111111111111111');

/** What a first round shows of the markets of some mints. */
export interface Markets {
  readonly moment: Moment;
  readonly accounts: ReadonlyMap<Address, AccountState | null>;
  /** By mint, for each mint that was asked for. */
  readonly found: ReadonlyMap<Address, FoundPools>;
  readonly hubs: readonly HubPools[];
}

/** The results of the first round of a check of one mint. */
export interface MintMarkets extends Omit<Markets, 'found'> {
  readonly found: FoundPools;
  readonly large: Reading<readonly LargeAccount[]>;
}

/** A first round, and the configurations that open its pools. */
export interface WithConfigurations<T> {
  readonly markets: T;
  readonly configurations: Accounts;
}

export type FirstRound = WithConfigurations<MintMarkets>;

/** The first round of a check of one mint, with its largest holders and the accounts in `also`. */
export function readFirstRound(
  mint: Address,
  reader: StateReader,
  options: MarketOptions,
  also: readonly Address[],
): Promise<Reading<FirstRound>> {
  return withConfigurations(reader, options, async (configurations) => {
    const addresses = await marketAddresses([mint], options, configurations);
    const [markets, large] = await Promise.all([
      readAddresses(addresses, reader, options, also),
      mint === WRAPPED_SOL ? known([]) : reader.largestAccounts(mint),
    ]);
    return mapReading(markets, (seen) => ({ ...seen, found: seen.found.get(mint) ?? NO_POOLS, large }));
  });
}

/** The first round of several mints together, with the accounts in `also`. */
export function readMintMarkets(
  mints: readonly Address[],
  reader: StateReader,
  options: MarketOptions,
  also: readonly Address[],
): Promise<Reading<WithConfigurations<Markets>>> {
  return withConfigurations(reader, options, async (configurations) =>
    readAddresses(await marketAddresses(mints, options, configurations), reader, options, also),
  );
}

const NO_POOLS: FoundPools = { pools: [], unread: [] };

/**
 * Reads a first round. It takes pool addresses from the cached configurations while it refreshes them; only the first check of a
 * process waits for them. If the refresh finds new configurations, the round is repeated, because all pools may belong to the new
 * ones.
 */
async function withConfigurations<T>(
  reader: StateReader,
  { configurations: book }: MarketOptions,
  readWith: (configurations: Accounts) => Promise<Reading<T>>,
): Promise<Reading<WithConfigurations<T>>> {
  const last = book.last();
  const first = last === null ? await book.read(reader) : known(last);
  if (!first.known) return first;
  const [configurations, markets] = await Promise.all([book.read(reader), readWith(first.value)]);
  if (!configurations.known) return configurations;
  const isWhole = goneFrom(configurations.value, first.value).length === 0;
  const whole = isWhole ? markets : await readWith(configurations.value);
  return mapReading(whole, (seen) => ({ markets: seen, configurations: configurations.value }));
}

/** Every address at which pools of some mints, and the hubs of their stable coins, would be. */
interface MarketAddresses {
  readonly mints: readonly Address[];
  readonly stables: readonly Address[];
  /** By mint, against SOL and the stable coins; those that are remembered first. */
  readonly own: ReadonlyMap<Address, readonly Address[]>;
  readonly best: HubAddresses;
  readonly hubs: HubAddresses;
}

async function marketAddresses(
  mints: readonly Address[],
  { memory, stableMints }: MarketOptions,
  configurations: Accounts,
): Promise<MarketAddresses> {
  const traded = mints.filter((mint) => mint !== WRAPPED_SOL);
  const stables = stableMints.filter((stable) => traded.some((mint) => mint !== stable));
  const own = new Map<Address, readonly Address[]>();
  for (const mint of traded) {
    const others = [WRAPPED_SOL, ...stables.filter((stable) => stable !== mint)];
    const pairs = others.map((other) => ({ mint, other }));
    own.set(mint, [...memory.poolsOf(mint), ...(await inSlices(candidateAddresses(pairs, configurations)))]);
  }
  const best = bestHubs(stables, memory);
  const left = stables.filter((stable) => !best.has(stable));
  return { mints, stables, own, best, hubs: await hubAddresses(left, configurations) };
}

/** Reads one round: the mints, the time, every possible pool or hub address, and the addresses in `also`. */
async function readAddresses(
  { mints, stables, own, best, hubs: addresses }: MarketAddresses,
  reader: StateReader,
  options: MarketOptions,
  also: readonly Address[],
): Promise<Reading<Markets>> {
  const asked = [...mints, ...also, WRAPPED_SOL, ...stables, ...[...own.values()].flat(), ...[...best.values()].flat()];
  const expected = expectedTime(options, reader);
  // All addresses are known here, so one round reads them all.
  const [round, hubs] = await Promise.all([
    readWitnessed(reader, asked),
    searchHubs(addresses, reader, options.memory.hubSearches),
  ]);
  if (!round.known) return round;
  if (!hubs.known) return hubs;
  const bare = mints.map((mint) => bareness(round.value, mint)).find((gap) => gap !== null) ?? null;
  const doubt = emptiness(round.value) ?? blindness([round.value, ...hubs.value.rounds]) ?? bare;
  if (doubt !== null) return { known: false, gap: doubt };
  const moment = await momentOf(round.value, reader, expected);
  if (!moment.known) return moment;
  const { accounts } = round.value;
  const found = new Map<Address, FoundPools>();
  for (const [mint, at] of own) found.set(mint, await inSlices(poolsAt(at, accounts, mint)));
  return known({
    moment: moment.value,
    accounts,
    found,
    hubs: [...(await hubsAt(best, accounts)), ...hubs.value.hubs],
  });
}

/** The best recent hubs, by stable coin. */
function bestHubs(stables: readonly Address[], memory: PoolMemory): HubAddresses {
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
