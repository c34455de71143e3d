import type { BodiesPage, HistoryReader, SignatureEntry, Transaction } from '#chain/chain-reader.ts';
import { nativeBalances } from '#chain/decode/balances.ts';
import type { Address } from '#lib/address.ts';
import { type GapCause, gapFacts, known, mapReading, type Reading } from '#lib/reading.ts';
import { PAGE_SIGNATURES } from '../../sources/listing.ts';
import { walkFunding } from '../../sources/walk.ts';
import { readBack, readChanges } from './balance-changes.ts';
import { type Traced, traceFunder } from './funding.ts';

/** Transactions of the developer that are read: in one page where an endpoint offers that, else its newest and oldest ones. */
const BODIES_PAGE = 100;
const BODIES_AT_EACH_END = 20;

/** Pages of a list, and transactions at each of its ends and in all, in which a wallet is looked for that paid among others' dust. */
const PAID_PAGES = 6;
const PAID_EACH_END = 8;
const PAID_BODIES = 64;
const DUST_LAMPORTS = 1_000_000n;

/** What the wallet's own list shows. `isEnd`: whether the list is short and nothing is older; a gap where no endpoint told. */
export interface OwnPast {
  readonly bodies: readonly Reading<Transaction>[];
  readonly traced: Traced;
  readonly isEnd: Reading<boolean>;
}

/** Whether all transactions of a wallet were read, and the failure of ours for which they were not. A long history is none. */
export function wholenessOf({ bodies, isEnd }: OwnPast): { isHistoryWhole: boolean; unread: GapCause | null } {
  if (isEnd.known && !isEnd.value) return { isHistoryWhole: false, unread: null };
  const [gap] = [isEnd, ...bodies].flatMap((one) => (one.known ? [] : [one.gap]));
  return { isHistoryWhole: gap === undefined, unread: gap && gapFacts[gap.cause].ours ? gap.cause : null };
}

/**
 * Reads the newest page of a wallet and its transactions. A gap where its balances show that a short list lacks one, and where only
 * the search could show all launches, but endpoints refuse it.
 */
export async function readOwn(
  wallet: Address,
  reader: HistoryReader,
  search: Promise<Reading<unknown>>,
  newestPage: Promise<Reading<readonly SignatureEntry[]>>,
): Promise<Reading<OwnPast>> {
  const newest = reader.bodies?.(wallet, { order: 'newest', limit: BODIES_PAGE });
  const [page, searched] = await Promise.all([newestPage, search]);
  if (!page.known) return page;
  const { listed, isShort, wanted } = wantedOf(page.value);
  const tracing = traceFunder({ wallet, tokens: 0n }, page, reader);
  if (!isShort && !searched.known) {
    const paid = await readPaid(wallet, reader);
    return paid.known && paid.value ? known({ ...paid.value, traced: await tracing }) : searched;
  }
  const [bodies, traced, isEnd] = await Promise.all([
    Promise.resolve(newest).then((own) => bodiesOf(own, wanted, reader)),
    tracing,
    isShort ? endsWith(page.value.at(-1), wallet, reader) : known(false),
  ]);
  // A failed transaction that is not read changes the balance as well.
  const isComparable = isEnd.known && isEnd.value && listed.length === page.value.length;
  const { continuity } = walkFunding(wallet, isComparable ? [...bodies].reverse() : [], false);
  return continuity.known ? known({ bodies, traced, isEnd }) : continuity;
}

/**
 * The transactions of a long list that a wallet paid, among those in which others only named it or sent it dust; null where there are more
 * than are read. What it pays for changes its balance.
 */
async function readPaid(
  wallet: Address,
  reader: HistoryReader,
): Promise<Reading<Pick<OwnPast, 'bodies' | 'isEnd'> | null>> {
  const listed = await readBack(wallet, reader, PAID_PAGES);
  if (!listed.known) return listed;
  const { entries, whole } = listed.value;
  if (!whole) return known(null);
  const [isEnd, changes] = await Promise.all([
    endsWith(entries.at(-1), wallet, reader),
    readChanges(
      {
        entries: [...entries].reverse(),
        ends: PAID_EACH_END,
        most: PAID_BODIES,
        heldIn: (body) => nativeBalances(body, wallet) ?? { before: 0n, after: 0n },
        isQuiet: (change, count) => change >= 0n && change <= DUST_LAMPORTS * BigInt(count),
      },
      reader,
    ),
  ]);
  if (!changes.known) return changes;
  return known(changes.value.whole ? { bodies: changes.value.bodies.map(known), isEnd } : null);
}

/** The transactions of a page that are read: all where they are few (`isShort`), else its newest and oldest ones. */
export function wantedOf(page: readonly SignatureEntry[]) {
  const listed = page.filter(({ failed }) => !failed);
  const isShort = page.length < PAGE_SIGNATURES && listed.length <= 2 * BODIES_AT_EACH_END;
  const ends = [...listed.slice(0, BODIES_AT_EACH_END), ...listed.slice(-BODIES_AT_EACH_END)];
  return { listed, isShort, wanted: isShort ? listed : ends };
}

/** Whether nothing of a wallet is older than the last entry of its list, which an endpoint may have cut. */
async function endsWith(
  last: SignatureEntry | undefined,
  wallet: Address,
  reader: HistoryReader,
): Promise<Reading<boolean>> {
  if (!last) return known(true);
  const before = await reader.signatures(wallet, { before: last.signature });
  return mapReading(before, (older) => older.length === 0);
}

/** The bodies of a page that came with them, else those of the wanted entries. */
async function bodiesOf(
  own: Reading<BodiesPage> | undefined,
  wanted: readonly SignatureEntry[],
  reader: HistoryReader,
): Promise<readonly Reading<Transaction>[]> {
  if (own?.known) return own.value.entries.map((entry) => entry.body());
  return Promise.all(wanted.map(({ signature }) => reader.transaction(signature)));
}
