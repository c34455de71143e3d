import type { AccountSnapshot } from './svm.ts';

/** Accounts that are remembered; beyond them all are read again. */
const ENTRIES_MAX = 20_000;

/**
 * The newest accounts, each read from the virtual machine once until something may have written to it. Most accounts of a
 * transaction are as its predecessor left them, and a read copies the whole account where no collector counts the bytes.
 */
export class NewestAccounts {
  readonly #source: (address: string) => AccountSnapshot | null;
  readonly #known = new Map<string, AccountSnapshot | null>();

  constructor(source: (address: string) => AccountSnapshot | null) {
    this.#source = source;
  }

  /** The account, null where nothing is. */
  readonly read = (address: string): AccountSnapshot | null => {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    if (this.#known.size >= ENTRIES_MAX) this.#known.clear();
    const found = this.#source(address);
    this.#known.set(address, found);
    return found;
  };

  /** Has to be called for every account that may have changed. */
  forget(address: string): void {
    this.#known.delete(address);
  }
}
