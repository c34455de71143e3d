/** Keys of escrows by program, in the order of deposit. */
export class KeptIndex {
  readonly #byProgram = new Map<string, Set<string>>();

  add(key: string, programs: readonly string[]): void {
    for (const program of programs) {
      const keys = this.#byProgram.get(program);
      if (keys) keys.add(key);
      else this.#byProgram.set(program, new Set([key]));
    }
  }

  delete(key: string, programs: Iterable<string>): void {
    for (const program of programs) {
      const keys = this.#byProgram.get(program);
      if (keys?.delete(key) && keys.size === 0) this.#byProgram.delete(program);
    }
  }

  /** Keys of escrows of these programs. A key may be deleted during the iteration, and appears once for each program. */
  *keysOf(programs: readonly string[]): Generator<string> {
    for (const program of programs) yield* this.#byProgram.get(program) ?? [];
  }
}
