import type { IncomingMessage, ServerResponse } from 'node:http';
import { callerOf, hasCredential } from '#http/caller.ts';
import { withDeprecation } from '#http/deprecation.ts';
import type { HttpDeps } from '#http/http-deps.ts';
import { type ConcurrencyLimit, visitorOf } from '#http/limits/concurrency-limit.ts';
import { addItem } from '#http/limits/rate-limit.ts';
import { demandPayment, sendRefusal, type UnpaidCall } from '#http/problems/refusal.ts';
import { exampleSubject } from '#http/questions/calls.ts';
import { type CheckCall, isPlaceholder, validateCall, validCheck } from '#http/questions/check-call.ts';
import { resourceUrlOf } from '#http/questions/paid-resource.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { sendText } from '#http/reply.ts';
import { Fault } from '#lib/fault.ts';
import { isOpenedByPerson, sendCheckPage } from '#pages/dashboard/view.tsx';
import type { AnswerBilling, AnswerDocument, Caller, Delivered } from '#schema/contract.ts';
import { textOf } from '#schema/operation/delivery.ts';

const ALLOW = ['GET', 'HEAD', 'OPTIONS'];

/** Serves one check call. Never throws: a failure is an answer. */
export type CheckHandler = (call: CheckCall, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The paid path, in this order: method, validation (422), kinds that do not run yet (501), price (402), work. HEAD and
 * the placeholders of a template stop at the price, so that a probe learns what a call costs and never runs one. A browser without
 * a credential gets a page that asks the same.
 */
export function checkHandler(deps: HttpDeps, concurrencyLimit: ConcurrencyLimit): CheckHandler {
  // Headers that are known before the work stand on every answer, refusals included.
  const constant = Object.entries({
    'ratelimit-policy': `"checks";q=${concurrencyLimit.max};qu="concurrent-requests"`,
    ...withDeprecation({}, deps.checksDeprecated),
  }).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return async (call, request, response) => {
    const isPaid = hasCredential(request);
    if (!isPaid && isOpenedByPerson(request, call)) return sendCheckPage(deps, call, response);
    if (!isPaid) response.setHeader('vary', 'Accept');
    for (const { name, value } of constant) response.setHeader(name, value);
    let paid: UnpaidCall | undefined;
    try {
      const query = admit(call, request);
      const template = isPlaceholder(call.subject);
      paid = paidCall(deps, call, query, template);
      if (template || request.method === 'HEAD') return demandPayment(deps, response, paid);
      const caller = callerOf(request, response, {
        resourceUrl: paid.resourceUrl,
        trustProxyHops: deps.trustProxyHops,
      });
      if (!isPaid) return demandPayment(deps, response, paid);
      await deps.rateLimit?.admit(caller.credentials, response);
      sendAnswer(response, await run(deps, concurrencyLimit, paid, caller, response));
    } catch (error) {
      sendRefusal(deps, response, error, paid);
    }
  };
}

/** The validated query of a call that may go on to its price, or the fault that stops it before. */
function admit(call: CheckCall, request: IncomingMessage): Readonly<Record<string, string>> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new Fault('method_not_allowed', undefined, { allow: ALLOW });
  }
  const query = validateCall(call, isPlaceholder(call.subject) && !hasCredential(request));
  if (call.kind.state === 'planned') {
    throw new Fault('kind_not_available', `The ${call.kind.name} check does not run yet. It is never charged.`);
  }
  return query;
}

function paidCall(
  deps: HttpDeps,
  call: CheckCall,
  query: Readonly<Record<string, string>>,
  template: boolean,
): UnpaidCall {
  const { kind, subject } = call;
  return {
    kind,
    subject: template ? exampleSubject(kind.name, deps.examples) : subject,
    query,
    resourceUrl: resourceUrlOf(call, query, deps.settings.baseUrl),
  };
}

async function run(
  deps: HttpDeps,
  concurrencyLimit: ConcurrencyLimit,
  paid: UnpaidCall,
  caller: Caller,
  response: ServerResponse,
): Promise<Delivered> {
  const visitor = visitorOf(caller.credentials);
  const left = concurrencyLimit.acquire(visitor);
  addItem(response, 'ratelimit', `"checks";r=${left ?? 0}`);
  if (left === null) throw new Fault('too_many_requests', undefined, { retryAfterSeconds: 1 });
  try {
    return await deps.checks.run(validCheck(paid), caller);
  } finally {
    concurrencyLimit.release(visitor);
  }
}

function sendAnswer(response: ServerResponse, delivered: Delivered): void {
  const { document, billing, retryAfterSeconds, receipt } = delivered;
  sendText(response, 200, 'application/json', billed(document, billing), {
    'cache-control': 'private, no-store',
    'x-verdict': document.verdict,
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...(billing.replayed && { 'idempotent-replayed': 'true' }),
    ...receiptHeaders(receipt),
  });
}

/** The document with its bill as the last member. The text of the document is taken as it was signed and stored. */
function billed(document: AnswerDocument, billing: AnswerBilling): string {
  return `${textOf(document).slice(0, -1)},"billing":${JSON.stringify(billing)}}`;
}
