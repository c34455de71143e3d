import type { PassState, PassTerms } from '#ledger/books.ts';

/** A request for a top-up or a pass. `amountAtomic` in atomic USDC. */
export interface PrepareRequest {
  readonly payer: string;
  readonly amountAtomic: bigint;
  readonly pass: boolean;
}

/** An unsigned transfer, and the ticket that binds it to its payer. */
export interface PreparedTransfer {
  /** Base64 of the versioned transaction, with empty signatures. */
  readonly transaction: string;
  readonly ticket: string;
  /** When the transfer should have landed; it may be claimed at any later time. */
  readonly expiresAt: Date;
  readonly amountAtomic: bigint;
  readonly pass: PassTerms | null;
  readonly memo: string;
  /** The receiving wallet and its token account. */
  readonly payTo: string;
  readonly destination: string;
  readonly lastValidBlockHeight: bigint;
}

/** A payment to claim. `pass` is the caller's word; the ticket decides. */
export interface ClaimInput {
  readonly signature: string;
  readonly ticket: string;
  readonly key?: string;
  readonly pass?: boolean;
  /** The origin of the claim, behind the trusted proxies; absent where it is not limited by address. */
  readonly address?: string;
}

/** The result of a claim. */
export interface ClaimAnswer {
  readonly creditedAtomic: bigint;
  readonly tier: PassTerms['tier'] | null;
  /** True when an earlier call credited it. */
  readonly repeated: boolean;
  /** Shown once. */
  readonly apiKey?: string;
  /** The spendable balance of the account; absent for a repeat. */
  readonly balanceAtomic?: bigint;
  readonly pass?: PassState;
}

/** The service for prepaid credit and passes. */
export interface CreditService {
  /** Rejects with `invalid_request` (loc `["body", member]`) and `chain_unavailable`. */
  prepare(request: PrepareRequest): Promise<PreparedTransfer>;
  /**
   * Throws `invalid_request`, `api_key_unknown` (status 401), `transaction_not_final`, `transfer_mismatch` (with
   * `mismatch`), `signature_already_credited`, `rate_limited`, `chain_unavailable` and `not_ready`.
   */
  claim(input: ClaimInput): Promise<ClaimAnswer>;
}

/** An unsigned x402 payment for a browser wallet. */
export interface PreparedPayment {
  /** Base64 of the versioned transaction with the fee payer set and empty signatures. */
  readonly transaction: string;
  readonly headerName: 'PAYMENT-SIGNATURE';
  /** The v2 payload to send once `payload.transaction` holds the signed transaction. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** The path of the signed transaction in `payload`. */
  readonly signedTransactionAt: 'payload.transaction';
  readonly requirements: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
}
