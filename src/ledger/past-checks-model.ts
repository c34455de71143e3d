/** Where a past check stands among those of its account: when it was charged, in microseconds of Unix time, and its hold. */
export interface CheckPlace {
  readonly micros: bigint;
  readonly holdId: bigint;
}

/** A check that was charged: on the balance, or as a call on a pass, whose `priceAtomic` is zero. */
export interface PastCheck {
  readonly place: CheckPlace;
  readonly kind: string;
  readonly subject: string;
  /** Null for a check without one, and where an older version did not store it. */
  readonly size: string | null;
  readonly verdict: string;
  readonly priceAtomic: bigint;
  readonly route: 'credit' | 'pass';
  /** When it was charged. */
  readonly at: Date;
  /** Whether the answer is still stored. */
  readonly kept: boolean;
}

/**
 * A page of past checks, newest first: those before `before`, at most `limit` (1 to 100), of the kinds and with the
 * verdicts named (all when absent, none when empty), about `subject`, charged at `since` or later and before `until`.
 */
export interface PastCheckPage {
  readonly before?: CheckPlace;
  readonly limit: number;
  readonly kinds?: readonly string[];
  readonly verdicts?: readonly string[];
  readonly subject?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** A page as it was found; `more` when older ones follow. */
export interface PastChecks {
  readonly checks: readonly PastCheck[];
  readonly more: boolean;
}
