import { record } from '#lib/json-value.ts';
import { type Address, parseSignature, type Signature } from '#solana/address.ts';
import { isBlockTime, isSlot } from '#solana/slot-and-time.ts';
import type { SignatureEntry, SignaturePage } from '../chain-reader.ts';
import { contradiction, type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';

/** The longest page that a node returns. */
const SIGNATURES_PER_PAGE_MAX = 1_000;

/** A page of an address's history. `beforeSlot` is the slot of `before` where it is known; nothing newer belongs to the page. */
export interface PageOf {
  readonly address: Address;
  readonly page: SignaturePage;
  readonly beforeSlot: number | null;
}

/** The length of the page to ask for: 1 to 1,000. */
export function pageLimit(page: SignaturePage): number {
  return Math.min(SIGNATURES_PER_PAGE_MAX, Math.max(1, page.limit ?? SIGNATURES_PER_PAGE_MAX));
}

/** One page of history, finalized, newest first. */
export const getSignaturesForAddress: Method<PageOf, readonly SignatureEntry[]> = {
  name: 'getSignaturesForAddress',
  batch: 'history',
  current: true,
  needsSecond: (page) => page.length === 0,
  reachesEnd: (entries, { page }) => page.until === undefined && entries.length < pageLimit(page),
  lowestSlot: (entries) => entries.at(-1)?.slot ?? null,
  forms: [
    ({ address, page }) => [
      address,
      {
        limit: pageLimit(page),
        commitment: 'finalized',
        ...(page.before === undefined ? {} : { before: page.before }),
        ...(page.until === undefined ? {} : { until: page.until }),
      },
    ],
  ],
  read(result, input) {
    if (!Array.isArray(result)) return wrongShape('getSignaturesForAddress answered with something else than a list');
    const entries = new Map<Signature, SignatureEntry>();
    let ordered = true;
    let previous = Number.POSITIVE_INFINITY;
    for (const raw of result) {
      const entry = readEntry(raw);
      if (!entry) return wrongShape('an entry of the signature list has a wrong shape');
      const twin = entries.get(entry.signature);
      if (twin && twin.slot !== entry.slot) return contradiction('one signature is listed with two slots');
      if (twin) continue;
      if (entry.slot > previous) ordered = false;
      previous = entry.slot;
      entries.set(entry.signature, entry);
    }
    return bounded([...entries.values()], ordered, input);
  },
};

/** How many signatures a list of the newest ones of an address holds. */
export const NEWEST_SIGNATURES = 100;

/** One page of an address's history at `confirmed`, newest first. */
export const confirmedSignatures: Method<PageOf, readonly SignatureEntry[]> = {
  name: getSignaturesForAddress.name,
  batch: 'history',
  current: true,
  forms: [({ address, page }) => [address, { ...page, limit: pageLimit(page), commitment: 'confirmed' }]],
  read: getSignaturesForAddress.read,
};

/**
 * Cuts the list to what was asked: without the cursors, and never with entries newer than `before`. A list in another order is
 * sorted by slot; within a slot the order of the endpoint stays.
 */
function bounded(all: readonly SignatureEntry[], ordered: boolean, input: PageOf): Read<readonly SignatureEntry[]> {
  const { page, beforeSlot } = input;
  const inside = all.filter(({ signature }) => signature !== page.before && signature !== page.until);
  if (beforeSlot !== null && inside.some(({ slot }) => slot > beforeSlot)) {
    return contradiction('the page holds entries newer than the one it should follow');
  }
  const sorted = ordered ? inside : inside.sort((a, b) => b.slot - a.slot);
  return { is: 'value', value: sorted.slice(0, pageLimit(page)) };
}

function readEntry(raw: unknown): SignatureEntry | null {
  const entry = record(raw);
  const signature = parseSignature(entry?.signature);
  const slot = entry?.slot;
  const blockTime = entry?.blockTime ?? null;
  if (!entry || !signature || !isSlot(slot)) return null;
  if (blockTime !== null && !isBlockTime(blockTime)) return null;
  return { signature, slot, blockTime, failed: (entry.err ?? null) !== null };
}

/** The newest and the oldest entry of a page. */
export function endsOf(entries: readonly SignatureEntry[]): readonly SignatureEntry[] {
  return [...entries.slice(0, 1), ...entries.slice(-1)];
}
