import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { Served, Worked } from '../bill.ts';
import type { ChangeKeys } from './change.ts';
import type { BillingDeps, BillingLimits, PaidCall } from './deps.ts';
import { underLease } from './lease.ts';
import { alreadyUsed, inFlight, paymentFailed, receiptOf } from './refusals.ts';
import type { Settlement } from './settlement.ts';
import { type LookupResult, RecentLookups, SettlementLookup } from './settlement-lookup.ts';
import { storedLines, type Unsettled, unsettledOf } from './stored.ts';

/** For how long the caller's address proves who paid, where the header holds no secret. */
const ADDRESS_PROOF_SECONDS = 120;

/** For how long repeats look a payment up whose signature is unknown, because that reads an account's recent history. */
const RECOGNISE_SECONDS = 600;

type RedeliveryDeps = Pick<BillingDeps, 'payments' | 'chain' | 'now'> & {
  readonly settlement: Settlement;
  readonly changeKeys: ChangeKeys;
  readonly limits: BillingLimits;
};

type Call = Omit<PaidCall<Worked>, 'work'>;

/** Answers payments that were seen before: the same header for the same request gets the stored answers again. */
export class Redelivery {
  readonly #deps: RedeliveryDeps;
  readonly #lookups: RecentLookups;

  constructor(deps: RedeliveryDeps) {
    const { chain, now = () => performance.now() } = deps;
    this.#deps = deps;
    this.#lookups = new RecentLookups(chain, now);
  }

  /** The answer, or null when the payment was never used and may run. Throws the refusals of a payment. */
  async answer(call: Call, known: PaymentRecord): Promise<Served<never> | null> {
    const { payments, limits } = this.#deps;
    const end = performance.now() + limits.repeatMsMax;
    let record: PaymentRecord | null = known;
    while (record !== null && record.state !== 'released') {
      const answer = await this.#answerNow(call, record, performance.now() > end);
      if (answer !== 'later') return answer;
      record = await payments.recall(call.payment.messageHash);
    }
    // It was released and may run again, but only for the request that it was signed for.
    if (record !== null && !isSameCall(record, call)) throw alreadyUsed();
    return null;
  }

  /** The answer as far as the payment has come; `later`, after a pause, where it is still under way. */
  async #answerNow(call: Call, record: PaymentRecord, outOfTime: boolean): Promise<Served<never> | null | 'later'> {
    const { payments, limits } = this.#deps;
    if (!isSameCall(record, call)) throw alreadyUsed();
    if (record.state === 'settled') return this.#again(call, record);
    if (record.state === 'failed') return await this.#afterFailure(call, record);
    if (!record.leased && (await payments.takeOver(record.messageHash))) return await this.#carryOn(call);
    if (await this.#landedMeanwhile(record)) return 'later';
    if (outOfTime) throw inFlight(payingOf(call, record), record.signature);
    await pause(limits.repeatPauseMs);
    return 'later';
  }

  /** The stored answers of a settled payment, for the proven payer. */
  #again(call: Call, record: PaymentRecord): Served<never> {
    const { signature } = record;
    const lines = signature !== null && isProven(call, record) ? storedLines(record, signature, true) : null;
    if (lines === null || signature === null) throw alreadyUsed();
    return { lines, receipt: receiptOf(payingOf(call, record), signature), change: this.#deps.changeKeys.of(record) };
  }

  /** Goes on with a payment whose call is gone and whose lease this process has taken over. */
  async #carryOn(call: Call): Promise<Served<never> | null> {
    const { payments } = this.#deps;
    const { messageHash } = call.payment;
    const record = await payments.recall(messageHash);
    if (record === null) return null;
    if (record.state === 'reserved') {
      await payments.release(messageHash);
      return null;
    }
    const unsettled = unsettledOf(record);
    if (unsettled === null) throw alreadyUsed();
    const renew = (): Promise<void> => payments.renew(messageHash);
    if (record.state === 'worked') return await underLease(renew, () => this.#settleNow(call, record, unsettled));
    if (record.state !== 'sent') throw inFlight(payingOf(call, record), record.signature);
    return await this.#booked(
      call,
      unsettled,
      await new SettlementLookup(this.#deps.chain, unsettled).conclude(record),
    );
  }

  async #settleNow(call: Call, record: PaymentRecord, unsettled: Unsettled): Promise<Served<never>> {
    const { settlement, changeKeys } = this.#deps;
    const { payment } = call;
    // The payer is not to blame for the time that has passed since the payment was signed.
    const signature = await settlement.settle({ payment, unsettled, blame: false });
    const lines = storedLines(record, signature, false);
    if (lines === null) throw alreadyUsed();
    return { lines, receipt: receiptOf(payingOf(call, record), signature), change: changeKeys.of(record) };
  }

  /** Checks whether a failed payment landed after all. Throws `payment_failed` where it did not. */
  async #afterFailure(call: Call, record: PaymentRecord): Promise<Served<never>> {
    const unsettled = unsettledOf(record);
    const recent = (record.closedSecondsAgo ?? 0) <= RECOGNISE_SECONDS;
    if (unsettled !== null && (unsettled.signature !== null || recent)) {
      const found = await this.#lookups.of(unsettled);
      if (found.is === 'landed') return await this.#booked(call, unsettled, found);
    }
    const transaction = record.signature ?? '';
    throw paymentFailed(payingOf(call, record), 'transaction_failed', call.payment.amountAtomic, { transaction });
  }

  async #booked(call: Call, unsettled: Unsettled, found: LookupResult): Promise<Served<never>> {
    const { payments, settlement } = this.#deps;
    await settlement.conclude({ payment: call.payment, unsettled }, found, unsettled.signature);
    const record = await payments.recall(call.payment.messageHash);
    if (record?.state !== 'settled') throw inFlight({ payment: call.payment, payer: unsettled.payer }, null);
    return this.#again(call, record);
  }

  /** The process with the lease may be gone, so any process may find and book a payment that landed. */
  async #landedMeanwhile(record: PaymentRecord): Promise<boolean> {
    const unsettled = record.state === 'sent' && record.signature !== null ? unsettledOf(record) : null;
    if (unsettled === null) return false;
    const found = await new SettlementLookup(this.#deps.chain, unsettled).once();
    if (found.is !== 'landed') return false;
    return (await this.#deps.settlement.book(unsettled, found)).is === 'settled';
  }
}

function payingOf({ payment }: Call, { payer }: PaymentRecord): { payment: Call['payment']; payer: string } {
  return { payment, payer };
}

function isSameCall(record: PaymentRecord, { payment, requestHash }: Call): boolean {
  return isEqual(record.headerHash, payment.headerHash) && isEqual(record.requestHash, requestHash);
}

/** The header's hash is equal already: with a secret in it that is the proof, because the chain never shows it. */
function isProven({ bill }: Call, { secret, address, closedSecondsAgo }: PaymentRecord): boolean {
  if (secret) return true;
  return address === bill.credentials.address && (closedSecondsAgo ?? 0) <= ADDRESS_PROOF_SECONDS;
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
