import { type Fault, faults, type RetryAction } from '#lib/fault.ts';

/** The next call that helps, as a client can send it. */
interface NextCall {
  readonly method: 'GET';
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
  readonly hint?: NextCall;
}

/** The address of the page that explains a code. */
export function errorUrl(baseUrl: string, code: string): string {
  return `${baseUrl}/errors/${code}`;
}

/** The problem document of a fault. */
export function problemOf(fault: Fault, baseUrl: string, requestId: string): Problem {
  const entry = faults[fault.code];
  const hint = hintOf(fault, baseUrl);
  const { retryAfterSeconds } = fault.extra;
  return {
    type: errorUrl(baseUrl, fault.code),
    title: entry.title,
    status: fault.status,
    detail: fault.message,
    code: fault.code,
    request_id: requestId,
    retryable: entry.retryable,
    ...('retryAction' in entry && { retry_action: entry.retryAction }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
    ...(hint && { hint }),
  };
}

function hintOf(fault: Fault, baseUrl: string): NextCall | null {
  if (fault.code === 'not_found') return { method: 'GET', url: `${baseUrl}/` };
  if (fault.code === 'kind_not_available') return { method: 'GET', url: `${baseUrl}/check` };
  if (fault.code === 'not_ready') return { method: 'GET', url: `${baseUrl}/health` };
  return null;
}
