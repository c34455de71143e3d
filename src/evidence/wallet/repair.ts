import type { HistoryReader } from '#chain/chain-reader.ts';
import type { Address, Signature } from '#lib/address.ts';
import type { Gap } from '#lib/reading.ts';
import { NATIVE } from './balance-state.ts';
import type { Jump } from './continuity.ts';
import { Allowance, readAccountList, timed } from './listing.ts';
import type { View, WalletPast } from './past.ts';

const ROUNDS_MAX = 3;
const REREADS_MAX = 2;

/**
 * Asks again, in rounds, about every balance that does not follow. It reads the lists of token accounts, the wallet's list around
 * a jump of its lamports, and the present, which may have changed while the past was read.
 */
export class Repair {
  readonly #subject: Address;
  readonly #reader: HistoryReader;
  readonly #past: WalletPast;
  readonly #allowance: Allowance;
  readonly #asked = new Set<string>();
  #rounds = 0;
  #rereads = 0;

  constructor(subject: Address, reader: HistoryReader, past: WalletPast, tokenSignaturesMax: number) {
    this.#subject = subject;
    this.#reader = reader;
    this.#past = past;
    this.#allowance = new Allowance(tokenSignaturesMax);
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
    const part = await readAccountList(this.#reader, { account, after, before }, past.windowFrom, this.#allowance);
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
