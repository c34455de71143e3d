import type { OutgoingHttpHeaders } from 'node:http';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { addItem } from '#http/limits/rate-limit.ts';
import { noteRefusal } from '#http/notes.ts';
import type { NextCall } from '#http/problems/next-call.ts';
import { problemOf } from '#http/problems/problem.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import type { Fault, FaultExtra } from '#lib/fault.ts';
import type { Receipt } from '#payments/bill.ts';
import type { Challenge } from '#payments/challenge.ts';
import { requiredFrom } from '#payments/x402/presented.ts';
import { settleResponse } from '#payments/x402/receipt.ts';
import type { Delivered } from '#schema/contract.ts';
import { rfc3339 } from '#schema/operation/delivery.ts';
import { RECEIPT_KEYS, TERMS_KEY } from './payment.ts';
import type { Visit } from './tool.ts';

type Meta = NonNullable<CallToolResult['_meta']>;

/** A successful result: the object for programs, a short text for models. */
export function successResult(structuredContent: object, text: string, meta: Meta = {}): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: { ...structuredContent },
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

/** The settlement of a payment under both names that clients read. */
export function receiptMeta(receipt: Receipt | FaultExtra['receipt']): Meta {
  if (!receipt) return {};
  // A fault carries its receipt as plain members, because the catalogue of faults knows no payments.
  const response = settleResponse(receipt as Receipt);
  return Object.fromEntries(RECEIPT_KEYS.map((key) => [key, response]));
}

/** The header that says when to ask again; nothing where waiting does not help. */
export function retryHeader(seconds: number | undefined): OutgoingHttpHeaders {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/** The note on an answer that was free because of a temporary failure of the service. */
export function againLater({ retryAfterSeconds: seconds }: Pick<Delivered, 'retryAfterSeconds'>): string {
  return seconds === undefined ? '' : ` What was missing may be there after ${seconds} s: ask again then.`;
}

/** Adds headers to the pending response, if it answers only this call. */
export function addHeaders({ response, alone }: Visit, headers: OutgoingHttpHeaders): void {
  if (!alone || response.headersSent) return;
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'ratelimit' || name === 'ratelimit-policy') addItem(response, name, String(value));
    else if (value !== undefined) response.setHeader(name, value);
  }
}

/** The result of an unpaid call: the payment terms in every form that MCP clients read. */
export function unpaid(
  challenge: Challenge,
  fault: Fault,
  { baseUrl, visit }: { baseUrl: string; visit: Visit },
): CallToolResult {
  noteRefusal(visit.response.req, fault.code);
  const { body, header } = challenge;
  const { accepts: _v1, x402Version: _version, error, ...problem } = body;
  const terms = header === null ? { x402Version: 2, error, accepts: [] } : requiredFrom(header);
  // Where payment per call is off, the challenge explains that better than the fault.
  const detail = header === null && !fault.extra.freeCalls ? body.detail : fault.message;
  const required = { ...terms, ...problem, detail, ...freeMembers(fault) };
  addHeaders(visit, {
    ...(header !== null && { 'payment-required': header }),
    ...retryHeader(body.retry_after_seconds),
    ...receiptHeaders(fault.extra.receipt),
  });
  const options = [
    ...(header === null ? [] : ['repeat this call with a signed x402 payment in _meta["x402/payment"]']),
    ...(body.hint.method === 'GET' && header !== null
      ? [`send ${body.hint.method} ${body.hint.url} over HTTP with it`]
      : []),
    `connect with the header X-API-Key, or Authorization: Bearer, of a prepaid key, which is sold at ${baseUrl}/credits`,
  ];
  const next = `${sentence(detail)} To go on: ${options.join('; or ')}. This is no verdict about the subject.`;
  return {
    isError: true,
    content: [
      { type: 'text', text: JSON.stringify(required) },
      { type: 'text', text: next },
    ],
    structuredContent: required,
    _meta: { [TERMS_KEY]: required, ...receiptMeta(fault.extra.receipt) },
  };
}

function freeMembers({ extra: { freeCalls } }: Fault): object {
  if (!freeCalls) return {};
  const { limit, remaining, resetsAt } = freeCalls;
  return { free_calls: { limit, remaining, resets_at: rfc3339(resetsAt) } };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The context of a refusal. `hint` is the next message, if one helps. */
interface Refused {
  readonly baseUrl: string;
  readonly visit: Visit;
  readonly hint: NextCall | null;
}

/** Any other refusal: REST's problem document and its text. */
export function refusedResult(fault: Fault, { baseUrl, visit, hint }: Refused): CallToolResult {
  noteRefusal(visit.response.req, fault.code);
  const { invalid, receipt } = fault.extra;
  const problem = problemOf(fault, baseUrl, visit.caller.requestId);
  const { title, detail, retry_after_seconds: seconds, retryable } = problem;
  addHeaders(visit, { ...retryHeader(seconds), ...receiptHeaders(receipt) });
  const again = retryable ? ` May be repeated${seconds === undefined ? '' : ` after ${seconds} s`}.` : '';
  return {
    isError: true,
    content: [{ type: 'text', text: `${title}: ${sentence(detail)}${again} This is no verdict about the subject.` }],
    structuredContent: { ...problem, ...(hint && { hint }), ...(invalid && { invalid }) },
    ...(receipt && { _meta: receiptMeta(receipt) }),
  };
}
