import type { HistoryReader, SignaturePage } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import { known, type Reading, renamed } from '#lib/reading.ts';
import { cutAt, type Entry, PAGE_SIGNATURES, timed } from './listing.ts';

/** Most gaps hold one transaction or two, so that a list is asked for a few entries first. */
const FIRST_PAGE = 10;

/** A part of a token account's list: entries older than `before` (null: the newest) and newer than `after` (null: all). */
export interface ListGap {
  readonly account: Address;
  readonly after: Signature | null;
  readonly before: Signature | null;
}

/** What such a part holds. `older`: the first entry before the window; null: there is none; undefined: not reached. */
export interface ListPart {
  readonly inside: readonly Entry[];
  readonly older: Entry | null | undefined;
}

/** How many entries of token accounts' lists may still be read. An empty list counts as one. */
export interface Allowance {
  left: number;
}

/**
 * Reads a part of a token account's list, newest first. A short page ends it: balances tell whether it was all. Null where the
 * allowance does not suffice.
 */
export async function readAccountList(
  reader: Pick<HistoryReader, 'signatures'>,
  gap: ListGap,
  windowFrom: number,
  allowance: Allowance,
): Promise<Reading<ListPart | null>> {
  const inside: Entry[] = [];
  let limit = FIRST_PAGE;
  for (let cursor = gap.before; allowance.left > 0; limit = PAGE_SIGNATURES) {
    allowance.left -= 1;
    // Read anew: an earlier reading of the same part may be older than the balance that does not fit.
    const page = await reader.signatures(gap.account, partOf(gap, cursor, limit), 'anew');
    if (!page.known) return renamed('history', page.gap);
    const entries = timed(page.value, inside.at(-1)?.time ?? null);
    const { recent, older } = cutAt(entries, windowFrom);
    inside.push(...recent);
    allowance.left -= Math.max(0, recent.length - 1);
    if (older) return known({ inside, older });
    const last = entries.at(-1);
    if (!last || entries.length < limit)
      return known({ inside, older: gap.after === null && !inside[0] ? null : undefined });
    cursor = last.signature;
  }
  return known(null);
}

function partOf({ after }: ListGap, before: Signature | null, limit: number): SignaturePage {
  return { ...(before === null ? {} : { before }), ...(after === null ? {} : { until: after }), limit };
}
