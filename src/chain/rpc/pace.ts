/** Calls that count from the same moment. */
interface Group {
  readonly at: number;
  calls: number;
}

/**
 * At most so many calls within any `windowMs`, in milliseconds of a clock that the caller reads. A call may be made ahead of its
 * time: it then counts from that time on, so that what is borrowed of a window lacks in the next one.
 */
export class Pace {
  readonly #callsMax: number;
  readonly #windowMs: number;
  /** The newest calls, no more than `callsMax`, in the order of the times from which they count. */
  readonly #groups: Group[] = [];
  #calls = 0;

  constructor(callsMax: number, windowMs: number) {
    this.#callsMax = callsMax;
    this.#windowMs = windowMs;
  }

  /** How many calls may be made at `now` whose time comes within `aheadMs`. */
  room(now: number, aheadMs = 0): number {
    const until = now + aheadMs;
    this.#forgetBefore(now - this.#windowMs);
    if (this.#newest() > until) return 0;
    let room = this.#callsMax - this.#calls;
    for (const { at, calls } of this.#groups) {
      if (at + this.#windowMs > until) break;
      room += calls;
    }
    return room;
  }

  /** Milliseconds from `now` until there is room for a call; 0 when there is. */
  msUntilRoom(now: number, aheadMs = 0): number {
    return Math.max(0, this.#timeOfNext() - aheadMs - now);
  }

  /** Notes calls that are made at `now`, however little room there is. */
  spend(calls: number, now: number): void {
    this.#forgetBefore(now - this.#windowMs);
    for (let left = calls; left > 0; ) {
      const at = Math.max(now, this.#timeOfNext());
      const [oldest] = this.#groups;
      const free = this.#callsMax - this.#calls;
      const taken = Math.min(left, free > 0 ? free : (oldest?.calls ?? left));
      if (free === 0) this.#forget(taken);
      this.#note(taken, at);
      left -= taken;
    }
  }

  /** When one more call may be made: not before those that count already, and a window after the one that it displaces. */
  #timeOfNext(): number {
    const [oldest] = this.#groups;
    const isFull = this.#calls === this.#callsMax;
    return Math.max(this.#newest(), isFull && oldest ? oldest.at + this.#windowMs : Number.NEGATIVE_INFINITY);
  }

  #newest(): number {
    return this.#groups.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
  }

  #forgetBefore(time: number): void {
    for (let oldest = this.#groups[0]; oldest && oldest.at <= time; oldest = this.#groups[0])
      this.#forget(oldest.calls);
  }

  #forget(calls: number): void {
    const [oldest] = this.#groups;
    if (!oldest) return;
    oldest.calls -= calls;
    this.#calls -= calls;
    if (oldest.calls === 0) this.#groups.shift();
  }

  #note(calls: number, at: number): void {
    const newest = this.#groups.at(-1);
    if (newest?.at === at) newest.calls += calls;
    else this.#groups.push({ at, calls });
    this.#calls += calls;
  }
}
