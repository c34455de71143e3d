import { isPassing, type Reply, type Silence } from './ask.ts';
import type { RetryAction } from './generated/rest.ts';
import { isRecord } from './json.ts';

/** What is known of the payment that came with a call; `in_flight`: it may still be settled, so repeat it and sign no other. */
export type PaymentState = 'unused' | 'in_flight' | 'settled';

/** The next call that helps. */
export interface NextCall {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What is known of a failure beside its code and words. */
export interface ErrorFacts {
  readonly status?: number;
  readonly retryable?: boolean;
  readonly retryAction?: RetryAction | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly paymentState?: PaymentState | undefined;
  readonly hint?: NextCall | undefined;
  readonly requestId?: string | undefined;
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
  readonly answer?: Readonly<Record<string, unknown>> | undefined;
}

/** Codes of failures that this client finds itself; every other code is one of `/errors`. */
export type OwnCode =
  /** No response came; what was sent may have arrived. */
  | 'unreachable'
  /** Something answered that is not Assay, or not to this question. */
  | 'not_assay'
  /** An answer without a signature that holds, which says more than a free one may. It is the error's `answer`. */
  | 'answer_unverified'
  /** What the service wants signed is not exactly the payment of this call. */
  | 'payment_refused'
  /** The call costs more than it may. */
  | 'price_above_cap';

/** Why there is no answer. `code` is stable: branch on it, never on the message. */
export class AssayError extends Error {
  override readonly name = 'AssayError';
  readonly code: string;
  /** The HTTP status; 0 where no response is the cause. */
  readonly status: number;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAction: RetryAction | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly paymentState: PaymentState | undefined;
  readonly hint: NextCall | undefined;
  readonly requestId: string | undefined;
  /** The document of the service, as it came. */
  readonly problem: Readonly<Record<string, unknown>> | undefined;
  /** The answer that could not be verified, as it came, with its bill. Nothing proves what it says. */
  readonly answer: Readonly<Record<string, unknown>> | undefined;

  constructor(code: string, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.code = code;
    this.status = facts.status ?? 0;
    this.retryable = facts.retryable ?? false;
    this.retryAction = facts.retryAction;
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.paymentState = facts.paymentState;
    this.hint = facts.hint;
    this.requestId = facts.requestId;
    this.problem = facts.problem;
    this.answer = facts.answer;
  }
}

/** A failure that this client finds itself. */
export function ownError(code: OwnCode, message: string, facts?: ErrorFacts): AssayError {
  return new AssayError(code, message, facts);
}

/** The failure in whatever came instead of an answer. */
export function errorOf(result: Reply | Silence, url: string): AssayError {
  if ('silence' in result) return ownError('unreachable', `${url}: ${result.silence}`, { retryable: true });
  const { status, body, location } = result;
  const retryable = isPassing(result);
  if (!isRecord(body) || (status < 400 && !Array.isArray(body.errors))) {
    const where = location === null ? '' : ` and points to ${location}, which is not followed`;
    return ownError('not_assay', `${url} answered ${status}${where}; no verdict was taken from it`, {
      status,
      retryable,
    });
  }
  const retryAfterSeconds = result.retryAfterSeconds ?? undefined;
  return refusalIn(body, { status, retryable, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) });
}

/** The failure in a problem document or a GraphQL result with errors. What the response itself says comes first. */
export function refusalIn(body: Readonly<Record<string, unknown>>, facts: ErrorFacts): AssayError {
  const { status = 0, retryAfterSeconds } = facts;
  return new AssayError(textOf(body.code) ?? (status === 422 ? 'invalid_request' : 'refused'), wordsOf(body, status), {
    status,
    retryable: body.retryable === true || facts.retryable === true,
    retryAction: textOf(body.retry_action) as RetryAction | undefined,
    retryAfterSeconds: retryAfterSeconds ?? secondsIn(body.retry_after_seconds),
    paymentState: textOf(body.payment_state) as PaymentState | undefined,
    hint: isRecord(body.hint) ? (body.hint as unknown as NextCall) : undefined,
    requestId: textOf(body.request_id),
    problem: body,
  });
}

/** The detail, or the places of a 422. */
function wordsOf({ detail, title, error }: Readonly<Record<string, unknown>>, status: number): string {
  if (Array.isArray(detail)) {
    return detail
      .map((place) =>
        isRecord(place) ? `${[place.loc].flat().join('.')}: ${textOf(place.msg) ?? 'is malformed'}` : '',
      )
      .join('; ');
  }
  return textOf(detail) ?? textOf(title) ?? textOf(error) ?? `the service answered ${status}`;
}

function secondsIn(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
