/** What a pass of a tier is made of, as the registry of tiers lists it. */
export interface PassTerms {
  readonly tier: 'traveller' | 'voyager';
  readonly days: number;
  readonly calls: number;
}

/**
 * What a line of a bill is for. `priceAtomic` in atomic USDC; `request` is the canonical text of kind and arguments, of
 * which a hash is stored; `size` is what is kept of them beside kind and subject, at most 32 bytes.
 */
export interface HoldLine {
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  readonly size?: string;
  readonly priceAtomic: bigint;
}

/** One line on the bill of a key. `idempotencyKey` is the caller's own name for the bill. */
export interface HoldRequest extends HoldLine {
  readonly apiKey: string;
  readonly idempotencyKey?: string;
}

/** The bill of an operation: 1 to 100 lines, all held or none. */
export interface BillRequest {
  readonly apiKey: string;
  readonly lines: readonly HoldLine[];
  readonly idempotencyKey?: string;
}

/** A period of calls that a key may draw on. */
export interface PassState {
  readonly tier: 'traveller' | 'voyager';
  readonly state: 'active' | 'queued';
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly callsIncluded: number;
  readonly callsLeft: number;
}

/** A line that is reserved: on a pass (nothing is taken from the balance) or on the balance. */
export interface Held {
  readonly outcome: 'held';
  /** The hold's name, which nothing but its ledger reads: no other hold ever has it, whatever is lost of the books. */
  readonly holdId: string;
  /** What is left to spend: balance less what is held. */
  readonly balanceAtomic: bigint;
  readonly pass?: PassState;
}

/** A line that was answered and charged before, to be answered again for nothing. */
export interface Replayed {
  readonly outcome: 'replayed';
  readonly holdId: string;
  readonly balanceAtomic: bigint;
  readonly answer: StoredAnswer;
}

/** There is too little money. */
export interface LineRefusal {
  readonly outcome: 'insufficient_balance';
  readonly balanceAtomic: bigint;
}

/** Why nothing was reserved. */
export type HoldRefusal =
  | { readonly outcome: 'key_unknown' }
  | LineRefusal
  /** The idempotency key names a bill that is still worked on. */
  | { readonly outcome: 'in_flight' }
  /** The idempotency key names another bill. */
  | { readonly outcome: 'differs' };

export type HoldResult = Held | Replayed | HoldRefusal;

/** The result of a line. Repeats of paid lines are answered even if other lines are refused. */
export type BillLine = Held | Replayed | LineRefusal;
/** The lines in the order of the request, or one refusal for all of them. */
export type BillResult = { readonly outcome: 'held'; readonly lines: readonly BillLine[] } | HoldRefusal;

/** What is stored with the charge: the exact answer that may leave the service once the post succeeded. */
export interface StoredAnswer {
  readonly body: string;
  readonly verdict: string;
}

/** `lost`: the hold had expired or was closed by another; nothing was charged and nothing may be delivered. */
export type PostResult =
  | { readonly outcome: 'posted'; readonly balanceAtomic: bigint; readonly pass?: PassState }
  | { readonly outcome: 'lost' };

export interface GrantResult {
  /** Present when the grant made a new account; shown once, stored only as a hash. */
  readonly apiKey?: string;
  readonly balanceAtomic: bigint;
}

/** One movement as its account sees it: `amountAtomic` is negative when money left. */
export interface Entry {
  /** Grows with time; the cursor of a page. */
  readonly id: bigint;
  readonly kind: 'grant' | 'topup' | 'pass' | 'charge' | 'change' | 'refund';
  readonly amountAtomic: bigint;
  readonly at: Date;
  /**
   * The transaction of a top-up, pass or change; kind and subject of a charge as `funder/<subject>`; of a refund that of what
   * it gives back; null for a grant.
   */
  readonly ref: string | null;
}

/** What a key owns. `passes` that have not expired, in the order in which calls draw on them. */
export interface Statement {
  /** What can be spent: balance less what is held. */
  readonly balanceAtomic: bigint;
  readonly passes: readonly PassState[];
}

/**
 * A page of entries, newest first: those older than `before`, at most `limit` (1 to 100), of the kinds named (of all
 * when absent, of none when empty), entered at `since` or later and before `until`.
 */
export interface EntryPage {
  readonly before?: bigint;
  readonly limit: number;
  readonly kinds?: readonly Entry['kind'][];
  readonly since?: Date;
  readonly until?: Date;
}

/** What an audit of the books compares; all counts are zero in sound books. */
export interface AuditResult {
  /** Accounts whose balance or held amount is not what postings and open holds make, or that only those name. */
  readonly unbalancedAccounts: number;
  readonly overdrawnAccounts: number;
  /** System accounts that are missing, or that nobody knows. */
  readonly misnamedAccounts: number;
  /** Accounts with keys that are no customer's, customers without any key, and those with more than one that is not revoked. */
  readonly misplacedKeys: number;
  /** Movements that move nothing, and postings of no movement. */
  readonly emptyMovements: number;
  /** Movements of more than one posting. */
  readonly splitMovements: number;
  /** Grants that do not go from issuance to a customer, and movements whose cause is not of their kind. */
  readonly misdirectedMovements: number;
  readonly postedWithoutAnswer: number;
  /** Stored answers whose body names another kind, subject, size or verdict than their charge. */
  readonly mismatchedAnswers: number;
  /** Charges whose movement and hold differ in amount, payer or payee, or of which one is missing. */
  readonly mispricedCharges: number;
  readonly staleHolds: number;
  /** Passes whose used calls are not the held and posted calls of their account on them. */
  readonly miscountedPasses: number;
  /** Passes that are not what their claim bought, overlap, or are missing where a claim bought one. */
  readonly alteredPasses: number;
  /** Claims, passes, payments per call and change whose movement is missing, has another amount or other ends, or stands alone. */
  readonly mismatchedPayments: number;
  /** Payments per call whose amount is more than was earned without change, or the reverse. */
  readonly unaccountedChange: number;
  /** On-chain signatures that count in another role than they were entered in, or in none. */
  readonly misusedSignatures: number;
  /** Refunds of more than what they give back, of what is never given back, or to somebody else. */
  readonly excessiveRefunds: number;
  /** Sum of all accounts' balances in atomic USDC: zero, because every posting moves and none makes. */
  readonly sumAtomic: bigint;
}

/** Where a past check stands among those of its account: when it was charged, in microseconds of Unix time, and its hold. */
export interface CheckPlace {
  readonly micros: bigint;
  readonly holdId: bigint;
}

/** A check that was charged: on the balance, or as a call on a pass, whose `priceAtomic` is zero. */
export interface PastCheck {
  readonly place: CheckPlace;
  readonly kind: string;
  readonly subject: string;
  /** Null for a check without one, and where an older version did not store it. */
  readonly size: string | null;
  readonly verdict: string;
  readonly priceAtomic: bigint;
  readonly route: 'credit' | 'pass';
  /** When it was charged. */
  readonly at: Date;
  /** Whether the answer is still stored. */
  readonly kept: boolean;
}

/**
 * A page of past checks, newest first: those before `before`, at most `limit` (1 to 100), of the kinds and with the
 * verdicts named (all when absent, none when empty), about `subject`, charged at `since` or later and before `until`.
 */
export interface PastCheckPage {
  readonly before?: CheckPlace;
  readonly limit: number;
  readonly kinds?: readonly string[];
  readonly verdicts?: readonly string[];
  readonly subject?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** A page as it was found; `more` when older ones follow. */
export interface PastChecks {
  readonly checks: readonly PastCheck[];
  readonly more: boolean;
}

/** The books. Every method is one SQL statement or one transaction; every failure leaves them as they were. */
export interface Ledger {
  /**
   * Reserves one call for 60 seconds: on the running pass, then on queued ones, then on the balance. The same request of
   * the same account whose response was not finished within the last 10 minutes, and a posted bill of the same
   * idempotency key within 24 hours, are answered with what was stored. One round trip.
   */
  hold(request: HoldRequest): Promise<HoldResult>;
  /** The same for all lines of a bill, of which either every one is held or replayed or none. */
  holdAll(request: BillRequest): Promise<BillResult>;
  /** Charges a hold and stores its answer in one statement. One round trip. */
  post(holdId: string, answer: StoredAnswer): Promise<PostResult>;
  /** Notes, soon and without waiting, that the response with this hold's answer was finished. */
  finish(holdId: string): void;
  /**
   * Gives a hold back. `free` counts towards the limit on free answers, `failed` does not. The balance is null for a hold that
   * the books do not know, such as one that a failover lost. One round trip.
   */
  void(holdId: string, why: 'free' | 'failed'): Promise<{ readonly balanceAtomic: bigint | null }>;
  /** Extends the lease of a hold that is still worked on. */
  renew(holdId: string): Promise<void>;
  /** Gives back holds whose lease has run out; returns how many. Safe on any number of replicas. */
  expireHolds(): Promise<number>;
  /** Deletes bodies of answers and takes away idempotency keys older than 24 hours; returns how many bodies went. */
  forgetOldAnswers(): Promise<number>;
  /** Credits an account by an operator's decision; without a key a new account is made. Throws the fault api_key_unknown. */
  grant(amountAtomic: bigint, apiKey?: string): Promise<GrantResult>;
  /** What the key owns; null for an unknown or revoked key. Counts as a presentation of the key. */
  statement(apiKey: string): Promise<Statement | null>;
  /** The movements of the key's account; null for an unknown or revoked key. */
  entries(
    apiKey: string,
    page: EntryPage,
  ): Promise<{ readonly entries: readonly Entry[]; readonly more: boolean } | null>;
  /** The checks that were charged to the key's account; null for an unknown or revoked key. */
  pastChecks(apiKey: string, page: PastCheckPage): Promise<PastChecks | null>;
  /** The stored bodies of 1 to 100 checks of the key's account, by hold; nothing for others' and for what was deleted. */
  storedBodies(apiKey: string, places: readonly CheckPlace[]): Promise<ReadonlyMap<bigint, string>>;
  audit(): Promise<AuditResult>;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
