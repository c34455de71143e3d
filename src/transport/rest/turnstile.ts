/** Counts what one caller has under way and refuses beyond a limit. */
export interface Turnstile {
  readonly max: number;
  /** How many more the caller may start, or null when it may not start this one. */
  enter(caller: string): number | null;
  leave(caller: string): void;
}

/** A turnstile that holds `max` per caller. Memory is bounded by what is under way: a caller who is done is forgotten. */
export function openTurnstile(max: number): Turnstile {
  const inside = new Map<string, number>();
  return {
    max,
    enter(caller) {
      const count = inside.get(caller) ?? 0;
      if (count >= max) return null;
      inside.set(caller, count + 1);
      return max - count - 1;
    },
    leave(caller) {
      const count = inside.get(caller) ?? 0;
      if (count > 1) inside.set(caller, count - 1);
      else inside.delete(caller);
    },
  };
}
