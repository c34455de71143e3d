/** Lets calls of one name in one at a time, in the order in which they came, and those of different names past each other. */
export interface Turns {
  take<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** Memory is bounded by what waits: a name without calls is forgotten. */
export function openTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(name, work) {
      const before = last.get(name) ?? Promise.resolve();
      const mine = before.then(work, work);
      last.set(name, mine);
      try {
        return await mine;
      } finally {
        if (last.get(name) === mine) last.delete(name);
      }
    },
  };
}
