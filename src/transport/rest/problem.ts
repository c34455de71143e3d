import type { Fault, FaultCode } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { FaultEntry, PaymentState, RetryAction } from '#lib/fault-entry.ts';

/** The next call that helps, as a client can send it. */
interface NextCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
}

/** A refusal by RFC 9457 with the members that an agent branches on. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  readonly retryable: boolean;
  readonly retry_action?: RetryAction;
  readonly retry_after_seconds?: number;
  readonly payment_state?: PaymentState;
  /** What differs of a transfer that does not match its ticket. */
  readonly mismatch?: string;
  readonly hint?: NextCall;
}

/** The address of the page that explains a code. */
export function errorUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/errors/${code}`;
}

/** The problem document of a fault. */
export function problemOf(fault: Fault, baseUrl: string, requestId: string): Problem {
  const entry: FaultEntry = faults[fault.code];
  const hint = hintOf(fault, baseUrl);
  const { retryAfterSeconds, mismatch } = fault.extra;
  return {
    type: errorUrl(baseUrl, fault.code),
    title: entry.title,
    status: fault.status,
    detail: fault.message,
    code: fault.code,
    request_id: requestId,
    retryable: entry.retryable,
    ...(entry.retryAction !== undefined && { retry_action: entry.retryAction }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    ...(mismatch !== undefined && { mismatch }),
    ...(hint && { hint }),
  };
}

/** The paths of the calls that help, by code. Where it is the same call again, `retry_action` says so. */
const hints: Partial<Record<FaultCode, readonly [NextCall['method'], string]>> = {
  not_found: ['GET', '/'],
  kind_not_available: ['GET', '/check'],
  not_ready: ['GET', '/health'],
  api_key_unknown: ['GET', '/credits'],
  prepaid_only: ['GET', '/credits'],
  transaction_not_final: ['POST', '/credits/claim'],
};

function hintOf({ code }: Fault, baseUrl: string): NextCall | null {
  const hint = hints[code];
  return hint ? { method: hint[0], url: `${baseUrl}${hint[1]}` } : null;
}
