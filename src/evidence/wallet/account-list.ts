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

/**
 * How many entries of token accounts' lists may still be read. What a call may bring is taken before it is made and what it
 * did not bring is given back, so that calls under way together stay within the bound as well.
 */
export class Allowance {
  #left: number;
  #taken = 0;
  #waiting: (() => void)[] = [];

  constructor(left: number) {
    this.#left = left;
  }

  /** As many as there are, at most `wanted`; waits for what others may give back. 0: nothing is left. */
  async take(wanted: number): Promise<number> {
    while (this.#left === 0 && this.#taken > 0) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    const granted = Math.min(wanted, this.#left);
    this.#left -= granted;
    this.#taken += granted;
    return granted;
  }

  /** Ends a call for which `taken` were taken and that used `used` of them. */
  settle(taken: number, used: number): void {
    this.#taken -= taken;
    this.#left += taken - used;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
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
  for (let cursor = gap.before; ; limit = PAGE_SIGNATURES) {
    const taken = await allowance.take(limit);
    if (taken === 0) return known(null);
    // Read anew: an earlier reading of the same part may be older than the balance that does not fit.
    const page = await reader.signatures(gap.account, partOf(gap, cursor, taken), 'anew');
    const entries = page.known ? timed(page.value, inside.at(-1)?.time ?? null) : [];
    const { recent, older } = cutAt(entries, windowFrom);
    // An empty list was asked for as well.
    allowance.settle(taken, Math.max(1, recent.length));
    if (!page.known) return renamed('history', page.gap);
    inside.push(...recent);
    if (older) return known({ inside, older });
    cursor = nextCursor(entries, taken);
    if (cursor === null) return known({ inside, older: bottom(gap, inside) });
  }
}

/** Where the next page begins; null after a short one. */
function nextCursor(entries: readonly Entry[], asked: number): Signature | null {
  return entries.length < asked ? null : (entries.at(-1)?.signature ?? null);
}

/** What lies under the end of a list: nothing, where it was read to its end and is empty; else that was not reached. */
function bottom({ after }: ListGap, inside: readonly Entry[]): null | undefined {
  return after === null && inside.length === 0 ? null : undefined;
}

function partOf({ after }: ListGap, before: Signature | null, limit: number): SignaturePage {
  return { ...(before === null ? {} : { before }), ...(after === null ? {} : { until: after }), limit };
}
