import type { BodiesCursor, BodiesPage, HistoryReader, ListedTransaction } from '#chain/model.ts';
import type { Address, Signature } from '#lib/address.ts';
import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import {
  cutAt,
  type Entry,
  isLikelyToFit,
  type Listing,
  objection,
  PAGE_SIGNATURES,
  pageLength,
  readListing,
  timed,
} from './listing.ts';

/** The first page, which is asked for before anybody knows how long the history is. Every endpoint takes as many. */
export const FIRST_BODIES = 100;
/** A page with fewer entries counts as cut short by the endpoint. More of these than so many are not followed. */
const SHORT_PAGE = 50;
const SHORT_PAGES_MAX = 20;
/** Where so few bodies are too much for one answer, the list is read without bodies. */
const LIMIT_MIN = 25;

/** A transaction of a list with its moment and its body. */
export type EntryWithBody = Entry & Pick<ListedTransaction, 'body'>;

/** Which list is read: from its first page, already there, back to `windowFrom` (Unix seconds). */
export interface BodiesQuestion {
  readonly of: Address;
  readonly reader: BodiesReader;
  readonly first: BodiesPage;
  readonly until: Pick<Entry, 'signature' | 'slot'> | null;
  readonly windowFrom: number;
  readonly signaturesMax: number;
  /** Entries inside the window that are known already and count too. */
  readonly already: number;
  /** Uses the bodies of a page, which is dropped then. */
  readonly take: (entries: readonly EntryWithBody[]) => Promise<void>;
}

/** A reader that may be asked for pages of bodies. */
export type BodiesReader = HistoryReader & Required<Pick<HistoryReader, 'bodies'>>;

/** Whether there may be an endpoint that offers them. */
export function offersBodies(reader: HistoryReader): reader is BodiesReader {
  return reader.bodies !== undefined;
}

/** A list as far as it was read. */
interface Progress {
  readonly inside: Entry[];
  readonly seen: Set<Signature>;
  shortPages: number;
  /** Whether the window was found to hold no more than is read. */
  isCounted: boolean;
}

/**
 * Reads a list like `readListing`, with bodies, page after page: no page is kept. A window that is expected to hold more than is
 * read is counted first, without bodies. The gap `limit_reached`: more entries inside it than are read, or bodies too large.
 */
export async function readBodiesListing(question: BodiesQuestion): Promise<Reading<Listing>> {
  const progress: Progress = { inside: [], seen: new Set(), shortPages: 0, isCounted: false };
  const follow = follower(question);
  for (let page = question.first; ; ) {
    const ended = (await readPage(question, page, progress)) ?? (await reasonToStop(question, page, progress));
    if (ended) return ended;
    if (!page.next) return readBehindEnd(question, progress.inside);
    const next = await follow(page.next, progress.inside.length);
    if (!next.known) return renamed('history', next.gap);
    page = next.value;
  }
}

/** The list where its last page ended it: that nothing is older is believed of lists, for which a second endpoint is asked. */
async function readBehindEnd(
  { of, reader, until }: BodiesQuestion,
  inside: readonly Entry[],
): Promise<Reading<Listing>> {
  const before = inside.at(-1)?.signature;
  if (!before) return missing('history', 'rpc_disagrees', 'no page of bodies holds anything');
  const page = { before, limit: 1, ...(until ? { until: until.signature } : {}) };
  const behind = await reader.signatures(of, page);
  if (!behind.known) return renamed('history', behind.gap);
  if (behind.value.length === 0) return known({ inside, older: null });
  return missing('history', 'rpc_disagrees', 'the pages of bodies end before the list does');
}

/** Why a list is not read on behind a page; null where it may be, or where nothing follows. */
async function reasonToStop(
  question: BodiesQuestion,
  { entries, next }: BodiesPage,
  progress: Progress,
): Promise<Reading<never> | null> {
  if (!next) return null;
  if (entries.length < SHORT_PAGE) progress.shortPages += 1;
  if (progress.shortPages > SHORT_PAGES_MAX)
    return missing('history', 'rpc_unavailable', 'pages of bodies were cut short');
  if (progress.isCounted || isLikelyToFit(question, progress.inside, false)) return null;
  const rest = await countRest(question, progress.inside);
  progress.isCounted = true;
  return rest.known ? null : rest;
}

/** Uses what a page holds of the window and the first entry before it. Null where the list goes on. */
async function readPage(
  question: BodiesQuestion,
  { entries }: BodiesPage,
  { inside, seen }: Progress,
): Promise<Reading<Listing> | null> {
  // A time that is guessed from its neighbours could move a transaction into the window or out of it.
  if (entries.some(({ blockTime }) => blockTime === null))
    return missing('history', 'rpc_disagrees', 'a page of bodies lacks times');
  const times = timed(entries, inside.at(-1)?.time ?? null);
  const { recent, older } = cutAt(times, question.windowFrom);
  inside.push(...recent);
  const wrong = objection(question, inside.length, times, seen);
  if (wrong) return wrong;
  const used = older ? [...recent, older] : recent;
  await question.take(used.flatMap((entry, at) => (entries[at] ? [{ ...entry, body: entries[at].body }] : [])));
  return older ? known({ inside, older }) : null;
}

/** Asks for the page behind a place, for less where an answer is too large, and for no more than that from then on. */
function follower({ of, reader, until, signaturesMax, already }: BodiesQuestion) {
  let most = PAGE_SIGNATURES;
  return async (from: BodiesCursor, read: number): Promise<Reading<BodiesPage>> => {
    for (;;) {
      const limit = Math.min(most, pageLength(signaturesMax, already + read));
      const page = await reader.bodies(of, { order: 'newest', limit, from, ...(until ? { until } : {}) });
      if (page.known || page.gap.cause !== 'limit_reached' || limit < 2 * LIMIT_MIN) return page;
      most = Math.floor(limit / 2);
    }
  };
}

/** Counts what follows inside the window, by lists without bodies. The gap `limit_reached`: more than is read. */
function countRest(question: BodiesQuestion, inside: readonly Entry[]): Promise<Reading<Listing>> {
  const { of, reader, until, signaturesMax, already } = question;
  const read = already + inside.length;
  const firstLimit = pageLength(signaturesMax, read);
  const last = inside.at(-1)?.signature;
  const page = { limit: firstLimit, ...(last ? { before: last } : {}), ...(until ? { until: until.signature } : {}) };
  return readListing({
    ...{ of, reader, firstLimit, signaturesMax, windowFrom: question.windowFrom, already: read },
    ...{ first: reader.signatures(of, page), until: until?.signature ?? null, ahead: () => undefined },
  });
}
