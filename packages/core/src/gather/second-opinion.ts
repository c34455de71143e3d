import { setTimeout } from 'node:timers/promises';
import type { ChainReader, Confirmation } from '#chain/chain-reader.ts';
import { missing } from '#lib/reading.ts';

/** How long an answer waits for the second opinion of another endpoint. */
const OPINION_MS_MAX = 2_000;

/** What comes of the work, or null when the time is up. */
export function withDeadline<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, setTimeout(ms, null, { ref: false })]);
}

/** The second opinion of an endpoint about a sample of the read bodies, without a time limit. */
export async function secondOpinion(reader: Pick<ChainReader, 'confirmSample'>): Promise<Confirmation> {
  return (await reader.confirmSample?.()) ?? 'confirmed';
}

/** The same as far as an answer waits for it: one that is silent for too long disputes nothing. */
export async function opinionInTime(opinion: Promise<Confirmation>): Promise<Confirmation | null> {
  return await withDeadline(OPINION_MS_MAX, opinion);
}

/** The gap of transactions that endpoints give differently. */
export function disputed(reading: string) {
  return missing(reading, 'rpc_disagrees', 'endpoints tell transactions of the subject differently');
}
