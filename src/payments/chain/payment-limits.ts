import { onAbort, type Rank, type Wait } from 'assay-core/chain/rpc/call-wait.ts';
import { now } from 'assay-core/chain/rpc/rpc-limits.ts';
import { missing, type Reading, renamed } from 'assay-core/lib/reading.ts';

/** Bounds of the calls for payments. Every name ends with the unit; tests shorten the times. */
export interface PaymentLimits {
  /** A call ends after this, with a gap if need be. */
  readonly callMsMax: number;
  /** Longest wait for one HTTP answer, so that another endpoint can be asked within the call. */
  readonly answerTimeoutMs: number;
  /**
   * Most requests for statuses under way to one endpoint, and the pause between two. Questions that come meanwhile share the next
   * one.
   */
  readonly statusRequestsMax: number;
  readonly statusEveryMs: number;
  /** An older tip is renewed when it is asked for. */
  readonly tipEveryMs: number;
  /** An older tip is not given any more, nor one that more than `TIP_BLOCKS_MAX` blocks may have followed. */
  readonly tipAgeMsMax: number;
  /** How long an account is kept, and how long its absence. */
  readonly accountMs: number;
  readonly absenceMs: number;
  /** Memory for accounts, and for absences of statuses. */
  readonly accountBytesMax: number;
  readonly statusBytesMax: number;
}

export const paymentLimits: PaymentLimits = {
  callMsMax: 9_000,
  answerTimeoutMs: 3_000,
  statusRequestsMax: 2,
  statusEveryMs: 100,
  tipEveryMs: 2_000,
  tipAgeMsMax: 5_000,
  accountMs: 10_000,
  absenceMs: 2_000,
  accountBytesMax: 16 * 1024 * 1024,
  statusBytesMax: 4 * 1024 * 1024,
};

/**
 * Does `work` in the time of one call and names its reading. The gap is `deadline` where the time ends first. Aborts everything
 * that is under way for the wait at the end. Never rejects.
 */
export async function withinTime<T>(
  reading: string,
  { callMsMax, answerTimeoutMs }: PaymentLimits,
  rank: Rank,
  work: (wait: Wait) => Promise<Reading<T>>,
): Promise<Reading<T>> {
  const controller = new AbortController();
  const { signal } = controller;
  const timer = setTimeout(() => controller.abort(), callMsMax).unref();
  const timeUp = new Promise<Reading<T>>((resolve) => {
    onAbort(signal, () => resolve(missing(reading, 'deadline', 'the time of the call was up')));
  });
  try {
    const first = await Promise.race([work({ signal, deadline: now() + callMsMax, answerTimeoutMs, rank }), timeUp]);
    return first.known ? first : renamed(reading, first.gap);
  } catch (error) {
    // A decoder that throws is a bug of ours. The call must end in a gap all the same.
    return missing(reading, 'unreadable', `the answer could not be read: ${String(error)}`);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}
