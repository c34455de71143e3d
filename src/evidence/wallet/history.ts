import type { AccountState, At, HistoryReader, SignatureEntry, Transaction } from '#chain/model.ts';
import type { Effect } from '#checks/wallet/effect.ts';
import type { HistoryFacts } from '#checks/wallet/evidence.ts';
import type { Address, Signature } from '#lib/address.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import { EffectQueue } from './bodies.ts';
import { factsOf } from './history-facts.ts';
import { CLOCK_SECONDS_MAX, type Entry, type ListingQuestion, pageLength, readListing, timed } from './listing.ts';
import { blank, type Memory, memoryOf, newlyKnown, remembered } from './memory.ts';
import { Past, type View } from './past.ts';
import { Repair } from './repair.ts';
import type { EffectStore, NewlyKnown } from './store-model.ts';

/** How much of a wallet's past is read. Signatures beyond the first bound are a gap; beyond the second, accounts stay unproven. */
export interface HistoryBounds {
  readonly windowSeconds: number;
  /** Of the wallet's own list, inside the window. */
  readonly signaturesMax: number;
  /** Of the lists of its token accounts, all together. */
  readonly tokenSignaturesMax: number;
}

/** The wallet's account as it was first read, and the block time of that slot (Unix seconds). */
export interface Present {
  readonly account: At<AccountState | null>;
  readonly now: number;
}

/** Whose past is read, and with what. */
export interface HistoryQuestion {
  readonly subject: Address;
  readonly reader: HistoryReader;
  /**
   * May still be under way: the newest page and the token accounts are asked for beside it. A gap (also where the caller finds
   * that the subject is no wallet) ends the reading with that gap, and nothing more is asked.
   */
  readonly present: Promise<Reading<Present>>;
  /** What a transaction did to the subject. The gaps `history_missing` and `unreadable` make it unusable. */
  readonly effectOf: (transaction: Transaction) => Reading<Effect>;
  readonly bounds: HistoryBounds;
  readonly store: EffectStore | null;
}

/** A wallet's past inside the window, as far as it was read. */
export interface WalletHistory {
  readonly facts: HistoryFacts;
  /** Inside the window and not newer than `slot`, oldest first, in the order of execution, each signature once. */
  readonly effects: readonly Effect[];
  /** The slot that everything is pinned to: the lower one of the account's and the token accounts' last reading. */
  readonly slot: number;
  /** For the caller to write, once, whatever comes of the check; null without a store and where nothing is new. */
  readonly newlyKnown: NewlyKnown | null;
}

/**
 * Reads everything that happened to a wallet inside the window and proves from balances that it is everything. Never rejects.
 * The gap is named `history`: `limit_reached` where the window holds more signatures than are read, before any body is asked
 * for; else that of the call that failed. What the store remembers saves calls: whatever does not fit with it is read without.
 */
export async function readHistory(question: HistoryQuestion): Promise<Reading<WalletHistory>> {
  const kept = question.store && (await question.store.read(question.subject).catch(() => null));
  const memory = kept ? memoryOf(kept) : blank;
  const history = await readWith(question, memory);
  if (memory.kept.length === 0 || (history.known && fits(history.value.facts))) return history;
  if (!history.known && !isContradicted(history.gap)) return history;
  return readWith(question, blank);
}

/** What kept data may have caused: a list that no longer ends where it did counts what is remembered twice. */
function isContradicted({ cause }: Gap): boolean {
  return cause === 'rpc_disagrees' || cause === 'limit_reached';
}

function fits({ breaks, mismatches }: HistoryFacts): boolean {
  return breaks.length === 0 && mismatches.length === 0;
}

async function readWith(question: HistoryQuestion, memory: Memory): Promise<Reading<WalletHistory>> {
  const { subject, reader, bounds } = question;
  const firstLimit = pageLength(bounds.signaturesMax, 0);
  const until = memory.seam?.signature ?? null;
  const first = reader.signatures(subject, until ? { until, limit: firstLimit } : { limit: firstLimit });
  const held = reader.tokenHoldings(subject);
  const present = await question.present;
  if (!present.known) return renamed('history', present.gap);
  const { account, now } = present.value;
  const windowFrom = now - bounds.windowSeconds;
  if (memory.seam && memory.seam.provenFrom > windowFrom) return readWith(question, { ...memory, seam: null });
  const holdings = await held;
  if (!holdings.known) return renamed('history', holdings.gap);
  const queue = new EffectQueue(reader, question.effectOf, memory.effects);
  const past = new Past(queue, windowFrom, { account, holdings: holdings.value });
  const listed = await readList(question, past, memory, { first, firstLimit, until, now });
  if (listed) return renamed('history', listed);
  past.note(past.unlisted, remembered(memory, false, windowFrom));
  if (past.older) queue.add([past.older]);
  const { view, gap } = await new Repair(subject, reader, past, bounds.tokenSignaturesMax).run();
  const failed = gap ?? past.contradiction();
  if (failed) return renamed('history', failed);
  return known(historyOf(question, past, memory, { view, now }));
}

type FirstPage = Pick<ListingQuestion, 'first' | 'firstLimit' | 'until'> & { readonly now: number };

/** 150 slots are one minute: further behind, an endpoint is not believed about the present. */
const LAG_SLOTS_MAX = 150;

/** Notes the wallet's own list inside the window and the last transaction before it. Null unless that failed. */
async function readList(
  { subject, reader, bounds }: HistoryQuestion,
  past: Past,
  memory: Memory,
  page: FirstPage,
): Promise<Gap | null> {
  const { windowFrom, queue, listed } = past;
  const old = page.until ? remembered(memory, true, windowFrom) : [];
  const beyond = page.until && reader.signatures(subject, { before: old[0]?.signature ?? page.until, limit: 1 });
  const { signaturesMax } = bounds;
  const ahead: ListingQuestion['ahead'] = (entries) => queue.add(entries);
  const already = old.length;
  const listing = await readListing({ ...page, of: subject, reader, windowFrom, signaturesMax, already, ahead });
  if (!listing.known) return listing.gap;
  const [newest] = listing.value.inside;
  if (newest && isAhead(newest, past, page.now))
    return missing('history', 'rpc_disagrees', 'the list is ahead of the present').gap;
  past.note(listed, old);
  past.notePage(listed, listing.value.inside);
  past.older = listing.value.older;
  if (!beyond || past.older) return null;
  const seam = memory.kept.find(({ effect }) => effect.signature === page.until)?.effect;
  if (seam && old.length === 0) {
    // Everything newer is inside the window, and the seam is not.
    past.older = { signature: seam.signature as Signature, slot: seam.slot, time: seam.time ?? 0 };
    return null;
  }
  return readBeyond(past, await beyond);
}

/** A minute and more between a list and the account that it is of: one of the two is not of the present. */
function isAhead({ slot, time }: Entry, { closing }: Past, now: number): boolean {
  return slot > closing.account.slot + LAG_SLOTS_MAX || time > now + CLOCK_SECONDS_MAX;
}

/** What lies before all that is remembered must lie before the window, or else it should be remembered. */
function readBeyond(past: Past, page: Reading<readonly SignatureEntry[]>): Gap | null {
  if (!page.known) return page.gap;
  past.older = timed(page.value, null)[0] ?? null;
  if (!past.older || past.older.time < past.windowFrom) return null;
  return missing('history', 'rpc_disagrees', 'what is remembered is not all').gap;
}

function historyOf(
  { bounds, store }: HistoryQuestion,
  past: Past,
  memory: Memory,
  { view, now }: { readonly view: View; readonly now: number },
): WalletHistory {
  const facts = factsOf(past, view, { windowFrom: now - bounds.windowSeconds, windowTo: now });
  const sound = fits(facts) && facts.unusable.length === 0;
  return {
    facts,
    effects: past.pinned(view.steps).steps.map(({ effect }) => effect),
    slot: past.slot,
    newlyKnown: store && newlyKnown(past, memory, sound),
  };
}
