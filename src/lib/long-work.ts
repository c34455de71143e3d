let underWay = 0;

/** Begins work that takes many turns of the event loop. The returned function ends it and is called once. */
export function beginLongWork(): () => void {
  underWay += 1;
  return () => {
    underWay -= 1;
  };
}

/** Whether anybody in this process computes: whoever waits for company may ask whether any can still come. */
export function isAtLongWork(): boolean {
  return underWay > 0;
}

/** How many requests a caller may make within each window. */
export interface Rate {
  readonly max: number;
  readonly seconds: number;
}

/** Where a request stands. `left` is a lower bound for the window; null where it could not be counted. */
export interface RateStanding {
  readonly allowed: boolean;
  readonly left: number | null;
  /** Until the window ends. */
  readonly msLeft: number;
}

/** Counts requests against rates. Answers without a promise where nobody has to be asked. */
export interface RateCounter {
  /** `label` names who and what is counted, and is never shown. */
  take(label: string, rate: Rate): RateStanding | Promise<RateStanding>;
}
