import type { AccountState, At, BodiesPage, HistoryReader, SignatureEntry } from '#chain/chain-reader.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { WINDOW_SECONDS_MIN, type WindowLimit } from '#rules/wallet/evidence.ts';
import type { Address, Signature } from '#solana/address.ts';
import { msBetween, scheduleOf } from '#solana/gates/gate-schedule.ts';
import { type BodiesReader, type EffectQueue, FIRST_BODIES, offersBodies, readBodiesListing } from './bodies.ts';
import type { ListedPart, OwnList, TimedEntry } from './listing.ts';
import { CLOCK_SECONDS_MAX, endedBy, firstPageLength, readWindowListing, timed } from './listing.ts';
import { type Memory, rememberedEffects } from './remembered.ts';

/** How many transactions of the wallet's own list count. */
export interface CountBounds {
  readonly signaturesMax: number;
  /** The same where an endpoint gives lists with their bodies, which takes few requests for many. */
  readonly signaturesWithBodiesMax: number;
  /** A window that would be shorter is no answer. Three days where it is absent. */
  readonly windowSecondsMin?: number;
}

/** The newest page of the wallet's list: with bodies, or without them and with the gap of the attempt that asked for bodies. */
type Opening =
  | { readonly page: BodiesPage; readonly reader: BodiesReader }
  | { readonly page: null; readonly list: Reading<readonly SignatureEntry[]>; readonly failed: Gap | null };

/** Asks for the newest page. `failed`: why pages of bodies are not asked for. */
export async function openList({
  subject,
  reader,
  bounds,
  watermark,
  failed,
}: {
  readonly subject: Address;
  readonly reader: HistoryReader;
  readonly bounds: CountBounds;
  readonly watermark: Memory['watermark'];
  readonly failed: Gap | null;
}): Promise<Opening> {
  let why = failed;
  if (!failed && offersBodies(reader)) {
    const limit = Math.min(FIRST_BODIES, firstPageLength(bounds.signaturesWithBodiesMax));
    const page = await reader.bodies(subject, { order: 'newest', limit, ...(watermark ? { until: watermark } : {}) });
    // An empty page with bodies proves nothing. An empty list is confirmed by a second endpoint.
    if (page.known && page.value.entries.length > 0) return { page: page.value, reader };
    if (!page.known) why = page.gap;
  }
  const limit = firstPageLength(bounds.signaturesMax);
  const list = await reader.signatures(subject, watermark ? { until: watermark.signature, limit } : { limit });
  return { page: null, list, failed: why };
}

/** The list that is read, with the facts known of it already. Times are Unix seconds. */
interface OwnListQuestion extends CountBounds {
  readonly subject: Address;
  /** Reads within the part of the check's time, calls and bytes that is for the list. */
  readonly reader: HistoryReader;
  readonly queue: EffectQueue;
  readonly memory: Memory;
  readonly opening: Opening;
  /** Where the window that was asked for begins, and where it ends. */
  readonly askedFrom: number;
  readonly now: number;
  readonly account: At<AccountState | null>;
}

/**
 * Reads the wallet's own list with its transactions, newest first: the new entries, the remembered ones, and older ones. The window
 * begins as requested, or at the first fully read second, so that the order of transactions is known. Any other failed call is a gap.
 */
export async function readOwnList(question: OwnListQuestion): Promise<Reading<OwnList>> {
  const { subject, reader, memory, askedFrom } = question;
  const { watermark } = memory;
  const reachesAsked = watermark !== null && watermark.provenFrom <= askedFrom;
  const old = watermark ? rememberedList(memory, askedFrom).filter(isProven(watermark)) : [];
  const before = old.at(-1)?.signature ?? watermark?.signature;
  const behind = reachesAsked && before ? reader.signatures(subject, { before, limit: 1 }) : null;
  const fresh = await readNew(question);
  if (!fresh.known) return fresh;
  const [newest] = fresh.value.inside;
  if (newest && (await isAhead(newest, question)))
    return missing('history', 'rpc_disagrees', 'the list is ahead of the present');
  if (!watermark || fresh.value.older || fresh.value.ended) return await judgeable(question, fresh.value);
  const again = new Set(fresh.value.inside.map(({ signature }) => signature));
  const inside = [...fresh.value.inside, ...old.filter(({ signature }) => !again.has(signature))];
  if (!behind) return await readDeeper(question, inside);
  const older = olderThanRemembered(question, old, await behind);
  return older.known ? await judgeable(question, { inside, older: older.value, ended: null }) : older;
}

/** What is remembered without a hole: the watermark, which may be older than the window that it was proven for, and all behind it. */
function isProven({ signature: newest, provenFrom }: NonNullable<Memory['watermark']>) {
  return ({ signature, time }: TimedEntry): boolean => signature === newest || time >= provenFrom;
}

function rememberedList(memory: Memory, from: number): readonly TimedEntry[] {
  return rememberedEffects(memory, true, from).reverse();
}

/** How many transactions count. */
function countMax({ opening, signaturesMax, signaturesWithBodiesMax }: OwnListQuestion): number {
  return opening.page ? signaturesWithBodiesMax : signaturesMax;
}

/** Reads the list from its opening on: down to the remembered entries, where there are some. */
function readNew(question: OwnListQuestion): Promise<Reading<ListedPart>> {
  const { subject: of, opening, memory, queue, askedFrom: windowFrom } = question;
  const { watermark } = memory;
  const max = countMax(question);
  const room = (listed: readonly TimedEntry[]) => roomFor(listed.length, countIn(queue, listed), max);
  if (opening.page) {
    return readBodiesListing({
      of,
      reader: opening.reader,
      first: opening.page,
      until: watermark,
      windowFrom,
      room,
      take: (entries) => queue.take(entries),
    });
  }
  return readWindowListing({
    of,
    reader: question.reader,
    first: Promise.resolve(opening.list),
    firstLimit: firstPageLength(max),
    until: watermark?.signature ?? null,
    windowFrom,
    room,
    settled: () => queue.settled(),
    ahead: (entries) => queue.add(entries),
  });
}

/**
 * Reads on behind the remembered entries, which end inside the window. That needs no call where the second behind them is remembered as
 * the one without room.
 */
async function readDeeper(question: OwnListQuestion, inside: readonly TimedEntry[]): Promise<Reading<OwnList>> {
  const { subject: of, reader, memory, queue, askedFrom: windowFrom } = question;
  const max = countMax(question);
  const gap = await queue.settled();
  const isInside = new Set(inside.map(({ signature }) => signature));
  const second = (memory.watermark?.provenFrom ?? 0) - 1;
  const edge = rememberedList(memory, second).filter(({ time }) => time === second);
  const counted = countIn(queue, inside);
  if (gap || counted + countIn(queue, edge) > max) {
    return await judgeable(question, { inside: [...inside, ...edge], older: undefined, ended: 'transactions' });
  }
  const before = inside.at(-1)?.signature ?? memory.watermark?.signature;
  if (!before) return missing('history', 'rpc_disagrees', 'nothing is remembered');
  const firstLimit = firstPageLength(max - counted);
  // Of one slot, the list may have those that are remembered in another order, and name them again.
  const isNew = ({ signature }: TimedEntry) => !isInside.has(signature);
  const rest = await readWindowListing({
    of,
    reader,
    first: reader.signatures(of, { before, limit: firstLimit }),
    firstLimit,
    until: null,
    windowFrom,
    room: (listed) => roomFor(listed.length, countIn(queue, listed.filter(isNew)), max - counted),
    settled: () => queue.settled(),
    ahead: (entries) => queue.add(entries),
  });
  if (!rest.known) return rest;
  return await judgeable(question, { ...rest.value, inside: [...inside, ...rest.value.inside.filter(isNew)] });
}

/** How many more may be listed: as many as fill what is left at the share that counted so far. Less than 0: too many count. */
function roomFor(listed: number, counted: number, max: number): number {
  const left = max - counted;
  return left < 0 ? left : Math.floor((left * listed) / Math.max(1, counted));
}

function countIn({ effects, isCounted }: EffectQueue, entries: readonly TimedEntry[]): number {
  return entries.filter(({ signature }) => isCounted(effects.get(signature))).length;
}

/** The part of the list of which every transaction was read and that counts no more than the limit. */
async function judgeable(question: OwnListQuestion, part: ListedPart): Promise<Reading<OwnList>> {
  const { queue, askedFrom } = question;
  const { inside, older } = part;
  queue.add(older ? [...inside, older] : inside);
  const gap = await queue.settled();
  const limit = gap ? endedBy(gap) : part.ended;
  if (gap && !limit) return renamed('history', gap);
  const end = endOf(question, inside);
  if (end) return known(shortened(inside, end.second, end.isFull ? 'transactions' : (limit ?? 'time')));
  if (older !== undefined) return known({ inside, older, windowFrom: askedFrom, shortenedBy: null, beyond: [] });
  const last = inside.at(-1);
  if (last && limit) return known(shortened(inside, last.time, limit));
  return missing('history', limit === 'time' ? 'deadline' : 'limit_reached', 'nothing was read');
}

/** The newest second that was not fully read, or for which there is no room (`isFull`). Null where there is none. */
function endOf(question: OwnListQuestion, inside: readonly TimedEntry[]) {
  const { queue } = question;
  const max = countMax(question);
  let counted = 0;
  for (const { signature, time } of inside) {
    if (!queue.hasRead(signature)) return { second: time, isFull: false };
    if (queue.isCounted(queue.effects.get(signature))) counted += 1;
    if (counted > max) return { second: time, isFull: true };
  }
  return null;
}

/** The list behind a second, of which not everything was read or may count. */
function shortened(entries: readonly TimedEntry[], second: number, shortenedBy: WindowLimit): OwnList {
  const end = entries.findIndex(({ time }) => time <= second);
  const beyond = entries.slice(end);
  return { inside: entries.slice(0, end), older: beyond[0] ?? null, windowFrom: second + 1, shortenedBy, beyond };
}

/**
 * The list, unless its window is too short to say anything. Lists with bodies may be longer than lists without. So where the
 * former failed, their failure is the gap and not the limit of the latter, and asking again may help. `not_found`: no endpoint
 * offers lists with bodies.
 */
export function longEnough(
  list: Reading<OwnList>,
  opening: Opening,
  { now, windowSecondsMin = WINDOW_SECONDS_MIN }: { readonly now: number } & Pick<CountBounds, 'windowSecondsMin'>,
): Reading<OwnList> {
  const limit = list.known ? list.value.shortenedBy : null;
  const isShort = list.known && limit !== null && now - list.value.windowFrom < windowSecondsMin;
  const cause = list.known ? (limit === 'time' ? 'deadline' : 'limit_reached') : list.gap.cause;
  const failed = opening.page ? null : opening.failed;
  const isOfLists = list.known ? limit === 'transactions' : cause === 'limit_reached';
  if (failed && failed.cause !== 'not_found' && isOfLists) return renamed('history', failed);
  return isShort ? missing('history', cause, 'too few days could be read') : list;
}

/** An endpoint that lags further behind is not trusted about the present. */
const LAG_MS_MAX = 60_000;
/** No slot takes longer than before the first gate. */
const SLOWEST = scheduleOf(new Map());

/** True where the list is more than a minute ahead of the account: then one of the two is not of the present. */
async function isAhead({ slot, time }: TimedEntry, { account, now, reader }: OwnListQuestion): Promise<boolean> {
  if (time > now + CLOCK_SECONDS_MAX) return true;
  if (msBetween(SLOWEST, account.slot, slot) <= LAG_MS_MAX) return false;
  // Where the schedule cannot be read, the list counts as ahead.
  const schedule = await reader.schedule(slot);
  return !schedule.known || msBetween(schedule.value, account.slot, slot) > LAG_MS_MAX;
}

/** The entry before all that is remembered. A gap where it is inside the window, since then it should be remembered. */
function olderThanRemembered(
  { memory, askedFrom }: OwnListQuestion,
  old: readonly TimedEntry[],
  page: Reading<readonly SignatureEntry[]>,
): Reading<TimedEntry | null> {
  const watermark = memory.kept.find(({ effect }) => effect.signature === memory.watermark?.signature)?.effect;
  // All newer transactions are inside the window, and the watermark is older than it.
  if (watermark && old.length === 0)
    return known({ signature: watermark.signature as Signature, slot: watermark.slot, time: watermark.time ?? 0 });
  if (!page.known) return renamed('history', page.gap);
  const older = timed(page.value, null)[0] ?? null;
  if (!older || older.time < askedFrom) return known(older);
  return missing('history', 'rpc_disagrees', 'what is remembered is not all');
}
