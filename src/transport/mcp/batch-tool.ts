import type { CallToolResult } from '@modelcontextprotocol/server';
import { formatUsdc } from 'assay-core/lib/money.ts';
import type { Kind } from 'assay-core/rules/check.ts';
import { kinds } from 'assay-core/rules/index.ts';
import { undecidedVerdicts } from 'assay-core/rules/undecided.ts';
import { type ConcurrencyLimit, withPermits } from '#http/limits/concurrency-limit.ts';
import { faultOf, isChallenge } from '#http/problems/refusal.ts';
import { exampleSubject, otherTools } from '#http/questions/calls.ts';
import { isKind } from '#http/questions/check-call.ts';
import { notListed } from '#http/questions/parameters.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { Fault, type InvalidItem } from '#lib/fault.ts';
import { SCHEMA_VERSION } from '#lib/schema-version.ts';
import { addressesOf, verdictUrl } from '#pages/addresses.ts';
import type { Change } from '#payments/bill.ts';
import { challenge } from '#payments/challenge.ts';
import { pricesUsdc } from '#payments/prices.ts';
import type { BatchAnswer, BatchBill, BatchResult, FailedCheck } from '#schema/contract.ts';
import type { CheckRequest } from '#schema/questions.ts';
import { plainDecimal } from '#schema/scalars.ts';
import { summaryOf } from '../summary.ts';
import { missingArgument, refusalResult, refuseInvalid, refuseUnknown, withoutNulls } from './arguments.ts';
import { callerFor } from './payment.ts';
import { addHeaders, againLater, receiptMeta, retryHeader, successResult, unpaid } from './results.ts';
import type { McpDeps, Tool, ToolCall, ToolSchema } from './tool.ts';
import { addressInput, idempotencyInput, objectInput, paidOutput, sizeInput } from './tool-schemas.ts';
import { freeHeaders } from './words.ts';

/** How many checks one call may ask. */
const CHECKS_MAX = 100;

const failedCheck = {
  type: 'object',
  description: 'A check that has no answer, and why. It cost nothing.',
  properties: {
    kind: { type: 'string' },
    subject: { type: 'string' },
    code: { type: 'string' },
    detail: { type: 'string' },
    retryable: { type: 'boolean' },
  },
  required: ['kind', 'subject', 'code', 'detail', 'retryable'],
};

const MEMBERS = ['kind', 'subject', 'size_sol'];

const ECHO_CHARS_MAX = 64;

/** This many answers are written in full. Of more, the text has verdicts and codes, and the results have the rest. */
const DETAILED_MAX = 4;

const NAME = otherTools.batch;

/** The tool that asks many checks at once, on one bill. */
export function batchTool(deps: McpDeps, concurrencyLimit: ConcurrencyLimit): Tool {
  const { baseUrl } = deps.settings;
  const prices = Object.entries(pricesUsdc).map(([name, price]) => `${name} ${price}`);
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

const NOTHING: BatchAnswer = {
  results: [],
  bill: { checks: 0, delivered: 0, price_usdc: '0.00', charged_usdc: '0.00' },
};

/** The checks on one bill, or the refusal of the bill that payment lifts. */
async function work(
  deps: McpDeps,
  concurrencyLimit: ConcurrencyLimit,
  requests: readonly CheckRequest[],
  call: ToolCall,
): Promise<BatchAnswer | Fault> {
  const caller = callerFor(call, addressesOf(deps).mcp);
  try {
    return await withPermits(
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

/** One result for each question, in order. The call failed if none was answered. */
function resultOf(
  deps: McpDeps,
  questions: readonly Question[],
  { results: worked, bill, receipt, change }: BatchAnswer,
  { visit }: ToolCall,
): CallToolResult {
  const pending = [...worked];
  const results = questions.flatMap((question) => (isWorkable(question) ? (pending.shift() ?? []) : question));
  const left = worked.flatMap((result) => ('billing' in result ? (result.billing.free_remaining ?? []) : []));
  addHeaders(visit, { ...retryHeader(longestWait(results)), ...receiptHeaders(receipt) });
  if (left.length > 0) addHeaders(visit, freeHeaders(deps.freeCallsPerDay ?? 0, Math.min(...left)));
  const shown = {
    schema_version: SCHEMA_VERSION,
    results: results.map(bodyOf),
    bill,
    ...(change && { change: changeOf(change) }),
  };
  const failed = !results.some((result) => 'document' in result);
  return { ...successResult(shown, batchText(results, bill), receiptMeta(receipt)), ...(failed && { isError: true }) };
}

/** The longest delay of the results; undefined where no result comes later. */
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

/** The terms for all checks together. Version 1 of x402 gives no change, so it cannot pay for several. */
function unpaidBatch(deps: McpDeps, fault: Fault, call: ToolCall): CallToolResult {
  if (!isChallenge(fault.code)) throw fault;
  const { visit } = call;
  const { priceAtomic = 0n, balanceAtomic, retryAction, freeCalls } = fault.extra;
  const terms = challenge({
    code: fault.code,
    detail: fault.message,
    requestId: visit.caller.requestId,
    resourceUrl: addressesOf(deps).mcp,
    description: 'Checks of Solana objects in one call.',
    priceAtomic,
    input: { method: 'POST', routeTemplate: '/mcp', body: { method: 'tools/call' } },
    sentBody: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: NAME, arguments: call.args } },
    balanceAtomic,
    retryAction,
    versions: 'v2',
    settings: deps.settings,
  });
  if (freeCalls) addHeaders(visit, freeHeaders(freeCalls.limit, freeCalls.remaining));
  return unpaid(terms, fault, { baseUrl: deps.settings.baseUrl, visit });
}

/** The results of many checks as a text. */
function batchText(results: readonly BatchResult[], bill: BatchBill): string {
  const lineOf = results.length > DETAILED_MAX ? shortLine : longLine;
  const answers = results.filter((result) => 'document' in result).length;
  return [
    `${answers} of ${results.length} checks were answered, for ${bill.charged_usdc} USDC. What has no answer or an undecided verdict (${undecidedVerdicts.join(', ')}) is unproven: treat it as no.`,
    ...results.map((result, n) => `${n + 1}. ${lineOf(result)}`),
  ].join('\n');
}

function longLine(result: BatchResult): string {
  return 'document' in result
    ? summaryOf(result.document, result.billing) + againLater(result)
    : `${result.kind}: no answer (${result.code}). ${result.detail}`;
}

function shortLine(result: BatchResult): string {
  if (!('document' in result)) return `${result.kind}: no answer (${result.code}).`;
  const { kind, subject, verdict, reason_codes: codes } = result.document;
  return `${kind} ${subject}: ${verdict} (${codes.join(', ')})`;
}

/** A question to work, or why it is invalid; an invalid one does not affect others. */
type Question = CheckRequest | FailedCheck;

/** The questions in order. Throws `invalid_request` where there is no list. */
function questionsOf(args: ToolCall['args']): readonly Question[] {
  refuseUnknown(args, ['checks', 'idempotency_key']);
  const { checks } = args;
  if (checks === undefined) refuseInvalid([missingArgument('checks')]);
  if (!Array.isArray(checks) || checks.length === 0 || checks.length > CHECKS_MAX) {
    const msg = `Input should be a list of 1 to ${CHECKS_MAX} checks`;
    throw new Fault('invalid_request', `checks: ${msg}`, {
      invalid: [{ type: 'list_type', loc: ['arguments', 'checks'], msg }],
    });
  }
  return checks.map(questionOf);
}

/** Whether the question can be worked; the check validates subject and size. */
function isWorkable(question: Question): question is CheckRequest {
  return !('code' in question);
}

function questionOf(check: unknown, n: number): Question {
  const loc = ['arguments', 'checks', n] as const;
  const given = withoutNulls((typeof check === 'object' && check !== null ? check : {}) as ToolCall['args']);
  const { kind = '', subject, size_sol: size } = given;
  const others = Object.keys(given).filter((name) => !MEMBERS.includes(name));
  const extra = (name: string, msg: string): InvalidItem => ({
    type: 'extra_forbidden',
    loc: [...loc, name.slice(0, ECHO_CHARS_MAX)],
    msg,
  });
  const name = typeof kind === 'string' ? kind : '';
  const known = isKind(name) ? kinds[name] : null;
  const invalid = [
    ...others.slice(0, 5).map((other) => extra(other, `No such member. There are: ${MEMBERS.join(', ')}`)),
    ...(known ? [] : [notListed([...loc, 'kind'], name, Object.keys(kinds))]),
    ...(typeof subject === 'string' ? [] : [textMissing([...loc, 'subject'], subject)]),
    ...(known && !known.sized && size !== undefined ? [extra('size_sol', `The ${name} check has no size`)] : []),
  ];
  if (!known || invalid.length > 0) return failure(name, subject, invalid);
  const sizeSol = typeof size === 'number' ? plainDecimal(String(size)) : size;
  return {
    kind: known.name,
    subject: typeof subject === 'string' ? subject : '',
    ...(size !== undefined && { sizeSol }),
  };
}

function textMissing(loc: InvalidItem['loc'], value: unknown): InvalidItem {
  if (value === undefined) return { type: 'missing', loc, msg: 'Field required' };
  return { type: 'string_type', loc, msg: 'Input should be a valid string' };
}

function failure(kind: string, subject: unknown, invalid: readonly InvalidItem[]): FailedCheck {
  const { code, message } = refusalResult(invalid);
  const shown = typeof subject === 'string' ? subject.slice(0, ECHO_CHARS_MAX) : '';
  return { kind: kind.slice(0, ECHO_CHARS_MAX), subject: shown, code, detail: message, retryable: false, invalid };
}

/** Example checks of different kinds. */
function exampleChecks({ examples }: Pick<McpDeps, 'examples'>): readonly object[] {
  const [token, wallet] = [exampleSubject('token', examples), exampleSubject('wallet', examples)];
  return [
    { kind: 'token', subject: token },
    { kind: 'trade', subject: token, size_sol: 1 },
    { kind: 'wallet', subject: wallet },
  ];
}

/** The arguments of a call of many checks. */
function batchInput(deps: McpDeps): ToolSchema {
  const check = {
    type: 'object',
    properties: {
      kind: { type: 'string', enum: Object.keys(kinds), description: 'The kind of check.' },
      subject: addressInput('The address (wallet, funder) or mint (token, trade) to ask about'),
      size_sol: { ...sizeInput, description: `For kind trade only. ${sizeInput.description}` },
    },
    required: ['kind', 'subject'],
    additionalProperties: false,
  };
  const checks = {
    type: 'array',
    minItems: 1,
    maxItems: CHECKS_MAX,
    items: check,
    description: 'The checks.',
    examples: [exampleChecks(deps)],
  };
  return objectInput({ checks, idempotency_key: idempotencyInput }, ['checks']);
}

/** The result of a call of many checks. */
function batchOutput(baseUrl: string): ToolSchema {
  const verdicts = Object.values(kinds).map((kind) => [`${kind.name}_verdict`, briefVerdict(kind, baseUrl)] as const);
  const items = [...verdicts.map(([name]) => name), 'FailedCheck'].map((name) => ({ $ref: `#/$defs/${name}` }));
  const batch = {
    type: 'object',
    properties: {
      schema_version: { type: 'integer' },
      results: { type: 'array', items: { anyOf: items }, description: 'In the order of the checks.' },
      bill: { type: 'object', description: 'How many different checks, how many were answered, what they cost.' },
      change: { type: 'object', description: 'What a payment per call was larger than what was earned.' },
    },
    required: ['schema_version', 'results', 'bill'],
  };
  return paidOutput({ ...Object.fromEntries(verdicts), FailedCheck: failedCheck, Batch: batch }, 'Batch', baseUrl);
}

/** The members of every answer of a kind; the kind's tool has the rest. */
function briefVerdict({ name, verdicts }: Kind, baseUrl: string): object {
  const texts = { type: 'array', items: { type: 'string' } };
  return {
    type: 'object',
    description: `The answer of check_${name}, complete by ${verdictUrl(name, baseUrl)}.`,
    properties: {
      kind: { const: name },
      subject: { type: 'string' },
      verdict: { enum: Object.keys(verdicts) },
      reason_codes: texts,
      confidence: { type: 'number' },
      flags: texts,
      billing: { type: 'object' },
    },
    required: ['kind', 'subject', 'verdict', 'reason_codes', 'confidence', 'flags', 'billing'],
  };
}
