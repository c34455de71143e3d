import { LOCK_SECONDS_MIN } from '#rules/token/evidence.ts';
import type { Address } from '#solana/address.ts';
import { SHORTEST_SLOT_MS } from '#solana/gates/gate-table.ts';
import { isBlockTime } from '#solana/slot-and-time.ts';
import { lockedAt, lockedForever, nextRelease, type Release } from '#solana/token/release.ts';
import { smaller } from '#venues/arithmetic.ts';
import type { AccountBytes, Clock } from '#venues/venue.ts';

/** The bytes of an account that may be a lock. */
export type LockAccount = Pick<AccountBytes, 'address' | 'owner' | 'data'>;

/** A decoded lock. Amounts in atomic units of `mint`; moments of its releases in Unix seconds. */
export interface Lock {
  /** The name of its program, for people. */
  readonly program: string;
  /** The mint of its content: tokens, LP tokens, or the one token of a position. */
  readonly mint: Address;
  readonly releases: readonly Release[];
  /** The depositor of the tokens; absent where its account does not say, or a program deposited them. */
  readonly sender?: Address;
  /** The recipient of its releases; null where there are several, or where its account does not say. */
  readonly recipient: Address | null;
  /** The keys that can name another recipient, beside the recipient; absent where there are none. */
  readonly redirectedBy?: Address;
  /** The keys that can end it early. Each may be one person with the recipient, so a lock with any keeps nothing. */
  readonly cancelableBy: readonly Address[];
}

/** Now, and the last moment at which a release still counts as free, in the unit of the releases. */
export interface Horizon {
  readonly now: bigint;
  readonly near: bigint;
  /** Unix seconds of a moment, at the earliest; null beyond this century. */
  unixOf(moment: bigint): number | null;
}

/** A balance under locks. `kept` stays for at least `LOCK_SECONDS_MIN`, `soon` opens before, `free` can be withdrawn now. */
export interface Split {
  readonly kept: bigint;
  readonly keptUntil: number | null;
  readonly soon: bigint;
  readonly soonAt: number | null;
  readonly free: bigint;
}

/** The horizon of releases by Unix seconds. */
export function secondsHorizon({ unixTime }: Pick<Clock, 'unixTime'>): Horizon {
  return { now: unixTime, near: unixTime + BigInt(LOCK_SECONDS_MIN) - 1n, unixOf: unixSeconds };
}

/** The horizon of releases by slots, which may become as short as the network plans. */
export function slotsHorizon({ slot, unixTime }: Pick<Clock, 'slot' | 'unixTime'>): Horizon {
  const msPerSlot = BigInt(SHORTEST_SLOT_MS);
  const near = slot + (BigInt(LOCK_SECONDS_MIN) * 1_000n) / msPerSlot - 1n;
  return { now: slot, near, unixOf: (moment) => unixSeconds(unixTime + ((moment - slot) * msPerSlot) / 1_000n) };
}

function unixSeconds(moment: bigint): number | null {
  return isBlockTime(Number(moment)) ? Number(moment) : null;
}

/** How releases divide a balance. A balance below the locked sum lacks the last releases. */
export function splitBy(releases: readonly Release[], balance: bigint, horizon: Horizon): Split {
  const [now, near] = [lockedAt(releases, horizon.now), lockedAt(releases, horizon.near)];
  const soon = smaller(now - near, balance);
  const kept = smaller(near, balance - soon);
  const at = (after: bigint) => {
    const next = nextRelease(releases, after);
    return next === null ? null : horizon.unixOf(next);
  };
  return { kept, keptUntil: at(horizon.near), soon, soonAt: at(horizon.now), free: balance - kept - soon };
}

/** How locks divide the balance of the account that they share. */
export function splitOf(locks: readonly Lock[], balance: bigint, horizon: Horizon): Split {
  const kept = locks.filter(({ cancelableBy }) => cancelableBy.length === 0);
  return splitBy(
    kept.flatMap(({ releases }) => releases),
    balance,
    horizon,
  );
}

/**
 * The party that decides about tokens that locks do not keep: the one that can cancel a lock or name its recipient, else that one; null
 * where there is not exactly one.
 */
export function controllerOf(locks: readonly Lock[]): Address | null {
  const all = new Set(
    locks.map(({ cancelableBy, redirectedBy, recipient }) => cancelableBy[0] ?? redirectedBy ?? recipient),
  );
  return all.size === 1 ? ([...all][0] ?? null) : null;
}

/** A lock that releases nothing and that no key can end. */
export function permanentLock(program: string, mint: Address, amount: bigint): Lock {
  return { program, mint, releases: [lockedForever(amount)], recipient: null, cancelableBy: [] };
}

/** The seed of a derived address. */
export function lockSeed(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
