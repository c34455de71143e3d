import type { Address, Signature } from 'assay-core/solana/address.ts';
import type { PaymentRank } from '../chain/payment-chain.ts';

/** A payment with a readable header, not verified yet. */
export interface Payment {
  readonly version: 1 | 2;
  /** Whether it accepts the present requirements. If not, it may still be known from another call. */
  readonly matches: boolean;
  /** The payload as validated, and our requirements for its resource. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly requirements: Readonly<Record<string, unknown>>;
  /** The partially signed transaction, base64. */
  readonly transaction: string;
  readonly amountAtomic: bigint;
  readonly network: string;
  /** SHA-256 of the whole payload in its canonical form (RFC 8785), and of the transaction's message. */
  readonly headerHash: Uint8Array;
  readonly messageHash: Uint8Array;
  /** Whether the header contains the nonce of a 402 of this service. */
  readonly secret: boolean;
  /** The caller's name for the payment, by the payment-identifier extension. */
  readonly identifier: string | null;
}

/**
 * The payer, known after the static checks: the transfer's authority, its token account and its signature; and the blockhash of
 * the payment.
 */
export interface Payer {
  readonly payer: Address;
  readonly source: Address;
  /** The payer's signature over the message. A transaction on chain with this signature has our message. */
  readonly payerSignature: Signature;
  /** The payment can land in the 150 blocks after the block with this hash. */
  readonly blockhash: string;
}

export type StaticResult =
  | ({ readonly valid: true } & Payer)
  /** `reason` is an x402 error name. */
  | { readonly valid: false; readonly reason: string };

/** `unavailable`: verification failed without the payer's fault, and the payment is unused. */
export type VerifyResult =
  /**
   * `sourceAfterAtomic`: the balance of the payer's token account afterwards; absent where unknown. `processed`: the chain has the
   * payment already, so it cannot expire any more.
   */
  | { readonly is: 'valid'; readonly sourceAfterAtomic?: bigint; readonly processed?: true }
  | { readonly is: 'invalid'; readonly reason: string; readonly detail?: string }
  | { readonly is: 'unavailable'; readonly detail: string };

/**
 * `submitted`: it was handed to the network, or to a facilitator that says so; only the chain shows the outcome. `refused`: it was
 * never co-signed and cannot land. `unknown`: it may have been sent.
 */
export type SettleResult =
  | { readonly is: 'submitted'; readonly signature: Signature }
  /** `ours`: the chain could not be asked, so it is not the payer's fault. `detail`: the finding of the simulation. */
  | { readonly is: 'refused'; readonly reason: string; readonly ours?: true; readonly detail?: string }
  | { readonly is: 'unknown'; readonly reason: string; readonly signature?: Signature };

/** Verifies and settles payments: in this process with our own fee payer, or remotely. */
export interface Facilitator {
  /** A public text why nothing can be settled; null or absent while it can. */
  readonly away?: string | null;
  /** The fee payer in the requirements of a protocol version (2 when absent); null where the version is not offered. */
  feePayer(version?: 1 | 2): Address | null;
  /** Checks layout, signatures, limits and terms of a payment without any call. */
  check(payment: Payment): Promise<StaticResult>;
  /** Whether it would settle now. `rank`: the order of its calls where they are rationed, `payment` when absent. */
  verify(payment: Payment, rank?: PaymentRank): Promise<VerifyResult>;
  /**
   * Settles a payment. Awaits `beforeSend` once before anything can reach the chain, with the signature if it is known; when it
   * throws, nothing is sent and the error passes through. Throws `chain_unavailable` before that where the terms of payment are
   * unknown.
   */
  settle(payment: Payment, beforeSend: (signature: Signature | null) => Promise<void>): Promise<SettleResult>;
  close(): void;
}
