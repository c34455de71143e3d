/** How many requests a caller may make within each window. */
export interface Rate {
  readonly max: number;
  readonly seconds: number;
}

/** Where a request stands. `left` is a lower bound for the window; null where it could not be counted. */
export interface RateState {
  readonly allowed: boolean;
  readonly left: number | null;
  /** Until the window ends. */
  readonly msLeft: number;
}

/** Counts requests against rates. Answers without a promise where nobody has to be asked. */
export interface RateCounter {
  /** `label` names who and what is counted, and is never shown. */
  take(label: string, rate: Rate): RateState | Promise<RateState>;
}
