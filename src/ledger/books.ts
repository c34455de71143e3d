/** The terms of a pass tier, as in the registry of tiers. */
export interface PassTerms {
  readonly tier: 'traveller' | 'voyager';
  readonly days: number;
  readonly calls: number;
}

/**
 * A line of a bill. `priceAtomic` in atomic USDC; `request` is the canonical text of kind and arguments, stored as a hash; `size`
 * is stored beside kind and subject, at most 32 bytes.
 */
export interface HoldLine {
  readonly kind: string;
  readonly subject: string;
  readonly request: string;
  readonly size?: string;
  readonly priceAtomic: bigint;
}

/** One line on the bill of a key. `idempotencyKey` is the caller's name for the bill. */
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

/** A period of calls that a key may use. */
export interface PassState {
  readonly tier: 'traveller' | 'voyager';
  readonly state: 'active' | 'queued';
  readonly startsAt: Date;
  readonly expiresAt: Date;
  readonly callsIncluded: number;
  readonly callsLeft: number;
}

/** A reserved line: on a pass, which leaves the balance unchanged, or on the balance. */
export interface Held {
  readonly outcome: 'held';
  /** The hold's id, which only its ledger reads. No other hold ever has it, even after a loss of data. */
  readonly holdId: string;
  /** Spendable: the balance less all holds. */
  readonly balanceAtomic: bigint;
  readonly pass?: PassState;
}

/** A line that was answered and charged before; its repeat is free. */
export interface Replayed {
  readonly outcome: 'replayed';
  readonly holdId: string;
  readonly balanceAtomic: bigint;
  readonly answer: StoredAnswer;
}

/** The balance is too low. */
export interface LineRefusal {
  readonly outcome: 'insufficient_balance';
  readonly balanceAtomic: bigint;
}

/** Why nothing was reserved. */
export type HoldRefusal =
  | { readonly outcome: 'key_unknown' }
  | LineRefusal
  /** The bill with this idempotency key is still in progress. */
  | { readonly outcome: 'in_flight' }
  /** The idempotency key belongs to another bill. */
  | { readonly outcome: 'differs' };

export type HoldResult = Held | Replayed | HoldRefusal;

/** The result of a line. Repeats of paid lines are answered even if other lines are refused. */
export type BillLine = Held | Replayed | LineRefusal;
/** The lines in the order of the request, or one refusal for all of them. */
export type BillResult = { readonly outcome: 'held'; readonly lines: readonly BillLine[] } | HoldRefusal;

/** The stored answer of a charge: exactly the text that may leave the service after the post. */
export interface StoredAnswer {
  readonly body: string;
  readonly verdict: string;
}

/** `lost`: the hold had expired or was closed by another call, or was given back; nothing was charged, and nothing may be delivered. */
export type PostResult =
  | { readonly outcome: 'posted'; readonly balanceAtomic: bigint; readonly pass?: PassState }
  | { readonly outcome: 'lost' };

export interface GrantResult {
  /** Present for a new account; shown once, stored only as a hash. */
  readonly apiKey?: string;
  readonly balanceAtomic: bigint;
}

/** One movement from its account's view: `amountAtomic` is negative for outgoing money. */
export interface Entry {
  /** Grows with time; the cursor of a page. */
  readonly id: bigint;
  readonly kind: 'grant' | 'topup' | 'pass' | 'charge' | 'change' | 'refund';
  readonly amountAtomic: bigint;
  readonly at: Date;
  /**
   * The transaction of a top-up, pass or change; `kind/subject` of a charge; for a refund the reference of the refunded movement;
   * null for a grant.
   */
  readonly ref: string | null;
}

/** The possessions of a key. `passes` lists unexpired ones, in the order in which calls use them. */
export interface Statement {
  /** Spendable: the balance less all holds. */
  readonly balanceAtomic: bigint;
  readonly passes: readonly PassState[];
}

/** Entries of the given kinds (all when absent, none when empty), from `since` and before `until`. */
export interface EntryFilter {
  readonly kinds?: readonly Entry['kind'][];
  readonly since?: Date;
  readonly until?: Date;
}

/** A page of entries, newest first: older than `before`, at most `limit` (1 to 100). */
export interface EntryPage extends EntryFilter {
  readonly before?: bigint;
  /** Only entries after this one. */
  readonly newerThan?: bigint;
  /** The page is at the old end of the list. */
  readonly oldest?: true;
  readonly limit: number;
}

/** The findings of an audit; all counts are zero in a sound ledger. */
export interface AuditResult {
  /** Accounts whose balance or held amount differs from the sum of postings or open holds, and missing accounts of postings or holds. */
  readonly unbalancedAccounts: number;
  readonly overdrawnAccounts: number;
  /** System accounts that are missing or unknown. */
  readonly misnamedAccounts: number;
  /** System accounts with keys, customers without any key, and customers with several keys that are not revoked. */
  readonly misplacedKeys: number;
  /** Movements without postings, and postings without a movement. */
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
  /** Passes whose used calls differ from the held and posted calls of their account on them. */
  readonly miscountedPasses: number;
  /** Passes that differ from their claim, overlap, or are missing for a claim. */
  readonly alteredPasses: number;
  /** Claims, passes, payments per call and change whose movement is missing, differs, or has no record. */
  readonly mismatchedPayments: number;
  /** Payments per call above the earned amount without change, or the reverse. */
  readonly unaccountedChange: number;
  /** On-chain signatures that are used in another role than recorded, or in none. */
  readonly misusedSignatures: number;
  /** Refunds above the refunded amount, of movements that cannot be refunded, or to another account. */
  readonly excessiveRefunds: number;
  /** Sum of all balances in atomic USDC: zero, because every posting only moves money. */
  readonly sumAtomic: bigint;
}

/** The position of a past check in its account: the time of the charge in microseconds of Unix time, and its hold. */
export interface CheckPlace {
  readonly micros: bigint;
  readonly holdId: bigint;
}

/** A charged check: on the balance, or on a pass, where `priceAtomic` is zero. */
export interface PastCheck {
  readonly place: CheckPlace;
  readonly kind: string;
  readonly subject: string;
  /** Null for a check without one, and where an older version did not store it. */
  readonly size: string | null;
  readonly verdict: string;
  readonly priceAtomic: bigint;
  readonly route: 'credit' | 'pass';
  /** The time of the charge. */
  readonly at: Date;
  /** Whether the answer is still stored. */
  readonly kept: boolean;
}

/** Past checks of the given kinds and verdicts (all when absent, none when empty), about `subject`, charged from `since` and before `until`. */
export interface PastCheckFilter {
  readonly kinds?: readonly string[];
  readonly verdicts?: readonly string[];
  readonly subject?: string;
  readonly since?: Date;
  readonly until?: Date;
}

/** A page of past checks, newest first: before `before`, at most `limit` (1 to 100). */
export interface PastCheckPage extends PastCheckFilter {
  readonly before?: CheckPlace;
  /** Only checks after this one. */
  readonly newerThan?: CheckPlace;
  /** The page is at the old end of the list. */
  readonly oldest?: true;
  readonly limit: number;
}

/** What names a stored answer: the check, and the SHA-256 of the answer's text. */
export interface AnswerName {
  readonly kind: string;
  readonly subject: string;
  readonly digest: Uint8Array;
}

/** A charged check with its stored answer as text. */
export interface StoredCheck {
  readonly check: PastCheck;
  readonly body: string;
}

/** A page, newest first; `more` when older ones follow, or newer ones before a page at the old end. */
export interface PastChecks {
  readonly checks: readonly PastCheck[];
  readonly more: boolean;
}

/** The ledger. Every method is one SQL statement or one transaction; a failure changes nothing. */
export interface Ledger {
  /**
   * Reserves one call for 60 seconds: on the current pass, then on queued ones, then on the balance. Returns the stored answer for
   * the same request of the same account whose response was not finished within the last 10 minutes, and for a posted bill with the
   * same idempotency key within 24 hours. One round trip.
   */
  hold(request: HoldRequest): Promise<HoldResult>;
  /** The same for all lines of a bill: either all are held or replayed, or none is. */
  holdAll(request: BillRequest): Promise<BillResult>;
  /**
   * Charges a hold and stores its answer in one statement. One round trip. `isGone` finds out whether its caller is gone: then the hold is given
   * back where the same account has asked for the same again since, so that who waits no longer and asks elsewhere is charged once.
   */
  post(holdId: string, answer: StoredAnswer, isGone?: () => Promise<boolean>): Promise<PostResult>;
  /** Records, soon and without waiting, that the response with this hold's answer was finished. */
  finish(holdId: string): void;
  /**
   * Releases a hold. `free` counts towards the limit on free answers, `failed` does not. The balance is null for an unknown hold,
   * such as one lost in a failover. One round trip.
   */
  void(holdId: string, why: 'free' | 'failed'): Promise<{ readonly balanceAtomic: bigint | null }>;
  /** Extends the lease of a hold that is still in progress. */
  renew(holdId: string): Promise<void>;
  /** Releases holds with an expired lease; returns their number. Safe on any number of replicas. */
  expireHolds(): Promise<number>;
  /** Deletes answer bodies and idempotency keys older than 24 hours; returns the number of bodies. */
  forgetOldAnswers(): Promise<number>;
  /** Credits an account on an operator's order; without a key it creates one. Throws the fault api_key_unknown. */
  grant(amountAtomic: bigint, apiKey?: string): Promise<GrantResult>;
  /** The possessions of a key; null for an unknown or revoked key. Counts as a use of the key. */
  statement(apiKey: string): Promise<Statement | null>;
  /** The movements of the key's account; null for an unknown or revoked key. */
  entries(
    apiKey: string,
    page: EntryPage,
  ): Promise<{ readonly entries: readonly Entry[]; readonly more: boolean } | null>;
  /** The number of movements of the key's account that meet a filter; null above 10,000. */
  countEntries(apiKey: string, filter: EntryFilter): Promise<number | null>;
  /** The checks that were charged to the key's account; null for an unknown or revoked key. */
  pastChecks(apiKey: string, page: PastCheckPage): Promise<PastChecks | null>;
  /** The number of checks of the key's account that meet a filter; null where its subject and times leave more than 10,000. */
  countPastChecks(apiKey: string, filter: PastCheckFilter): Promise<number | null>;
  /** The stored bodies of 1 to 100 checks of the key's account, by hold; none for other accounts or deleted bodies. */
  storedBodies(apiKey: string, places: readonly CheckPlace[]): Promise<ReadonlyMap<bigint, string>>;
  /** The newest check of the key's account with this answer; null for other accounts and for deleted answers. */
  storedCheck(apiKey: string, name: AnswerName): Promise<StoredCheck | null>;
  audit(): Promise<AuditResult>;
  /** True when the database answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
