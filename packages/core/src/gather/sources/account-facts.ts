import type { AccountState, At, HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import type { LabelTable } from '#chain/labels/label.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import type { AccountFacts } from '#rules/address-facts.ts';
import type { AsOf } from '#rules/check.ts';
import type { Credit, TransactionPlace } from '#rules/funder/evidence.ts';
import type { LabelFact } from '#rules/label.ts';
import { type Address, isOnCurve, SYSTEM_PROGRAM } from '#solana/address.ts';
import { CLOCK, clockTime } from '#solana/slot-and-time.ts';
import type { Transaction } from '#solana/transaction.ts';

/** The facts of an account; a missing one is an empty wallet. */
export function accountFacts(state: AccountState | null): AccountFacts {
  if (!state) return { exists: false, lamports: 0n, ownedBySystem: true, executable: false };
  const { lamports, owner, executable } = state;
  return { exists: true, lamports, ownedBySystem: owner === SYSTEM_PROGRAM, executable };
}

/** True for an account of a person: owned by the System program and without code. */
export function isPlainAccount({ ownedBySystem, executable }: AccountFacts): boolean {
  return ownedBySystem && !executable;
}

/** The fact of a label, null without one. */
export function labelFact(labels: LabelTable, of: Address | null): LabelFact | null {
  const found = of === null ? null : labels.find(of);
  if (!found) return null;
  const { label, category, fundingClass, grade, date, exchange } = found;
  return { label, category, fundingClass, grade, date, exchange };
}

/** The signature, slot and time of a transaction or history entry. */
export function placeOf({ signature, slot, blockTime }: Transaction | SignatureEntry): TransactionPlace {
  return { transaction: signature, slot, time: blockTime };
}

/** The lamports of all these credits. */
export function creditedLamports(credits: readonly Credit[]): bigint {
  return credits.reduce((total, { lamports }) => total + lamports, 0n);
}

/** True when a key can sign for the address; false for null. */
export function signable(of: Address | null): boolean {
  return of !== null && isOnCurve(of);
}

/**
 * The block time of the slot at which the account was read, else that of the chain's clock, which is an account that every endpoint
 * has; null where neither is given.
 */
export async function blockTime(
  state: Reading<At<AccountState | null>>,
  reader: HistoryReader,
): Promise<number | null> {
  if (!state.known) return null;
  const time = await reader.blockTime(state.value.slot);
  if (time.known && time.value !== null) return time.value;
  const clock = await reader.account(CLOCK);
  return clock.known && clock.value.value ? clockTime(clock.value.value.data) : null;
}

/** The time of the answer: the account's slot, with its block time, else with the newest one of the history. */
export function asOfReading(
  state: Reading<At<AccountState | null>>,
  time: number | null,
  newest: Reading<readonly SignatureEntry[]> | null,
): Reading<AsOf> {
  if (!state.known) return renamed('as_of', state.gap);
  const listed = newest?.known ? newest.value.find((entry) => entry.blockTime !== null) : undefined;
  return known({ slot: state.value.slot, commitment: 'finalized', time: time ?? listed?.blockTime ?? null });
}
