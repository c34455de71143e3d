import type { StateReader } from '#chain/model.ts';
import { known, type Reading } from '#lib/reading.ts';
import { venues } from '#venues/index.ts';
import type { Accounts } from '#venues/model.ts';
import { readApart } from './rounds.ts';

/** New fee tiers appear a few times a year, and changed fees within minutes are no part of any promise. */
const KEPT_MS = 300_000;
/** An endpoint that has none of them is not believed for long. */
const DOUBTED_MS = 10_000;

/** The configuration accounts of all venues, kept by the process. */
export interface ConfigurationBook {
  /** What is kept, or what the chain says now where nothing is, or where it is too old. */
  read(reader: StateReader): Promise<Reading<Accounts>>;
}

/** An empty book. `now` gives milliseconds of a monotonic clock. */
export function openConfigurations(now: () => number): ConfigurationBook {
  let kept: { readonly accounts: Accounts; readonly until: number } | null = null;
  return {
    async read(reader) {
      if (kept && kept.until > now()) return known(kept.accounts);
      const round = await readApart(
        reader,
        venues.flatMap(({ configurations }) => configurations),
      );
      if (!round.known) return round;
      const { accounts } = round.value;
      const isPlausible = [...accounts.values()].some((account) => account !== null);
      kept = { accounts, until: now() + (isPlausible ? KEPT_MS : DOUBTED_MS) };
      return known(accounts);
    },
  };
}
