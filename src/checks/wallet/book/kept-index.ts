/** Which programs keep what, by key, in the order in which it went there. */
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

  /** Keys of what one of the programs keeps. A key may be deleted while this runs, and comes once for each program. */
  *keysOf(programs: readonly string[]): Generator<string> {
    for (const program of programs) yield* this.#byProgram.get(program) ?? [];
  }
}
