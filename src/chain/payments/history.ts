import type { Signature } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import { CONFIRMED_SIGNATURES } from '../loaders/confirmed.ts';
import type { SignatureEntry } from '../model.ts';

/** A history is followed for no more than this many pages, the newest one included. */
const PAGES_MAX = 10;

type Page = (before: SignatureEntry | null) => Promise<Reading<readonly SignatureEntry[]>>;

/**
 * The newest page of a history, newest first. With `since`, a block time, page after page until one is not full or reaches
 * back before it: a gap where that takes more than ten, because a list that was cut proves no absence.
 */
export async function signaturesOf(page: Page, since: number | undefined): Promise<Reading<readonly Signature[]>> {
  const all: SignatureEntry[] = [];
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const entries = await page(all.at(-1) ?? null);
    if (!entries.known) return entries;
    all.push(...entries.value);
    if (since === undefined || isLast(entries.value, since)) return known(all.map(({ signature }) => signature));
  }
  return missing('signatures', 'limit_reached', `the account has more than ${all.length} signatures since that time`);
}

function isLast(entries: readonly SignatureEntry[], since: number): boolean {
  const reaches = entries.some(({ blockTime }) => blockTime !== null && blockTime < since);
  return reaches || entries.length < CONFIRMED_SIGNATURES;
}
