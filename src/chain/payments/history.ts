import type { Signature } from '#lib/address.ts';
import { known, missing, type Reading } from '#lib/reading.ts';
import type { SignatureEntry } from '../model.ts';
import { BLOCKHASH_BLOCKS, type BlockTimes } from '../payments-model.ts';

/** A history is followed for no more than this many pages, the newest one included, unless who asks has more time. */
const PAGES_MAX = 20;
/** No blockhash lives for so many slots, unless nine of ten have no block. */
const LATE_SLOTS = 10 * BLOCKHASH_BLOCKS;

type Page = (before: SignatureEntry | null) => Promise<Reading<readonly SignatureEntry[]>>;

/**
 * What an endpoint lists between two times, newest first: page after page until one is empty, because a short page is not the
 * end on every endpoint, or reaches back before them. A gap where that takes more than `pagesMax`: a list that was cut proves no
 * absence.
 */
export async function historyWithin(
  page: Page,
  times: BlockTimes,
  pagesMax = PAGES_MAX,
): Promise<Reading<readonly Signature[]>> {
  const all: SignatureEntry[] = [];
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const entries = await page(all.at(-1) ?? null);
    if (!entries.known) return entries;
    all.push(...entries.value);
    if (isLast(entries.value, times.from)) return known(notLater(all, times.until).map(({ signature }) => signature));
  }
  return missing(
    'signatures',
    'limit_reached',
    `${pagesMax} pages with ${all.length} signatures do not reach that time`,
  );
}

/** Everything that is listed, where so many endpoints gave their lists: who lists nothing of an account may be behind. */
export function together(
  lists: readonly Reading<readonly Signature[]>[],
  needed: number,
): Reading<readonly Signature[]> {
  const whole = lists.flatMap((list) => (list.known ? [list.value] : []));
  if (whole.length >= needed) return known([...new Set(whole.flat())]);
  const gap = lists.find((list) => !list.known);
  return gap ?? missing('signatures', 'rpc_unavailable', 'no second endpoint could be asked for its list');
}

function isLast(entries: readonly SignatureEntry[], from: number): boolean {
  const time = entries.findLast(({ blockTime }) => blockTime !== null)?.blockTime ?? null;
  return entries.length === 0 || (time !== null && time < from);
}

/** By slots, because a chain that stands still for hours goes on with the blockhashes that it had. */
function notLater(newestFirst: readonly SignatureEntry[], until: number): readonly SignatureEntry[] {
  const over = newestFirst.findLast(({ blockTime }) => blockTime !== null && blockTime > until);
  return over ? newestFirst.filter(({ slot }) => slot <= over.slot + LATE_SLOTS) : newestFirst;
}
