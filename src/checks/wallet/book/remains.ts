import { WRAPPED_SOL_MINT } from '../effect.ts';
import type { TradeLedger } from './ledger.ts';
import { STALE_SECONDS } from './round-trip.ts';

/** Lamports that wait for an order for so long without anything are as lost as tokens that nobody sells. */
export function finishOrders(ledger: TradeLedger, now: number): void {
  for (const { mint, units, touchedAt } of ledger.quoteEscrows.values())
    if (mint === WRAPPED_SOL_MINT && now - touchedAt >= STALE_SECONDS) ledger.atomicLosses += units;
}

/** What trades without a price came to by the nearest rate however far away; null where there is none. */
export function unpricedLamports({ unpriced, rates }: TradeLedger): bigint | null {
  let sum = 0n;
  for (const { stables, time } of unpriced) {
    const lamports = rates.roughly(stables, time);
    if (lamports === null) return null;
    sum += lamports;
  }
  return sum;
}
