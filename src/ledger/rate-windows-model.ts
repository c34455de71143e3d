/** What was asked for within a window so far, by everybody, with the portion that was asked for last. */
export interface Asked {
  readonly asked: number;
  /** Until the window ends. */
  readonly msLeft: number;
}

/** An amount that still counts, and for how long. */
export interface Noted {
  readonly amount: number;
  readonly msLeft: number;
}

/**
 * Counts what callers ask and get, for all replicas, by the database's clock. A label names who and what is counted; its
 * SHA-256 is stored. Every method throws not_ready while the database is away.
 */
export interface RateWindows {
  /**
   * Asks for `portion` within the running window, which is as long as `seconds` and begins at a multiple of them. What is
   * beyond a limit is asked for in vain, but counts: of two who ask at once each can tell what is its own.
   */
  ask(label: string, portion: number, seconds: number): Promise<Asked>;
  /** Notes an amount that counts from now on for so many seconds. */
  note(label: string, amount: number, seconds: number): Promise<void>;
  /** What was noted and still counts, what ends first in front. */
  noted(label: string): Promise<readonly Noted[]>;
  /** Deletes what counts no more; returns how many windows went. */
  forgetPast(): Promise<number>;
}
