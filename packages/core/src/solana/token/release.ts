/**
 * A part of a lock that opens in equal steps: the first at `at`, then one after each `every`. Moments are in the unit of the lock,
 * seconds or slots; `amount` is the sum of all steps.
 */
export interface Release {
  readonly at: bigint;
  readonly amount: bigint;
  readonly steps: bigint;
  readonly every: bigint;
}

/** The moment of a release that never comes. */
export const NEVER = (1n << 64n) - 1n;

/** A release of everything at one moment. */
export function releaseAt(at: bigint, amount: bigint): Release {
  return { at, amount, steps: 1n, every: 0n };
}

/** What no instruction ever releases. */
export function lockedForever(amount: bigint): Release {
  return releaseAt(NEVER, amount);
}

/** An amount that opens evenly in each second, or slot, of a duration; at once where that is 0. */
export function releaseEvenly(from: bigint, duration: bigint, amount: bigint): Release {
  return duration > 0n ? { at: from + 1n, amount, steps: duration, every: 1n } : releaseAt(from, amount);
}

/** What is still locked at a moment. */
export function lockedAt(releases: readonly Release[], moment: bigint): bigint {
  return releases.reduce((sum, release) => sum + release.amount - openedAt(release, moment), 0n);
}

/** The first moment after another at which something opens; null where nothing ever does. */
export function nextRelease(releases: readonly Release[], after: bigint): bigint | null {
  const moments = releases.flatMap((release) => nextStep(release, after) ?? []);
  const first = moments.reduce((least, moment) => (moment < least ? moment : least), NEVER);
  return first < NEVER ? first : null;
}

/** The moment at which everything is open; null where there is none, or nothing is locked. */
export function lastRelease(releases: readonly Release[]): bigint | null {
  const ends = releases
    .filter(({ amount, steps }) => amount > 0n && steps > 0n)
    .map(({ at, steps, every }) => at + (steps - 1n) * every);
  if (ends.length === 0) return null;
  const last = ends.reduce((most, end) => (end > most ? end : most));
  return last < NEVER ? last : null;
}

function openedAt({ at, amount, steps, every }: Release, moment: bigint): bigint {
  if (moment < at) return 0n;
  if (every <= 0n || steps <= 1n) return amount;
  const done = (moment - at) / every + 1n;
  return done < steps ? (amount * done) / steps : amount;
}

function nextStep({ at, amount, steps, every }: Release, after: bigint): bigint | null {
  if (amount <= 0n) return null;
  if (after < at) return at;
  const done = every > 0n ? (after - at) / every + 1n : steps;
  return done < steps ? at + done * every : null;
}
