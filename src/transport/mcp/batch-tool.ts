import type { CallToolResult } from '@modelcontextprotocol/server';
import { kinds } from '#checks/index.ts';
import { type ConcurrencyLimit, inPlaceOf } from '#http/limits/concurrency-limit.ts';
import { faultOf, isChallenge } from '#http/problems/refusal.ts';
import { otherTools } from '#http/questions/calls.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import type { Change } from '#payments/bill.ts';
import { challenge } from '#payments/challenge.ts';
import type { CheckRequest } from '#schema/batch-request.ts';
import type { Batch, BatchResult } from '#schema/model.ts';
import { addressesOf } from '../discovery/addresses.ts';
import { isWorkable, type Question, questionsOf } from './batch-arguments.ts';
import { batchInput, batchOutput, CHECKS_MAX, exampleChecks } from './batch-schemas.ts';
import { batchText } from './batch-text.ts';
import { freeHeaders } from './free-calls.ts';
import type { McpDeps } from './model.ts';
import { callerFor } from './payment.ts';
import { addHeaders, answered, receiptMeta, retryHeader, unpaid } from './results.ts';
import type { Tool, ToolCall } from './tool.ts';

const NAME = otherTools.batch;

/** The tool that asks many checks at once, on one bill. */
export function batchTool(deps: McpDeps, concurrencyLimit: ConcurrencyLimit): Tool {
  const { baseUrl } = deps.settings;
  const prices = Object.values(kinds).map(({ name, priceAtomic }) => `${name} ${formatUsdc(priceAtomic)}`);
  return {
    name: NAME,
    title: 'Check many at once',
    description: `Up to ${CHECKS_MAX} checks of any kinds in one call, on one bill, with results in the order of the questions; reads shared facts once. Use it for a gate of several checks (token, trade and creator of one purchase) or a list of candidates. The same check asked twice is charged once; a check without an answer costs nothing and says why. Reads the chain and changes nothing. Costs the sum in USDC: ${prices.join(', ')}.`,
    inputSchema: batchInput(deps),
    outputSchema: batchOutput(baseUrl),
    example: { checks: exampleChecks(deps) },
    paid: true,
    run: async (call) => {
      const questions = questionsOf(call.args);
      const requests = questions.filter(isWorkable);
      const worked = requests.length === 0 ? NOTHING : await work(deps, concurrencyLimit, requests, call);
      if (worked instanceof Fault) return unpaidBatch(deps, worked, call);
      return resultOf(deps, questions, worked, call);
    },
  };
}

const NOTHING: Batch = { results: [], bill: { checks: 0, delivered: 0, price_usdc: '0.00', charged_usdc: '0.00' } };

/** The checks on one bill, or the refusal of the bill that payment lifts. */
async function work(
  deps: McpDeps,
  concurrencyLimit: ConcurrencyLimit,
  requests: readonly CheckRequest[],
  call: ToolCall,
): Promise<Batch | Fault> {
  const caller = callerFor(call, addressesOf(deps).mcp);
  try {
    return await inPlaceOf(
      concurrencyLimit,
      caller.credentials,
      () => deps.checks.runAll(requests, caller),
      requests.length,
    );
  } catch (error) {
    const fault = faultOf(error);
    if (isChallenge(fault.code)) return fault;
    throw error;
  }
}

/** One result for each question, in their order. Where none was answered the call failed, whatever its parts say. */
function resultOf(
  deps: McpDeps,
  questions: readonly Question[],
  { results: worked, bill, receipt, change }: Batch,
  { visit }: ToolCall,
): CallToolResult {
  const pending = [...worked];
  const results = questions.flatMap((question) => (isWorkable(question) ? (pending.shift() ?? []) : question));
  const left = worked.flatMap((result) => ('billing' in result ? (result.billing.free_remaining ?? []) : []));
  addHeaders(visit, { ...retryHeader(longestWait(results)), ...receiptHeaders(receipt) });
  if (left.length > 0) addHeaders(visit, freeHeaders(deps.freeCallsPerDay ?? 0, Math.min(...left)));
  const told = {
    schema_version: SCHEMA_VERSION,
    results: results.map(bodyOf),
    bill,
    ...(change && { change: changeOf(change) }),
  };
  const failed = !results.some((result) => 'document' in result);
  return { ...answered(told, batchText(results, bill), receiptMeta(receipt)), ...(failed && { isError: true }) };
}

/** When all that may be there later is; undefined where nothing is missing that comes with time. */
function longestWait(results: readonly BatchResult[]): number | undefined {
  const waits = results.map((one) => ('document' in one ? one.retryAfterSeconds : one.retry_after_seconds));
  const known = waits.filter((seconds) => seconds !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}

function bodyOf(result: BatchResult): object {
  return 'document' in result ? { ...result.document, billing: result.billing } : result;
}

function changeOf({ amountAtomic, apiKey }: Change): object {
  return { amount_usdc: formatUsdc(amountAtomic), ...(apiKey !== undefined && { api_key: apiKey }) };
}

/** The terms for all checks together. Version 1 of x402 cannot give change, so it does not pay for several. */
function unpaidBatch(deps: McpDeps, fault: Fault, call: ToolCall): CallToolResult {
  if (!isChallenge(fault.code)) throw fault;
  const { visit } = call;
  const { priceAtomic = 0n, balanceAtomic, freeCalls } = fault.extra;
  const terms = challenge({
    code: fault.code,
    detail: fault.message,
    requestId: visit.caller.requestId,
    resourceUrl: addressesOf(deps).mcp,
    description: 'Checks of Solana objects in one call.',
    priceAtomic,
    input: { method: 'POST', routeTemplate: '/mcp', body: { method: 'tools/call' } },
    sentBody: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: NAME, arguments: call.args } },
    ...(balanceAtomic !== undefined && { balanceAtomic }),
    versions: 'v2',
    settings: deps.settings,
  });
  if (freeCalls) addHeaders(visit, freeHeaders(freeCalls.limit, freeCalls.remaining));
  return unpaid(terms, fault, { baseUrl: deps.settings.baseUrl, visit });
}
