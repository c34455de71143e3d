/**
 * Who goes first where calls are rationed, first to last. `settlement`: money is under way, or the service itself asks, within
 * bounds of its own. `payment`: anybody can make us ask it who has not paid yet, as a claim or a trial run. `check`: the rest.
 */
export const RANKS = ['settlement', 'payment', 'check'] as const;
export type Rank = (typeof RANKS)[number];

/**
 * Who still waits for a call. A call that nobody waits for is dropped from the queue, and an HTTP request whose calls
 * are all abandoned is cancelled. The deadline is the latest of those who joined.
 */
export class Interest {
  #waiting = 0;
  #deadline = 0;
  #patienceMs = 0;
  #abandoned = false;
  #rank: Rank = 'check';
  readonly #parts: Interest[] = [];
  /** When the call left for an endpoint, the last time where it left more than once; null before that. */
  sentAt: number | null = null;
  /** Told once when the last one leaves; set by whoever holds the call at that moment. */
  onAbandon: (() => void) | null = null;

  /** Milliseconds on the transport's clock after which no answer is of use. */
  get deadline(): number {
    return this.#deadline;
  }

  /** How long one HTTP answer may take: a part of the most patient one's time, so that another try fits in. */
  get patienceMs(): number {
    return this.#patienceMs;
  }

  get abandoned(): boolean {
    return this.#abandoned;
  }

  /** The first rank of those who joined. */
  get rank(): Rank {
    return this.#rank;
  }

  /** False for what goes on in the background: it keeps no request alive that everybody else has left. */
  get wanted(): boolean {
    return this.#waiting > 0;
  }

  /** An interest of the service itself, which grants an answer `patienceMs` and is never abandoned. */
  static background(patienceMs: number): Interest {
    const interest = new Interest();
    interest.#patienceMs = patienceMs;
    interest.#deadline = Number.POSITIVE_INFINITY;
    interest.#rank = 'settlement';
    return interest;
  }

  /** The interest of the same people for one of several calls: two calls must not share one, because a call is told of its end through it. */
  part(): Interest {
    const part = new Interest();
    part.#waiting = this.#waiting;
    part.#deadline = this.#deadline;
    part.#patienceMs = this.#patienceMs;
    part.#abandoned = this.#abandoned;
    part.#rank = this.#rank;
    this.#parts.push(part);
    return part;
  }

  join(deadline: number, patienceMs: number, rank: Rank = 'check'): void {
    this.#waiting += 1;
    if (RANKS.indexOf(rank) < RANKS.indexOf(this.#rank)) this.#rank = rank;
    this.#deadline = Math.max(this.#deadline, deadline);
    this.#patienceMs = Math.max(this.#patienceMs, patienceMs);
    for (const part of this.#parts) part.join(deadline, patienceMs, rank);
  }

  leave(): void {
    this.#waiting -= 1;
    for (const part of this.#parts) part.leave();
    if (this.#waiting > 0 || this.#abandoned) return;
    this.#abandoned = true;
    this.onAbandon?.();
  }
}
