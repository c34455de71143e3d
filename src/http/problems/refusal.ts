import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Kind } from 'assay-core/rules/check.ts';
import { Fault, type FaultCode, type FaultExtra } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { withIgnored } from '#payments/bill.ts';
import { type Challenge, type ChallengeCode, challenge, checkInput } from '#payments/challenge.ts';
import { pricesAtomic } from '#payments/prices.ts';
import { ignoredIn } from '../caller.ts';
import type { HttpDeps } from '../http-deps.ts';
import { noteRefusal } from '../notes.ts';
import { requestIdOf } from '../preface.ts';
import { receiptHeaders } from '../receipt-headers.ts';
import { sendJson, sendText } from '../reply.ts';
import type { RefusedRequest } from './next-call.ts';
import { type Problem, problemOf, retryAfterOf } from './problem.ts';

/** The paid call that was refused, for the requirements of a 402. */
export interface UnpaidCall {
  readonly kind: Kind;
  /** An address or mint; for a template's placeholder an example. */
  readonly subject: string;
  /** Validated query parameters that were given. */
  readonly query: Readonly<Record<string, string>>;
  readonly resourceUrl: string;
}

const PRIVATE: OutgoingHttpHeaders = { 'cache-control': 'no-store' };

/**
 * Writes any error as the answer: 422 in the specification's form, 402 with payment requirements, everything else as a problem document.
 * An error that is no fault is logged and answered as `internal_error` without its message.
 */
export function sendRefusal(
  deps: Pick<HttpDeps, 'settings' | 'log'>,
  response: ServerResponse,
  error: unknown,
  paid?: UnpaidCall,
): void {
  const fault = faultOf(error);
  noteRefusal(response.req, fault.code);
  if (fault.code === 'internal_error') {
    deps.log.error({ request_id: requestIdOf(response), err: error }, 'request failed');
  }
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (fault.status === 422 && fault.extra.invalid) {
    sendJson(response, 422, { detail: fault.extra.invalid }, PRIVATE);
  } else if (paid && isChallenge(fault.code) && fault.status === 402) {
    sendChallenge(deps, response, paid, causeOf(fault, fault.code));
  } else {
    sendProblem(deps, response, fault);
  }
}

const challenges: ReadonlySet<FaultCode> = new Set<ChallengeCode>([
  'payment_required',
  'api_key_unknown',
  'insufficient_balance',
  'payment_invalid',
  'insufficient_funds',
  'payment_failed',
]);

/** True for the refusals whose answer holds payment terms. */
export function isChallenge(code: FaultCode): code is ChallengeCode {
  return challenges.has(code);
}

/**
 * Writes the 402 of a call without a payment. It is by far the most frequent refusal, so no fault is thrown for it: the stack of one is
 * expensive.
 */
export function demandPayment(deps: Pick<HttpDeps, 'settings'>, response: ServerResponse, paid: UnpaidCall): void {
  noteRefusal(response.req, 'payment_required');
  const detail = withIgnored(faults.payment_required.meaning, { ignored: ignoredIn(response.req) });
  sendChallenge(deps, response, paid, { code: 'payment_required', detail });
}

function causeOf({ message, extra }: Fault, code: ChallengeCode): ChallengeCause {
  const { priceAtomic, balanceAtomic, receipt, retryAction } = extra;
  return { code, detail: message, priceAtomic, balanceAtomic, receipt, retryAction };
}

/** The text of a 402 about its cause; the price is the kind's own if none is given. */
interface ChallengeCause {
  readonly code: ChallengeCode;
  readonly detail: string;
  readonly priceAtomic?: bigint | undefined;
  readonly balanceAtomic?: bigint | undefined;
  readonly receipt?: FaultExtra['receipt'] | undefined;
  readonly retryAction?: FaultExtra['retryAction'] | undefined;
}

/** The payment terms of a check that was refused; null for a fault that payment does not lift. */
export function challengeOf(
  deps: Pick<HttpDeps, 'settings'>,
  paid: UnpaidCall,
  fault: Fault,
  requestId: string,
): Challenge | null {
  return isChallenge(fault.code) ? challengeFor(deps, paid, causeOf(fault, fault.code), requestId) : null;
}

function challengeFor(
  deps: Pick<HttpDeps, 'settings'>,
  paid: UnpaidCall,
  { code, detail, priceAtomic, balanceAtomic, retryAction }: ChallengeCause,
  requestId: string,
): Challenge {
  return challenge({
    code,
    detail,
    requestId,
    resourceUrl: paid.resourceUrl,
    description: paid.kind.summary,
    priceAtomic: priceAtomic ?? pricesAtomic[paid.kind.name],
    input: checkInput(paid.kind, paid.subject, Object.keys(paid.query).length > 0 ? paid.query : undefined),
    balanceAtomic,
    retryAction,
    settings: deps.settings,
  });
}

function sendChallenge(
  deps: Pick<HttpDeps, 'settings'>,
  response: ServerResponse,
  paid: UnpaidCall,
  cause: ChallengeCause,
): void {
  const { receipt } = cause;
  const { body, header } = challengeFor(deps, paid, cause, requestIdOf(response));
  const { retry_after_seconds: retryAfterSeconds } = body;
  sendJson(response, 402, body, {
    ...PRIVATE,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(header !== null && { 'payment-required': header }),
    ...receiptHeaders(receipt),
  });
}

function sendProblem(deps: Pick<HttpDeps, 'settings'>, response: ServerResponse, fault: Fault): void {
  const problem = problemFor(deps, response, fault);
  const { allow, receipt } = fault.extra;
  const retryAfterSeconds = retryAfterOf(fault);
  sendText(response, fault.status, 'application/problem+json', JSON.stringify(problem), {
    ...PRIVATE,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(allow && { allow: allow.join(', ') }),
    ...(fault.status === 401 && { 'www-authenticate': 'ApiKey realm="Assay"' }),
    ...receiptHeaders(receipt),
  });
}

/** The problem document of a fault, as the answer to the request of this response. */
export function problemFor({ settings }: Pick<HttpDeps, 'settings'>, response: ServerResponse, fault: Fault): Problem {
  return problemOf(fault, settings.baseUrl, requestIdOf(response), requestOf(response));
}

/** The request as it came: the framework takes the beginning off `url` where it mounts something below a path. */
function requestOf({ req }: ServerResponse): RefusedRequest {
  const { method = 'GET', url = '/', headers } = req;
  const { originalUrl = url } = req as { originalUrl?: string };
  return { method, url: originalUrl, headers };
}

/** Faults for the errors of the framework's body parser, by their `type` member; any other below 500 is `bad_request`. */
const parserFaults: Readonly<Record<string, readonly [code: FaultCode, message?: string]>> = {
  'entity.parse.failed': ['body_not_json'],
  'entity.too.large': ['body_too_large'],
  'charset.unsupported': ['unsupported_media_type', 'The charset of the body is not known here: send UTF-8.'],
  'encoding.unsupported': [
    'unsupported_media_type',
    'The Content-Encoding of the body is not known here: send it as it is, or with gzip, deflate or br.',
  ],
};

/** The fault of a thrown value. A value that is no fault becomes `internal_error`, and is for the log. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Fault) return error;
  if (typeof error !== 'object' || error === null) return new Fault('internal_error');
  const { type, status } = error as { type?: unknown; status?: unknown };
  const known = typeof type === 'string' && Object.hasOwn(parserFaults, type) ? parserFaults[type] : undefined;
  if (known) return new Fault(...known);
  return new Fault(typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'internal_error');
}
