import type { AccountState, At, HistoryReader, SignatureEntry } from '#chain/model.ts';
import type { AsOf } from '#checks/check.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';

/** The block time of the slot at which the account was read; null where the endpoint has none or did not say. */
export async function blockTime(
  state: Reading<At<AccountState | null>>,
  reader: HistoryReader,
): Promise<number | null> {
  if (!state.known) return null;
  const time = await reader.blockTime(state.value.slot);
  return time.known ? time.value : null;
}

/** The moment of the answer: the account's slot, with its block time or else the newest one of the history. */
export function asOfReading(
  state: Reading<At<AccountState | null>>,
  time: number | null,
  newest: Reading<readonly SignatureEntry[]> | null,
): Reading<AsOf> {
  if (!state.known) return renamed('as_of', state.gap);
  const listed = newest?.known ? newest.value.find((entry) => entry.blockTime !== null) : undefined;
  return known({ slot: state.value.slot, commitment: 'finalized', time: time ?? listed?.blockTime ?? null });
}
