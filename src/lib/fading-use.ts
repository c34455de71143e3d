/** The use of each name within about a minute, in this process. Beyond the limit of names, the least recently used one is forgotten. */
export class FadingUse {
  readonly #now: () => number;
  readonly #namesMax: number;
  readonly #uses = new Map<string, { readonly amount: number; readonly at: number }>();

  /** `now` is in milliseconds, on a clock that never goes back. */
  constructor(now: () => number, namesMax: number) {
    this.#now = now;
    this.#namesMax = namesMax;
  }

  /** The use of a name that has not faded: after a minute a little more than a third is left. */
  of(name: string): number {
    const used = this.#uses.get(name);
    return used ? used.amount * Math.exp((used.at - this.#now()) / FADE_MS) : 0;
  }

  /** Adds to what a name used; a negative amount gives back, down to nothing. */
  add(name: string, amount: number): void {
    const used = { amount: Math.max(0, this.of(name) + amount), at: this.#now() };
    this.#uses.delete(name);
    this.#uses.set(name, used);
    if (this.#uses.size > this.#namesMax) forgetOldest(this.#uses);
  }

  /** Milliseconds until a name has used less than `max`; 0 where it has. */
  msUntilBelow(name: string, max: number): number {
    const used = this.of(name);
    return used < max ? 0 : Math.ceil(FADE_MS * Math.log(used / max)) + 1;
  }
}

/** Drops the first entry. To look for it costs the more, the more entries before it were deleted, so it is not done at each addition. */
export function forgetOldest(entries: { keys(): Iterable<string>; delete(name: string): unknown }): void {
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}

/** Use fades with this time constant, so that it counts for about a minute. */
const FADE_MS = 60_000;
