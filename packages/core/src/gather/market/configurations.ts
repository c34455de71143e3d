import type { StateReader } from '#chain/chain-reader.ts';
import { type Gap, known, mapReading, missing, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { CLOCK } from '#solana/slot-and-time.ts';
import { venues } from '#venues/index.ts';
import type { Accounts } from '#venues/venue.ts';
import type { Round } from './rounds.ts';
import { EVERYWHERE, emptiness, openFlights, readWitnessed } from './rounds.ts';

/** How long a reading is used. Venues add fee tiers a few times a year, and no answer promises to see a changed fee within minutes. */
const KEPT_MS = 300_000;
/** How long a reading without any configuration, or with fewer than before, is used. */
const DOUBTED_MS = 10_000;
const ADDRESSES = venues.flatMap(({ configurations }) => configurations);

/** The configuration accounts of all venues, shared by the checks of the process. */
export interface ConfigurationBook {
  /** The cached accounts, or a new reading where there are none or they are too old. Concurrent callers share one load. */
  read(reader: StateReader): Promise<Reading<Accounts>>;
  /** The last accepted accounts, of any age: they give pool addresses, never prices. Null before the first reading. */
  last(): Accounts | null;
  /** The slot of the cached reading if the endpoint has no clock account, so that the caller asks for the slot's time; else null. */
  slotWithoutClock(): number | null;
}

/** An empty cache. `now` gives milliseconds of a monotonic clock. */
export function openConfigurations(now: () => number): ConfigurationBook {
  const flights = openFlights<Round>();
  const doubtLoss = openDoubt(now);
  let kept: { readonly round: Round; readonly until: number } | null = null;

  /** A doubtful reading keeps the cached one, and the next check reads again. */
  async function load(reader: StateReader): Promise<Reading<Round>> {
    const round = await readWitnessed(reader, [...ADDRESSES, ...EVERYWHERE]);
    if (!round.known) return round;
    const { accounts } = round.value;
    const lost = kept ? goneFrom(kept.round.accounts, accounts) : [];
    const doubt = emptiness(round.value) ?? doubtLoss(lost);
    if (doubt !== null) return { known: false, gap: doubt };
    const isPlausible = lost.length === 0 && ADDRESSES.some((address) => accounts.get(address));
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

/** The configurations that `before` has and `after` lacks. */
export function goneFrom(before: Accounts, after: Accounts): readonly Address[] {
  return ADDRESSES.filter((address) => before.get(address) && !after.get(address));
}

/**
 * A gap when configurations disappeared since the last reading; null when their loss is accepted. An endpoint that is still syncing
 * lacks accounts although it has the clock. The loss is accepted when the same accounts are missing again after `DOUBTED_MS`; a
 * complete reading resets the doubt.
 */
function openDoubt(now: () => number): (lost: readonly Address[]) => Gap | null {
  let first: { readonly lost: string; readonly at: number } | null = null;
  return (lost) => {
    const reported = lost.join();
    if (first?.lost !== reported) first = { lost: reported, at: now() };
    if (lost.length === 0 || first.at + DOUBTED_MS <= now()) return null;
    return missing('accounts', 'rpc_disagrees', `${lost.length} configurations that were there are not`).gap;
  };
}
