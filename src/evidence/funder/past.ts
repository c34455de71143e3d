import type { HistoryReader, SignatureEntry } from '#chain/model.ts';
import type { Address } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { Bodies } from './bodies.ts';
import { PAGE_SIGNATURES } from './listing.ts';

/** Oldest bodies of a source that a hop reads. */
export const HOP_BODIES_MAX = 20;
/** Pages that are put together where an endpoint cuts them short. */
const PAGES_MAX = 10;

/** What an address did just before a transaction: up to a full page, newest first. `whole`: there is nothing older. */
export interface Past {
  readonly entries: readonly SignatureEntry[];
  readonly whole: boolean;
}

/**
 * Completes the first page to a full page of history, or all there is: a busy source must not pass for a quiet one because
 * an endpoint cut its page short. `ahead`: where the bodies that a hop would need are loaded while the end is being proven.
 */
export async function readPast(
  of: Address,
  first: Promise<Reading<readonly SignatureEntry[]>>,
  reader: HistoryReader,
  ahead: Bodies | null,
  pagesMax = PAGES_MAX,
): Promise<Reading<Past>> {
  const entries: SignatureEntry[] = [];
  let page = await first;
  for (let pages = 1; page.known && pages <= pagesMax; pages += 1) {
    entries.push(...page.value);
    const last = page.value.at(-1);
    if (!last) return known({ entries, whole: true });
    if (repeats(entries)) return missing('past', 'rpc_disagrees', 'a page repeats an earlier one');
    if (entries.length >= PAGE_SIGNATURES) return known({ entries: entries.slice(0, PAGE_SIGNATURES), whole: false });
    if (pages === 1) ahead?.ahead(entries.slice(-HOP_BODIES_MAX));
    page = await reader.signatures(of, { before: last.signature });
  }
  return page.known ? missing('past', 'rpc_unavailable', `${pagesMax} pages did not make a full one`) : page;
}

function repeats(entries: readonly SignatureEntry[]): boolean {
  return new Set(entries.map(({ signature }) => signature)).size < entries.length;
}
