import type { HistoryReader, SignaturePage } from '#chain/chain-reader.ts';
import { NATIVE } from '#derive/wallet/balance-state.ts';
import type { Jump } from '#derive/wallet/continuity.ts';
import { type Gap, known, type Reading, renamed } from '#lib/reading.ts';
import type { Address, Signature } from '#solana/address.ts';
import type { EffectQueue } from './bodies.ts';
import { type AccountLists, Allowance, readAccountList, type TimedEntry, timed } from './listing.ts';
import type { View, WalletPast } from './past.ts';

const ROUNDS_MAX = 3;
const REREADS_MAX = 2;

/** The part of the remaining time, calls and bytes that may go into dust in token accounts. */
const DUST_SHARE = 0.5;

/** What reads lists of token accounts and their bodies. */
interface Source {
  readonly reader: HistoryReader;
  readonly queue: EffectQueue;
}

/**
 * Asks again, in rounds, about every balance that does not follow. It reads the lists of token accounts, the wallet's list around
 * a jump of its lamports, and the present, which may have changed while the past was read.
 */
export class Repair {
  readonly #subject: Address;
  readonly #reader: HistoryReader;
  readonly #past: WalletPast;
  readonly #lists: AccountLists;
  #dust: Source | null = null;
  readonly #asked = new Set<string>();
  #rounds = 0;
  #rereads = 0;

  constructor(subject: Address, reader: HistoryReader, past: WalletPast, tokenSignaturesMax: number) {
    this.#subject = subject;
    this.#reader = reader;
    this.#past = past;
    const allowance = new Allowance(tokenSignaturesMax);
    this.#lists = {
      allowance,
      // A cached reading may be older than the balance that does not fit.
      page: (of: Address, page: SignaturePage) => this.#source(allowance).reader.signatures(of, page, 'anew'),
      counted: (entries) => this.#counted(entries, this.#source(allowance)),
    };
  }

  /** Reads on until everything fits or nothing more can be asked. The gap of a call that failed ends it. */
  async run(): Promise<{ readonly view: View; readonly gap: Gap | null }> {
    for (;;) {
      const gap = await this.#past.queue.settled();
      const view = this.#past.view();
      if (gap || this.#rounds >= ROUNDS_MAX) return { view, gap };
      this.#rounds += 1;
      const asking = this.#ask(view);
      if (asking.length === 0) return { view, gap: null };
      const failed = (await Promise.all(asking)).find((one) => one !== null);
      if (failed) return { view, gap: failed };
    }
  }

  #ask({ walked, closing }: View): readonly Promise<Gap | null>[] {
    // The allowance may not suffice for all: breaks inside the window come first, untouched holdings last.
    const links = walked.jumps.filter(({ unproven }) => !unproven);
    const openings = walked.jumps.filter(({ unproven }) => unproven);
    const touched = closing.filter(({ unproven }) => !unproven);
    const others = closing.filter(({ unproven }) => unproven);
    const asking: Promise<Gap | null>[] = [];
    for (const jump of [...links, ...openings, ...touched, ...others]) {
      const id = `${jump.key} ${jump.after} ${jump.before ?? this.#past.slot}`;
      if (this.#asked.has(id)) continue;
      this.#asked.add(id);
      if (jump.key !== NATIVE) asking.push(this.#readAccount(jump));
      else if (jump.before) asking.push(this.#readOwnList(jump.after, jump.before));
    }
    const hasMoved = closing.some(({ key, unproven }) => key === NATIVE || !unproven);
    if (hasMoved && this.#rereads < REREADS_MAX) {
      this.#rereads += 1;
      asking.push(this.#readPresent());
    }
    return asking;
  }

  async #readAccount({ key, after, before, unproven }: Jump): Promise<Gap | null> {
    const past = this.#past;
    const account = key as Address;
    const part = await readAccountList(this.#lists, { account, after, before }, past.windowFrom);
    if (!part.known) return part.gap;
    if (!part.value) {
      past.unproven.add(key);
      return null;
    }
    const { inside, older } = part.value;
    past.notePage(past.unlisted, inside);
    if (!unproven || older === undefined) return null;
    if (before === null && inside.length === 0) {
      if (older) past.untouched.add(key);
      return null;
    }
    past.olderOfAccounts.set(key, older);
    if (older) past.queue.add([older]);
    return null;
  }

  /** Beyond the bound a part of the check reads on, so that dust without consequences does not end the whole. */
  #source({ isPassed }: Allowance): Source {
    if (!isPassed) return { reader: this.#reader, queue: this.#past.queue };
    if (!this.#dust) {
      const reader = this.#reader.part?.(DUST_SHARE) ?? this.#reader;
      this.#dust = { reader, queue: this.#past.queue.continued(reader, []) };
    }
    return this.#dust;
  }

  async #counted(entries: readonly TimedEntry[], { queue }: Source): Promise<Reading<number>> {
    queue.add(entries);
    const gap = await queue.settled();
    if (gap) return renamed('history', gap);
    if (queue !== this.#past.queue) this.#past.queue.adopt(queue, entries);
    return known(entries.filter(({ signature }) => queue.isCounted(queue.effects.get(signature))).length);
  }

  async #readOwnList(after: Signature | null, before: Signature): Promise<Gap | null> {
    const past = this.#past;
    const page = await this.#reader.signatures(
      this.#subject,
      after === null ? { before } : { before, until: after },
      'anew',
    );
    if (!page.known) return page.gap;
    const entries = timed(page.value, null);
    past.notePage(
      past.listed,
      entries.filter(({ time }) => time >= past.windowFrom),
    );
    const older = entries.find(({ time }) => time < past.windowFrom);
    if (older) {
      past.older = older;
      past.queue.add([older]);
    }
    return null;
  }

  async #readPresent(): Promise<Gap | null> {
    const past = this.#past;
    const newest = past.newestListed();
    const [account, holdings, page] = await Promise.all([
      this.#reader.account(this.#subject, 'anew'),
      this.#reader.tokenHoldings(this.#subject, 'anew'),
      this.#reader.signatures(this.#subject, newest ? { until: newest } : {}, 'anew'),
    ]);
    if (!account.known) return account.gap;
    if (!holdings.known) return holdings.gap;
    if (!page.known) return page.gap;
    past.closing = { account: account.value, holdings: holdings.value };
    past.notePage(
      past.listed,
      timed(page.value, null).filter(({ time }) => time >= past.windowFrom),
    );
    return null;
  }
}
