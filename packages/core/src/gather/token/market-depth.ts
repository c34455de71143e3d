import type { HistoryReader, ListedTransaction, SignatureEntry } from '#chain/chain-reader.ts';
import { listedAccount } from '#derive/token/roles.ts';
import { type Gap, ifKnown, known, mapReading, type Reading } from '#lib/reading.ts';
import type { Address } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { paidOverBand } from '#venues/routing/band-depth.ts';
import { inSlices } from '../market/time-slices.ts';
import { type EpochsBefore, findFirst, type IsSo, readAfter, readBefore, shownBy } from '../sources/list-beginning.ts';
import { CROWDED_PAGES, openBodies, PAGE_SIGNATURES, readChanges } from '../sources/listing.ts';
import {
  type DepthProof,
  type MarketAccounts,
  type MarketEntry,
  proveDepth,
  type Span,
  showingIn,
  spansOf,
} from './depth-proof.ts';
import { isThere, type ListPage, type MarketList } from './market-opening.ts';
import { YOUNG_SECONDS } from './mint-history.ts';
import type { RoundContext } from './second-round.ts';
import { heldIn, moves } from './trades/pool-trade.ts';

/**
 * The times at which a crowded list is read, in epochs back; how many transactions are read at each, and how many where these show
 * nothing: in a page with its bodies, or one by one. An epoch takes at least a day.
 */
const EPOCHS_BACK = [1, 2, 4, 7.5, 12, 20, 31];
const READ_AT_EACH = 4;
const READ_MAX = { page: 100, apart: 30 };

/** Entries that a list calls failed and that are read, so that no list hides successes. */
const FAILED_PROVEN_MAX = 8;

/** How many entries of a span are read in each round beside those it is chosen for, while noise is found. */
const BESIDE = [0, 12, 40, 120, 120, 0, 0, 0];

/** From this share of failed entries on, a page is filled with them. Own choice. */
const FAILED_PERCENT = 90;

/** What is asked of a market: its accounts, its lists, the vault's first, and whether the last one is that of its curve. */
export interface DepthQuestion {
  readonly accounts: MarketAccounts;
  readonly lists: readonly MarketList[];
  readonly hasCurve: boolean;
  /** How many transactions are read at most, beside those at certain times. */
  readonly readsMax: number;
}

/** The proof, and the entries and bodies that it was read from. */
export interface DepthReading {
  readonly proof: DepthProof;
  readonly bodies: Bodies;
  readonly lists: readonly MarketList[];
  readonly disputed: Gap | null;
  /** Why an older part of a long list was not read. */
  readonly lost: Gap | null;
}

type Bodies = ReadonlyMap<string, Reading<Transaction>>;

/**
 * Reads since when the market is deep from the transactions that moved its vaults, in one round. Where most of them leave the market
 * alone, it reads more: other entries, older pages, then times further back.
 */
export async function readDepth(question: DepthQuestion, work: RoundContext, now: number): Promise<DepthReading> {
  const { accounts, lists } = question;
  const bodies = new Map<string, Reading<Transaction>>();
  const [own] = lists;
  const plain = { work, now, at: [], lost: null, bodiesMax: question.readsMax };
  const context = !own || own.ended ? plain : await withSpread(plain, own.of, accounts, bodies, false);
  const [first, disputed] = await Promise.all([
    readProof(question, context, bodies, BESIDE.slice(0, 1)),
    proveFailed(lists, work),
  ]);
  // A market that looks young may be older than its newest page.
  const crowded = lists.map((list, n) =>
    n === 0 && isYoung(first, now) ? !list.ended : isCrowdedList(list, n, question, bodies),
  );
  const isQuiet = !crowded.includes(true) && !hasSilent(bodies, accounts);
  const older = isQuiet ? lists : await withOlder(lists, crowded, work);
  const further = { ...question, lists: isQuiet ? older : await withoutIdle(older, question, work, bodies) };
  const proof = isQuiet ? first : await readProof(further, context, bodies, BESIDE);
  const isFar =
    further.lists[0]?.ended === false && isYoung(proof, now) && (accounts.ranged || context.at.length === 0);
  const far = isFar && own ? await withSpread(context, own.of, accounts, bodies, true) : context;
  // Places between the pages may show that the pool was empty, so their proof replaces the first.
  const proven = far === context ? proof : await readProof(onlyRead(further, bodies), far, bodies, BESIDE);
  const { lists: all } = further;
  return { proof: await provenBeside(proven, further, far, bodies), bodies, lists: all, disputed, lost: far.lost };
}

function olderOf(one: DepthProof, another: DepthProof): DepthProof {
  const timeOf = ({ since }: DepthProof) => since?.time ?? Number.POSITIVE_INFINITY;
  return timeOf(another) < timeOf(one) ? another : one;
}

function isYoung({ since }: DepthProof, now: number): boolean {
  return now - (since?.time ?? now) <= YOUNG_SECONDS;
}

/** The question with the read part of the lists: as many more entries of the rest would show nothing new. */
function onlyRead(question: DepthQuestion, bodies: Bodies): DepthQuestion {
  const read = (entries: readonly SignatureEntry[]) => entries.filter(({ signature }) => bodies.has(signature));
  return { ...question, lists: question.lists.map((list) => ({ ...list, page: mapReading(list.page, read) })) };
}

/** Adds a few transactions at several times of a list that goes on. */
async function withSpread(
  context: ProofContext,
  of: Address,
  accounts: MarketAccounts,
  bodies: Map<string, Reading<Transaction>>,
  isFar: boolean,
): Promise<ProofContext> {
  const { parts, lost } = await readSpread(of, accounts, context.work, isFar);
  const before = bodies.size;
  for (const { read } of parts) for (const entry of read) bodies.set(entry.signature, entry.body());
  const bodiesMax = context.bodiesMax + bodies.size - before;
  const at = [...context.at, ...parts.map(({ span }) => span)];
  return { ...context, at, lost: context.at.length > 0 ? null : lost, bodiesMax };
}

/**
 * The lists without entries that are older than the account they show: others name an address before there is anything at it. The curve's
 * list ends where the pool opened.
 */
async function withoutIdle(
  lists: readonly MarketList[],
  { accounts: { pool, curve } }: DepthQuestion,
  { reader }: RoundContext,
  bodies: Map<string, Reading<Transaction>>,
): Promise<readonly MarketList[]> {
  const begun = await Promise.all(
    lists.map(async (list) => {
      const shown = [pool, curve].find((one) => one && listedAccount(one) === list.of);
      const opening = shown ? await openingIn(list, (body) => isThere(body, shown), reader) : null;
      if (opening) bodies.set(opening.signature, known(opening));
      return { list, opening, isCurve: shown === curve };
    }),
  );
  const opened = begun.find(({ opening, isCurve }) => opening && !isCurve)?.opening?.slot ?? Number.POSITIVE_INFINITY;
  return begun.map(({ list, opening, isCurve }) => {
    const within = ({ slot }: SignatureEntry) => slot >= (opening?.slot ?? 0) && (!isCurve || slot <= opened);
    return {
      ...list,
      page: mapReading(list.page, (entries) => entries.filter(within)),
      ended: list.ended || opening !== null,
    };
  });
}

/** The first transaction of a list that shows an account, where the list reaches back to it. */
async function openingIn({ page, ended }: MarketList, isSo: IsSo, reader: HistoryReader): Promise<Transaction | null> {
  const ascending = page.known ? page.value.toReversed() : [];
  if (!ended && (await shownBy(ascending, reader, isSo)) !== false) return null;
  const succeeded = ascending.filter(({ failed }) => !failed);
  const opening = await findFirst(succeeded, openBodies(reader).load, isSo);
  return opening.known ? opening.value : null;
}

/** The lists with older pages of those that are crowded. */
async function withOlder(
  lists: readonly MarketList[],
  crowded: readonly boolean[],
  work: RoundContext,
): Promise<readonly MarketList[]> {
  let read = lists;
  for (let pages = 1; pages < CROWDED_PAGES && read.some(({ ended }, n) => crowded[n] && !ended); pages += 1) {
    read = await Promise.all(read.map((list, n) => (crowded[n] ? extended(list, work) : list)));
  }
  return read;
}

/** Transactions of a long list that are read to find large swaps: at each end, spread over it, and at most. */
const LARGE_SWAPS = { ends: 8, spread: 24, most: 160 } as const;

/**
 * The proof, or an older one that leaves small swaps out, where liquidity lies in ranges or bins and the market appears young. The effect
 * of one swap of that size on the balance stays long after it, however many small ones lie around it.
 */
async function provenBeside(
  proof: DepthProof,
  question: DepthQuestion,
  context: ProofContext,
  bodies: Map<string, Reading<Transaction>>,
): Promise<DepthProof> {
  const { accounts, lists } = question;
  if (!accounts.ranged || !isYoung(proof, context.now)) return proof;
  const { pool, enough } = accounts;
  const large = paidOverBand(enough);
  const entries = timed(lists.slice(0, 1).map(({ page }) => page)).toReversed();
  const isQuiet = (change: bigint) => change < large && -change < large;
  const sought = { ...LARGE_SWAPS, entries, isQuiet, heldIn: (body: Transaction) => heldIn(body, pool) };
  const changes = await readChanges(sought, context.work.reader);
  for (const body of changes.known ? changes.value.bodies : []) bodies.set(body.signature, known(body));
  const beside = onlyRead({ ...question, accounts: { ...accounts, skipsSmall: true } }, bodies);
  return olderOf(proof, await readProof(beside, context, bodies, BESIDE));
}

/** What a proof is read with, besides the question. */
interface ProofContext {
  readonly work: RoundContext;
  readonly now: number;
  /** Spans that were read at certain times of a list that is not known whole. */
  readonly at: readonly Span[];
  readonly lost: Gap | null;
  readonly bodiesMax: number;
}

async function readProof(
  { accounts, lists, hasCurve }: DepthQuestion,
  { work, now, at, bodiesMax }: ProofContext,
  bodies: Map<string, Reading<Transaction>>,
  besides: readonly number[],
): Promise<DepthProof> {
  // Of a long list only the newest part is known. The LP mint's list reaches further, and a curve's must not be cut.
  const used = lists.filter((list, n) => {
    if (hasCurve && n === lists.length - 1) return list.ended;
    return n === 0 || lists[0]?.ended !== true;
  });
  const entries = timed(used.map(({ page }) => page));
  const { load } = openBodies(work.reader);
  const chosen = () => spansOf(showingIn(entries, bodies, accounts), now);
  // Only the transaction that opened the pool shows until when the balance of its curve counts.
  const first = hasCurve && lists[0]?.ended ? timed([lists[0].page]).slice(-1) : [];
  for (const beside of besides) {
    const open = chosen().filter((span) => span.entries.some(({ signature }) => !bodies.has(signature)));
    const around = open.flatMap((span) => [...span.entries, ...(span.around ?? []).slice(0, beside)]);
    const wanted = [...first, ...around];
    const unread = new Map(wanted.flatMap((one) => (bodies.has(one.signature) ? [] : [[one.signature, one] as const])));
    const read = [...unread.values()].slice(0, Math.max(0, bodiesMax - bodies.size));
    if (read.length === 0) break;
    const loaded = await load(read);
    for (const [n, body] of loaded.entries()) bodies.set(read[n]?.signature ?? '', body);
  }
  return inSlices(proveDepth(newestFirst([...chosen(), ...at]), bodies, accounts));
}

/** Whether noise fills an unfinished list: most of its read entries leave the market alone. */
function isCrowdedList(list: MarketList, at: number, question: DepthQuestion, bodies: Bodies): boolean {
  const { lists, accounts, hasCurve } = question;
  const [own] = lists;
  if (list.ended || !list.page.known || !own) return false;
  if (isFilledWithFailed(list.page.value)) return true;
  // After its completion only noise names a curve.
  if (hasCurve && at === lists.length - 1)
    return oldestOf(list) >= oldestOf(own) || isCrowdedList(own, 0, question, bodies);
  const read = list.page.value.flatMap(({ signature }) => {
    const body = bodies.get(signature);
    return body?.known ? [body.value] : [];
  });
  const idle = read.filter((body) => !moves(body, accounts.pool)).length;
  return idle * 2 > read.length;
}

/** Whether a transaction that was read shows nothing of the market. */
function hasSilent(bodies: Bodies, accounts: MarketAccounts): boolean {
  const read = [...bodies.keys()].map((signature) => ({ signature }));
  return showingIn(read, bodies, accounts).length < read.length;
}

function oldestOf({ page }: MarketList): number {
  return (page.known ? page.value.at(-1)?.slot : undefined) ?? 0;
}

function isFilledWithFailed(page: readonly SignatureEntry[]): boolean {
  return page.filter(({ failed }) => failed).length * 100 >= page.length * FAILED_PERCENT;
}

/** The list with one more page. Where that cannot be read, the list stays as it is. */
async function extended(list: MarketList, { reader }: RoundContext): Promise<MarketList> {
  const { of, page, ended } = list;
  const last = page.known ? page.value.at(-1) : undefined;
  if (!page.known || !last || ended) return list;
  const older = await reader.signatures(of, { before: last.signature });
  if (!older.known) return list;
  return { of, page: known([...page.value, ...older.value]), ended: older.value.length < PAGE_SIGNATURES };
}

async function proveFailed(lists: readonly MarketList[], { reader }: RoundContext): Promise<Gap | null> {
  const failed = lists.flatMap(({ page }) => (page.known ? page.value.filter((entry) => entry.failed) : []));
  return openBodies(reader).prove(failed.slice(-FAILED_PROVEN_MAX));
}

function newestFirst(spans: readonly Span[]): readonly Span[] {
  const slotOf = ({ entries }: Span) => entries[0]?.slot ?? 0;
  return [...spans].sort((a, b) => slotOf(b) - slotOf(a));
}

/** The successful transactions of these lists, each once, with their times. */
function timed(pages: readonly ListPage[]): readonly MarketEntry[] {
  const entries = new Map<string, MarketEntry>();
  for (const entry of pages.flatMap((page): readonly SignatureEntry[] => (page.known ? page.value : []))) {
    const { blockTime, failed } = entry;
    if (!failed && blockTime !== null) entries.set(entry.signature, { ...entry, blockTime });
  }
  return [...entries.values()];
}

/** A span, and what was read for it. */
interface ReadSpan {
  readonly span: Span;
  readonly read: readonly ListedTransaction[];
}

/**
 * A few transactions at several times of a crowded list, newest first. Between those times nothing is read, so each has to show a
 * deep market. `isFar`: the list is entered at blocks, which more endpoints allow and which takes longer, in place of pages in
 * ascending order.
 */
async function readSpread(
  of: Address,
  accounts: MarketAccounts,
  work: RoundContext,
  isFar: boolean,
): Promise<{ readonly parts: readonly ReadSpan[]; readonly lost: Gap | null }> {
  const read = await Promise.all(EPOCHS_BACK.map((epochs) => readSpan(of, epochs, accounts, work, isFar)));
  const end = read.findIndex((one) => !one.known || one.value === null);
  const last = read[end];
  const parts = read.slice(0, end < 0 ? undefined : end).flatMap((one) => ifKnown(one) ?? []);
  return { parts, lost: last && !last.known ? last.gap : null };
}

async function readSpan(
  of: Address,
  epochs: number,
  accounts: MarketAccounts,
  { reader, first }: RoundContext,
  isFar: boolean,
): Promise<Reading<ReadSpan | null>> {
  const at = { slot: first.markets.moment.asOf.slot, epochs };
  const most = isFar ? READ_MAX.apart : READ_MAX.page;
  // Where a balance alone proves nothing, a large swap has to be among them.
  const each = isFar && accounts.ranged ? most : READ_AT_EACH;
  for (const limit of [each, most]) {
    const page = await pageAt(of, at, limit, reader, isFar);
    if (!page.known) return page;
    if (page.value.length === 0) return known(null);
    const read = page.value.filter(({ failed, blockTime }) => !failed && blockTime !== null);
    const bodies = new Map(read.map((entry) => [entry.signature, entry.body()]));
    const entries = showingIn(timed([known(read)]), bodies, accounts)
      .slice(0, each)
      .sort((a, b) => b.slot - a.slot);
    const isLast = limit === most || page.value.length < limit;
    if (entries.length > 0 || isLast) return known({ span: { entries, mayBeSilent: false }, read });
  }
  return known(null);
}

/**
 * The entries after a slot in a list, oldest first, empty where no endpoint offers that; `isFar`: the entries before it, newest first, and
 * a gap where no endpoint gives a block of that time.
 */
async function pageAt(
  of: Address,
  at: EpochsBefore,
  limit: number,
  reader: HistoryReader,
  isFar: boolean,
): Promise<Reading<readonly ListedTransaction[]>> {
  if (!isFar) {
    const after = await readAfter(of, at, reader, limit);
    return known(after?.known ? after.value.entries : []);
  }
  const page = await readBefore(of, at, reader, limit);
  if (!page.known) return page;
  const bodies = await openBodies(reader).load(page.value);
  return known(
    page.value.flatMap((entry, n) => {
      const body = bodies[n];
      return body ? [{ ...entry, body: () => body }] : [];
    }),
  );
}
