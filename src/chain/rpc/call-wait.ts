/**
 * Who goes first where calls are rationed, first to last. `settlement`: money is under way, or the service itself asks, within
 * bounds of its own. `payment`: anybody can make us ask it who has not paid yet, as a claim or a trial run. `check`: the rest.
 */
export const RANKS = ['settlement', 'payment', 'check'] as const;
export type Rank = (typeof RANKS)[number];

/** For how long, and for whom, an answer is of use. */
export interface Wait {
  /**
   * Aborts when nobody waits any longer. A queued call is then dropped, and an HTTP request is cancelled when all of its calls are
   * aborted.
   */
  readonly signal: AbortSignal;
  /** Milliseconds on the transport's clock after which no answer is of use. */
  readonly deadline: number;
  /** Milliseconds that one HTTP answer may take: a part of the time that is left, so that another try fits in. */
  readonly answerTimeoutMs: number;
  readonly rank: Rank;
  /** True for what the service asks for itself: it keeps no request alive that everybody else has left. */
  readonly isBackground?: boolean;
  /** When the newest call for it left for an endpoint; the endpoint writes it. Null or absent before that. */
  sentAt?: number | null;
}

/**
 * What to call when a signal aborts. The signal itself has one listener: Node warns of more than ten, and adding or removing one walks
 * through all of them.
 */
const listeners = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `leave` once when the signal aborts, at once where it has. The returned function takes that back. */
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

/** The wait of the service itself, which never ends and grants an answer `patienceMs`. */
export function backgroundWait(answerTimeoutMs: number): Wait {
  const { signal } = new AbortController();
  return { signal, deadline: Number.POSITIVE_INFINITY, answerTimeoutMs, rank: 'settlement', isBackground: true };
}

/** The same wait for calls that leave later than the reading is old: `sentAt` of the given one stays. */
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
    ...(wait.isBackground && { isBackground: true }),
  };
}

/**
 * The wait of several for the same answer: as long and as patient as the longest of them, in the first rank of them. It aborts when
 * the last one of them has left.
 */
export class SharedWait implements Wait {
  readonly #controller = new AbortController();
  #waiting = 0;
  #deadline = 0;
  #answerTimeoutMs = 0;
  #rank: Rank = 'check';
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

  /** Adds one more who waits. Whoever joins has to `leave` where its own wait ends before the answer comes. */
  join({ deadline, answerTimeoutMs, rank }: Omit<Wait, 'signal'>): void {
    this.#waiting += 1;
    if (RANKS.indexOf(rank) < RANKS.indexOf(this.#rank)) this.#rank = rank;
    this.#deadline = Math.max(this.#deadline, deadline);
    this.#answerTimeoutMs = Math.max(this.#answerTimeoutMs, answerTimeoutMs);
  }

  leave(): void {
    this.#waiting -= 1;
    if (this.#waiting === 0) this.#controller.abort();
  }
}
