import type { AccountState, At, HistoryReader, TokenHolding } from '#chain/chain-reader.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { breakOf, type Jump } from '#derive/wallet/continuity.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Break, HistoryFacts } from '#rules/wallet/evidence.ts';
import type { Address } from '#solana/address.ts';
import type { GateSchedule } from '#solana/gates/gate-schedule.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { EffectStore, NewlyKnown } from '../effects/effect-store.ts';
import { accountFacts, blockTime, isPlainAccount } from '../sources/account-facts.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';
import { EffectQueue } from './bodies.ts';
import { type CountBounds, longEnough, openList, readOwnList } from './own-list.ts';
import { type View, WalletPast } from './past.ts';
import { blank, type Memory, memoryOf, newlyKnown, rememberedEffects } from './remembered.ts';
import { Repair } from './repair.ts';

/** The part of a check's calls, bytes and money, and of its time, that the wallet's own list may take. The rest is for later questions. */
const LIST_SHARE = 0.6;
const LIST_TIME_SHARE = 0.8;

/**
 * How much of a wallet's past is read. The window begins later where more transactions of the wallet's own list count than the
 * first bounds allow. Beyond the last one, token accounts stay unproven.
 */
export interface HistoryBounds extends CountBounds {
  readonly windowSeconds: number;
  /** Of the lists of its token accounts, all together. */
  readonly tokenSignaturesMax: number;
  /** What the calls of the list may cost, in picodollars, where the endpoints' prices are known. Absent for the bound of the check. */
  readonly picoUsdMax?: bigint;
}

/** The wallet's account as it was first read, the block time of that slot (Unix seconds), and the schedule up to it. */
export interface Present {
  readonly account: At<AccountState | null>;
  readonly now: number;
  readonly schedule: GateSchedule;
}

/**
 * Completes an account that was read with the block time of its slot, else the newest one of the history, and with the schedule. A gap for
 * what is no wallet.
 */
export async function readPresent(
  subject: Address,
  account: At<AccountState | null>,
  reader: HistoryReader,
): Promise<Reading<Present>> {
  if (!isPlainAccount(accountFacts(account.value))) return missing('present', 'not_found', 'it is no wallet');
  const [time, schedule] = await Promise.all([blockTime(known(account), reader), reader.schedule(account.slot)]);
  if (!schedule.known) return schedule;
  const present = { account, schedule: schedule.value };
  if (time !== null) return known({ ...present, now: time });
  const page = await reader.signatures(subject);
  if (!page.known) return page;
  const found = page.value.find((entry) => entry.blockTime !== null)?.blockTime ?? null;
  if (found === null && page.value.length > 0) return missing('present', 'rpc_unavailable', 'no block has a time');
  return known({ ...present, now: found ?? 0 });
}

/** The wallet whose past is read, and the tools. */
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
  /** The addition that the caller writes to the store once, whatever the verdict; null without a store and where nothing is new. */
  readonly newlyKnown: NewlyKnown | null;
}

/**
 * Reads every transaction of a wallet inside the window and proves from balances that none is missing. Never rejects. Where the window
 * holds more than may be read, it begins later; where it would be too short, that is the gap. The gap is named `history`. Its cause is
 * `limit_reached`, `deadline`, or that of the failed call. Stored effects save calls. Where they do not fit the chain, everything is read
 * without them.
 */
export async function readHistory(question: HistoryQuestion): Promise<Reading<WalletHistory>> {
  const kept = question.store && (await question.store.read(question.subject).catch(() => null));
  const memory = kept ? memoryOf(kept) : blank;
  const history = await readWith(question, memory);
  if (memory.kept.length === 0 || (history.known && fits(history.value.facts))) return history;
  if (!history.known && !isContradicted(history.gap)) return history;
  return readWith(question, blank);
}

/** True for gaps that stored data may have caused. */
function isContradicted({ cause }: Gap): boolean {
  return cause === 'rpc_disagrees' || cause === 'history_missing';
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
  // The rest of the time is for token accounts, and for the questions after the history.
  const part = reader.part?.(LIST_SHARE, bounds.picoUsdMax, LIST_TIME_SHARE) ?? reader;
  const opened = openList({ subject, reader: part, bounds, watermark: memory.watermark, failed });
  const holdingsRead = reader.tokenHoldings(subject);
  const present = await question.present;
  if (!present.known) return renamed('history', present.gap);
  const { account, now, schedule } = present.value;
  const holdings = await holdingsRead;
  if (!holdings.known) return renamed('history', holdings.gap);
  const queue = new EffectQueue(part, (transaction) => question.effectOf(transaction, schedule), memory.effects);
  const opening = await opened;
  const asked = { askedFrom: now - bounds.windowSeconds, now, account };
  const list = await readOwnList({ subject, reader: part, queue, memory, opening, ...bounds, ...asked });
  if (!list.known && opening.page) return readWith(question, memory, list.gap);
  const own = longEnough(list, opening, { now, ...bounds });
  if (!own.known) return renamed('history', own.gap);
  const closing = { account, holdings: holdings.value };
  const past = new WalletPast(queue.continued(reader, own.value.beyond), own.value, closing);
  past.notePage(past.listed, own.value.inside);
  past.note(past.unlisted, rememberedEffects(memory, false, past.windowFrom));
  if (past.older) past.queue.add([past.older]);
  const { view, gap: unread } = await new Repair(subject, reader, past, bounds.tokenSignaturesMax).run();
  const wrong = unread ?? past.contradiction() ?? past.cut(view);
  if (wrong) return renamed('history', wrong);
  return known(historyOf(question, past, memory, { view, now }));
}

function historyOf(
  { bounds, store }: HistoryQuestion,
  past: WalletPast,
  memory: Memory,
  { view, now }: { readonly view: View; readonly now: number },
): WalletHistory {
  const askedFrom = now - bounds.windowSeconds;
  const facts = factsOf(past, view, { askedFrom, windowTo: now });
  const sound = fits(facts) && facts.unusable.length === 0;
  return {
    facts,
    effects: past.pinned(view.steps).steps.map(({ effect }) => effect),
    holdings: past.closing.holdings.value,
    slot: past.slot,
    newlyKnown: store && newlyKnown(past, memory, { sound, askedFrom }),
  };
}

/**
 * The facts of a past up to the pinned slot. A figure describes the past and not how it was read: `pages` is the length of the
 * wallet's list in pages, not the number of calls.
 */
function factsOf(past: WalletPast, view: View, window: Pick<HistoryFacts, 'askedFrom' | 'windowTo'>): HistoryFacts {
  const { steps, walked } = past.pinned(view.steps);
  const unusable = [...past.queue.unusable].sort(([a], [b]) => (a < b ? -1 : 1));
  const lost = (where: ReadonlyMap<string, number>) => unusable.filter(([signature]) => where.has(signature)).length;
  const repaired = steps.filter(({ listed }) => !listed).length;
  const signatures = steps.length - repaired + lost(past.listed);
  const newest = steps.at(-1)?.effect;
  return {
    ...window,
    windowFrom: past.windowFrom,
    shortenedBy: past.shortenedBy,
    bornInside: past.older === null && bornFromNothing(view),
    signatures,
    tokenSignatures: repaired + lost(past.unlisted),
    dust: steps.filter(({ effect, listed }) => listed && !past.queue.isCounted(effect)).length,
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
