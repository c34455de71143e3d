import type { Address, Signature } from '#lib/address.ts';

/** A payment whose header could be read. Nothing about it is verified yet. */
export interface Payment {
  readonly version: 1 | 2;
  /** Whether it accepts the requirements that we make now. One that does not may still be known from another call. */
  readonly matches: boolean;
  /** The payload object as the protocol's schemas read it, and our requirements for what it pays for. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly requirements: Readonly<Record<string, unknown>>;
  /** The partially signed transaction, base64. */
  readonly transaction: string;
  readonly amountAtomic: bigint;
  readonly network: string;
  /** SHA-256 of the whole payload in its canonical form (RFC 8785), and of the transaction's message. */
  readonly headerHash: Uint8Array;
  readonly messageHash: Uint8Array;
  /** Whether the header holds a nonce of a 402 of ours. */
  readonly secret: boolean;
  /** The caller's name for the payment, by the payment-identifier extension. */
  readonly identifier: string | null;
}

/** Who pays, known once the static checks passed: the transfer's authority, its token account, and its own signature; and until when. */
export interface Payer {
  readonly payer: Address;
  readonly source: Address;
  /** The payer's signature over the message: a transaction on chain that carries it has our message. */
  readonly payerSignature: Signature;
  /** The hash of a block: the payment can land in the 150 blocks after that one. */
  readonly blockhash: string;
}

export type StaticResult =
  | ({ readonly valid: true } & Payer)
  /** `reason` is an x402 error name. */
  | { readonly valid: false; readonly reason: string };

/** `unavailable`: nobody could say; ours, and nothing was used. */
export type VerifyResult =
  /**
   * `sourceAfterAtomic`: the balance of the payer's token account afterwards; absent where unknown. `processed`: the chain has the
   * payment already, so it cannot expire any more.
   */
  | { readonly is: 'valid'; readonly sourceAfterAtomic?: bigint; readonly processed?: true }
  | { readonly is: 'invalid'; readonly reason: string; readonly detail?: string }
  | { readonly is: 'unavailable'; readonly detail: string };

/**
 * `submitted`: it was handed to the network or to a facilitator that says so; only the chain tells what became of it.
 * `refused`: it was never co-signed and cannot land. `unknown`: it may have been sent.
 */
export type SettleResult =
  | { readonly is: 'submitted'; readonly signature: Signature }
  /** `ours`: the chain could not be asked, so the payer is not to blame. */
  | { readonly is: 'refused'; readonly reason: string; readonly ours?: true }
  | { readonly is: 'unknown'; readonly reason: string; readonly signature?: Signature };

/** Who verifies and settles: in this process with our own fee payer, or a service elsewhere. */
export interface Facilitator {
  /** Why nothing can be settled at the moment, in words that may be shown; null, or absent, while it can. */
  readonly away?: string | null;
  /** The fee payer that requirements of a protocol version (2 when absent) name; null where the version is not offered. */
  feePayer(version?: 1 | 2): Address | null;
  /** Layout, signatures, limits and terms of a payment: no call. */
  check(payment: Payment): Promise<StaticResult>;
  /** Whether it would settle now. */
  verify(payment: Payment): Promise<VerifyResult>;
  /**
   * Settles. `beforeSend` is awaited once before anything can reach the chain, with the signature where it is known by
   * then; when it throws, nothing is sent and the error passes through. Throws `chain_unavailable`, before that, where it is not
   * known on what terms payments are settled.
   */
  settle(payment: Payment, beforeSend: (signature: Signature | null) => Promise<void>): Promise<SettleResult>;
  close(): void;
}
