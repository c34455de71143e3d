import type { GapCause, Reading } from '#lib/reading.ts';

/** What belongs to the check that loads, and says nothing about what others may read. */
const ownCauses: readonly GapCause[] = ['deadline', 'limit_reached'];

/** One load at a time for each key, shared by all who ask meanwhile. */
export type Flights<T> = (key: string, load: () => Promise<Reading<T>>) => Promise<Reading<T>>;

/**
 * Loads that checks of one process share. Nothing is kept when a load is over, so a failed one fails those who waited for it
 * and nobody else; who waited for a check that ran out of its own time or budget loads again.
 */
export function openFlights<T>(): Flights<T> {
  const underWay = new Map<string, Promise<Reading<T>>>();
  return async function share(key, load): Promise<Reading<T>> {
    const before = underWay.get(key);
    if (before) {
      // A load that throws fails whoever began it.
      const shared = await before.catch(() => null);
      return shared?.known || (shared && !ownCauses.includes(shared.gap.cause)) ? shared : share(key, load);
    }
    const mine = load().finally(() => underWay.delete(key));
    underWay.set(key, mine);
    return mine;
  };
}
