/** What a hold is for. `priceAtomic` in atomic USDC; `request` is the canonical text of kind and arguments. */
export interface HoldRequest {
  readonly apiKey: string;
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  readonly priceAtomic: bigint;
}

export type HoldResult =
  | { readonly outcome: 'held'; readonly holdId: string; readonly balanceAtomic: bigint }
  | { readonly outcome: 'key_unknown' }
  /** `balanceAtomic` is what is left to spend: balance less what is held. */
  | { readonly outcome: 'insufficient_balance'; readonly balanceAtomic: bigint }
  | { readonly outcome: 'too_many_free_answers'; readonly retryAfterSeconds: number };

/** What is stored with the charge: the exact answer that may leave the service once the post succeeded. */
export interface StoredAnswer {
  readonly body: string;
  readonly verdict: string;
}

/** `lost`: the hold had expired or was closed by another; nothing was charged and nothing may be delivered. */
export type PostResult = { readonly outcome: 'posted'; readonly balanceAtomic: bigint } | { readonly outcome: 'lost' };

export interface GrantResult {
  /** Present when the grant made a new account; shown once, stored only as a hash. */
  readonly apiKey?: string;
  readonly balanceAtomic: bigint;
}

/** What an audit of the books compares; all four counts are zero in sound books. */
export interface AuditResult {
  readonly unbalancedAccounts: number;
  readonly overdrawnAccounts: number;
  readonly postedWithoutAnswer: number;
  readonly staleHolds: number;
  /** Sum of all accounts' balances in atomic USDC: zero, because every posting moves and none makes. */
  readonly sumAtomic: bigint;
}

/** The books. Every method is one SQL statement or one transaction; every failure leaves them as they were. */
export interface Ledger {
  /** Reserves the price for 60 seconds. One round trip. */
  hold(request: HoldRequest): Promise<HoldResult>;
  /** Charges a hold and stores its answer in one statement. One round trip. */
  post(holdId: string, answer: StoredAnswer): Promise<PostResult>;
  /** Gives a hold back. `free` counts towards the limit on free answers, `failed` does not. One round trip. */
  void(holdId: string, why: 'free' | 'failed'): Promise<{ readonly balanceAtomic: bigint }>;
  /** Extends the lease of a hold that is still worked on. */
  renew(holdId: string): Promise<void>;
  /** Gives back holds whose lease has run out; returns how many. Safe on any number of replicas. */
  expireHolds(): Promise<number>;
  /** Credits an account by an operator's decision; without a key a new account is made. Throws the fault api_key_unknown. */
  grant(amountAtomic: bigint, apiKey?: string): Promise<GrantResult>;
  audit(): Promise<AuditResult>;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
