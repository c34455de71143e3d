import type { StateReader } from '#chain/model.ts';
import { known, mapReading, type Reading } from '#lib/reading.ts';
import { venues } from '#venues/index.ts';
import type { Accounts } from '#venues/model.ts';
import { openFlights } from './flights.ts';
import { CLOCK } from './moment.ts';
import { type Round, readApart } from './rounds.ts';

/** New fee tiers appear a few times a year, and changed fees within minutes are no part of any promise. */
const KEPT_MS = 300_000;
/** An endpoint that has none of them is not believed for long. */
const DOUBTED_MS = 10_000;
const ADDRESSES = venues.flatMap(({ configurations }) => configurations);

/** The configuration accounts of all venues, kept by the process. */
export interface ConfigurationBook {
  /** What is kept, or what the chain says now where nothing is, or where it is too old: one load for all who ask meanwhile. */
  read(reader: StateReader): Promise<Reading<Accounts>>;
  /** What was read last, however long ago: good enough to say where pools would be, and for no price. Null before the first time. */
  last(): Accounts | null;
  /** The slot of what is kept, where the endpoint had no clock as an account, so that times are asked for by slot; else null. */
  slotWithoutClock(): number | null;
}

/** An empty book. `now` gives milliseconds of a monotonic clock. */
export function openConfigurations(now: () => number): ConfigurationBook {
  const flights = openFlights<Round>();
  let kept: { readonly round: Round; readonly until: number } | null = null;

  async function load(reader: StateReader): Promise<Reading<Round>> {
    const round = await readApart(reader, [...ADDRESSES, CLOCK]);
    if (!round.known) return round;
    const { accounts } = round.value;
    const isPlausible = ADDRESSES.some((address) => accounts.get(address));
    kept = { round: round.value, until: now() + (isPlausible ? KEPT_MS : DOUBTED_MS) };
    return round;
  }

  return {
    async read(reader) {
      if (kept && kept.until > now()) return known(kept.round.accounts);
      return mapReading(await flights('', () => load(reader)), ({ accounts }) => accounts);
    },
    last: () => kept?.round.accounts ?? null,
    slotWithoutClock: () => (kept && !kept.round.accounts.get(CLOCK) ? kept.round.slot : null),
  };
}
