import { record } from '#lib/json-value.ts';
import type { Reading } from '#lib/reading.ts';
import { type Address, parseSignature, type Signature } from '#solana/address.ts';
import { decodeTransaction, hasTwoOutcomes } from '#solana/decode/transaction.ts';
import { isBlockTime, isSlot } from '#solana/slot-and-time.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { BodiesCursor, BodiesPage, BodiesPart, ListedTransaction } from '../chain-reader.ts';
import { contradiction, type Method, type Read, wrongShape } from '../rpc/rpc-method.ts';

/** Which part of the history of which address. */
export interface BodiesOf {
  readonly address: Address;
  readonly part: BodiesPart;
}

/** Some endpoints return at most 100 full transactions in a page, others 1,000. */
const FULL_PAGE = 100;

type Ask = (of: BodiesOf) => readonly unknown[];

/**
 * `getTransactionsForAddress` is no method of a node but of some providers (Helius, Triton, QuickNode, Shyft, Alchemy; typed in
 * `@solana/rpc-api` 8.4). `tokenAccounts: 'none'` lists the same as `getSignaturesForAddress`. Otherwise the history would also
 * hold transactions that only change token accounts of the address.
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

/** A page of an address's finalized history with its bodies. A page that is not as it was asked for is wrong. */
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

/** The page, where every body that is read is also passed to `onBody`. */
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
    const meta = record(record(raw)?.meta);
    if (hasTwoOutcomes(meta?.err, meta?.status)) return contradiction('an entry tells two outcomes');
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
  // The place in the block is left out. `getTransaction` rarely gives it, and an answer must not depend on the method.
  const body = () => decodeTransaction({ ...entry, transactionIndex: null }, signature);
  return { signature, slot, blockTime, failed, body };
}

/** Whether a transaction names the address. True without metadata, because keys from lookup tables are unknown then. */
function names(raw: unknown, address: Address): boolean {
  const entry = record(raw);
  const meta = record(entry?.meta);
  const loaded = record(meta?.loadedAddresses);
  const keys = [record(record(entry?.transaction)?.message)?.accountKeys, loaded?.writable, loaded?.readonly];
  return meta === null || keys.some((some) => Array.isArray(some) && some.includes(address));
}

/** How the entries differ from what was asked for; null where they do not. */
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

/** The place after the entries; where there are none, the place before them. */
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

/** The slot before all others, in the order. */
function beginning(order: BodiesPart['order']): number {
  return order === 'newest' ? Number.POSITIVE_INFINITY : 0;
}
