import type { Fault } from '#lib/fault.ts';
import type { FaultEntry, RefusedPaymentState, RetryAction } from '#lib/fault-catalogue.ts';
import { faults } from '#lib/fault-catalogue.ts';
import { type NextCall, nextCallOf, type RefusedRequest } from './next-call.ts';

/** A refusal in the form of RFC 9457, with further members for programs. */
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
  readonly payment_state?: RefusedPaymentState;
  /** The differences between a transfer and its ticket. */
  readonly mismatch?: string;
  readonly hint?: NextCall;
}

/** The address of the page that explains a code. */
export function errorUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/errors/${code}`;
}

/** The seconds to wait before a retry: the fault's own, else the catalogue's. Undefined if waiting does not help. */
export function retryAfterOf({ code, extra }: Fault): number | undefined {
  const entry: FaultEntry = faults[code];
  return extra.retryAfterSeconds ?? entry.retryAfterSeconds;
}

/** The problem document of a fault. `hint` can name the refused request again where it is given. */
export function problemOf(
  fault: Fault,
  baseUrl: string,
  requestId: string,
  request: RefusedRequest | null = null,
): Problem {
  const entry: FaultEntry = faults[fault.code];
  const hint = nextCallOf(fault, baseUrl, request);
  const { mismatch, retryAction = entry.retryAction } = fault.extra;
  const retryAfterSeconds = retryAfterOf(fault);
  return {
    type: errorUrl(baseUrl, fault.code),
    title: entry.title,
    status: fault.status,
    detail: fault.message,
    code: fault.code,
    request_id: requestId,
    retryable: entry.retryable,
    ...(retryAction !== undefined && { retry_action: retryAction }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    ...(entry.paymentState !== undefined && { payment_state: entry.paymentState }),
    ...(mismatch !== undefined && { mismatch }),
    ...(hint && { hint }),
  };
}
