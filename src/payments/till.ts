import { setTimeout as pause } from 'node:timers/promises';
import type { HoldRequest, Ledger, PostResult, StoredAnswer } from '#ledger/model.ts';
import { Fault } from '#lib/fault.ts';

/** What paid work hands to the till. `free`: a gap of ours decided the verdict, so nothing may be charged. */
export interface Worked {
  readonly answer: StoredAnswer;
  readonly free: boolean;
}

/** The facts of billing, with the work they belong to. Having one means that `worked.answer` may leave the service. */
export interface Charged<W extends Worked> {
  readonly route: 'credit' | 'none';
  /** Atomic USDC; zero on route `none`. */
  readonly chargedAtomic: bigint;
  /** What the key can still spend, in atomic USDC: balance less what other calls hold. */
  readonly balanceAtomic: bigint;
  readonly worked: W;
}

/** A third of the lease, so that two renewals may fail before the hold can lapse. */
const RENEW_MS = 20_000;
const RENEWALS_MISSED_MAX = 3;
const POST_RETRY_PAUSES_MS = [50, 200, 1_000];

/**
 * Runs `work` against a hold on the caller's credit: held before, posted together with the answer after, given back
 * when the answer is free or the work throws. Two round trips to the database.
 *
 * `signal` aborts when the lease could not be kept, because nothing that is found out after that can be sold.
 * Throws the faults api_key_unknown, insufficient_balance, too_many_free_answers, answer_not_stored and not_ready, and
 * whatever `work` throws.
 */
export async function chargeFor<W extends Worked>(
  ledger: Ledger,
  request: HoldRequest,
  work: (signal: AbortSignal) => Promise<W>,
): Promise<Charged<W>> {
  const holdId = await holdOrRefuse(ledger, request);
  const worked = await workUnderLease(ledger, holdId, work);
  if (worked.free) {
    const { balanceAtomic } = await ledger.void(holdId, 'free');
    return { route: 'none', chargedAtomic: 0n, balanceAtomic, worked };
  }
  const posted = await postSurely(ledger, holdId, worked.answer);
  if (posted.outcome === 'lost') throw new Fault('answer_not_stored');
  return { route: 'credit', chargedAtomic: request.priceAtomic, balanceAtomic: posted.balanceAtomic, worked };
}

async function holdOrRefuse(ledger: Ledger, request: HoldRequest): Promise<string> {
  const { priceAtomic } = request;
  const held = await ledger.hold(request);
  switch (held.outcome) {
    case 'held':
      return held.holdId;
    case 'key_unknown':
      throw new Fault('api_key_unknown', undefined, { priceAtomic });
    case 'insufficient_balance':
      throw new Fault('insufficient_balance', undefined, { priceAtomic, balanceAtomic: held.balanceAtomic });
    case 'too_many_free_answers':
      throw new Fault('too_many_free_answers', undefined, { retryAfterSeconds: held.retryAfterSeconds });
  }
}

async function workUnderLease<W>(
  ledger: Ledger,
  holdId: string,
  work: (signal: AbortSignal) => Promise<W>,
): Promise<W> {
  const lapse = new AbortController();
  let missed = 0;
  const renewal = setInterval(() => {
    ledger.renew(holdId).then(
      () => {
        missed = 0;
      },
      () => {
        missed += 1;
        if (missed >= RENEWALS_MISSED_MAX) lapse.abort(new Fault('not_ready'));
      },
    );
  }, RENEW_MS);
  try {
    return await work(lapse.signal);
  } catch (error) {
    // The reason of the failure is what the caller must learn. If the hold cannot be given back now, its lease runs out.
    await ledger.void(holdId, 'failed').catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/**
 * Posts, and asks again while the database is away: a post whose outcome was lost with its connection may have been
 * written, and the ledger answers a repeat of it as posted without charging twice.
 */
async function postSurely(ledger: Ledger, holdId: string, answer: StoredAnswer): Promise<PostResult> {
  for (const pauseMs of POST_RETRY_PAUSES_MS) {
    try {
      return await ledger.post(holdId, answer);
    } catch (error) {
      if (!(error instanceof Fault && error.code === 'not_ready')) throw error;
    }
    await pause(pauseMs);
  }
  return await ledger.post(holdId, answer).catch((error: unknown) => {
    throw new Fault(
      'answer_not_stored',
      'The database went away while the charge and the answer were being written. They are written together or not at all: look at the balance before asking again.',
      error instanceof Fault ? error.extra : {},
    );
  });
}
