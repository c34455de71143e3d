/**
 * The order of calls where they are rationed. `settlement`: money is under way, or the service itself asks, within its own bounds.
 * `payment`: calls that anybody can cause before paying, as a claim or a trial run. `check`: all others.
 */
export const RANKS = ['settlement', 'payment', 'check'] as const;
export type Rank = (typeof RANKS)[number];

/** How long an answer is of use, and to which callers. */
export interface Wait {
  /**
   * Aborts when no caller waits any longer. A queued call is then dropped, and an HTTP request is cancelled once all of its calls are
   * aborted.
   */
  readonly signal: AbortSignal;
  /** The time on the transport's clock, in milliseconds, after which no answer is of use. */
  readonly deadline: number;
  /** Milliseconds that one HTTP answer may take: less than the time that is left, so that another try fits in. */
  readonly answerTimeoutMs: number;
  readonly rank: Rank;
  /** True for calls of the service itself. They keep no request alive that every other caller has left. */
  readonly isBackground?: boolean;
  /** Called with the method and the origin of the endpoint each time that a call for it leaves. */
  readonly sent?: ((method: string, origin: string) => void) | undefined;
  /** When the newest call for it left; the endpoint writes it. Null or absent before that. */
  sentAt?: number | null;
}

/**
 * What to call when a signal aborts. Each signal has only one listener of its own, because Node warns above ten and walks through
 * all of them to add or remove one.
 */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `leave` once when the signal aborts, immediately where it already has. The returned function cancels that. */
export function onAbort(signal: AbortSignal, leave: () => void): () => void {
  if (signal.aborted) {
    leave();
    return () => undefined;
  }
  const leaves = listeners.get(signal) ?? listen(signal);
  leaves.add(leave);
  return () => leaves.delete(leave);
}

function listen(signal: AbortSignal): Set<() => void> {
  const leaves = new Set<() => void>();
  listeners.set(signal, leaves);
  const leaveAll = () => {
    for (const leave of leaves) leave();
  };
  signal.addEventListener('abort', leaveAll, { once: true });
  return leaves;
}

/** The wait of the service itself. It never ends and grants an answer `answerTimeoutMs`. */
export function backgroundWait(answerTimeoutMs: number): Wait {
  const { signal } = new AbortController();
  return { signal, deadline: Number.POSITIVE_INFINITY, answerTimeoutMs, rank: 'settlement', isBackground: true };
}

/** The same wait for calls that leave later than the reading is old: `sentAt` of the given wait does not change. */
export function withoutSentAt(wait: Wait): Wait {
  return {
    signal: wait.signal,
    get deadline() {
      return wait.deadline;
    },
    get answerTimeoutMs() {
      return wait.answerTimeoutMs;
    },
    get rank() {
      return wait.rank;
    },
    get sent() {
      return wait.sent;
    },
    ...(wait.isBackground && { isBackground: true }),
  };
}

/**
 * The wait of several callers for the same answer: the latest deadline, the longest timeout and the first rank of theirs. It aborts
 * when the last one has left.
 */
export class SharedWait implements Wait {
  readonly #controller = new AbortController();
  #waiting = 0;
  #deadline = 0;
  #answerTimeoutMs = 0;
  #rank: Rank = 'check';
  #sent: Wait['sent'];
  sentAt: number | null = null;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get deadline(): number {
    return this.#deadline;
  }

  get answerTimeoutMs(): number {
    return this.#answerTimeoutMs;
  }

  get rank(): Rank {
    return this.#rank;
  }

  get sent(): Wait['sent'] {
    return this.#sent;
  }

  /**
   * Adds a caller, which must call `leave` where its own wait ends before the answer comes. A sent call counts for the first caller that
   * counts at all.
   */
  join({ deadline, answerTimeoutMs, rank, sent }: Omit<Wait, 'signal'>): void {
    this.#waiting += 1;
    this.#sent ??= sent;
    if (RANKS.indexOf(rank) < RANKS.indexOf(this.#rank)) this.#rank = rank;
    this.#deadline = Math.max(this.#deadline, deadline);
    this.#answerTimeoutMs = Math.max(this.#answerTimeoutMs, answerTimeoutMs);
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#controller.abort();
  }
}
