import { setImmediate } from 'node:timers/promises';
import type { BodiesCursor, BodiesPage, HistoryReader, ListedTransaction } from '#chain/chain-reader.ts';
import type { Effect } from '#derive/effects/effect-type.ts';
import { isDust } from '#derive/wallet/dust.ts';
import { type Gap, known, missing, type Reading, renamed } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { Transaction } from '#solana/transaction.ts';
import { PAGE_SIGNATURES } from '../sources/listing.ts';
import { CLOCK_SECONDS_MAX, cutAt, type ListedPart, objection, pageLength, type TimedEntry, timed } from './listing.ts';

/** Length of the first page, which is asked for before the length of the history is known. Every endpoint accepts it. */
export const FIRST_BODIES = 100;

/** A page with fewer entries counts as cut short by the endpoint. */
const SHORT_PAGE = 50;

const SHORT_PAGES_MAX = 20;

/** Where an answer cannot even carry this many bodies, the list is read without them. */
const LIMIT_MIN = 25;

/**
 * How many bodies are pending at a time: four requests of a hundred, and two more that start when one is answered. It also
 * bounds the memory that a long history takes.
 */
const UNDER_WAY_MAX = 600;

/** How many bodies of a page become effects before the event loop turns: a few milliseconds of work. */
const BODIES_AT_ONCE = 25;

/** Why a transaction cannot be used. */
export type Unusable = 'history_missing' | 'unreadable';

/**
 * Reads effects of transactions. Each body becomes an effect when it arrives and is dropped then. An entry is loaded once, however
 * often it is added.
 */
export class EffectQueue {
  /** Effects by signature, with those that the constructor was given. */
  readonly effects: Map<Signature, Effect>;
  readonly unusable = new Map<Signature, Unusable>();
  readonly #reader: Pick<HistoryReader, 'passing'>;
  readonly #effectOf: (transaction: Transaction) => Reading<Effect>;
  readonly #asked = new Set<Signature>();
  /** Mints whose balances changed in transactions that the wallet signed. */
  readonly #ownMints = new Set<string>();
  #waiting: TimedEntry[] = [];
  #next = 0;
  #underWay = 0;
  #gap: Gap | null = null;
  #idle: (() => void)[] = [];

  constructor(
    reader: Pick<HistoryReader, 'passing'>,
    effectOf: (transaction: Transaction) => Reading<Effect>,
    effects: ReadonlyMap<Signature, Effect>,
  ) {
    this.#reader = reader;
    this.#effectOf = effectOf;
    this.effects = new Map(effects);
    for (const effect of effects.values()) this.#noteMints(effect);
  }

  /** Starts to read the entries whose effects are not known yet. */
  add(entries: readonly TimedEntry[]): void {
    for (const entry of entries) {
      if (this.#asked.has(entry.signature) || this.effects.has(entry.signature)) continue;
      this.#asked.add(entry.signature);
      this.#waiting.push(entry);
    }
    this.#pump();
  }

  /** Uses bodies that came with their list. A body that cannot be used is loaded again by `add`. */
  async take(entries: readonly EntryWithBody[]): Promise<void> {
    for (const [place, entry] of entries.entries()) {
      if (place % BODIES_AT_ONCE === BODIES_AT_ONCE - 1) await setImmediate();
      if (this.effects.has(entry.signature)) continue;
      const body = entry.body();
      const effect = body.known ? this.#effectOf(body.value) : body;
      if (effect.known) this.#keep(effect.value, entry);
    }
  }

  /** True once the effect of the transaction is known, or known to be unavailable. */
  hasRead(signature: Signature): boolean {
    return this.effects.has(signature) || this.unusable.has(signature);
  }

  /** True for a transaction that counts towards the limit: all but dust. Without a body, the effect is unknown. */
  readonly isCounted = (effect: Effect | undefined): boolean => effect === undefined || !isDust(effect, this.#ownMints);

  /** A queue with another reader and the same knowledge. Unusable transactions of `beyond` do not matter. */
  continued(reader: Pick<HistoryReader, 'passing'>, beyond: readonly TimedEntry[]): EffectQueue {
    const next = new EffectQueue(reader, this.#effectOf, this.effects);
    const isBeyond = new Set(beyond.map(({ signature }) => signature));
    for (const [signature, cause] of this.unusable) {
      if (isBeyond.has(signature)) continue;
      next.unusable.set(signature, cause);
      next.#asked.add(signature);
    }
    return next;
  }

  /** Takes over the results of another queue about entries. */
  adopt(other: EffectQueue, entries: readonly TimedEntry[]): void {
    for (const { signature } of entries) {
      const effect = other.effects.get(signature);
      const cause = other.unusable.get(signature);
      if (effect) {
        this.effects.set(signature, effect);
        this.#noteMints(effect);
      }
      if (cause) this.unusable.set(signature, cause);
      this.#asked.add(signature);
    }
  }

  #keep(effect: Effect, { signature, time }: TimedEntry): void {
    this.effects.set(signature, effect.time === null ? { ...effect, time } : effect);
    this.#noteMints(effect);
  }

  #noteMints({ signed, accounts }: Effect): void {
    if (signed) for (const { mint } of accounts) this.#ownMints.add(mint);
  }

  /** Waits until all added entries are read. Returns the gap of the first call that failed; no more calls follow it. */
  async settled(): Promise<Gap | null> {
    if (this.#underWay > 0) {
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
      });
    }
    return this.#gap;
  }

  #pump(): void {
    while (this.#underWay < UNDER_WAY_MAX && !this.#gap) {
      const entry = this.#waiting[this.#next];
      if (!entry) break;
      this.#next += 1;
      this.#underWay += 1;
      void this.#read(entry).then(() => {
        this.#underWay -= 1;
        this.#pump();
      });
    }
    if (this.#underWay > 0) return;
    this.#waiting = [];
    this.#next = 0;
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }

  async #read(entry: TimedEntry): Promise<void> {
    const { signature, time } = entry;
    const body = await this.#reader.passing(signature);
    const effect = body.known ? this.#effectOf(body.value) : body;
    if (effect.known && !isSameMoment(effect.value, entry)) {
      const detail = `${signature} is listed in slot ${entry.slot} at ${time} and ran in another, or at another time`;
      this.#gap ??= missing('history', 'rpc_disagrees', detail).gap;
      return;
    }
    if (effect.known) {
      this.#keep(effect.value, entry);
      return;
    }
    const { cause } = effect.gap;
    if (cause === 'history_missing' || cause === 'unreadable') this.unusable.set(signature, cause);
    else this.#gap ??= missing('history', cause, effect.gap.detail).gap;
  }
}

function isSameMoment({ slot, time }: Effect, entry: TimedEntry): boolean {
  return slot === entry.slot && (time === null || Math.abs(time - entry.time) <= CLOCK_SECONDS_MAX);
}

/** A transaction of a list with its moment and its body. */
type EntryWithBody = TimedEntry & Pick<ListedTransaction, 'body'>;

/** Which list is read: from its first page, already there, back to `windowFrom` (Unix seconds). */
interface BodiesQuestion {
  readonly of: Address;
  readonly reader: BodiesReader;
  readonly first: BodiesPage;
  readonly until: Pick<TimedEntry, 'signature' | 'slot'> | null;
  readonly windowFrom: number;
  /** How many more transactions may be listed; less than 0 where too many were. */
  readonly room: (listed: readonly TimedEntry[]) => number;
  /** Uses the bodies of a page. The page is dropped afterwards. */
  readonly take: (entries: readonly EntryWithBody[]) => Promise<void>;
}

/** A reader that may be asked for pages of bodies. */
export type BodiesReader = HistoryReader & Required<Pick<HistoryReader, 'bodies'>>;

/** True where an endpoint may offer pages of bodies. */
export function offersBodies(reader: HistoryReader): reader is BodiesReader {
  return reader.bodies !== undefined;
}

/** A list as far as it was read. */
interface Progress {
  readonly inside: TimedEntry[];
  readonly seen: Set<Signature>;
  shortPages: number;
}

/** Reads a list with bodies, page after page, otherwise like `readWindowListing`. No page is kept. */
export async function readBodiesListing(question: BodiesQuestion): Promise<Reading<ListedPart>> {
  const progress: Progress = { inside: [], seen: new Set(), shortPages: 0 };
  const { inside } = progress;
  const follow = follower(question);
  for (let page = question.first; ; ) {
    const ended = (await readPage(question, page, progress)) ?? reasonToStop(page, progress);
    if (ended) return ended;
    if (!page.next) return readBehindEnd(question, inside);
    const room = question.room(inside);
    if (room < 0) return known({ inside, older: undefined, ended: 'transactions' });
    const next = await follow(page.next, room);
    if (!next.known) return endedEarly(next.gap, inside);
    page = next.value;
  }
}

/** The list where the time was up before the next page came; else the gap of that page. */
function endedEarly(gap: Gap, inside: readonly TimedEntry[]): Reading<ListedPart> {
  if (gap.cause !== 'deadline') return renamed('history', gap);
  return known({ inside, older: undefined, ended: 'time' });
}

/** Confirms the end of the pages by the list without bodies, for which a second endpoint is asked. */
async function readBehindEnd(
  { of, reader, until }: BodiesQuestion,
  inside: readonly TimedEntry[],
): Promise<Reading<ListedPart>> {
  const before = inside.at(-1)?.signature;
  if (!before) return missing('history', 'rpc_disagrees', 'no page of bodies holds anything');
  const page = { before, limit: 1, ...(until ? { until: until.signature } : {}) };
  const behind = await reader.signatures(of, page);
  if (!behind.known) return renamed('history', behind.gap);
  if (behind.value.length === 0) return known({ inside, older: null, ended: null });
  return missing('history', 'rpc_disagrees', 'the pages of bodies end before the list does');
}

/** The gap that ends the reading behind a page that the endpoint cut short; null where it may go on, or where nothing follows. */
function reasonToStop({ entries, next }: BodiesPage, progress: Progress): Reading<never> | null {
  if (!next) return null;
  if (entries.length < SHORT_PAGE) progress.shortPages += 1;
  if (progress.shortPages <= SHORT_PAGES_MAX) return null;
  return missing('history', 'rpc_unavailable', 'pages of bodies were cut short');
}

/** Uses the entries of a page inside the window and the first one before it. Null where the list goes on. */
async function readPage(
  question: BodiesQuestion,
  { entries }: BodiesPage,
  { inside, seen }: Progress,
): Promise<Reading<ListedPart> | null> {
  // A guessed time could put a transaction on the wrong side of the window.
  if (entries.some(({ blockTime }) => blockTime === null))
    return missing('history', 'rpc_disagrees', 'a page of bodies lacks times');
  const times = timed(entries, inside.at(-1)?.time ?? null);
  const { recent, older } = cutAt(times, question.windowFrom);
  const wrong = objection(times, seen);
  if (wrong) return wrong;
  for (const entry of recent) inside.push(entry);
  const used = older ? [...recent, older] : recent;
  await question.take(used.flatMap((entry, at) => (entries[at] ? [{ ...entry, body: entries[at].body }] : [])));
  return older ? known({ inside, older, ended: null }) : null;
}

/** Loads the page behind a cursor. Where an answer is too large, it halves the limit, for later pages too. */
function follower({ of, reader, until }: BodiesQuestion) {
  let most = PAGE_SIGNATURES;
  return async (from: BodiesCursor, room: number): Promise<Reading<BodiesPage>> => {
    for (;;) {
      const limit = Math.min(most, pageLength(room));
      const page = await reader.bodies(of, { order: 'newest', limit, from, ...(until ? { until } : {}) });
      if (page.known || page.gap.cause !== 'limit_reached' || limit < 2 * LIMIT_MIN) return page;
      most = Math.floor(limit / 2);
    }
  };
}
