import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Kind } from 'assay-core/rules/check.ts';
import { type ConcurrencyLimit, withPermits } from '#http/limits/concurrency-limit.ts';
import { challengeOf, faultOf, type UnpaidCall } from '#http/problems/refusal.ts';
import { exampleSubject, toolName } from '#http/questions/calls.ts';
import { validCheck } from '#http/questions/check-call.ts';
import { resourceUrlOf } from '#http/questions/paid-resource.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { pricesAtomic } from '#payments/prices.ts';
import { summaryOf } from '../summary.ts';
import { checkArguments } from './arguments.ts';
import { callerFor } from './payment.ts';
import { addHeaders, againLater, receiptMeta, retryHeader, successResult, unpaid } from './results.ts';
import type { McpDeps, Tool, ToolCall } from './tool.ts';
import { inputSchema, paidOutput, verdictDefinitions } from './tool-schemas.ts';
import { checkDescription, freeHeaders } from './words.ts';

/** The tool of a kind: the same check as its REST path, with the same answer. */
export function checkTool(kind: Kind, deps: McpDeps, concurrencyLimit: ConcurrencyLimit): Tool {
  const { baseUrl } = deps.settings;
  const verdict = `${kind.name.charAt(0).toUpperCase()}${kind.name.slice(1)}Verdict`;
  return {
    name: toolName(kind),
    title: `Check a ${kind.name}`,
    description: checkDescription(kind, deps.freeCallsPerDay ?? 0),
    inputSchema: inputSchema(kind, exampleSubject(kind.name, deps.examples)),
    outputSchema: paidOutput(verdictDefinitions(verdict, kind.name, baseUrl), verdict, baseUrl),
    example: { [kind.subject]: exampleSubject(kind.name, deps.examples) },
    paid: true,
    priceAtomic: pricesAtomic[kind.name],
    run: async (call) => {
      const { subject, query } = checkArguments(kind, call.args);
      const resourceUrl = resourceUrlOf({ kind, subject, query: new URLSearchParams() }, query, baseUrl);
      return await run(deps, concurrencyLimit, { kind, subject, query, resourceUrl }, call);
    },
  };
}

async function run(
  deps: McpDeps,
  concurrencyLimit: ConcurrencyLimit,
  paid: UnpaidCall,
  call: ToolCall,
): Promise<CallToolResult> {
  try {
    const caller = callerFor(call, paid.resourceUrl);
    const delivered = await withPermits(concurrencyLimit, caller.credentials, () =>
      deps.checks.run(validCheck(paid), caller),
    );
    const { document, billing, receipt, retryAfterSeconds } = delivered;
    const headers = { 'x-verdict': document.verdict, ...retryHeader(retryAfterSeconds), ...receiptHeaders(receipt) };
    addHeaders(call.visit, headers);
    if (billing.free_remaining !== undefined) {
      addHeaders(call.visit, freeHeaders(deps.freeCallsPerDay ?? 0, billing.free_remaining));
    }
    const text = summaryOf(document, billing) + againLater(delivered);
    return successResult({ ...document, billing }, text, receiptMeta(receipt));
  } catch (error) {
    const fault = faultOf(error);
    const challenge = challengeOf(deps, paid, fault, call.visit.caller.requestId);
    if (!challenge) throw error;
    const { freeCalls } = fault.extra;
    if (freeCalls) addHeaders(call.visit, freeHeaders(freeCalls.limit, freeCalls.remaining));
    return unpaid(challenge, fault, { baseUrl: deps.settings.baseUrl, visit: call.visit });
  }
}
