import { known, missing, type Reading, renamed } from '#lib/reading.ts';
import { span, tracing } from '#lib/tracing.ts';
import type { Address, Signature } from '#solana/address.ts';
import { isSameTransaction } from '#solana/decode/same-transaction.ts';
import { TOKEN_PROGRAMS } from '#solana/token/programs.ts';
import type { Transaction } from '#solana/transaction.ts';
import type { BatchPlace, BatchWindow } from './batch-window.ts';
import { BodySample } from './body-sample.ts';
import type {
  AccountFilter,
  At,
  BlockSignature,
  BodiesPage,
  BodiesPart,
  ChainReader,
  CheckBounds,
  Confirmation,
  DataSlice,
  Freshness,
  SignatureEntry,
  SignaturePage,
  TokenHolding,
} from './chain-reader.ts';
import type { CheckCost } from './chain-stats.ts';
import { CheckBudget } from './check-budget.ts';
import type { Trust } from './endpoint-trust.ts';
import { blockFrom } from './loaders/blocks.ts';
import { type BodiesOf, withBodies } from './loaders/body-pages.ts';
import type { Loaders, LoadKey } from './loaders/loaders.ts';
import type { Pending } from './loaders/shared-call.ts';
import { endsOf } from './loaders/signatures.ts';
import { holdingsTogether } from './loaders/token-holdings.ts';
import type { Wait } from './rpc/call-wait.ts';
import type { Endpoint } from './rpc/endpoint.ts';
import type { PriceOf } from './rpc/prices.ts';
import type { AnsweredCall } from './rpc/rpc-caller.ts';
import { now } from './rpc/rpc-limits.ts';

/** One HTTP answer may take a third of a check's time, so that another endpoint can be tried. */
const TIMEOUT_PARTS = 3;

const NODE_TIMER_MS_MAX = 2 ** 31 - 1;

/** Slots of blocks, and of the first and last entries of pages, in this operation. They bound the pages that follow. */
export type Cursors = Map<Signature, number>;

type Commitment = 'finalized' | 'confirmed';

/** The loaders of the readers of one session that trust the same endpoints. */
export interface Sources {
  readonly trust: Trust;
  readonly batchWindow: BatchWindow;
  readonly priceOf: PriceOf;
  /** Loaders without any reading of endpoints that were caught so far. */
  now(): { readonly loaders: Loaders; readonly cursors: Cursors };
  /** The same without one more endpoint; null where no other is left. */
  without(endpoint: Endpoint): Sources | null;
}

interface Waiting {
  readonly reading: string;
  readonly resolve: (reading: Reading<never>) => void;
}

/** The reader of one check: its budget and deadline, around loads that it shares with the other checks of its operation. */
export class BoundedReader implements ChainReader {
  readonly #sources: Sources;
  readonly #loaders: Loaders;
  readonly #cursors: Cursors;
  /** How many endpoints were caught before this reader began. */
  readonly #distrusted: number;
  readonly #sample: BodySample;
  readonly #budget: CheckBudget;
  readonly #place: BatchPlace;
  readonly #abort = new AbortController();
  readonly #wait: Wait;
  /** After this time pages of bodies are not asked for, so that there is time for plain lists. */
  readonly #bodiesUntil: number;
  readonly #waiting = new Set<Waiting>();
  /** The lowest slots of the readings so far. No later reading may be older. */
  readonly #slots: Record<Commitment, number | null>;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** Readers that continue the check or read a part of it. They end with this one, which counts their spending. */
  readonly #successors: BoundedReader[] = [];

  /** `whole`: the reader of the check that this one reads a part for. */
  constructor(sources: Sources, bounds: CheckBounds, whole: BoundedReader | null = null) {
    this.#sources = sources;
    const { loaders, cursors } = sources.now();
    this.#loaders = loaders;
    this.#cursors = cursors;
    this.#distrusted = sources.trust.distrusted.size;
    this.#budget = new CheckBudget(bounds, sources.priceOf);
    const timeMs = Math.min(NODE_TIMER_MS_MAX, bounds.timeMsMax);
    this.#bodiesUntil = whole ? whole.#bodiesUntil : now() + timeMs / 2;
    this.#sample = whole ? whole.#sample : new BodySample();
    this.#slots = whole ? whole.#slots : { finalized: null, confirmed: null };
    const { signal } = this.#abort;
    this.#wait = {
      signal,
      deadline: now() + timeMs,
      answerTimeoutMs: timeMs / TIMEOUT_PARTS,
      rank: 'check',
      sent: this.#budget.sent,
    };
    this.#place = whole ? whole.#place : sources.batchWindow.join(this.#wait.deadline);
  }

  account(address: Address, freshness: Freshness = 'shared') {
    const { finalized } = this.#slots;
    return this.#pinning('finalized', this.#read('account', this.#loaders.account, address, freshness, finalized));
  }

  snapshot(addresses: readonly Address[]) {
    const snapshot = this.#read('snapshot', this.#loaders.snapshot, addresses, 'shared', this.#slots.confirmed);
    return this.#pinning('confirmed', snapshot);
  }

  largestAccounts(mint: Address) {
    return this.#read('largest_accounts', this.#loaders.largest, mint);
  }

  programAccounts(program: Address, filters: readonly AccountFilter[], slice: DataSlice) {
    const query = { program, filters, slice };
    return this.#read('program_accounts', this.#loaders.programAccounts, query, 'shared', this.#slots.confirmed);
  }

  priorityFees(writable: readonly Address[]) {
    return this.#read('priority_fees', this.#loaders.priorityFees, writable);
  }

  run(transaction: string) {
    return this.#read('run', this.#loaders.run, transaction, 'shared', this.#slots.confirmed);
  }

  async signatures(
    address: Address,
    page: SignaturePage = {},
    freshness: Freshness = 'shared',
  ): Promise<Reading<readonly SignatureEntry[]>> {
    const beforeSlot = page.before === undefined ? null : (this.#cursors.get(page.before) ?? null);
    const of = { address, page, beforeSlot };
    // Entries before a signature do not change later, so no slot is needed.
    const reached = page.before === undefined ? this.#slots.finalized : null;
    const reading = await this.#read('signatures', this.#loaders.signatures, of, freshness, reached);
    if (reading.known) for (const entry of endsOf(reading.value)) this.#cursors.set(entry.signature, entry.slot);
    return reading;
  }

  transaction(signature: Signature) {
    return this.#sampled((again) => this.#loaders.transaction(signature, again ? 'again' : 'shared', null));
  }

  passing(signature: Signature) {
    return this.#sampled(() => this.#loaders.passing(signature));
  }

  #sampled(load: (again: boolean) => Promise<Pending<Transaction>>): Promise<Reading<Transaction>> {
    return this.#ask('transaction', load, (answer) => this.#sample.offer(answer));
  }

  async confirmSample(): Promise<Confirmation> {
    const { several, opinion, arbitrated } = this.#loaders;
    if (!several()) return 'confirmed';
    const asked = this.#sample.chosen.map(async ({ body, from }): Promise<Confirmation> => {
      const { signature } = body;
      const other = await this.#ask('opinion', () =>
        opinion({ signature, from, answerTimeoutMs: this.#wait.answerTimeoutMs }),
      );
      if (!other.known) return 'unheard';
      if (isSameTransaction(body, other.value)) return 'confirmed';
      const truth = await this.#ask('opinion', () => arbitrated(signature));
      return truth.known ? 'unheard' : 'disputed';
    });
    const found = await Promise.all(asked);
    if (found.includes('disputed')) return 'disputed';
    return found.includes('unheard') || this.#isSpoilt ? 'unheard' : 'confirmed';
  }

  renewed(): ChainReader | null {
    return this.#isSpoilt && !this.#closed ? this.#succeed(this.#sources) : null;
  }

  *elsewhere(of: Address): Iterable<ChainReader> {
    const { main } = this.#sample;
    for (const endpoint of new Set(this.#sources.trust.giversOf(of).concat(main ?? []))) {
      const sources = this.#closed ? null : this.#sources.without(endpoint);
      if (sources) yield this.#succeed(sources, this);
    }
  }

  part(share: number, picoUsdMax?: bigint, timeShare = share): BoundedReader {
    const timeMsMax = Math.max(0, this.#wait.deadline - now()) * timeShare;
    const part = new BoundedReader(this.#sources, this.#budget.shareOf(share, timeMsMax, picoUsdMax), this);
    if (this.#closed) part.close();
    this.#own(part);
    return part;
  }

  #own(successor: BoundedReader): void {
    this.#successors.push(successor);
    this.#budget.add(successor.#budget);
  }

  /** True when an endpoint was caught since this reader began, so that its readings may come from that one. */
  get #isSpoilt(): boolean {
    return this.#sources.trust.distrusted.size !== this.#distrusted;
  }

  /** A reader in the time that is left, which continues the check, or reads a part of it for `whole`. */
  #succeed(sources: Sources, whole: BoundedReader | null = null): BoundedReader {
    const timeMsMax = Math.max(0, this.#wait.deadline - now());
    const successor = new BoundedReader(sources, this.#budget.onward(timeMsMax), whole);
    this.#own(successor);
    if (!whole) this.#place.leave();
    return successor;
  }

  async bodies(address: Address, part: BodiesPart): Promise<Reading<BodiesPage>> {
    const { bodies, lacksBodies } = this.#loaders;
    if (now() > this.#bodiesUntil) return missing('bodies', 'deadline', 'half of the time went into pages of bodies');
    const reading = lacksBodies() ? null : await this.#readBodies({ address, part }, bodies);
    if (reading?.known) return reading;
    // The call may have found out that no endpoint offers them.
    return reading && !lacksBodies() ? reading : missing('bodies', 'not_found', 'no endpoint offers pages of bodies');
  }

  /** A page whose bodies go to the sample as they are read. */
  async #readBodies(of: BodiesOf, load: Loaders['bodies']): Promise<Reading<BodiesPage>> {
    let from: Endpoint | undefined;
    const page = await this.#ask(
      'bodies',
      () => load(of),
      (answer) => {
        from = answer.from;
      },
    );
    if (!page.known || !from) return page;
    const offer = (reading: Reading<Transaction>) => this.#sample.offer({ reading, bytes: 0, ...(from && { from }) });
    return known(withBodies(page.value, offer));
  }

  async oldestAhead(address: Address, entries: readonly SignatureEntry[]): Promise<void> {
    const { lacksBodies, listed, several } = this.#loaders;
    const [oldest] = entries;
    if (!oldest || lacksBodies()) return;
    if (several()) void this.transaction(oldest.signature);
    const page = await this.bodies(address, { order: 'oldest', limit: entries.length });
    if (page.known) listed(page.value.entries);
  }

  async tokenHoldings(owner: Address, freshness: Freshness = 'shared'): Promise<Reading<At<readonly TokenHolding[]>>> {
    const { finalized } = this.#slots;
    const load = this.#loaders.holdings;
    const both = TOKEN_PROGRAMS.map((program) =>
      this.#pinning('finalized', this.#read('token_holdings', load, { owner, program }, freshness, finalized)),
    );
    return holdingsTogether(await Promise.all(both));
  }

  blockTime(slot: number) {
    return this.#read('block_time', this.#loaders.blockTime, slot);
  }

  async blockSignature(slot: number): Promise<Reading<BlockSignature>> {
    const block = await blockFrom(slot, (at) => this.#read('block_signature', this.#loaders.blockSignature, at));
    if (block.known) this.#cursors.set(block.value.signature, block.value.slot);
    return block;
  }

  async schedule(slot: number) {
    if (this.#isOver) return missing('gates', 'deadline', 'asked after the time was up');
    return await this.#answerOf('gates', this.#loaders.gates(slot));
  }

  spent(): { readonly calls: number; readonly bytes: number } {
    return this.#budget.spent();
  }

  cost(): CheckCost {
    return this.#budget.cost();
  }

  leave(): void {
    this.#place.leave();
    for (const successor of this.#successors) successor.leave();
  }

  /** Ends every reading that waits, and every later one, with the gap `deadline`. */
  close(detail = 'the operation was closed'): void {
    this.#closed = true;
    this.#place.leave();
    for (const successor of this.#successors) successor.close(detail);
    this.#expire(detail);
  }

  get closed(): boolean {
    return this.#closed;
  }

  get #isOver(): boolean {
    return this.#closed || now() >= this.#wait.deadline;
  }

  /** `reached`: the slot that an endpoint must have reached to be asked. */
  #read<K, T>(
    reading: string,
    load: LoadKey<K, T>,
    key: K,
    freshness: Freshness = 'shared',
    reached: number | null = null,
  ): Promise<Reading<T>> {
    return this.#ask(reading, (again) => load(key, again ? 'again' : freshness, reached));
  }

  /** Notes the slot of an answer for the questions after it. */
  async #pinning<T>(commitment: Commitment, asked: Promise<Reading<At<T>>>): Promise<Reading<At<T>>> {
    const reading = await asked;
    if (reading.known)
      this.#slots[commitment] = Math.min(this.#slots[commitment] ?? Number.POSITIVE_INFINITY, reading.value.slot);
    return reading;
  }

  /** Asks together with the other readers of the session, within the bounds of the check. */
  async #ask<T>(
    reading: string,
    load: (again: boolean) => Promise<Pending<T>>,
    onAnswer?: (answer: AnsweredCall<T>) => void,
  ): Promise<Reading<T>> {
    if (this.#isOver) return missing(reading, 'deadline', 'asked after the time was up');
    const beyond = this.#budget.ask(reading);
    if (beyond) return beyond;
    this.#place.asks();
    try {
      const pending = await this.#load(load);
      if (this.#isOver) return missing(reading, 'deadline', 'the time was up before it could be asked');
      const answer = () => this.#answerOf(reading, pending, onAnswer);
      return await (tracing.on ? readInSpan(reading, answer) : answer());
    } finally {
      this.#place.answered();
    }
  }

  /** The pending answer of `load`, which is called with `again` where the call was aborted before its answer came. */
  async #load<T>(load: (again: boolean) => Promise<Pending<T>>): Promise<Pending<T>> {
    let pending = await load(false);
    while (pending.abandoned) {
      this.#place.answered();
      this.#place.asks();
      pending = await load(true);
    }
    return pending;
  }

  /** The pending answer, or the gap that comes first. */
  #answerOf<T>(
    reading: string,
    pending: Pending<T>,
    onAnswer?: (answer: AnsweredCall<T>) => void,
  ): Promise<Reading<T>> {
    return new Promise((resolve) => {
      const waiting: Waiting = { reading, resolve };
      this.#waiting.add(waiting);
      pending.wait(this.#wait, (answer) => {
        this.#waiting.delete(waiting);
        const beyond = this.#budget.answered(reading, answer.bytes);
        if (this.#waiting.size === 0) this.#disarm();
        onAnswer?.(answer);
        if (!answer.reading.known) return resolve(renamed(reading, answer.reading.gap));
        resolve(beyond ?? answer.reading);
      });
      this.#timer ??= setTimeout(() => this.#expire('the time of the check was up'), this.#wait.deadline - now());
    });
  }

  #expire(detail: string): void {
    this.#disarm();
    this.#abort.abort();
    for (const { reading, resolve } of this.#waiting) resolve(missing(reading, 'deadline', detail));
    this.#waiting.clear();
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Records a reading as a span. A span without a request below was kept, or under way for another reader. */
function readInSpan<T>(reading: string, read: () => Promise<Reading<T>>): Promise<Reading<T>> {
  return span(`read ${reading}`, { 'assay.reading': reading }, async (note) => {
    const found = await read();
    if (!found.known) note({ 'assay.gap': found.gap.cause });
    return found;
  });
}
