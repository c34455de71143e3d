/**
 * Who still waits for a call. A call that nobody waits for is dropped from the queue, and an HTTP request whose calls
 * are all abandoned is cancelled. The deadline is the latest of those who joined.
 */
export class Interest {
  #waiting = 0;
  #deadline = 0;
  #patienceMs = 0;
  #abandoned = false;
  #urgent = false;
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

  /** True where money waits for it, or the service itself: a budget of calls that is used up does not hold it back. */
  get urgent(): boolean {
    return this.#urgent;
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
    interest.#urgent = true;
    return interest;
  }

  join(deadline: number, patienceMs: number, urgent = false): void {
    this.#waiting += 1;
    this.#urgent ||= urgent;
    this.#deadline = Math.max(this.#deadline, deadline);
    this.#patienceMs = Math.max(this.#patienceMs, patienceMs);
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting > 0 || this.#abandoned) return;
    this.#abandoned = true;
    this.onAbandon?.();
  }
}
