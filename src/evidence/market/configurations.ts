import type { StateReader } from '#chain/chain-reader.ts';
import { CLOCK } from '#chain/slot-and-time.ts';
import type { Address } from '#lib/address.ts';
import { type Gap, known, mapReading, missing, type Reading } from '#lib/reading.ts';
import { venues } from '#venues/index.ts';
import type { Accounts } from '#venues/venue.ts';
import type { Round } from './rounds.ts';
import { EVERYWHERE, emptiness, openFlights, readWitnessed } from './rounds.ts';

/** New fee tiers appear a few times a year, and changed fees within minutes are no part of any promise. */
const KEPT_MS = 300_000;
/** An endpoint that has none of them, or no longer all that were there, is not believed for long. */
const DOUBTED_MS = 10_000;
const ADDRESSES = venues.flatMap(({ configurations }) => configurations);

/** The configuration accounts of all venues, kept by the process. */
export interface ConfigurationBook {
  /** What is kept, or what the chain says now where nothing is, or where it is too old: one load for all who ask meanwhile. */
  read(reader: StateReader): Promise<Reading<Accounts>>;
  /** What was believed last, however long ago: good enough to say where pools would be, and for no price. Null before the first time. */
  last(): Accounts | null;
  /** The slot of what is kept, where the endpoint had no clock as an account, so that times are asked for by slot; else null. */
  slotWithoutClock(): number | null;
}

/** An empty book. `now` gives milliseconds of a monotonic clock. */
export function openConfigurations(now: () => number): ConfigurationBook {
  const flights = openFlights<Round>();
  const doubtLoss = openDoubt(now);
  let kept: { readonly round: Round; readonly until: number } | null = null;

  /** What is doubted leaves what was kept as it is, and is asked for again by the next check. */
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

/** The configurations that exist in one reading and not in another. */
export function goneFrom(before: Accounts, after: Accounts): readonly Address[] {
  return ADDRESSES.filter((address) => before.get(address) && !after.get(address));
}

/**
 * The gap for configurations that were there and are not, null where they may be believed to be gone. Venues hardly ever close
 * one, while an endpoint that does not have all accounts yet lacks them with a clock in each call. So it takes two readings
 * that miss exactly the same ones, with the doubtful time between them; one that has them all takes the doubt away.
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
