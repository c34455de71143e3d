import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Credentials } from '#payments/bill.ts';

/** Counts what one caller has under way and refuses beyond a limit. */
export interface ConcurrencyLimit {
  readonly max: number;
  /** How many more the caller may start, or null when it may not start so many. */
  enter(caller: string, places?: number): number | null;
  leave(caller: string, places?: number): void;
}

/** A concurrency limit of `max` per caller. Memory is bounded by what is under way: a caller who is done is forgotten. */
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

/** Does the work in places of the caller's, one for each check. Throws `too_many_requests` when it has too few left. */
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

/** Takes places until what is returned is called. Throws `too_many_requests` when the caller has too few left. */
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

/** Whom places are counted for: the key, or the network of whoever has none. */
export function visitorOf({ apiKey, address }: Visitor): string {
  return apiKey ?? `from ${networkGroup(address)}`;
}
