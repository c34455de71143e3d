import type { NextCall } from '#http/problems/next-call.ts';
import type { Fault, FaultCode } from '#lib/fault.ts';
import type { Tool, ToolCall } from './tool.ts';

/** The call that was refused. */
export interface RefusedCall {
  readonly tool: Pick<Tool, 'name' | 'example'>;
  readonly call: ToolCall;
  /** The address of the endpoint. */
  readonly url: string;
}

type Params = Readonly<Record<string, unknown>>;
type Rule = (refused: RefusedCall) => { readonly method: string; readonly params: Params };

/** Longer arguments are not repeated in the answer. */
const ARGUMENTS_CHARS_MAX = 2_000;

const called = (refused: RefusedCall, args: unknown, meta?: Params): ReturnType<Rule> => ({
  method: 'tools/call',
  params: { name: refused.tool.name, arguments: args, ...(meta && { _meta: meta }) },
});
const same: Rule = (refused) => called(refused, sameArguments(refused));
const paying =
  (payment: string): Rule =>
  (refused) =>
    called(refused, sameArguments(refused), { 'x402/payment': payment });

/** Next messages that may lift a refusal; for others the hint of REST applies. */
const rules: Partial<Record<FaultCode, Rule>> = {
  invalid_request: (refused) => called(refused, refused.tool.example),
  not_found: () => ({ method: 'resources/read', params: { uri: 'assay://reason-codes' } }),
  request_in_flight: same,
  request_differs: (refused) => called(refused, { ...asObject(sameArguments(refused)), idempotency_key: '<NEW_KEY>' }),
  too_many_requests: same,
  rate_limited: same,
  overloaded: same,
  too_many_free_answers: same,
  not_ready: same,
  chain_unavailable: same,
  answer_not_stored: same,
  internal_error: same,
  in_flight: paying('<SAME_PAYMENT>'),
  too_many_payments: paying('<SAME_PAYMENT>'),
  payment_malformed: paying('<PAYMENT_PAYLOAD>'),
  payment_already_used: paying('<NEW_PAYMENT>'),
};

/** The next message that helps after a refusal, or null. Values that only the caller has are placeholders in angle brackets. */
export function nextMessage({ code, extra }: Fault, refused: RefusedCall): NextCall | null {
  const rule = extra.retryAction === undefined ? rules[code] : undefined;
  if (!rule) return null;
  const key = refused.call.visit.caller.credentials.apiKey === null ? {} : { 'X-API-Key': '<YOUR_KEY>' };
  return {
    method: 'POST',
    url: refused.url,
    headers: { 'Content-Type': 'application/json', ...key },
    body: { jsonrpc: '2.0', id: 1, ...rule(refused) },
  };
}

function sameArguments({ call: { args } }: RefusedCall): unknown {
  return JSON.stringify(args).length <= ARGUMENTS_CHARS_MAX ? args : '<SAME_ARGUMENTS>';
}

function asObject(args: unknown): Params {
  return typeof args === 'object' && args !== null ? { ...args } : { '<SAME_ARGUMENTS>': true };
}
