/** Closes what was started, in the reverse order. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];
  #closing: Promise<void> | null = null;

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything once, last first. A part that fails does not keep the others open. Rejects with the first failure. */
  close(): Promise<void> {
    this.#closing ??= this.#closeAll();
    return this.#closing;
  }

  async #closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closers.reverse()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }
}
