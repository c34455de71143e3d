import { controllerOf, type Horizon, type Lock, splitBy, splitOf } from '#derive/token/locks/lock.ts';
import type { HolderAccount } from '#rules/token/evidence.ts';
import type { VestingFacts } from '#rules/token/holdings/evidence.ts';
import { lastRelease, lockedAt } from '#solana/token/release.ts';
import { smaller } from '#venues/arithmetic.ts';
import type { FoundLocks } from './find-locks.ts';

/** The holders with the tokens that decoded locks keep, and who decides about the rest. */
export function lockedHolders(
  holders: readonly HolderAccount[],
  locks: FoundLocks,
  horizon: Horizon,
): readonly HolderAccount[] {
  return holders.map((one) => lockedHolder(one, locks.get(one.account) ?? [], horizon));
}

/** A holder under locks. It is a locker where they keep all of its tokens; else its controller can use the rest. */
function lockedHolder(holder: HolderAccount, locks: readonly Lock[], horizon: Horizon): HolderAccount {
  if (locks.length === 0 || holder.role === 'burn' || holder.role === 'pool') return holder;
  const { kept, keptUntil } = splitOf(locks, holder.tokens, horizon);
  const controller = controllerOf(locks);
  return {
    ...holder,
    ...(controller !== null && { controller }),
    ...(kept > 0n && { lock: { tokens: kept, unlocksAtUnix: keptUntil } }),
    vestings: locks.map((lock) => vestingOf(lock, holder.tokens, horizon)),
    role: kept === holder.tokens ? 'locker' : 'program',
  };
}

function vestingOf(lock: Lock, balance: bigint, horizon: Horizon): VestingFacts {
  const { program, sender = null, recipient, cancelableBy, releases } = lock;
  const { soon, soonAt, keptUntil } = splitBy(releases, balance, horizon);
  const last = lastRelease(releases);
  return {
    program,
    sender,
    recipient,
    cancelableBy,
    locked: smaller(lockedAt(releases, horizon.now), balance),
    opensSoon: soon,
    nextAtUnix: soonAt ?? keptUntil,
    endsAtUnix: last === null ? null : horizon.unixOf(last),
  };
}
