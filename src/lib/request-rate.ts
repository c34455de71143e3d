/** How many requests a caller may make within each window. */
export interface Rate {
  readonly max: number;
  readonly seconds: number;
}

/** Whether a request is allowed, and how many the window has left: a lower bound, null where it could not be counted. */
export interface RateState {
  readonly allowed: boolean;
  readonly left: number | null;
  /** Until the window ends. */
  readonly msLeft: number;
}

/** Counts requests against rates. Answers without a promise where no other process has to be asked. */
export interface RateCounter {
  /** `label` names the caller and the counted thing, and is never shown. */
  take(label: string, rate: Rate): RateState | Promise<RateState>;
}
