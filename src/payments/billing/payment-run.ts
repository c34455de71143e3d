import type { PaymentRecord, PaymentReservation, ReserveResult } from '#ledger/payments/payment-book.ts';
import { Fault } from '#lib/fault.ts';
import { type Line, type Served, type ServedLine, totalOf, type Work, type Worked } from '../bill.ts';
import { TIP_BLOCKS_MAX } from '../chain/payment-chain.ts';
import type { Facilitator, Payer, Payment } from '../x402/payment.ts';
import type { ChangeKeys } from './change.ts';
import type { BillingDeps, BillingLimits, PaidCall } from './deps.ts';
import { underLease } from './lease.ts';
import { throughOutage } from './outage.ts';
import {
  alreadyUsed,
  chainUnavailable,
  checkFunds,
  inFlight,
  insufficientFunds,
  paymentExpires,
  paymentInvalid,
  type RefusedPayments,
  receiptOf,
  sourcesPaused,
  tooManyAlike,
  tooManyPayments,
  verificationFault,
} from './refusals.ts';
import type { Settlement } from './settlement.ts';
import { type PaidLine, storedLine, storedLines, storedText } from './stored.ts';
import { type UnpaidWork, unpaidCallerOf } from './unpaid-work.ts';

/** Blocks to add to the life of the newest blockhash that we know, because a payment may be signed with a newer one. */
const HEIGHT_SLACK = BigInt(TIP_BLOCKS_MAX);
const REQUEST_RETRY_SECONDS = 1;
/** Refusals of the payment itself, of which an address gets only so many. */
const UNUSABLE: readonly string[] = ['payment_invalid', 'insufficient_funds'];

const PAID_ANEW = 'The payer left before the answer and has paid anew for the same. This payment is unused.';

type RunDeps = Pick<BillingDeps, 'payments' | 'chain'> & {
  readonly facilitator: Facilitator;
  readonly settlement: Settlement;
  readonly changeKeys: ChangeKeys;
  readonly unpaidWork: UnpaidWork;
  readonly refused: RefusedPayments;
  readonly limits: BillingLimits;
};

/** The result of a run: an answer, or the record of a payment that was seen before, which then decides. */
type Run<W extends Worked> = Served<W> | { readonly known: PaymentRecord };

type Reserved = Extract<ReserveResult, { readonly outcome: 'reserved' }>;

/** Work that is stored with the payment, as far as something was earned by it. */
interface Kept<W extends Worked> {
  readonly done: Done<W>;
  readonly answers: string;
  readonly changeKeyHash: Uint8Array | null;
}

/** Runs a new payment: check, reserve, verify, work, settle. */
export class PaymentRun {
  readonly #deps: RunDeps;

  constructor(deps: RunDeps) {
    this.#deps = deps;
  }

  async run<W extends Worked>(call: PaidCall<W>): Promise<Run<W>> {
    const { bill, work } = call;
    const { address } = bill.credentials;
    const { unpaidWork, refused } = this.#deps;
    refused.admit(address);
    try {
      const payer = await this.#check(call);
      // A key that came with the payment does not pay. The payer signed the payment, so only the payer is counted.
      const unpaid = await unpaidWork.open(unpaidCallerOf({ apiKey: null, address }, payer.payer), bill);
      await unpaid.begin();
      return await unpaid.during(work, (counted) => this.#admitted({ ...call, work: counted }, payer));
    } catch (error) {
      if (error instanceof Fault && UNUSABLE.includes(error.code)) refused.count(address);
      throw error;
    }
  }

  async #admitted<W extends Worked>(call: PaidCall<W>, payer: Payer): Promise<Run<W>> {
    const funded = checkFunds(this.#deps, payer, call.payment);
    const [reservation] = await Promise.all([this.#reservation(call, payer), funded]);
    const reserved = await this.#deps.payments.reserve(reservation);
    switch (reserved.outcome) {
      case 'reserved':
        return await this.#leased(call, payer, reservation, reserved);
      case 'known':
        return { known: reserved.record };
      case 'identified':
        return this.#identified(call.payment, reserved.record);
      case 'identifier_differs':
        throw new Fault('request_differs');
      case 'source_prepaid':
        throw new Fault('prepaid_only');
      case 'sources_paused':
        throw sourcesPaused();
      case 'source_busy':
        throw tooManyPayments();
      case 'all_busy':
        throw tooManyAlike();
    }
  }

  async #check<W extends Worked>({ bill, payment }: PaidCall<W>): Promise<Payer> {
    const priceAtomic = totalOf(bill.lines);
    // A v1 client cannot read several answers, and could not prove that change is its own.
    if (payment.version === 1 && bill.lines.length > 1) {
      throw paymentInvalid('x402 version 1 pays for one check at a time', priceAtomic);
    }
    if (!payment.matches || payment.amountAtomic !== priceAtomic)
      throw paymentInvalid('No matching payment requirements', priceAtomic);
    const checked = await this.#deps.facilitator.check(payment);
    if (!checked.valid) throw paymentInvalid(checked.reason, priceAtomic);
    return checked;
  }

  async #reservation<W extends Worked>(
    { bill, payment, requestHash }: PaidCall<W>,
    { payer, source }: Payer,
  ): Promise<PaymentReservation> {
    const tip = await this.#deps.chain.tip();
    if (!tip.known) throw chainUnavailable();
    const { messageHash, headerHash, version, secret, amountAtomic } = payment;
    const { address, idempotencyKey } = bill.credentials;
    const heightBound = tip.value.lastValidBlockHeight + HEIGHT_SLACK;
    const identifier = payment.identifier ?? idempotencyKey;
    const hashes = { messageHash, headerHash, requestHash };
    return { ...hashes, version, secret, payer, source, amountAtomic, identifier, address, heightBound };
  }

  /** The same purchase was signed twice: the answers of the first payment. This one stays unused. */
  #identified(payment: Payment, record: PaymentRecord): Served<never> {
    if (record.state !== 'settled' || record.signature === null) {
      throw new Fault('request_in_flight', undefined, { retryAfterSeconds: REQUEST_RETRY_SECONDS });
    }
    const lines = storedLines(record, record.signature, true);
    if (lines === null) throw alreadyUsed();
    const receipt = receiptOf({ payment, payer: record.payer }, record.signature);
    return { lines, receipt, change: this.#deps.changeKeys.of(record) };
  }

  async #leased<W extends Worked>(
    call: PaidCall<W>,
    payer: Payer,
    reservation: PaymentReservation,
    reserved: Reserved,
  ): Promise<Served<W>> {
    const { payments } = this.#deps;
    const { messageHash } = reservation;
    const renew = (): Promise<void> => payments.renew(messageHash);
    return await underLease(renew, async ({ signal }) => {
      const kept = await this.#keptWork(call, payer, reserved, signal).catch(async (error: unknown) => {
        // The reason of the failure is what the caller must learn. If this fails too, the lease runs out.
        await payments.release(messageHash).catch(() => false);
        throw error;
      });
      const isGone = call.bill.left?.();
      const left = isGone && (await payments.isPaidAnew(messageHash).catch(() => false)) && (await isGone());
      if (kept.done.earnedAtomic > 0n && !left) return await this.#settled(call, payer, reservation, kept);
      await payments.release(messageHash).catch(() => false);
      if (left) throw new Fault('answer_not_stored', PAID_ANEW);
      return unpaid(kept.done);
    });
  }

  /** Verifies, works, and stores what was earned. */
  async #keptWork<W extends Worked>(
    call: PaidCall<W>,
    payer: Payer,
    reserved: Reserved,
    signal: AbortSignal,
  ): Promise<Kept<W>> {
    const { bill, payment, work } = call;
    const [life, onChain] = await Promise.all([
      this.#deps.chain.blockhashLife(payer.blockhash),
      this.#verify(payment, reserved),
    ]);
    const lifeMs = onChain || !life.known ? null : life.value;
    const done = await beforeExpiry(this.#workMs(payment, lifeMs), payment, signal, (bounded) =>
      workAll(bill.lines, work, bounded),
    );
    const { earnedAtomic } = done;
    const answers = storedText(payer, done.stored);
    if (earnedAtomic === 0n) return { done, answers, changeKeyHash: null };
    const short = earnedAtomic < payment.amountAtomic;
    const { apiKey } = bill.credentials;
    const changeKeyHash = short ? await this.#deps.changeKeys.hashFor(apiKey, payment.headerHash) : null;
    await this.#store(payment, payer, { answers, earnedAtomic, changeKeyHash });
    return { done, answers, changeKeyHash };
  }

  /**
   * The milliseconds of work for a payment that can land for `lifeMs` milliseconds; null if unknown. Throws `payment_invalid` if too
   * little is left. Work comes before settlement, because it may fail, and a payment whose blockhash expires meanwhile would pay for
   * nothing.
   */
  #workMs({ amountAtomic }: Payment, lifeMs: number | null): number | null {
    const { lifeMsMin, settleMs } = this.#deps.limits;
    if (lifeMs !== null && lifeMs < lifeMsMin) throw paymentExpires(amountAtomic);
    return lifeMs === null ? null : lifeMs - settleMs;
  }

  /**
   * Throws if the payment would not settle. True if it is on chain already. Trial runs are free for everybody, so old and known sources
   * never wait behind other sources.
   */
  async #verify(payment: Payment, { standing, othersAtomic }: Reserved): Promise<boolean> {
    const rank = standing === 'new' || standing === 'young' ? 'payment' : 'settlement';
    const verified = await this.#deps.facilitator.verify(payment, rank);
    if (verified.is === 'unavailable') throw chainUnavailable();
    if (verified.is === 'invalid') {
      throw verificationFault(verified.reason, verified.detail, payment.amountAtomic);
    }
    if (verified.sourceAfterAtomic !== undefined && othersAtomic > verified.sourceAfterAtomic) {
      const left = verified.sourceAfterAtomic + payment.amountAtomic - othersAtomic;
      throw insufficientFunds(payment.amountAtomic, left > 0n ? left : 0n);
    }
    return verified.processed === true;
  }

  async #settled<W extends Worked>(
    { payment, bill }: PaidCall<W>,
    payer: Payer,
    reservation: PaymentReservation,
    { done, answers, changeKeyHash }: Kept<W>,
  ): Promise<Served<W>> {
    const { changeKeys, settlement } = this.#deps;
    const { headerHash, amountAtomic } = payment;
    const unsettled = { ...reservation, ...payer, signature: null, answers };
    const transaction = await settlement.settle({ payment, unsettled, blame: true });
    const change = changeKeys.of({ headerHash, amountAtomic, earnedAtomic: done.earnedAtomic, changeKeyHash });
    const receipt = receiptOf({ payment, payer: payer.payer }, transaction);
    return { lines: linesOf(bill.lines, done, transaction), receipt, change };
  }

  async #store(
    payment: Payment,
    { payer }: Payer,
    work: Parameters<BillingDeps['payments']['worked']>[1],
  ): Promise<void> {
    const { payments } = this.#deps;
    const { messageHash } = payment;
    if (await throughOutage(() => payments.worked(messageHash, work))) return;
    // An earlier try whose result was lost with its connection has stored these same answers.
    const record = await payments.recall(messageHash);
    if (record?.state !== 'worked' || record.answers !== work.answers) throw inFlight({ payment, payer }, null);
  }
}

/** Does work under a signal that aborts with the given one, or after `workMs`, when the payment must be settled. */
async function beforeExpiry<T>(
  workMs: number | null,
  { amountAtomic }: Payment,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (workMs === null) return await work(signal);
  const expiry = new AbortController();
  const timer = setTimeout(() => expiry.abort(paymentExpires(amountAtomic)), workMs);
  try {
    return await work(AbortSignal.any([signal, expiry.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** The work of a payment. `stored` is null for lines that failed or are free, which earn nothing. */
interface Done<W extends Worked> {
  readonly results: readonly PromiseSettledResult<W>[];
  readonly stored: readonly (PaidLine | null)[];
  readonly earnedAtomic: bigint;
}

/** Works on all lines at once; a failure of one leaves the others alone. Lines that are not done when `signal` aborts fail. */
async function workAll<W extends Worked>(lines: readonly Line[], work: Work<W>, signal: AbortSignal): Promise<Done<W>> {
  const results = await Promise.allSettled(lines.map((line) => unlessAborted(signal, () => work(line, signal))));
  const stored = lines.map((line, n) => {
    const result = results[n];
    return result?.status === 'fulfilled' && !result.value.free ? storedLine(line, result.value.answer) : null;
  });
  return { results, stored, earnedAtomic: totalOf(lines.filter((_, n) => stored[n] !== null)) };
}

/**
 * Settles as `work` does, or rejects with the reason of `signal`, whichever is first. Then it listens no more: Node keeps a signal that was
 * made of others, and all that its listeners reach, for as long as it has a listener.
 */
async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** The receipt of a settled payment. */
function linesOf<W extends Worked>(
  lines: readonly Line[],
  { results }: Done<W>,
  transaction: string,
): Served<W>['lines'] {
  return results.map((result, n) => {
    if (result.status === 'rejected') return { failure: result.reason };
    if (result.value.free) return freeLine(result.value);
    const chargedAtomic = lines[n]?.priceAtomic ?? 0n;
    const billing = { route: 'x402', chargedAtomic, transaction, replayed: false } as const;
    return { answer: result.value.answer, worked: result.value, billing };
  });
}

/** The answers if nothing was earned, so that nothing is paid. Throws the first failure if all lines failed. */
function unpaid<W extends Worked>({ results }: Done<W>): Served<W> {
  const [first] = results;
  if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected')) throw first.reason;
  const lines = results.map((result) =>
    result.status === 'rejected' ? { failure: result.reason as unknown } : freeLine(result.value),
  );
  return { lines, receipt: null, change: null };
}

function freeLine<W extends Worked>(worked: W): ServedLine<W> {
  return { answer: worked.answer, worked, billing: { route: 'none', chargedAtomic: 0n, replayed: false } };
}
