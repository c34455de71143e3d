import type { PaymentChain } from '#chain/payment-chain.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { Signature } from '#lib/address.ts';
import type { Fault } from '#lib/fault.ts';
import type { Facilitator, Payment, SettleResult } from '../x402/payment.ts';
import type { BillingLimits } from './model.ts';
import { isOutage, throughOutage } from './outage.ts';
import { alreadyUsed, chainUnavailable, inFlight, paymentFailed } from './refusals.ts';
import { type Landing, Search } from './settlement-lookup.ts';
import type { Unsettled } from './stored.ts';

/**
 * Payments that a process handed to the network and watched until its time was over. Only who sent one knows that it was
 * sent, so this process keeps it until its outcome is known; what it knew ends with it, in doubt for the payer.
 */
class Outstanding {
  readonly #hashes = new Map<string, Uint8Array>();

  get all(): readonly Uint8Array[] {
    return [...this.#hashes.values()];
  }

  has(messageHash: Uint8Array): boolean {
    return this.#hashes.has(keyOf(messageHash));
  }

  add(messageHash: Uint8Array): void {
    this.#hashes.set(keyOf(messageHash), messageHash);
  }

  delete(messageHash: Uint8Array): void {
    this.#hashes.delete(keyOf(messageHash));
  }
}

/** What the books say after the chain was asked. `open`: nothing is decided, or another call decided otherwise. */
type Booked =
  | { readonly is: 'settled'; readonly signature: Signature }
  | { readonly is: 'taken' | 'failed' | 'open'; readonly signature: Signature | null };

/** A payment with what recognises it on chain. `blame`: a refusal now is the payer's own doing. */
interface Settling {
  readonly payment: Payment;
  readonly unsettled: Unsettled;
  readonly blame: boolean;
}

interface SettlementDeps {
  readonly payments: PaymentBook;
  readonly chain: PaymentChain;
  readonly facilitator: Facilitator | null;
  readonly limits: BillingLimits;
}

/** The books refused that anything is sent. */
class NotSent extends Error {
  readonly outcome: 'taken' | 'lost';
  constructor(outcome: 'taken' | 'lost') {
    super(`the payment was not sent: ${outcome}`);
    this.outcome = outcome;
  }
}

/** From the stored answer to a payment that is settled in the books: the chain is believed and nobody else. */
export class Settlement {
  readonly #deps: SettlementDeps;
  readonly #outstanding = new Outstanding();

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** Payments that this process handed to the network and watched in vain. */
  get outstanding(): readonly Uint8Array[] {
    return this.#outstanding.all;
  }

  /** Of a payment whose outcome is in the books by now. */
  letGo(messageHash: Uint8Array): void {
    this.#outstanding.delete(messageHash);
  }

  /**
   * Hands a payment whose answers are stored to the network and waits for it. Returns the signature once it is settled in
   * the books, which is what lets the answers leave. Throws `payment_failed`, `payment_already_used`, `chain_unavailable`,
   * `in_flight`, and `not_ready` while nothing was sent.
   */
  async settle(settling: Settling): Promise<Signature> {
    const { result, signature } = await this.#handOver(settling);
    if (result.is === 'refused') throw await this.#refused(settling, result);
    const told = result.signature ?? null;
    const search = new Search(this.#deps.chain, { ...settling.unsettled, signature }, { told });
    const landing = await search.wait(this.#deps.limits);
    const isOurs = result.is === 'submitted' && signature !== null;
    if (isOurs && landing.is === 'unknown') this.#outstanding.add(settling.unsettled.messageHash);
    return await this.conclude(settling, landing, signature);
  }

  /** Books a landing for a caller: the signature when it is settled, else the refusal that fits. */
  async conclude(settling: Omit<Settling, 'blame'>, landing: Landing, sent: Signature | null): Promise<Signature> {
    const { payment, unsettled } = settling;
    const paying = { payment, payer: unsettled.payer };
    const booked = await this.book(unsettled, landing).catch((error: unknown) => {
      throw isOutage(error) ? inFlight(paying, sent) : error;
    });
    if (booked.is === 'settled') return booked.signature;
    if (booked.is === 'taken') throw alreadyUsed();
    if (booked.is === 'open') throw inFlight(paying, sent);
    throw paymentFailed(paying, 'transaction_failed', payment.amountAtomic, booked.signature ?? '');
  }

  /** Writes into the books what the chain told. */
  async book(unsettled: Unsettled, landing: Landing): Promise<Booked> {
    if (landing.is === 'unknown') return { is: 'open', signature: null };
    if (landing.is === 'landed') return await this.#bookLanded(unsettled.messageHash, landing.signature);
    const failed = await throughOutage(() => this.#bookFailed(unsettled, landing));
    return { is: failed ? 'failed' : 'open', signature: landing.is === 'failed' ? landing.signature : null };
  }

  async #bookLanded(messageHash: Uint8Array, signature: Signature): Promise<Booked> {
    const { payments } = this.#deps;
    const outcome = await throughOutage(() => payments.settled(messageHash, signature));
    if (outcome === 'settled') return { is: outcome, signature };
    if (outcome === 'taken') {
      await payments.failed(messageHash, { spentLamports: 0n, blame: true });
      return { is: outcome, signature };
    }
    // Another call, or an earlier try whose answer got lost, may have settled the same payment.
    const record = await throughOutage(() => payments.recall(messageHash));
    return { is: record?.state === 'settled' && record.signature === signature ? 'settled' : 'open', signature };
  }

  /**
   * A transaction that failed on chain is the payer's doing. One that never came is too where this process handed it to the
   * network, because it was simulated right before. That the books call it sent proves nothing: they say so before it is,
   * and a process that ended in between sent nothing. Of a facilitator elsewhere nobody knows whether it tried.
   */
  async #bookFailed(unsettled: Unsettled, landing: Landing): Promise<boolean> {
    const failedOnChain = landing.is === 'failed';
    const spentLamports = failedOnChain ? landing.feeLamports : 0n;
    const blame = failedOnChain || this.#outstanding.has(unsettled.messageHash);
    return await this.#deps.payments.failed(unsettled.messageHash, { spentLamports, blame });
  }

  async #handOver({ payment, unsettled }: Settling): Promise<{ result: SettleResult; signature: Signature | null }> {
    const { facilitator, payments } = this.#deps;
    if (facilitator === null) throw chainUnavailable();
    const { messageHash } = unsettled;
    const sent: { done: boolean; signature: Signature | null } = { done: false, signature: null };
    const beforeSend = async (signature: Signature | null): Promise<void> => {
      let again = false;
      const outcome = await throughOutage(() => {
        const asked = payments.sent(messageHash, signature, again);
        again = true;
        return asked;
      });
      if (outcome !== 'sent') throw new NotSent(outcome);
      sent.done = true;
      sent.signature = signature;
    };
    try {
      const result = await facilitator.settle(payment, beforeSend);
      return { result, signature: sent.signature };
    } catch (error) {
      // Once it may have been sent, whatever broke afterwards says nothing about the money.
      if (sent.done) return { result: { is: 'unknown', reason: String(error) }, signature: sent.signature };
      throw await this.#notSent(payment, unsettled, error);
    }
  }

  async #notSent(payment: Payment, { messageHash, payer }: Unsettled, error: unknown): Promise<unknown> {
    const { payments } = this.#deps;
    if (!(error instanceof NotSent)) {
      await payments.release(messageHash).catch(() => false);
      return error;
    }
    if (error.outcome === 'lost') return inFlight({ payment, payer }, null);
    await payments.failed(messageHash, { spentLamports: 0n, blame: true });
    return alreadyUsed();
  }

  async #refused(
    { payment, unsettled, blame }: Settling,
    refused: SettleResult & { readonly is: 'refused' },
  ): Promise<Fault> {
    const { payments } = this.#deps;
    const { messageHash, payer } = unsettled;
    if (refused.ours) {
      await payments.release(messageHash);
      return chainUnavailable();
    }
    const failed = await payments.failed(messageHash, { spentLamports: 0n, blame });
    if (!failed) return inFlight({ payment, payer }, null);
    return paymentFailed({ payment, payer }, refused.reason, payment.amountAtomic);
  }
}

function keyOf(messageHash: Uint8Array): string {
  return Buffer.from(messageHash).toString('base64');
}
