import type {
  AccountState,
  At,
  BodiesPage,
  HistoryReader,
  SignatureEntry,
  TokenHolding,
  Transaction,
} from '#chain/chain-reader.ts';
import { type GateSchedule, msBetween, scheduleOf } from '#chain/gates/gate-schedule.ts';
import type { Effect } from '#checks/wallet/effect.ts';
import type { Break, HistoryFacts } from '#checks/wallet/evidence.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { EffectStore, KeptEffect, KeptHistory, NewlyKnown } from '../effects/effect-store.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';
import { type BodiesReader, EffectQueue, FIRST_BODIES, offersBodies, readBodiesListing } from './bodies.ts';
import { breakOf, type Jump } from './continuity.ts';
import {
  CLOCK_SECONDS_MAX,
  pageLength,
  readWindowListing,
  type TimedEntry,
  timed,
  type WindowListing,
} from './listing.ts';
import { type View, WalletPast } from './past.ts';
import { Repair } from './repair.ts';

/** Nothing is remembered. */
const blank: Memory = { effects: new Map(), kept: [], seam: null };

/** How much of a wallet's past is read. Signatures beyond the first bound are a gap; beyond the second, accounts stay unproven. */
export interface HistoryBounds {
  readonly windowSeconds: number;
  /** Of the wallet's own list, inside the window. */
  readonly signaturesMax: number;
  /** The same where an endpoint gives lists with their bodies, which takes few requests for many. */
  readonly signaturesWithBodiesMax: number;
  /** Of the lists of its token accounts, all together. */
  readonly tokenSignaturesMax: number;
}

/** The wallet's account as it was first read, the block time of that slot (Unix seconds), and the schedule up to it. */
export interface Present {
  readonly account: At<AccountState | null>;
  readonly now: number;
  readonly schedule: GateSchedule;
}

/** Whose past is read, and with what. */
export interface HistoryQuestion {
  readonly subject: Address;
  readonly reader: HistoryReader;
  /**
   * May still be pending: the newest page and the token accounts are asked for at the same time. A gap ends the reading with
   * that gap; the caller also uses one where the subject is no wallet.
   */
  readonly present: Promise<Reading<Present>>;
  /** What a transaction did to the subject. The gaps `history_missing` and `unreadable` make it unusable. */
  readonly effectOf: (transaction: Transaction, schedule: GateSchedule) => Reading<Effect>;
  readonly bounds: HistoryBounds;
  readonly store: EffectStore | null;
}

/** A wallet's past inside the window, as far as it was read. */
export interface WalletHistory {
  readonly facts: HistoryFacts;
  /** Inside the window and not newer than `slot`, oldest first, in the order of execution, each signature once. */
  readonly effects: readonly Effect[];
  /** The token accounts of the wallet as they were last read. */
  readonly holdings: readonly TokenHolding[];
  /** The slot that everything is pinned to: the lower one of the account's and the token accounts' last reading. */
  readonly slot: number;
  /** What the caller writes to the store once, whatever the verdict; null without a store and where nothing is new. */
  readonly newlyKnown: NewlyKnown | null;
}

/**
 * Reads everything that happened to a wallet inside the window and proves from balances that it is everything. Never rejects.
 * The gap is named `history`. Its cause is `limit_reached` where the window holds more signatures than are read, which is found
 * before any body is asked for; else it is the cause of the call that failed. What the store remembers saves calls. Where it
 * does not fit the chain, everything is read without it.
 */
export async function readHistory(question: HistoryQuestion): Promise<Reading<WalletHistory>> {
  const kept = question.store && (await question.store.read(question.subject).catch(() => null));
  const memory = kept ? memoryOf(kept) : blank;
  const history = await readWith(question, memory);
  if (memory.kept.length === 0 || (history.known && fits(history.value.facts))) return history;
  if (!history.known && !isContradicted(history.gap)) return history;
  return readWith(question, blank);
}

/** True for gaps that stored data may have caused: where a list no longer ends at the stored place, entries count twice. */
function isContradicted({ cause }: Gap): boolean {
  return cause === 'rpc_disagrees' || cause === 'limit_reached';
}

function fits({ breaks, mismatches }: HistoryFacts): boolean {
  return breaks.length === 0 && mismatches.length === 0;
}

/** `failed`: the gap of an earlier attempt to read lists with bodies. Where there is one, lists are read without bodies. */
async function readWith(
  question: HistoryQuestion,
  memory: Memory,
  failed: Gap | null = null,
): Promise<Reading<WalletHistory>> {
  const { subject, reader, bounds } = question;
  const opened = open(question, memory.seam, failed);
  const holdingsRead = reader.tokenHoldings(subject);
  const present = await question.present;
  if (!present.known) return renamed('history', present.gap);
  const { account, now, schedule } = present.value;
  const windowFrom = now - bounds.windowSeconds;
  if (memory.seam && memory.seam.provenFrom > windowFrom) return readWith(question, { ...memory, seam: null }, failed);
  const holdings = await holdingsRead;
  if (!holdings.known) return renamed('history', holdings.gap);
  const queue = new EffectQueue(reader, (transaction) => question.effectOf(transaction, schedule), memory.effects);
  const past = new WalletPast(queue, windowFrom, { account, holdings: holdings.value });
  const opening = await opened;
  const listed = await readList(question, past, memory, { opening, now });
  if (listed && opening.page) return readWith(question, memory, listed);
  if (listed && !opening.page) return renamed('history', whyNotAll(listed, opening.failed));
  past.note(past.unlisted, rememberedEffects(memory, false, windowFrom));
  if (past.older) queue.add([past.older]);
  const { view, gap } = await new Repair(subject, reader, past, bounds.tokenSignaturesMax).run();
  const wrong = gap ?? past.contradiction();
  if (wrong) return renamed('history', wrong);
  return known(historyOf(question, past, memory, { view, now }));
}

/** The newest page of the wallet's list: with bodies, or without them and with the gap of the attempt that asked for bodies. */
type Opening =
  | { readonly page: BodiesPage; readonly reader: BodiesReader }
  | { readonly page: null; readonly list: Reading<readonly SignatureEntry[]>; readonly failed: Gap | null };

async function open(
  { subject, reader, bounds }: HistoryQuestion,
  seam: Memory['seam'],
  failed: Gap | null,
): Promise<Opening> {
  let why = failed;
  if (!failed && offersBodies(reader)) {
    const limit = Math.min(FIRST_BODIES, pageLength(bounds.signaturesWithBodiesMax, 0));
    const page = await reader.bodies(subject, { order: 'newest', limit, ...(seam ? { until: seam } : {}) });
    // An empty page with bodies proves nothing. An empty list is confirmed by a second endpoint.
    if (page.known && page.value.entries.length > 0) return { page: page.value, reader };
    if (!page.known) why = page.gap;
  }
  const limit = pageLength(bounds.signaturesMax, 0);
  const list = await reader.signatures(subject, seam ? { until: seam.signature, limit } : { limit });
  return { page: null, list, failed: why };
}

/**
 * The gap to report. Lists with bodies may be longer than lists without. So where the former failed, their failure is the
 * reason and not the limit of the latter, and asking again may help. `not_found`: no endpoint offers lists with bodies.
 */
function whyNotAll(gap: Gap, failed: Gap | null): Gap {
  const isReason = failed && failed.cause !== 'not_found' && gap.cause === 'limit_reached';
  return isReason ? failed : gap;
}

/** An endpoint that lags further behind is not believed about the present. */
const LAG_MS_MAX = 60_000;
/** No slot takes longer than before the first gate. */
const SLOWEST = scheduleOf(new Map());

/** Notes the wallet's own list inside the window and the last transaction before it. Null unless that failed. */
async function readList(
  question: HistoryQuestion,
  past: WalletPast,
  memory: Memory,
  { opening, now }: { readonly opening: Opening; readonly now: number },
): Promise<Gap | null> {
  const { subject, reader } = question;
  const { windowFrom, listed } = past;
  const until = memory.seam?.signature ?? null;
  const old = until ? rememberedEffects(memory, true, windowFrom) : [];
  const beyond = until && reader.signatures(subject, { before: old[0]?.signature ?? until, limit: 1 });
  const listing = await readOpened(question, past, opening, { seam: memory.seam, already: old.length });
  if (!listing.known) return listing.gap;
  const [newest] = listing.value.inside;
  if (newest && (await isAhead(newest, past, now, reader)))
    return missing('history', 'rpc_disagrees', 'the list is ahead of the present').gap;
  past.note(listed, old);
  past.notePage(listed, listing.value.inside);
  past.older = listing.value.older;
  if (!beyond || past.older) return null;
  const seam = memory.kept.find(({ effect }) => effect.signature === until)?.effect;
  if (seam && old.length === 0) {
    // All newer transactions are inside the window, and the seam is older than it.
    past.older = { signature: seam.signature as Signature, slot: seam.slot, time: seam.time ?? 0 };
    return null;
  }
  return readBeyond(past, await beyond);
}

/** Reads the list from its opening on. */
function readOpened(
  { subject: of, reader, bounds }: HistoryQuestion,
  { windowFrom, queue }: WalletPast,
  opening: Opening,
  { seam, already }: { readonly seam: Memory['seam']; readonly already: number },
): Promise<Reading<WindowListing>> {
  if (opening.page) {
    return readBodiesListing({
      ...{ of, reader: opening.reader, first: opening.page, until: seam, windowFrom, already },
      ...{ signaturesMax: bounds.signaturesWithBodiesMax, take: (entries) => queue.take(entries) },
    });
  }
  const { signaturesMax } = bounds;
  return readWindowListing({
    ...{ of, reader, first: Promise.resolve(opening.list), firstLimit: pageLength(signaturesMax, 0) },
    ...{ until: seam?.signature ?? null, windowFrom, signaturesMax, already },
    ahead: (entries) => queue.add(entries),
  });
}

/** True where the list is more than a minute ahead of the account: then one of the two is not of the present. */
async function isAhead(
  { slot, time }: TimedEntry,
  { closing: { account } }: WalletPast,
  now: number,
  reader: HistoryReader,
): Promise<boolean> {
  if (time > now + CLOCK_SECONDS_MAX) return true;
  if (msBetween(SLOWEST, account.slot, slot) <= LAG_MS_MAX) return false;
  // Where the schedule cannot be read, the list counts as ahead.
  const schedule = await reader.schedule(slot);
  return !schedule.known || msBetween(schedule.value, account.slot, slot) > LAG_MS_MAX;
}

/** Notes the entry before all that is remembered. A gap where it is inside the window, since then it should be remembered. */
function readBeyond(past: WalletPast, page: Reading<readonly SignatureEntry[]>): Gap | null {
  if (!page.known) return page.gap;
  past.older = timed(page.value, null)[0] ?? null;
  if (!past.older || past.older.time < past.windowFrom) return null;
  return missing('history', 'rpc_disagrees', 'what is remembered is not all').gap;
}

function historyOf(
  { bounds, store }: HistoryQuestion,
  past: WalletPast,
  memory: Memory,
  { view, now }: { readonly view: View; readonly now: number },
): WalletHistory {
  const facts = factsOf(past, view, { windowFrom: now - bounds.windowSeconds, windowTo: now });
  const sound = fits(facts) && facts.unusable.length === 0;
  return {
    facts,
    effects: past.pinned(view.steps).steps.map(({ effect }) => effect),
    holdings: past.closing.holdings.value,
    slot: past.slot,
    newlyKnown: store && newlyKnown(past, memory, sound),
  };
}

/**
 * The facts of a past up to the pinned slot. A figure describes the past and not how it was read: `pages` is the length of the
 * wallet's list in pages, not the number of calls.
 */
function factsOf(past: WalletPast, view: View, window: Pick<HistoryFacts, 'windowFrom' | 'windowTo'>): HistoryFacts {
  const { steps, walked } = past.pinned(view.steps);
  const unusable = [...past.queue.unusable].sort(([a], [b]) => (a < b ? -1 : 1));
  const lost = (where: ReadonlyMap<string, number>) => unusable.filter(([signature]) => where.has(signature)).length;
  const repaired = steps.filter(({ listed }) => !listed).length;
  const signatures = steps.length - repaired + lost(past.listed);
  const newest = steps.at(-1)?.effect;
  return {
    ...window,
    bornInside: past.older === null && bornFromNothing(view),
    signatures,
    tokenSignatures: repaired + lost(past.unlisted),
    pages: Math.floor(signatures / PAGE_SIGNATURES) + 1,
    transactions: steps.length,
    unusable: unusable.map(([signature, cause]) => ({ signature, cause })),
    nativeLinks: walked.nativeLinks,
    tokenLinks: walked.tokenLinks,
    repaired,
    breaks: sorted(walked.jumps, past.unproven),
    mismatches: sorted(view.closing, past.unproven),
    unprovenAccounts: past.unproven.size,
    oldestTime: steps[0]?.effect.time ?? null,
    newestTime: newest?.time ?? null,
    newestSignature: newest?.signature ?? null,
  };
}

function bornFromNothing({ steps }: View): boolean {
  const first = steps.find(({ effect }) => effect.native !== null)?.effect.native;
  return first?.before === 0n;
}

/** The breaks sorted by account, so that the same breaks give the same answer. */
function sorted(jumps: readonly Jump[], unproven: ReadonlySet<string>): readonly Break[] {
  return [...jumps]
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map((jump) => breakOf(jump, unproven.has(jump.key)));
}

/** What earlier checks left, by signature. `seam` is usable only for windows that begin at `provenFrom` or later. */
interface Memory {
  readonly effects: ReadonlyMap<Signature, Effect>;
  readonly kept: readonly KeptEffect[];
  readonly seam: KeptHistory['seam'];
}

/** Effects in order of their slots. A seam whose own transaction is gone is none, and so is an effect without a time. */
function memoryOf({ effects, seam }: KeptHistory): Memory {
  const kept = effects.filter(({ effect }) => effect.time !== null).sort((a, b) => a.effect.slot - b.effect.slot);
  const bySignature = new Map(kept.map(({ effect }) => [effect.signature as Signature, effect]));
  return { effects: bySignature, kept, seam: seam && bySignature.has(seam.signature) ? seam : null };
}

/** Remembered transactions inside the window: those of the wallet's own list, or the others; oldest first. */
function rememberedEffects({ kept }: Memory, listed: boolean, windowFrom: number) {
  return kept
    .filter((one) => one.listed === listed && (one.effect.time ?? 0) >= windowFrom)
    .map(({ effect }) => ({
      signature: effect.signature as Signature,
      slot: effect.slot,
      time: effect.time ?? windowFrom,
    }));
}

/** What a check learned beyond what was remembered; null where that is nothing. `sound`: nothing is broken or unusable. */
function newlyKnown(past: WalletPast, memory: Memory, sound: boolean): NewlyKnown | null {
  const { queue, slot } = past;
  const keptAs = new Map(memory.kept.map(({ effect, listed }) => [effect.signature, listed]));
  const settled = [...queue.effects].filter(([, effect]) => effect.slot <= slot);
  const effects = settled
    .filter(([signature, effect]) => isOfUse(past, signature, effect))
    .map(([signature, effect]) => ({ effect, listed: isListed(past, signature) }))
    // One that only a token account's list named is written again when the wallet's own list does.
    .filter(({ effect, listed }) => !keptAs.has(effect.signature) || (listed && !keptAs.get(effect.signature)));
  const seam = sound ? seamOf(past, settled) : null;
  if (effects.length === 0 && (!seam || seam.signature === memory.seam?.signature)) return null;
  return { effects, seam, forgetBefore: Math.min(past.windowFrom, ...startsOf(past)) };
}

function isListed({ listed, older }: WalletPast, signature: Signature): boolean {
  return listed.has(signature) || signature === older?.signature;
}

/** Whatever lies before the window was read because its beginning rests on it. */
function isOfUse(past: WalletPast, signature: Signature, { time }: Effect): boolean {
  return isListed(past, signature) || past.unlisted.has(signature) || (time ?? 0) < past.windowFrom;
}

/** The newest transaction of the wallet's own list. */
function seamOf(past: WalletPast, settled: readonly (readonly [Signature, Effect])[]): KeptHistory['seam'] {
  const rank = (signature: Signature) => past.listed.get(signature) ?? 0;
  const [newest] = settled
    .filter(([signature]) => isListed(past, signature))
    .sort(([a, one], [b, other]) => other.slot - one.slot || rank(b) - rank(a));
  return newest ? { signature: newest[0], slot: newest[1].slot, provenFrom: past.windowFrom } : null;
}

/** Times of the transactions that the window's beginning rests on, remembered ones too. */
function startsOf({ older, olderOfAccounts }: WalletPast): readonly number[] {
  return [older, ...olderOfAccounts.values()].flatMap((entry) => (entry ? [entry.time] : []));
}
