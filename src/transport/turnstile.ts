import { Fault } from '#lib/fault.ts';
import type { Credentials } from '#payments/bill.ts';

/** Counts what one caller has under way and refuses beyond a limit. */
export interface Turnstile {
  readonly max: number;
  /** How many more the caller may start, or null when it may not start this one. */
  enter(caller: string): number | null;
  leave(caller: string): void;
}

/** A turnstile that holds `max` per caller. Memory is bounded by what is under way: a caller who is done is forgotten. */
export function openTurnstile(max: number): Turnstile {
  const inside = new Map<string, number>();
  return {
    max,
    enter(caller) {
      const count = inside.get(caller) ?? 0;
      if (count >= max) return null;
      inside.set(caller, count + 1);
      return max - count - 1;
    },
    leave(caller) {
      const count = inside.get(caller) ?? 0;
      if (count > 1) inside.set(caller, count - 1);
      else inside.delete(caller);
    },
  };
}

/** Does the work in a place of the caller's. Throws `too_many_requests` when it has none left. */
export async function inPlaceOf<T>(
  turnstile: Turnstile,
  { apiKey, address }: Pick<Credentials, 'apiKey' | 'address'>,
  work: () => Promise<T>,
): Promise<T> {
  const visitor = visitorOf({ apiKey, address });
  if (turnstile.enter(visitor) === null) throw new Fault('too_many_requests', undefined, { retryAfterSeconds: 1 });
  try {
    return await work();
  } finally {
    turnstile.leave(visitor);
  }
}

/** Whom places are counted for: the key, or the address of whoever has none. */
export function visitorOf({ apiKey, address }: Pick<Credentials, 'apiKey' | 'address'>): string {
  return apiKey ?? `from ${address}`;
}
