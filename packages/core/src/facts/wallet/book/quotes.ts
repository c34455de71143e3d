import type { QuoteEscrow, TradeLedger } from './ledger.ts';
import type { Reckoned } from './reckon.ts';

/**
 * Deposits lamports or stable coins into others' accounts: up to `units` wait there for an order. If deposits exceed `units` (and
 * `dust`), most of it came back at once and is no order. Returns the deposited amount.
 */
export function depositQuote(
  { quoteEscrows, quotesKept }: TradeLedger,
  { effect, time }: Reckoned,
  mint: string,
  units: bigint,
  dust = 0n,
): bigint {
  const deposits = effect.deposits.filter((deposit) => deposit.mint === mint && deposit.amount > 0n);
  const sum = deposits.reduce((total, { amount }) => total + amount, 0n);
  if (sum === 0n || sum > units + dust) return 0n;
  for (const { account, amount } of deposits) {
    const known = quoteEscrows.get(account);
    const escrow: QuoteEscrow = known ?? { mint, units: 0n, programs: new Set(), touchedAt: time, isSpent: false };
    if (!known) quoteEscrows.set(account, escrow);
    if (escrow.mint !== mint) continue;
    escrow.units += amount;
    escrow.touchedAt = time;
    for (const program of effect.programs) escrow.programs.add(program);
    quotesKept.add(account, effect.programs);
  }
  return sum;
}

/** Returns lamports or stable coins from accounts of the same programs; returns the amount that waited there. */
export function returnQuote(ledger: TradeLedger, { effect, time }: Reckoned, mint: string, units: bigint): bigint {
  let left = units;
  for (const account of ledger.quotesKept.keysOf(effect.programs)) {
    if (left === 0n) break;
    if (ledger.quoteEscrows.get(account)?.mint === mint) left -= releaseQuote(ledger, account, left, time);
  }
  return units - left;
}

/** Takes up to `units` out of an account; returns the amount that was there. */
export function releaseQuote(
  { quoteEscrows, quotesKept }: TradeLedger,
  account: string,
  units: bigint,
  time: number,
): bigint {
  const escrow = quoteEscrows.get(account);
  if (!escrow) return 0n;
  const part = units < escrow.units ? units : escrow.units;
  escrow.units -= part;
  escrow.touchedAt = time;
  if (escrow.units === 0n) {
    quoteEscrows.delete(account);
    quotesKept.delete(account, escrow.programs);
  }
  return part;
}
