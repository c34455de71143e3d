import { createHash } from 'node:crypto';
import type { BodiesPage, HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { allKnown, known, mapReading, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import { nativeBalances } from '#solana/decode/balances.ts';
import { EPOCH_SLOTS } from '#solana/gates/gate-table.ts';
import type { Transaction } from '#solana/transaction.ts';
import { type Bodies, openBodies, PAGE_SIGNATURES, type PartOfList, unreadIn } from './listing.ts';

/*
 * Finds since when something is so of an address, such as that there is an account at it. Anybody may fill the list of an address. Nobody
 * changes what was listed in the past.
 */

/** The reads that find a beginning. */
export type ListReader = Pick<HistoryReader, 'signatures' | 'transaction' | 'oldestAhead' | 'blockSignature'>;

/** Whether a condition holds after a transaction; null where the transaction does not show it. A condition that holds stays true. */
export type IsSo = (body: Transaction) => boolean | null;

/** Lamports that are less than the rent of any account, at each rate that there was. */
export const RENT_MIN = 500_000n;

/** Whether there is an account at an address after a transaction: every account holds its rent. */
export function holdsRent(of: Address): IsSo {
  return holdsLamports(of, RENT_MIN);
}

export function holdsLamports(of: Address, least: bigint): IsSo {
  return (body) => {
    const lamports = nativeBalances(body, of)?.after;
    return lamports === undefined ? null : lamports >= least;
  };
}

/** Transactions that are read at most to find a first one among noise. */
const FIRST_MAX = 300;

/**
 * The first transaction of a list, oldest first, after which something is so; null where there is none. Each round reads a few that lie
 * apart. The next round reads between two of these.
 */
export async function findFirst(
  entries: readonly SignatureEntry[],
  load: Bodies['load'],
  isSo: IsSo,
): Promise<Reading<Transaction | null>> {
  const read = new Set<number>();
  let last = -1;
  let first: { readonly at: number; readonly body: Transaction | null } = { at: entries.length, body: null };
  while (read.size < FIRST_MAX) {
    const wanted = unreadIn({ after: last, count: first.at - last - 1 }, read);
    const bodies = allKnown(await load(wanted.flatMap((at) => entries[at] ?? [])));
    if (!bodies.known) return bodies;
    const shown = bodies.value.map((body, n) => ({ at: wanted[n] ?? 0, body, is: isSo(body) }));
    if (shown.length === 0) break;
    for (const { at } of shown) read.add(at);
    first = shown.find(({ is }) => is === true) ?? first;
    last = shown.findLast(({ at, is }) => is === false && at < first.at)?.at ?? last;
  }
  return known(first.body);
}

/** Checks of so many slots, two hours, ask for the same blocks. */
const SHARED_SLOTS = 18_000;

/**
 * A slot so many epochs before another, drawn by the signature of a block from the hours before it, so that no owner can foresee it and
 * prepare an account for that moment alone.
 */
async function drawnSlot({ slot, epochs }: EpochsBefore, reader: ListReader): Promise<Reading<number>> {
  const shared = Math.max(0, slot - (slot % SHARED_SLOTS) - SHARED_SLOTS);
  return mapReading(await reader.blockSignature(shared), ({ signature }) => {
    const drawn = createHash('sha256').update(signature).digest().readUInt32BE() % SHARED_SLOTS;
    return Math.max(0, shared - Math.round(epochs * EPOCH_SLOTS) - drawn);
  });
}

/** A moment so many epochs before a slot. */
export interface EpochsBefore {
  readonly slot: number;
  readonly epochs: number;
}

function slotAt({ slot, epochs }: EpochsBefore): number {
  return Math.max(0, slot - Math.round(epochs * EPOCH_SLOTS));
}

/** A list from a moment on, oldest first, with bodies; null where no endpoint offers that. */
export async function readAfter(
  of: Address,
  at: EpochsBefore,
  reader: Pick<HistoryReader, 'bodies'>,
  limit: number,
): Promise<Reading<BodiesPage> | null> {
  const slot = slotAt(at);
  const from = { token: `${slot}:0`, slot, signatures: new Set<never>() };
  return (await reader.bodies?.(of, { order: 'oldest', limit, from })) ?? null;
}

/**
 * A page of a list up to a moment, newest first; a gap where no endpoint gives a block of that time. The moment is drawn from the hours
 * before it unless `epochs` is 0. An empty page proves nothing.
 */
export async function readBefore(
  of: Address,
  at: EpochsBefore,
  reader: ListReader,
  limit = PAGE_SIGNATURES,
): Promise<Reading<readonly SignatureEntry[]>> {
  const slot = at.epochs === 0 ? known(at.slot) : await drawnSlot(at, reader);
  if (!slot.known) return slot;
  const block = await reader.blockSignature(slot.value + 1);
  if (!block.known) return block;
  const page = await reader.signatures(of, { before: block.value.signature, limit });
  return mapReading(page, (entries) => entries.filter((entry) => entry.slot <= slot.value));
}

/** The transaction with which something began to be so; null where it is not found. */
export async function findBeginning(
  of: Address,
  listed: PartOfList,
  reader: ListReader,
  isSo: IsSo,
): Promise<Reading<Transaction | null>> {
  const part = await findPart(of, listed, reader, isSo);
  if (!part.known) return part;
  const succeeded = (part.value ?? []).filter(({ failed }) => !failed);
  return await findFirst(succeeded, openBodies(reader).load, isSo);
}

/** How far before the read entries a beginning is searched. An epoch takes a day or more, and no rule needs an older beginning. */
const EPOCHS_MAX = 31;
const HALVINGS_MAX = 24;
/** Entries at each end of a page that show whether the condition holds there. */
const SHOWN_AT_ENDS = 3;

/**
 * The part of a list in which the condition began, oldest first: the read entries, or an older page. Null where it began long before
 * these; a gap where no endpoint gives blocks.
 */
export async function findPart(
  of: Address,
  { entries, whole }: PartOfList,
  reader: ListReader,
  isSo: IsSo,
): Promise<Reading<readonly SignatureEntry[] | null>> {
  const ascending = entries.toReversed();
  const [oldest] = ascending;
  if (whole || !oldest) return known(ascending);
  if ((await shownBy(ascending, reader, isSo)) === false) return known(ascending);
  const earlier = await readEnds(of, { slot: oldest.slot, epochs: EPOCHS_MAX }, reader, isSo);
  if (!earlier.known) return earlier;
  if (earlier.value.atEnd === true) return known(null);
  return await halve(of, { low: oldest.slot - EPOCHS_MAX * EPOCH_SLOTS, high: oldest.slot }, reader, isSo);
}

/** The page in which something began to be so between two slots. */
async function halve(
  of: Address,
  between: { readonly low: number; readonly high: number },
  reader: ListReader,
  isSo: IsSo,
): Promise<Reading<readonly SignatureEntry[] | null>> {
  let { low, high } = { ...between, low: Math.max(0, between.low) };
  for (let halvings = 0; halvings < HALVINGS_MAX && high - low > 1; halvings += 1) {
    const slot = Math.floor((low + high) / 2);
    const ends = await readEnds(of, { slot, epochs: 0 }, reader, isSo);
    if (!ends.known) return ends;
    const { page, atStart, atEnd } = ends.value;
    if (atEnd !== true) low = slot;
    else if (atStart === false || page.length < PAGE_SIGNATURES) return known(page);
    else high = page[0]?.slot ?? low;
  }
  return known(null);
}

/** A page, oldest first, and whether something is so at its ends. */
interface PageEnds {
  readonly page: readonly SignatureEntry[];
  readonly atStart: boolean | null;
  readonly atEnd: boolean | null;
}

async function readEnds(of: Address, at: EpochsBefore, reader: ListReader, isSo: IsSo): Promise<Reading<PageEnds>> {
  const page = await readBefore(of, at, reader);
  if (!page.known) return page;
  const oldest = page.value.toReversed();
  const [atEnd, atStart] = await Promise.all([shownBy(page.value, reader, isSo), shownBy(oldest, reader, isSo)]);
  return known({ page: oldest, atStart, atEnd });
}

/** Whether something is so by the first of these entries that shows it; null where none of the first few does. */
export async function shownBy(
  entries: readonly SignatureEntry[],
  reader: ListReader,
  isSo: IsSo,
): Promise<boolean | null> {
  const bodies = await openBodies(reader).load(entries.slice(0, SHOWN_AT_ENDS));
  return bodies.map((body) => (body.known ? isSo(body.value) : null)).find((is) => is !== null) ?? null;
}
