import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Credentials } from '#payments/bill.ts';

/** Counts the checks that one caller has running, and refuses more than a limit. */
export interface ConcurrencyLimit {
  readonly max: number;
  /** How many more the caller may start, or null when it may not start so many. */
  enter(caller: string, places?: number): number | null;
  leave(caller: string, places?: number): void;
}

/** A limit of `max` checks at the same time for each caller. It remembers a caller only while one of its checks runs. */
export function openConcurrencyLimit(max: number): ConcurrencyLimit {
  const inside = new Map<string, number>();
  return {
    max,
    enter(caller, places = 1) {
      const count = (inside.get(caller) ?? 0) + places;
      if (count > max) return null;
      if (count > 0) inside.set(caller, count);
      return max - count;
    },
    leave(caller, places = 1) {
      const count = (inside.get(caller) ?? 0) - places;
      if (count > 0) inside.set(caller, count);
      else inside.delete(caller);
    },
  };
}

type Visitor = Pick<Credentials, 'apiKey' | 'address'>;

/** Runs the work of one check for each place that it takes. Throws `too_many_requests` when the caller has too few places left. */
export async function inPlaceOf<T>(
  concurrencyLimit: ConcurrencyLimit,
  visitor: Visitor,
  work: () => Promise<T>,
  places = 1,
): Promise<T> {
  const leave = takePlaces(concurrencyLimit, visitor, places);
  try {
    return await work();
  } finally {
    leave();
  }
}

/** Takes places, and returns a function that gives them back. Throws `too_many_requests` when the caller has too few left. */
export function takePlaces(concurrencyLimit: ConcurrencyLimit, visitor: Visitor, places: number): () => void {
  const name = visitorOf(visitor);
  if (concurrencyLimit.enter(name, places) === null) {
    throw new Fault('too_many_requests', undefined, { retryAfterSeconds: 1 });
  }
  let taken = places;
  return () => {
    concurrencyLimit.leave(name, taken);
    taken = 0;
  };
}

/** The caller by whom places are counted: the key, or without a key the network of the address. */
export function visitorOf({ apiKey, address }: Visitor): string {
  return apiKey ?? `from ${networkGroup(address)}`;
}
