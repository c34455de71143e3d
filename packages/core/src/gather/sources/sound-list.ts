import type { Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';

/**
 * The soundness of the list that a reading rests on. `torn`: balances or pages contradict the list, so its endpoint left something out.
 * `unread`: something else is missing, which says nothing about the list.
 */
export type Soundness = 'sound' | 'torn' | 'unread';

/** A reader that can name others which ask other endpoints. */
interface WithOthers<R> {
  elsewhere?(of: Address): Iterable<R>;
}

/**
 * Reads a fact that rests on the list of an address. Where the list is torn, reads again without each endpoint that gave it: another
 * endpoint may be honest. Costs nothing while the list is sound. Where no endpoint gives a sound list, the first reading stands.
 */
export async function readSoundly<R, T>(
  of: Address,
  reader: R & WithOthers<R>,
  read: (from: R) => Promise<T>,
  soundness: (found: T) => Soundness,
): Promise<T> {
  const first = await read(reader);
  if (soundness(first) !== 'torn') return first;
  for (const other of reader.elsewhere?.(of) ?? []) {
    const again = await read(other);
    if (soundness(again) === 'sound') return again;
  }
  return first;
}

/** The soundness of a reading that ends with a gap where its list is torn. */
export function soundnessOf(reading: Reading<unknown>): Soundness {
  if (reading.known) return 'sound';
  const { cause } = reading.gap;
  return cause === 'history_missing' || cause === 'rpc_disagrees' ? 'torn' : 'unread';
}

/** The soundness of readings of one list: the worst, since one gap may hide another. */
export function soundnessOfAll(readings: readonly Reading<unknown>[]): Soundness {
  const all = readings.map(soundnessOf);
  return all.find((one) => one === 'torn') ?? all.find((one) => one === 'unread') ?? 'sound';
}
