import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRecord } from '#ledger/payments/payment-book.ts';
import type { Served, Worked } from '../bill.ts';
import type { ChangeKeys } from './change.ts';
import { underLease } from './lease.ts';
import type { BillingDeps, BillingLimits, PaidCall } from './model.ts';
import { alreadyUsed, inFlight, paymentFailed, receiptOf } from './refusals.ts';
import type { Settlement } from './settlement.ts';
import { type Landing, Looks, Search } from './settlement-lookup.ts';
import { storedLines, type Unsettled, unsettledOf } from './stored.ts';

/** Without a secret in the header, who paid is told by the address, and only for this long. */
const ADDRESS_PROOF_SECONDS = 120;

/** A facilitator elsewhere is looked after by reading an account's whole recent history: not for every repeat for ever. */
const RECOGNISE_SECONDS = 600;

type RedeliveryDeps = Pick<BillingDeps, 'payments' | 'chain' | 'now'> & {
  readonly settlement: Settlement;
  readonly changeKeys: ChangeKeys;
  readonly limits: BillingLimits;
};

type Call = Omit<PaidCall<Worked>, 'work'>;

/** Payments that were seen before: their own answer again for the same request with the whole header unchanged. */
export class Redelivery {
  readonly #deps: RedeliveryDeps;
  readonly #looks: Looks;

  constructor(deps: RedeliveryDeps) {
    const { chain, now = () => performance.now() } = deps;
    this.#deps = deps;
    this.#looks = new Looks(chain, now);
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
    // It was given back and may run again, but only for what it was signed for.
    if (record !== null && !isSameCall(record, call)) throw alreadyUsed();
    return null;
  }

  /** As far as the payment is by now; `later` after a pause. */
  async #answerNow(call: Call, record: PaymentRecord, late: boolean): Promise<Served<never> | null | 'later'> {
    const { payments, limits } = this.#deps;
    if (!isSameCall(record, call)) throw alreadyUsed();
    if (record.state === 'settled') return this.#again(call, record);
    if (record.state === 'failed') return await this.#afterFailure(call, record);
    if (!record.leased && (await payments.takeOver(record.messageHash))) return await this.#carryOn(call);
    if (await this.#landedMeanwhile(record)) return 'later';
    if (late) throw inFlight(payingOf(call, record), record.signature);
    await pause(limits.repeatPauseMs);
    return 'later';
  }

  /** The stored answers of a settled payment, to who proves to have paid it. */
  #again(call: Call, record: PaymentRecord): Served<never> {
    const { signature } = record;
    const lines = signature !== null && isProven(call, record) ? storedLines(record, signature, true) : null;
    if (lines === null || signature === null) throw alreadyUsed();
    return { lines, receipt: receiptOf(payingOf(call, record), signature), change: this.#deps.changeKeys.of(record) };
  }

  /** A payment whose call is gone, now under a lease of ours: as far as it came, from there on. */
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
    return await this.#booked(call, unsettled, await new Search(this.#deps.chain, unsettled).conclude(record));
  }

  async #settleNow(call: Call, record: PaymentRecord, unsettled: Unsettled): Promise<Served<never>> {
    const { settlement, changeKeys } = this.#deps;
    const { payment } = call;
    // The time that went by since the payment was signed is not the payer's fault.
    const signature = await settlement.settle({ payment, unsettled, blame: false });
    const lines = storedLines(record, signature, false);
    if (lines === null) throw alreadyUsed();
    return { lines, receipt: receiptOf(payingOf(call, record), signature), change: changeKeys.of(record) };
  }

  /** A late landing is found here; a payment that stays failed is burnt. */
  async #afterFailure(call: Call, record: PaymentRecord): Promise<Served<never>> {
    const unsettled = unsettledOf(record);
    const recent = (record.closedSecondsAgo ?? 0) <= RECOGNISE_SECONDS;
    if (unsettled !== null && (unsettled.signature !== null || recent)) {
      const landing = await this.#looks.at(unsettled);
      if (landing.is === 'landed') return await this.#booked(call, unsettled, landing);
    }
    throw paymentFailed(
      payingOf(call, record),
      'transaction_failed',
      call.payment.amountAtomic,
      record.signature ?? '',
    );
  }

  async #booked(call: Call, unsettled: Unsettled, landing: Landing): Promise<Served<never>> {
    const { payments, settlement } = this.#deps;
    await settlement.conclude({ payment: call.payment, unsettled }, landing, unsettled.signature);
    const record = await payments.recall(call.payment.messageHash);
    if (record?.state !== 'settled') throw inFlight({ payment: call.payment, payer: unsettled.payer }, null);
    return this.#again(call, record);
  }

  /** Whoever holds the lease may be gone: that a payment landed can be told and booked by anybody. */
  async #landedMeanwhile(record: PaymentRecord): Promise<boolean> {
    const unsettled = record.state === 'sent' && record.signature !== null ? unsettledOf(record) : null;
    if (unsettled === null) return false;
    const landing = await new Search(this.#deps.chain, unsettled).look();
    if (landing.is !== 'landed') return false;
    return (await this.#deps.settlement.book(unsettled, landing)).is === 'settled';
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
