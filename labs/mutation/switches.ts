/** The switches that instrumented code reads while it runs, in the process of the tests. */
export interface Switches {
  is(id: number): boolean;
  step(): void;
  /** Switches a mutant on, or all off; `stepsMax` ends what would never end. */
  activate(id: number | null, stepsMax?: number): void;
  /** The mutants that were reached and the steps that were made since it was asked last. */
  take(): { readonly reached: readonly number[]; readonly steps: number };
}

declare global {
  var __mutation: Switches;
}

/** The switches of this process for as many mutants. */
export function openSwitches(count: number): Switches {
  const hits = new Uint8Array(count);
  let active = -1;
  let steps = 0;
  let limit = Number.POSITIVE_INFINITY;
  const step = () => {
    steps += 1;
    if (steps > limit) throw new Error('A mutant keeps a loop from ending.');
  };
  return {
    is(id) {
      hits[id] = 1;
      step();
      return id === active;
    },
    step,
    activate(id, stepsMax = Number.POSITIVE_INFINITY) {
      active = id ?? -1;
      limit = stepsMax;
      steps = 0;
    },
    take() {
      const reached = [...hits.keys()].filter((id) => hits[id] === 1);
      const taken = { reached, steps };
      hits.fill(0);
      steps = 0;
      return taken;
    },
  };
}
