/** What has been started, to be taken down in the reverse order. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];
  #closing: Promise<void> | null = null;

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything once, last first; a part that fails does not keep the others open. The first failure is thrown. */
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

/** The same result again, made when it is first wanted. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
