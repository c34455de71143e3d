import type { HoldRefusal, HoldRequest, HoldResult } from '../books.ts';
import type { Sql } from '../postgres/sql.ts';
import { type Again, untilDecided } from './attempts.ts';
import type { Deliveries } from './deliveries.ts';
import { passOf } from './pass-state.ts';
import { type Reservation, reserve } from './reservation.ts';

/**
 * Reserves one call. A repeat whose idempotency key is known, or whose answer was not delivered, gets the stored answer
 * before anything is asked of the balance.
 */
export async function hold(sql: Sql, deliveries: Deliveries, request: HoldRequest): Promise<HoldResult> {
  return await untilDecided(sql, deliveries, request, async (unwritten) => {
    const found = await reserve(sql, request);
    if (!found) return { outcome: 'key_unknown' };
    if (found.hold_id !== null) {
      return { outcome: 'held', holdId: found.hold_id, balanceAtomic: found.spendable, ...passOf(found) };
    }
    return (
      identified(found) ??
      replayed(found, (holdId) => unwritten || deliveries.has(holdId)) ??
      refused(found, request.priceAtomic)
    );
  });
}

/** What stands in the way of a bill under its idempotency key. */
function identified(found: Reservation): HoldRefusal | Again | null {
  if (found.stale) return 'stale';
  if (found.differs) return { outcome: 'differs' };
  return found.in_flight ? { outcome: 'in_flight' } : null;
}

/** The statement may have begun before this process wrote that the response was finished, which `delivered` tells. */
function replayed(found: Reservation, delivered: (holdId: string) => boolean): HoldResult | Again | null {
  if (found.replay_id === null) return null;
  if (!found.identified && delivered(found.replay_id)) return 'delivered';
  const answer = { body: found.body, verdict: found.verdict };
  return { outcome: 'replayed', holdId: found.replay_id, balanceAtomic: found.spendable, answer };
}

function refused(found: Reservation, priceAtomic: bigint): HoldRefusal | Again {
  // The call or the money was there when the statement began and another took it meanwhile: look again.
  if (found.covered || found.spendable >= priceAtomic) return 'raced';
  return { outcome: 'insufficient_balance', balanceAtomic: found.spendable };
}
