/**
 * Where a payment per call stands. `reserved`: verified, its work runs. `worked`: the answers are stored. `sent`: it may
 * reach the chain. Then once `settled`, `failed` (its message is burnt) or `released` (never used; it may run again).
 */
export type PaymentState = 'reserved' | 'worked' | 'sent' | 'settled' | 'failed' | 'released';

/**
 * The record of a token account as payer: `known`, 5 USDC of its payments were earned; of all others `new`, no payment settled, `young`,
 * the first settled less than 30 days ago, and `old`. A payment keeps the standing of its source at its reservation.
 */
export type Standing = 'new' | 'young' | 'old' | 'known';

/** A payment whose static checks passed. Hashes are SHA-256; amounts in atomic USDC. */
export interface PaymentReservation {
  readonly messageHash: Uint8Array;
  readonly headerHash: Uint8Array;
  readonly requestHash: Uint8Array;
  readonly version: 1 | 2;
  /** Whether the header holds a nonce that never reaches the chain, so that showing it proves who paid. */
  readonly secret: boolean;
  readonly payer: string;
  /** The token account that pays. */
  readonly source: string;
  readonly amountAtomic: bigint;
  readonly identifier: string | null;
  /** The address that the call came from. */
  readonly address: string;
  /** The block height after which the transaction cannot land any more. */
  readonly heightBound: bigint;
}

/** A payment as it stands in the books. */
export interface PaymentRecord extends PaymentReservation {
  readonly state: PaymentState;
  readonly signature: string | null;
  /** The answers as they were stored, until 24 hours have passed. */
  readonly answers: string | null;
  readonly earnedAtomic: bigint | null;
  /** SHA-256 of the key that change goes to; null where there is none. */
  readonly changeKeyHash: Uint8Array | null;
  /** Whether a lease on it runs now. */
  readonly leased: boolean;
  /** Seconds since it was settled, failed or released; null while it is neither. */
  readonly closedSecondsAgo: number | null;
  /** When it was reserved, in whole seconds since 1970 by the database's clock. */
  readonly reservedAt: number;
  /** How long that is ago by the same clock, which may be right in nothing else. */
  readonly reservedSecondsAgo: number;
}

/**
 * `reserved`: work may begin; `standing` is the source's, `othersAtomic` is the sum of other unsettled reservations of the same payer and
 * source. `known`: the message was seen before. `identified`: another payment of this payer has the same identifier and pays for the same
 * request. The rest are refusals without a write.
 */
export type ReserveResult =
  | { readonly outcome: 'reserved'; readonly standing: Standing; readonly othersAtomic: bigint }
  | { readonly outcome: 'known'; readonly record: PaymentRecord }
  | { readonly outcome: 'identified'; readonly record: PaymentRecord }
  | { readonly outcome: 'identifier_differs' }
  /** Four reservations of the payer from the source are unsettled. */
  | { readonly outcome: 'source_busy' }
  /** Two settlements of the source failed within an hour. */
  | { readonly outcome: 'source_prepaid'; readonly untilSeconds: number }
  /** Payments of sources of the same standing failed too often, and are paused. */
  | { readonly outcome: 'sources_paused' }
  /** Sources of the same standing, or from the same address range, have as many unsettled payments as are taken of them. */
  | { readonly outcome: 'all_busy' };

/** The work, stored before it is paid. `changeKeyHash` if less than the amount was earned. */
export interface WorkedPayment {
  readonly answers: string;
  readonly earnedAtomic: bigint;
  readonly changeKeyHash: Uint8Array | null;
}

/** Change that counts once its payment is finalized. */
export interface ChangeDue {
  readonly messageHash: Uint8Array;
  readonly signature: string;
}

/**
 * The books of payments per call. A lease lasts 60 seconds; a call without the lease changes nothing and gets `false` or `lost`. Every
 * method is one statement or one transaction, right on any number of replicas.
 */
export interface PaymentBook {
  /**
   * Inserts the payment as `reserved` under a lease. A released one of the same header and request is taken up again. Whether the
   * source holds what it pays is the caller's to know: a refused payment must leave no row.
   */
  reserve(reservation: PaymentReservation): Promise<ReserveResult>;
  recall(messageHash: Uint8Array): Promise<PaymentRecord | null>;
  renew(messageHash: Uint8Array): Promise<void>;
  /** Takes a payment that is reserved, worked or sent, and whose lease has run out, under a lease of its own. */
  takeOver(messageHash: Uint8Array): Promise<boolean>;
  /** reserved -> worked. */
  worked(messageHash: Uint8Array, work: WorkedPayment): Promise<boolean>;
  /**
   * worked -> sent, before anything can reach the chain. `lost` if the stored answers are not `answers`: the lease of the caller ended,
   * and another call has worked since. A known signature is entered among all on-chain signatures; `taken` if it stands there in another
   * role. `no_room`: failures of the sent payments of the same standing could cost too much. A repeat of an unanswered call passes
   * `again`.
   */
  sent(
    messageHash: Uint8Array,
    signature: string | null,
    answers: string,
    again?: boolean,
  ): Promise<'sent' | 'taken' | 'lost' | 'no_room'>;
  /** Whether the payer has reserved another payment since for the same request, which may settle or has settled. */
  isPaidAnew(messageHash: Uint8Array): Promise<boolean>;
  /**
   * Ends the lease of a worked payment that cannot be sent now. For a minute it is kept for the next lease, unless the payer reserves
   * another payment.
   */
  putOff(messageHash: Uint8Array): Promise<boolean>;
  /**
   * sent (or failed, when it landed after all) -> settled: enters the signature, posts what was earned, keeps the answers.
   * Only after this the answers may leave. `taken`: the signature stands in another role; nothing may leave.
   */
  settled(messageHash: Uint8Array, signature: string): Promise<'settled' | 'taken' | 'lost'>;
  /**
   * worked or sent -> failed. `spentLamports` is what a failed transaction cost the sponsor. `blame`: the payer's doing; the
   * second within an hour sends the source to prepaid credit for 24 hours.
   */
  failed(messageHash: Uint8Array, why: { readonly spentLamports: bigint; readonly blame: boolean }): Promise<boolean>;
  /** reserved or worked -> released: the answers are discarded and the same header may run again. Counts in the source's turn. */
  release(messageHash: Uint8Array): Promise<boolean>;
  /** Payments in `sent` whose lease has run out, oldest first. */
  unresolved(limit: number): Promise<readonly PaymentRecord[]>;
  /** Releases payments that were reserved or worked by processes that are gone, or were put off; returns how many. */
  releaseAbandoned(): Promise<number>;
  /** Settled payments with uncredited change, oldest first; only the ones after the payment `after`, if it is named. */
  changeDue(limit: number, after?: Uint8Array | null): Promise<readonly ChangeDue[]>;
  /** Credits the change of a payment to its key's account, which is made when there is none; once. */
  creditChange(messageHash: Uint8Array): Promise<boolean>;
  /** Deletes answers older than 24 hours and the identifiers of their payments; returns how many answers. */
  forgetOldAnswers(): Promise<number>;
  /** Deletes payments that were released more than 24 hours ago: they were never used, and never can be. Returns how many. */
  forgetUnused(): Promise<number>;
  /** The cost of failed settlements for the sponsor within the last 24 hours, and the possible cost of sent ones, in lamports. */
  failedSpendLamports(): Promise<bigint>;
}
