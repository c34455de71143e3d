import { CHECKS, CHECKS_STREAM } from './documents.ts';
import { runQuery, stream } from './graphql.ts';
import { Troubled } from './trouble.ts';

/** A refusal that says nothing of streams: the same question in another form would be refused alike. */
const FINAL = /^(PAYMENT_REQUIRED|INSUFFICIENT_BALANCE|API_KEY_UNKNOWN|TOO_MANY|REQUEST_|OPERATION_TOO_LARGE)/;

/** The kinds of check, in the order in which the service lists them. */
export const KINDS = ['wallet', 'token', 'trade', 'funder'] as const;
export type CheckKind = (typeof KINDS)[number];

export type EvidenceValue = string | number | boolean | null;

/** A reason as an answer gives it. */
interface AnswerReason {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly evidence: Readonly<Record<string, EvidenceValue>>;
}

/** The signed document of an answer: the REST document without billing. Metrics are empty in a free answer. */
export interface SignedAnswer {
  readonly kind: CheckKind;
  readonly subject: string;
  /** CAIP-2 id. */
  readonly network: string;
  readonly sandbox?: true;
  readonly verdict: string;
  readonly reason_codes: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly flags: readonly string[];
  readonly reasons: readonly AnswerReason[];
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
  readonly document: SignedAnswer;
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

/** The result of one check. */
export type AnswerOutcome =
  | { readonly state: 'answered'; readonly answer: Answer }
  | { readonly state: 'fault'; readonly fault: CheckFault };

/** One check to ask for. `sizeSol` is for trades only. */
export interface CheckQuestion {
  readonly kind: CheckKind;
  readonly subject: string;
  readonly sizeSol?: string;
}

/** The union member as GraphQL sends it. */
type WireResult = ({ readonly __typename: 'CheckFault' } & CheckFault) | ({ readonly __typename: string } & Answer);

/** A result off the wire as an outcome. */
function outcomeOf(result: WireResult): AnswerOutcome {
  if ('document' in result) return { state: 'answered', answer: result };
  return { state: 'fault', fault: result };
}

/** The results of some of the requested checks, by index. */
export interface Arrival {
  readonly indexes: readonly number[];
  readonly outcome: AnswerOutcome;
}

interface Asked {
  readonly requests: readonly CheckQuestion[];
  readonly key: string;
  readonly signal: AbortSignal;
}

/**
 * Asks for a batch and yields each result on arrival. If a proxy does not pass a stream through, it asks for one whole answer; undelivered
 * results of the stream cost nothing. Throws `Troubled`.
 */
export async function* runChecks(asked: Asked): AsyncGenerator<Arrival> {
  let begun = false;
  try {
    for await (const { checks } of stream<{ checks: { indexes: number[]; result: WireResult } }>(
      operation(CHECKS_STREAM, asked),
    )) {
      begun = true;
      yield { indexes: checks.indexes, outcome: outcomeOf(checks.result) };
    }
    return;
  } catch (error) {
    if (begun || !(error instanceof Troubled) || FINAL.test(error.trouble.code)) throw error;
  }
  const { checks } = await runQuery<{ checks: WireResult[] }>(operation(CHECKS, asked));
  for (const [index, result] of checks.entries()) yield { indexes: [index], outcome: outcomeOf(result) };
}

function operation(query: string, { requests, key, signal }: Asked) {
  const wire = requests.map(({ kind, subject, sizeSol }) => {
    const isMint = kind === 'token' || kind === 'trade';
    return { [kind]: { [isMint ? 'mint' : 'address']: subject, ...(sizeSol !== undefined && { sizeSol }) } };
  });
  return { query, variables: { requests: wire }, key, signal };
}
