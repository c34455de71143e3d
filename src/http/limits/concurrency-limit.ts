import { Fault } from '#lib/fault.ts';
import { networkGroup } from '#lib/network-group.ts';
import type { Credentials } from '#payments/bill.ts';

/** Counts the checks that one caller has running, and refuses more than a limit. */
export interface ConcurrencyLimit {
  readonly max: number;
  /** How many more the caller may start, or null when it may not start so many. */
  acquire(caller: string, permits?: number): number | null;
  release(caller: string, permits?: number): void;
}

/** A limit of `max` checks at the same time for each caller. It remembers a caller only while one of its checks runs. */
export function openConcurrencyLimit(max: number): ConcurrencyLimit {
  const inside = new Map<string, number>();
  return {
    max,
    acquire(caller, permits = 1) {
      const count = (inside.get(caller) ?? 0) + permits;
      if (count > max) return null;
      if (count > 0) inside.set(caller, count);
      return max - count;
    },
    release(caller, permits = 1) {
      const count = (inside.get(caller) ?? 0) - permits;
      if (count > 0) inside.set(caller, count);
      else inside.delete(caller);
    },
  };
}

type Visitor = Pick<Credentials, 'apiKey' | 'address'>;

/** Runs the work of one check for each permit that it takes. Throws `too_many_requests` when the caller has too few permits left. */
export async function withPermits<T>(
  concurrencyLimit: ConcurrencyLimit,
  visitor: Visitor,
  work: () => Promise<T>,
  permits = 1,
): Promise<T> {
  const release = acquirePermits(concurrencyLimit, visitor, permits);
  try {
    return await work();
  } finally {
    release();
  }
}

/** Takes permits, and returns a function that gives them back. Throws `too_many_requests` when the caller has too few left. */
export function acquirePermits(concurrencyLimit: ConcurrencyLimit, visitor: Visitor, permits: number): () => void {
  const name = visitorOf(visitor);
  if (concurrencyLimit.acquire(name, permits) === null) {
    throw new Fault('too_many_requests', undefined, { retryAfterSeconds: 1 });
  }
  let taken = permits;
  return () => {
    concurrencyLimit.release(name, taken);
    taken = 0;
  };
}

/** The name under which a caller's permits are counted: the key, or without a key the network of the address. */
export function visitorOf({ apiKey, address }: Visitor): string {
  return apiKey ?? `from ${networkGroup(address)}`;
}
