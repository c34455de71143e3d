/** Bounds of what payments ask of the chain. Every number has its unit in its name; tests shorten the times. */
export interface PaymentLimits {
  /** A call ends after this, with a gap if need be. */
  readonly callMsMax: number;
  /** Longest wait for one HTTP answer, so that another endpoint can be asked within the call. */
  readonly patienceMs: number;
  /** Requests about statuses under way to one endpoint, and the pause between the starts of two: what comes meanwhile shares the next. */
  readonly statusRequestsMax: number;
  readonly statusEveryMs: number;
  /** Pause between two looks at the tip, and the longest one after failures. */
  readonly tipEveryMs: number;
  readonly tipEveryMsMax: number;
  /** A tip that was asked for longer ago is not told any more, nor one that more than `TIP_BLOCKS_MAX` may have followed. */
  readonly tipAgeMsMax: number;
  /** How long an account is kept, and how long the fact that there is none. */
  readonly accountMs: number;
  readonly absenceMs: number;
  /** Memory for accounts, and for absences of statuses. */
  readonly accountBytesMax: number;
  readonly statusBytesMax: number;
}

export const paymentLimits: PaymentLimits = {
  callMsMax: 9_000,
  patienceMs: 3_000,
  statusRequestsMax: 2,
  statusEveryMs: 100,
  tipEveryMs: 2_000,
  tipEveryMsMax: 5_000,
  tipAgeMsMax: 20_000,
  accountMs: 10_000,
  absenceMs: 2_000,
  accountBytesMax: 16 * 1024 * 1024,
  statusBytesMax: 4 * 1024 * 1024,
};
