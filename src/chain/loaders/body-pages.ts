import { type Address, parseSignature, type Signature } from '#lib/address.ts';
import type { Reading } from '#lib/reading.ts';
import type { BodiesCursor, BodiesPage, BodiesPart, ListedTransaction, Transaction } from '../chain-reader.ts';
import { decodeTransaction } from '../decode/transaction.ts';
import { record } from '../json-value.ts';
import { type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';
import { isBlockTime, isSlot } from '../slot-and-time.ts';

/** Which page of whose past. */
export interface BodiesOf {
  readonly address: Address;
  readonly part: BodiesPart;
}

/** Endpoints take 1,000 full transactions a page, or 100. */
const FULL_PAGE = 100;

type Ask = (of: BodiesOf) => readonly unknown[];

/**
 * `getTransactionsForAddress` is no method of a node but of some providers (Helius, Triton, QuickNode, Shyft, Alchemy; typed in
 * `@solana/rpc-api` 8.4). `tokenAccounts: 'none'` lists what `getSignaturesForAddress` lists: with the transactions that only
 * change token accounts of the address, a history would hold more than one that is read without the method.
 */
function askFor(most: number): Ask {
  return ({ address, part: { order, limit, until, from } }) => [
    address,
    {
      transactionDetails: 'full',
      sortOrder: order === 'newest' ? 'desc' : 'asc',
      limit: Math.min(limit, most),
      ...(from ? { paginationToken: from.token } : {}),
      commitment: 'finalized',
      encoding: 'json',
      maxSupportedTransactionVersion: 1,
      filters: { tokenAccounts: 'none', ...(until ? { signature: { gt: until.signature } } : {}) },
    },
  ];
}

/** A page of an address's past with its bodies, finalized. What an endpoint does not do as it was asked makes the page wrong. */
export const getTransactionsForAddress: Method<BodiesOf, BodiesPage> = {
  name: 'getTransactionsForAddress',
  batch: 'bodies',
  current: true,
  optional: true,
  forms: [askFor(Number.POSITIVE_INFINITY), askFor(FULL_PAGE)],
  read(result, { address, part }) {
    const page = record(result);
    const token = page?.paginationToken ?? null;
    if (!Array.isArray(page?.data) || (token !== null && typeof token !== 'string')) {
      return wrongShape('getTransactionsForAddress answered with something else than a page');
    }
    if (token !== null && token === part.from?.token) return contradiction('a page ends where it began');
    const entries = readEntries(page.data, address);
    if (!Array.isArray(entries)) return entries;
    return objection(entries, part) ?? { is: 'value', value: { entries, next: cursorOf(entries, token, part) } };
  },
};

/** The page, which hands every body that is read of it to `onBody` as well. */
export function withBodies(page: BodiesPage, onBody: (body: Reading<Transaction>) => void): BodiesPage {
  const entries = page.entries.map((entry) => ({
    ...entry,
    body() {
      const body = entry.body();
      onBody(body);
      return body;
    },
  }));
  return { ...page, entries };
}

/** The entries, each signature once. */
function readEntries(data: readonly unknown[], address: Address): ListedTransaction[] | Read<never> {
  const entries = new Map<Signature, ListedTransaction>();
  for (const raw of data) {
    const entry = readEntry(raw);
    if (!entry) return wrongShape('an entry of the page has a wrong shape');
    if (!names(raw, address)) return contradiction('the page holds a transaction of another address');
    const twin = entries.get(entry.signature);
    if (twin && twin.slot !== entry.slot) return contradiction('one signature is listed with two slots');
    if (!twin) entries.set(entry.signature, entry);
  }
  return [...entries.values()];
}

function readEntry(raw: unknown): ListedTransaction | null {
  const entry = record(raw);
  const signatures = record(entry?.transaction)?.signatures;
  const signature = parseSignature(Array.isArray(signatures) ? signatures[0] : null);
  const slot = entry?.slot;
  const blockTime = entry?.blockTime ?? null;
  if (!signature || !isSlot(slot) || (blockTime !== null && !isBlockTime(blockTime))) return null;
  const failed = (record(entry?.meta)?.err ?? null) !== null;
  // The place in the block is left out: `getTransaction` seldom tells it, and an answer must not hang on who was asked.
  const body = () => decodeTransaction({ ...entry, transactionIndex: null }, signature);
  return { signature, slot, blockTime, failed, body };
}

/** Whether a transaction names the address; what its lookup tables loaded is not known where the metadata is missing. */
function names(raw: unknown, address: Address): boolean {
  const entry = record(raw);
  const meta = record(entry?.meta);
  const loaded = record(meta?.loadedAddresses);
  const keys = [record(record(entry?.transaction)?.message)?.accountKeys, loaded?.writable, loaded?.readonly];
  return meta === null || keys.some((some) => Array.isArray(some) && some.includes(address));
}

/** How the entries are not those that were asked for; null where they may be. */
function objection(entries: readonly ListedTransaction[], { order, until, from }: BodiesPart): Read<never> | null {
  let last = from?.slot ?? beginning(order);
  for (const { slot, signature } of entries) {
    if (order === 'newest' ? slot > last : slot < last) return contradiction('the page is not in the order asked for');
    if (from?.signatures.has(signature)) return contradiction('a page repeats an earlier one');
    if (until && (slot < until.slot || signature === until.signature)) {
      return contradiction('the page holds what was filtered out');
    }
    last = slot;
  }
  return null;
}

/** The place behind the entries; the one before them where there are none. */
function cursorOf(
  entries: readonly ListedTransaction[],
  token: string | null,
  { order, from }: BodiesPart,
): BodiesCursor | null {
  if (token === null) return null;
  const slot = entries.at(-1)?.slot ?? from?.slot ?? beginning(order);
  const earlier = from?.slot === slot ? from.signatures : [];
  const own = entries.filter((entry) => entry.slot === slot).map(({ signature }) => signature);
  return { token, slot, signatures: new Set([...earlier, ...own]) };
}

/** A slot that everything comes after, in the order. */
function beginning(order: BodiesPart['order']): number {
  return order === 'newest' ? Number.POSITIVE_INFINITY : 0;
}

function contradiction(detail: string): Read<never> {
  return { is: 'wrong', cause: 'rpc_disagrees', detail };
}
