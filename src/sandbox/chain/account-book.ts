import type { AccountSnapshot } from './svm.ts';

interface Change {
  readonly slot: number;
  readonly address: string;
  readonly before: AccountSnapshot | null;
}

/**
 * Accounts at a commitment. The virtual machine knows only the newest state; what changed since the last final slot is
 * remembered as it was before, so that a finalized balance and a finalized history tell the same story.
 */
export class AccountBook {
  readonly #newest: (address: string) => AccountSnapshot | null;
  readonly #known = new Set<string>();
  readonly #changes = new Map<string, Change[]>();
  #queue: Change[] = [];

  constructor(newest: (address: string) => AccountSnapshot | null) {
    this.#newest = newest;
  }

  /** Every address that was ever written to. */
  addresses(): Iterable<string> {
    return this.#known;
  }

  /** Notes that an address exists, so that it is found when accounts are listed. */
  note(address: string): void {
    this.#known.add(address);
  }

  /** Notes what an account was before a transaction at `slot` that may change it. */
  noteChange(slot: number, address: string, before: AccountSnapshot | null): void {
    this.#known.add(address);
    const change = { slot, address, before };
    const list = this.#changes.get(address);
    if (list) list.push(change);
    else this.#changes.set(address, [change]);
    this.#queue.push(change);
  }

  /** The account after everything up to and including `slot`. Slots before the last final one are not remembered. */
  at(address: string, slot: number): AccountSnapshot | null {
    const later = this.#changes.get(address)?.find((change) => change.slot > slot);
    return later ? later.before : this.#newest(address);
  }

  /** Forgets changes at or before `finalSlot`. */
  settle(finalSlot: number): void {
    const open = this.#queue.findIndex((change) => change.slot > finalSlot);
    const settled = open === -1 ? this.#queue : this.#queue.slice(0, open);
    for (const { address } of settled) {
      const list = this.#changes.get(address);
      list?.shift();
      if (list?.length === 0) this.#changes.delete(address);
    }
    if (settled.length > 0) this.#queue = open === -1 ? [] : this.#queue.slice(open);
  }
}
