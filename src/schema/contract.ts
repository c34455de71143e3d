import type { Kind } from 'assay-core/rules/check.ts';
import type { Ledger } from '#ledger/books.ts';
import type { Fault } from '#lib/fault.ts';
import type { SCHEMA_VERSION } from '#lib/schema-version.ts';
import type { Change, Credentials, FindGone, Receipt } from '#payments/bill.ts';
import type { CreditService, PreparedPayment } from '#payments/credits/requests.ts';
import type { PaymentSettings } from '#payments/x402/offer.ts';
import type { CheckRequest, ValidCheck } from './questions.ts';

/** The caller of a request: the credentials that its transport read. */
export interface Caller {
  readonly credentials: Credentials;
  readonly requestId: string;
  /** The path or operation that is being paid for, as the 402 names it. */
  readonly resourceUrl: string;
  /** Calls the listener once the response with the answer was finished; never when it was cut off. */
  whenFinished(listener: () => void): void;
  /** Null while its side of the connection is open; else finds out whether it is gone. Absent if the transport cannot know. */
  left?(): FindGone | null;
  /** Records an answered check for the operator's log and figures; absent without observation. */
  noted?(check: CheckNote): void;
  /** Called when work for the caller continues after a wait for the database, so that it is measured; absent without measurement. */
  resumed?(): void;
}

/** A check that was answered, for logs and metrics. It holds no secret. */
export interface CheckNote {
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly verdict: string;
  readonly route: AnswerBilling['route'];
  readonly chargedAtomic: bigint;
  /** The answer was stored by an earlier call and cost nothing. */
  readonly replayed: boolean;
  /**
   * Calls that were sent to endpoints for it, by JSON-RPC method; none if the answer was stored, or shared with a check that began before.
   * `rpcPicoUsd`: their estimated price in picodollars; null if the price of one is not known.
   */
  readonly rpcCalls: ReadonlyMap<string, number>;
  readonly rpcPicoUsd: bigint | null;
  /** From the first question of its operation until it was charged, in milliseconds. */
  readonly ms: number;
}

/** The answer of a check as REST and GraphQL's `document` send it. The signature covers it without attestation and billing. */
export interface AnswerDocument {
  readonly schema_version: typeof SCHEMA_VERSION;
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly network: string;
  readonly sandbox?: true;
  readonly verdict: string;
  readonly reason_codes: readonly string[];
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: string;
    readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
  }[];
  readonly metrics: Readonly<Record<string, unknown>>;
  /** Null when not even a slot could be read. `time` is RFC 3339 in UTC. */
  readonly as_of: { readonly slot: number; readonly commitment: string; readonly time: string | null } | null;
  /** `about`: the unread programs or pools, or the method that plans refuse; absent if unknown. */
  readonly gaps: readonly {
    readonly reading: string;
    readonly cause: string;
    readonly retryable: boolean;
    readonly about?: string;
  }[];
  readonly attestation?: string;
}

/** The charge of a call and how it was paid. USDC as decimal strings. */
export interface AnswerBilling {
  readonly route: 'credit' | 'pass' | 'x402' | 'free' | 'none';
  readonly charged_usdc: string;
  readonly balance_usdc?: string;
  readonly pass?: { readonly tier: string; readonly calls_left: number; readonly expires_at: string };
  /** How many free calls are left today; on route `free` only. */
  readonly free_remaining?: number;
  /** The settled transaction of route `x402`. */
  readonly transaction?: string;
  /** True when the answer was stored by an earlier call of the same request and this one cost nothing. */
  readonly replayed?: true;
}

/** An answer with its billing. `retryAfterSeconds` is set when it was free because of a temporary failure of the service. */
export interface Delivered {
  readonly document: AnswerDocument;
  readonly billing: AnswerBilling;
  readonly retryAfterSeconds?: number;
  /** The settlement of the payment that came with the call. */
  readonly receipt?: Receipt;
  readonly change?: Change;
}

/** A check of a batch without an answer. It cost nothing. `code` is of the error catalogue. */
export interface FailedCheck {
  /** As it was asked for, which may be none of ours. */
  readonly kind: string;
  readonly subject: string;
  readonly code: string;
  readonly detail: string;
  readonly retryable: boolean;
  readonly retry_after_seconds?: number;
  readonly invalid?: readonly unknown[];
}

/** The result of one check of a batch. */
export type BatchResult = Delivered | FailedCheck;

/** The bill of a batch: how many different checks, how many were answered. USDC as decimal strings. */
export interface BatchBill {
  readonly checks: number;
  readonly delivered: number;
  readonly price_usdc: string;
  readonly charged_usdc: string;
}

/** The results in the order of the requests. */
export interface BatchAnswer {
  readonly results: readonly BatchResult[];
  readonly bill: BatchBill;
  readonly receipt?: Receipt;
  readonly change?: Change;
}

/** The checks for REST, MCP and A2A: runs prepared documents against the schema in this process. Throws `Fault`. */
export interface Checks {
  /** 1 to 100 checks on one bill; a malformed one is its own failure. Throws a refusal of the bill. */
  runAll(requests: readonly CheckRequest[], caller: Caller): Promise<BatchAnswer>;
  run(check: ValidCheck, caller: Caller): Promise<Delivered>;
}

/** The part of the ledger that reads the account of a key. */
export type AccountReader = Pick<
  Ledger,
  'statement' | 'entries' | 'countEntries' | 'pastChecks' | 'countPastChecks' | 'storedBodies' | 'storedCheck'
>;

/** Prepaid credit, payments to sign, and a key's possessions. */
export interface MoneyService {
  readonly settings: PaymentSettings;
  readonly credits: CreditService;
  /**
   * `resource` is the path or the URL of a paid check of ours, as the caller gave it. Rejects with `invalid_request` and others.
   */
  preparePayment(input: { readonly payer: string; readonly resource: string }): Promise<PreparedPayment>;
  readonly accounts: AccountReader;
}

/**
 * Credit and payments as REST sends them: each method runs a prepared document against the schema in this process. The document says
 * which members there are. Throws `Fault`.
 */
export interface MoneyOperations {
  prepareCredit(
    variables: { readonly payer: string; readonly amountAtomic: string; readonly pass: boolean },
    caller: Caller,
  ): Promise<object>;
  claimCredit(
    variables: {
      readonly signature: string;
      readonly ticket: string;
      readonly key?: string;
      readonly pass?: boolean;
    },
    caller: Caller,
  ): Promise<object>;
  preparePayment(variables: { readonly payer: string; readonly resource: string }, caller: Caller): Promise<object>;
  account(caller: Caller): Promise<{ readonly balance_usdc: string; readonly passes: readonly object[] }>;
}

/** A check of a batch that has no answer, and why. It cost nothing. */
export interface CheckFailure {
  readonly kind: Kind['name'];
  readonly subject: string;
  readonly fault: Fault;
}
