import type { OutgoingHttpHeaders } from 'node:http';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { isChallenge } from '#http/problems/refusal.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import type { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import type { Change, Receipt } from '#payments/bill.ts';
import { type ChallengeCode, type ChallengeInput, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/model.ts';
import type { Tally } from '#schema/desk-model.ts';

const input: ResourceInput = {
  method: 'POST',
  routeTemplate: '/graphql',
  body: { query: 'query($address: Address!) { funderCheck(address: $address) { document } }', variables: {} },
};

/** What became of an operation: what it came to, and how it was paid. `keysOnly`: no payment per call could have paid it. */
export interface Outcome {
  readonly requestId: string;
  readonly tally: Tally;
  readonly keysOnly: boolean;
  readonly refusal: Fault | null;
  readonly receipt: Receipt | null;
  readonly change: Change | null;
  readonly body: Readonly<Record<string, unknown>>;
}

type Result = ExecutionResult & Record<string, unknown>;

/**
 * The result with what HTTP and the caller must learn of its payment. An operation of which nothing was delivered because
 * its bill was refused is that refusal, with its status: for want of payment the members of the challenge stand beside
 * `errors`. A part that was delivered is never hidden behind a refusal.
 */
export function paidResult(result: ExecutionResult, outcome: Outcome, settings: PaymentSettings): Result {
  const { tally, refusal, receipt, change } = outcome;
  if (refusal && isChallenge(refusal.code)) return challenged(result, refusal, refusal.code, outcome, settings);
  if (refusal) return withHttp(result, { ...headersOf(refusal) }, refusal.status);
  if (tally.checks === 0) return { ...result };
  const extensions = { ...result.extensions, billing: bill(tally), ...(change && { change: told(change) }) };
  return withHttp({ ...result, extensions }, { ...receiptHeaders(receipt ?? undefined) });
}

/** The result of an operation that was refused before anything of it ran. */
export function refusedResult(fault: Fault): Result {
  const errors = [new GraphQLError(fault.message, { originalError: fault })];
  return withHttp({ errors }, headersOf(fault), fault.status);
}

/** What an operation cost as a whole: the same check may stand in its answer more than once and was charged once. */
function bill({ checks, delivered, billAtomic, chargedAtomic }: Tally): object {
  return { checks, delivered, price_usdc: formatUsdc(billAtomic), charged_usdc: formatUsdc(chargedAtomic) };
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
  refusal: Fault,
  code: ChallengeCode,
  outcome: Outcome,
  settings: PaymentSettings,
): Result {
  const { body, header } = challenge({
    code,
    detail: refusal.message,
    requestId: outcome.requestId,
    resourceUrl: `${settings.baseUrl}/graphql`,
    description: 'Checks of Solana objects in one GraphQL operation.',
    priceAtomic: outcome.tally.billAtomic,
    ...(refusal.extra.balanceAtomic !== undefined && { balanceAtomic: refusal.extra.balanceAtomic }),
    input,
    sentBody: outcome.body,
    versions: versionsFor(outcome),
    settings,
  });
  const headers = { ...headersOf(refusal), ...(header !== null && { 'payment-required': header }) };
  return withHttp({ ...body, ...result }, headers, 402);
}

/** A part of several checks may stay without a verdict; what was paid too much goes back by a way that v1 lacks. */
function versionsFor({ keysOnly, tally }: Outcome): NonNullable<ChallengeInput['versions']> {
  if (keysOnly) return 'none';
  return tally.checks > 1 ? 'v2' : 'both';
}
