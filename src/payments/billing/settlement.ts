import { setTimeout as pause } from 'node:timers/promises';
import type { Signature } from 'assay-core/solana/address.ts';
import type { PaymentBook } from '#ledger/payments/payment-book.ts';
import type { Fault } from '#lib/fault.ts';
import type { PaymentChain } from '../chain/payment-chain.ts';
import type { Facilitator, Payment, SettleResult } from '../x402/payment.ts';
import type { BillingLimits } from './deps.ts';
import { isOutage, throughOutage } from './outage.ts';
import { alreadyUsed, chainUnavailable, inFlight, paymentFailed, tooManyAlike } from './refusals.ts';
import { type LookupResult, SettlementLookup } from './settlement-lookup.ts';
import type { Unsettled } from './stored.ts';

/**
 * Payments that this process sent and whose outcome it did not see in time. No other process knows that they were sent, so this one
 * follows them until their outcome is known. When it ends, the doubt is resolved in favour of the payer.
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

/** The payment's state in the books after asking the chain. `open`: undecided, or another call decided otherwise. */
type Booked =
  | { readonly is: 'settled'; readonly signature: Signature }
  | { readonly is: 'taken' | 'failed' | 'open'; readonly signature: Signature | null };

/** A payment with its identification on chain. `blame`: the payer is to blame for a refusal. */
interface Settling {
  readonly payment: Payment;
  readonly unsettled: Unsettled;
  readonly blame: boolean;
}

/** The result of sending, with the signature if it was known before. */
interface Sending {
  readonly result: SettleResult;
  readonly signature: Signature | null;
}

interface SettlementDeps {
  readonly payments: PaymentBook;
  readonly chain: PaymentChain;
  readonly facilitator: Facilitator | null;
  readonly limits: BillingLimits;
}

type NotSentOutcome = Exclude<Awaited<ReturnType<PaymentBook['sent']>>, 'sent'>;

/** Thrown before anything is sent, because the books refused it. */
class NotSent extends Error {
  readonly outcome: NotSentOutcome;
  constructor(outcome: NotSentOutcome) {
    super(`the payment was not sent: ${outcome}`);
    this.outcome = outcome;
  }
}

/** Sends payments whose answers are stored and books the outcome. Only the chain decides the outcome. */
export class Settlement {
  readonly #deps: SettlementDeps;
  readonly #outstanding = new Outstanding();

  constructor(deps: SettlementDeps) {
    this.#deps = deps;
  }

  /** The message hashes of payments that this process sent and whose outcome it does not know. */
  get outstanding(): readonly Uint8Array[] {
    return this.#outstanding.all;
  }

  /** Stops following a payment whose outcome is in the books. */
  forget(messageHash: Uint8Array): void {
    this.#outstanding.delete(messageHash);
  }

  /**
   * Sends a payment whose answers are stored and waits for its outcome. Returns the signature once it is settled in the books; only
   * then the answers may leave. Throws `payment_failed`, `payment_already_used`, `chain_unavailable`,
   * `in_flight`, and `not_ready` and `too_many_payments` while nothing was sent.
   */
  async settle(settling: Settling): Promise<Signature> {
    const { roomMsMax, roomPauseMs } = this.#deps.limits;
    const end = performance.now() + roomMsMax;
    let attempt = settling;
    let sending = await this.#send(attempt);
    while (sending === 'no_room') {
      if (performance.now() >= end) {
        await this.#putOff(settling.unsettled);
        throw tooManyAlike();
      }
      await pause(roomPauseMs);
      // The payer is not to blame for the time that has passed.
      attempt = { ...settling, blame: false };
      sending = await this.#send(attempt);
    }
    return await this.#followed(attempt, sending);
  }

  async #followed(settling: Settling, { result, signature }: Sending): Promise<Signature> {
    if (result.is === 'refused') throw await this.#refused(settling, result);
    const hint = result.signature ?? null;
    const lookup = new SettlementLookup(this.#deps.chain, { ...settling.unsettled, signature }, { hint });
    const found = await lookup.wait(this.#deps.limits);
    const isOurs = result.is === 'submitted' && signature !== null;
    if (isOurs && found.is === 'unknown') this.#outstanding.add(settling.unsettled.messageHash);
    return await this.conclude(settling, found, signature);
  }

  /** Books what the chain says, for a caller. Returns the signature when the payment is settled; else throws the refusal that fits. */
  async conclude(settling: Omit<Settling, 'blame'>, found: LookupResult, sent: Signature | null): Promise<Signature> {
    const { payment, unsettled } = settling;
    const paying = { payment, payer: unsettled.payer };
    const booked = await this.book(unsettled, found).catch((error: unknown) => {
      throw isOutage(error) ? inFlight(paying, sent) : error;
    });
    if (booked.is === 'settled') return booked.signature;
    if (booked.is === 'taken') throw alreadyUsed();
    if (booked.is === 'open') throw inFlight(paying, sent);
    throw paymentFailed(paying, 'transaction_failed', payment.amountAtomic, { transaction: booked.signature ?? '' });
  }

  /** Writes into the books what the chain says. */
  async book(unsettled: Unsettled, found: LookupResult): Promise<Booked> {
    if (found.is === 'unknown') return { is: 'open', signature: null };
    if (found.is === 'landed') return await this.#bookLanded(unsettled.messageHash, found.signature);
    const failed = await throughOutage(() => this.#bookFailed(unsettled, found));
    return { is: failed ? 'failed' : 'open', signature: found.is === 'failed' ? found.signature : null };
  }

  async #bookLanded(messageHash: Uint8Array, signature: Signature): Promise<Booked> {
    const { payments } = this.#deps;
    const outcome = await throughOutage(() => payments.settled(messageHash, signature));
    if (outcome === 'settled') return { is: outcome, signature };
    if (outcome === 'taken') {
      await payments.failed(messageHash, { spentLamports: 0n, blame: true });
      return { is: outcome, signature };
    }
    // Another call, or an earlier try whose result was lost, may have settled the same payment.
    const record = await throughOutage(() => payments.recall(messageHash));
    return { is: record?.state === 'settled' && record.signature === signature ? 'settled' : 'open', signature };
  }

  /**
   * The payer is to blame for a transaction that failed on chain, and for one that never landed although this process sent it, because
   * it was simulated right before. The state `sent` alone proves nothing: it is written before sending, and a process may end in between.
   * Nobody knows whether a remote facilitator tried.
   */
  async #bookFailed(unsettled: Unsettled, found: LookupResult): Promise<boolean> {
    const failedOnChain = found.is === 'failed';
    const spentLamports = failedOnChain ? found.feeLamports : 0n;
    const blame = failedOnChain || this.#outstanding.has(unsettled.messageHash);
    return await this.#deps.payments.failed(unsettled.messageHash, { spentLamports, blame });
  }

  /** Sends, unless failures could cost too much at this moment. Trying again runs the trial of the transaction again. */
  async #send({ payment, unsettled }: Settling): Promise<Sending | 'no_room'> {
    const { facilitator, payments } = this.#deps;
    if (facilitator === null) throw chainUnavailable();
    const { messageHash, answers } = unsettled;
    const sent: { done: boolean; signature: Signature | null } = { done: false, signature: null };
    const beforeSend = async (signature: Signature | null): Promise<void> => {
      let again = false;
      const outcome = await throughOutage(() => {
        const asked = payments.sent(messageHash, signature, answers, again);
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
      // It may have been sent: a later failure proves nothing about the money.
      if (sent.done) return { result: { is: 'unknown', reason: String(error) }, signature: sent.signature };
      if (error instanceof NotSent && error.outcome === 'no_room') return error.outcome;
      throw await this.#notSent(payment, unsettled, error);
    }
  }

  async #notSent(payment: Payment, unsettled: Unsettled, error: unknown): Promise<unknown> {
    const { messageHash, payer } = unsettled;
    if (!(error instanceof NotSent)) {
      await this.#putOff(unsettled);
      return error;
    }
    if (error.outcome === 'lost') return inFlight({ payment, payer }, null);
    await this.#deps.payments.failed(messageHash, { spentLamports: 0n, blame: true });
    return alreadyUsed();
  }

  /** Keeps what was worked for the same payment, which is then sent without new work. If that fails, the lease runs out. */
  async #putOff({ messageHash }: Unsettled): Promise<void> {
    await this.#deps.payments.putOff(messageHash).catch(() => false);
  }

  async #refused(
    { payment, unsettled, blame }: Settling,
    refused: SettleResult & { readonly is: 'refused' },
  ): Promise<Fault> {
    const { payments } = this.#deps;
    const { messageHash, payer } = unsettled;
    if (refused.ours) {
      await this.#putOff(unsettled);
      return chainUnavailable();
    }
    const failed = await payments.failed(messageHash, { spentLamports: 0n, blame });
    if (!failed) return inFlight({ payment, payer }, null);
    return paymentFailed({ payment, payer }, refused.reason, payment.amountAtomic, { detail: refused.detail });
  }
}

function keyOf(messageHash: Uint8Array): string {
  return Buffer.from(messageHash).toString('base64');
}
