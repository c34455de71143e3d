import { setTimeout } from 'node:timers/promises';
import type { ChainReader, Confirmation } from '#chain/chain-reader.ts';
import { missing } from '#lib/reading.ts';

/** How long an answer waits for a second endpoint's word on what was read. */
const WITNESS_MS_MAX = 2_000;

/** What comes of the work, or null when the time is up. */
export function withDeadline<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, setTimeout(ms, null, { ref: false })]);
}

/** What a second endpoint says of a sample of what was read, in whatever time that takes. */
export async function witnessed(reader: Pick<ChainReader, 'confirmSample'>): Promise<Confirmation> {
  return (await reader.confirmSample?.()) ?? 'confirmed';
}

/** The same as far as an answer waits for it: one that is silent for too long disputes nothing. */
export async function heard(witness: Promise<Confirmation>): Promise<Confirmation | null> {
  return await withDeadline(WITNESS_MS_MAX, witness);
}

/** What is read of transactions that endpoints tell differently. */
export function disputed(reading: string) {
  return missing(reading, 'rpc_disagrees', 'endpoints tell transactions of the subject differently');
}
