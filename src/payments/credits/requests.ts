import type { PassState, PassTerms } from '#ledger/books.ts';

/** What a top-up or a pass is asked for with. `amountAtomic` in atomic USDC. */
export interface PrepareRequest {
  readonly payer: string;
  readonly amountAtomic: bigint;
  readonly pass: boolean;
}

/** A transfer that nobody has signed, and the ticket that binds it to its payer. */
export interface PreparedTransfer {
  /** Base64 of the versioned transaction, with empty signatures. */
  readonly transaction: string;
  readonly ticket: string;
  /** Until when the transfer should land; it may be claimed at any later time. */
  readonly expiresAt: Date;
  readonly amountAtomic: bigint;
  readonly pass: PassTerms | null;
  readonly memo: string;
  /** The receiving wallet and its token account. */
  readonly payTo: string;
  readonly destination: string;
  readonly lastValidBlockHeight: bigint;
}

/** A payment that is to be claimed. `pass` as the caller gave it; the ticket decides. */
export interface ClaimInput {
  readonly signature: string;
  readonly ticket: string;
  readonly key?: string;
  readonly pass?: boolean;
  /** Where the claim came from, behind the trusted proxies; absent where nobody is bounded by that. */
  readonly address?: string;
}

/** What a claim credited. */
export interface ClaimAnswer {
  readonly creditedAtomic: bigint;
  readonly tier: PassTerms['tier'] | null;
  /** True when it was credited by an earlier call. */
  readonly repeated: boolean;
  /** Shown once. */
  readonly apiKey?: string;
  /** The spendable balance of the account; absent for a repeat. */
  readonly balanceAtomic?: bigint;
  readonly pass?: PassState;
}

/** The door for prepaid credit and passes. */
export interface CreditService {
  /** No call to the chain. Throws `invalid_request` (loc `["body", member]`) and `chain_unavailable`. */
  prepare(request: PrepareRequest): PreparedTransfer;
  /**
   * Throws `invalid_request`, `api_key_unknown` (status 401), `transaction_not_final`, `transfer_mismatch` (with
   * `mismatch`), `signature_already_credited`, `rate_limited`, `chain_unavailable` and `not_ready`.
   */
  claim(input: ClaimInput): Promise<ClaimAnswer>;
}

/** An unsigned x402 payment for a wallet in a browser. */
export interface PreparedPayment {
  /** Base64 of the versioned transaction with the fee payer set and empty signatures. */
  readonly transaction: string;
  readonly headerName: 'PAYMENT-SIGNATURE';
  /** The v2 payload to send once `payload.transaction` holds the signed transaction. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Where in `payload` the signed transaction goes. */
  readonly signedTransactionAt: 'payload.transaction';
  readonly requirements: Readonly<Record<string, unknown>>;
  readonly expiresAt: Date;
}
