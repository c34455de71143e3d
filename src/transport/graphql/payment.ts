import type { OutgoingHttpHeaders } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { Fault } from '#lib/fault.ts';
import { faults } from '#lib/fault-catalogue.ts';
import type { FaultEntry } from '#lib/fault-entry.ts';
import { formatUsdc } from '#lib/money.ts';
import type { Change, Receipt } from '#payments/bill.ts';
import { type ChallengeCode, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/model.ts';
import { receiptHeaders } from '../receipt-headers.ts';
import { isChallenge } from '../rest/refusal.ts';
import { faultBehind } from './errors.ts';

const input: ResourceInput = {
  method: 'POST',
  routeTemplate: '/graphql',
  body: { query: 'query($address: Address!) { funderCheck(address: $address) { document } }', variables: {} },
};

/** What became of an operation: what it was, how many checks it asked for and got, and how it was paid. */
export interface Outcome {
  readonly requestId: string;
  readonly asked: number;
  readonly delivered: number;
  readonly receipt: Receipt | null;
  readonly change: Change | null;
  readonly body: Readonly<Record<string, unknown>>;
}

type Result = ExecutionResult & Record<string, unknown>;

/**
 * The result with what HTTP and the caller must learn of its payment, or null when there is nothing to add. An operation
 * of which nothing was delivered because its bill was refused is that refusal, with its status: for want of payment the
 * members of the challenge stand beside `errors`. A part that was delivered is never hidden behind a refusal.
 */
export function paidResult(result: ExecutionResult, outcome: Outcome, settings: PaymentSettings): Result | null {
  const refused = outcome.delivered > 0 ? [] : refusals(result);
  const [first] = refused;
  if (first && isChallenge(first.code)) return challenged(result, first, first.code, refused, outcome, settings);
  if (first) return withHttp(result, { ...headersOf(first) }, first.status);
  const { receipt, change } = outcome;
  if (!receipt && !change) return null;
  return withHttp(change ? { ...result, extensions: { ...result.extensions, change: told(change) } } : result, {
    ...receiptHeaders(receipt ?? undefined),
  });
}

function told({ amountAtomic, apiKey }: Change): object {
  return { amount_usdc: formatUsdc(amountAtomic), ...(apiKey !== undefined && { api_key: apiKey }) };
}

/** The engine takes status and headers of the response from the result and takes them out of it. */
function withHttp(result: ExecutionResult, headers: OutgoingHttpHeaders, status?: number): Result {
  const http = { headers, ...(status !== undefined && { status }) };
  return { ...result, extensions: { ...result.extensions, http } };
}

function headersOf({ extra }: Fault): OutgoingHttpHeaders {
  const { retryAfterSeconds, receipt } = extra;
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...receiptHeaders(receipt),
  };
}

function challenged(
  result: ExecutionResult,
  first: Fault,
  code: ChallengeCode,
  refused: readonly Fault[],
  outcome: Outcome,
  settings: PaymentSettings,
): Result {
  const { body, header } = challenge({
    code,
    detail: first.message,
    requestId: outcome.requestId,
    resourceUrl: `${settings.baseUrl}/graphql`,
    description: 'Checks of Solana objects in one GraphQL operation.',
    priceAtomic: refused.reduce((sum, fault) => sum + (fault.extra.priceAtomic ?? 0n), 0n),
    ...(first.extra.balanceAtomic !== undefined && { balanceAtomic: first.extra.balanceAtomic }),
    input,
    sentBody: outcome.body,
    // A part of several checks may stay without a verdict; what was paid too much goes back by a way that v1 lacks.
    versions: outcome.asked > 1 ? 'v2' : 'both',
    settings,
  });
  const headers = { ...headersOf(first), ...(header !== null && { 'payment-required': header }) };
  return withHttp({ ...body, ...result }, headers, 402);
}

/** One fault for each bill that was refused: its checks share theirs. Those for want of payment come first. */
function refusals(result: ExecutionResult): readonly Fault[] {
  const found = new Set<Fault>();
  for (const error of result.errors ?? []) {
    const fault = faultBehind(error);
    if (fault && refusesBill(fault)) found.add(fault);
  }
  const all = [...found];
  const unpaid = all.filter((fault) => fault.status === 402);
  return unpaid.length > 0 ? unpaid : all;
}

function refusesBill({ code, status }: Fault): boolean {
  const { paymentState }: FaultEntry = faults[code];
  const named = code === 'request_in_flight' || code === 'request_differs';
  return status === 402 || paymentState !== undefined || named;
}
