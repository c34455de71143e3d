/** The kinds of check, in the order in which the service lists them. */
export const KINDS = ['wallet', 'token', 'trade', 'funder'] as const;
export type KindName = (typeof KINDS)[number];

export type EvidenceValue = string | number | boolean | null;

/** A reason as an answer gives it. */
export interface Reason {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly evidence: Readonly<Record<string, EvidenceValue>>;
}

/** The signed document of an answer: what REST sends, without billing. Metrics are empty in a free answer. */
export interface AnswerDocument {
  readonly kind: KindName;
  readonly subject: string;
  /** CAIP-2 id. */
  readonly network: string;
  readonly sandbox?: true;
  readonly verdict: string;
  readonly reason_codes: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly Reason[];
  readonly metrics: Readonly<Record<string, unknown>>;
  readonly as_of: { readonly slot: number; readonly commitment: string; readonly time: string | null } | null;
  readonly gaps: readonly { readonly reading: string; readonly cause: string; readonly retryable: boolean }[];
  readonly attestation?: string;
}

/** How an answer was paid. USDC as decimal strings. */
interface Billing {
  readonly route: string;
  readonly chargedUsdc: string;
  readonly balanceUsdc: string | null;
  readonly replayed: boolean;
  readonly pass: { readonly tier: string; readonly callsLeft: number; readonly expiresAt: string } | null;
}

/** An answer of a check. `retryAfterSeconds` is set where it was free because of a passing failure. */
export interface Answer {
  readonly document: AnswerDocument;
  readonly billing: Billing;
  readonly retryAfterSeconds: number | null;
}

/** Why one check of a batch has no answer. It cost nothing. */
interface CheckFault {
  readonly code: string;
  readonly message: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
}

/** What became of one check. */
export type Outcome =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'fault'; readonly fault: CheckFault };

/** One check to ask for. `sizeSol` stands for trades only. */
export interface CheckRequest {
  readonly kind: KindName;
  readonly subject: string;
  readonly sizeSol?: string;
}

/** The union member as GraphQL sends it. */
export type WireResult =
  | ({ readonly __typename: 'CheckFault' } & CheckFault)
  | ({ readonly __typename: string } & Answer);

/** A result off the wire as an outcome. */
export function outcomeOf(result: WireResult): Outcome {
  if ('document' in result) return { state: 'answered', answer: result };
  return { state: 'fault', fault: result };
}
