import type { OutgoingHttpHeaders } from 'node:http';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { GraphQLError, type GraphQLSchema, getVariableValues, type VariableDefinitionNode } from 'graphql';
import { isDeeper } from '#http/media.ts';
import { isChallenge } from '#http/problems/refusal.ts';
import { nearMiss } from '#http/questions/parameters.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import type { Fault } from '#lib/fault.ts';
import type { Change } from '#payments/bill.ts';
import { type ChallengeCode, type ChallengeInput, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/offer.ts';
import type { Operation, OperationTally } from '#schema/check-service.ts';
import type { ExecutedOperation } from '#schema/operation/field-run.ts';
import { refusedBatch } from './limits.ts';
import { tooLarge } from './measure.ts';
import type { GraphqlRequest } from './server-context.ts';

const input: ResourceInput = {
  method: 'POST',
  routeTemplate: '/graphql',
  body: { query: 'query($address: Address!) { funderCheck(address: $address) { document } }', variables: {} },
};

/** After this many errors a caller looks for a mistake in the program; each error names its whole value. */
const ERRORS_MAX = 5;

/** A 402 repeats the request, and serialising JSON overflows the stack at some depth. */
const DEPTH_MAX = 64;

/** No more variables are searched for misspelt ones, and no more characters of a name are repeated. */
const NAMES_MAX = 100;

const UNFIT = { extensions: { http: { status: 400 } } };

const NO_VARIABLES = { variables: {} };

/** The members of a request that a client sends again. */
function sentBody({ query, operationName, variables }: GraphqlRequest): Readonly<Record<string, unknown>> {
  return { query, ...(operationName && { operationName }), ...(variables && { variables }) };
}

/**
 * The coerced variables of an operation, or why they are refused before planning: they nest too deeply, even if undeclared; they have wrong
 * types, of which the first few errors are reported; a name is almost that of a missing variable; or a list is longer than a bill, and each
 * use would plan it again.
 */
export function readVariables(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  given: GraphqlRequest['variables'],
): { readonly variables: Record<string, unknown> } | { readonly unfit: readonly GraphQLError[] } {
  if (definitions.length === 0 && !given) return NO_VARIABLES;
  if (isDeeper(given, DEPTH_MAX)) {
    return { unfit: [tooLarge('nesting', DEPTH_MAX, `whose variables are nested deeper than ${DEPTH_MAX} levels`)] };
  }
  const { errors, coerced } = getVariableValues(schema, definitions, { ...given }, { maxErrors: ERRORS_MAX });
  if (errors) {
    return { unfit: errors.map(({ message, nodes }) => new GraphQLError(message, { nodes: nodes ?? null, ...UNFIT })) };
  }
  const names = definitions.map(({ variable }) => variable.name.value);
  const longest = Math.max(0, ...Object.values(coerced).map((value) => (Array.isArray(value) ? value.length : 0)));
  const refused = misnamedVariable(given ?? {}, names) ?? refusedBatch({ items: longest });
  return refused ? { unfit: [refused] } : { variables: coerced };
}

/** The error for a variable that the operation does not declare, where one that it declares is not given and has almost that name. */
function misnamedVariable(given: Readonly<Record<string, unknown>>, declared: readonly string[]): GraphQLError | null {
  const absent = declared.filter((name) => !Object.hasOwn(given, name));
  const others = Object.keys(given).slice(0, NAMES_MAX);
  for (const name of others.filter((other) => !declared.includes(other))) {
    const meant = nearMiss(name, absent);
    if (meant === undefined) continue;
    return new GraphQLError(`The variable $${name.slice(0, NAMES_MAX)} is not read: it is called $${meant}.`, UNFIT);
  }
  return null;
}

/** What an operation is answered with over HTTP: the members of its result, its status where it is no matter of errors, its headers. */
export interface OperationOutcome {
  readonly result: Partial<ExecutedOperation> & Readonly<Record<string, unknown>>;
  readonly status?: number;
  readonly headers?: OutgoingHttpHeaders;
}

/** What a payment is for. `keysOnly`: payment per call could not pay for it. */
interface Billed {
  readonly operation: Operation;
  readonly request: GraphqlRequest;
  readonly requestId: string;
  readonly keysOnly: boolean;
}

/**
 * The result with its payment for HTTP and the caller. If the bill was refused and nothing was delivered, the result is that
 * refusal with its status; for a 402 the challenge's members are beside `errors`. A refusal never hides delivered parts.
 */
export function paidOutcome(executed: ExecutedOperation, billed: Billed, settings: PaymentSettings): OperationOutcome {
  const { tally, refusal, receipt, change } = billed.operation;
  const result: OperationOutcome['result'] = { ...executed };
  if (refusal && isChallenge(refusal.code)) return challenged(result, refusal, refusal.code, billed, settings);
  if (refusal) return { result, status: refusal.status, headers: headersOf(refusal) };
  if (tally.checks === 0) return { result };
  const extensions = { billing: bill(tally), ...(change && { change: changeOf(change) }) };
  return { result: { ...result, extensions }, headers: { ...receiptHeaders(receipt ?? undefined) } };
}

/** The result of an operation that was refused before it ran. */
export function refusedOutcome(fault: Fault): OperationOutcome {
  const errors = [new GraphQLError(fault.message, { originalError: fault })];
  return { result: { errors }, status: fault.status, headers: headersOf(fault) };
}

/** The total cost of an operation. A check that appears several times in the answer is charged once. */
function bill({ checks, delivered, billAtomic, chargedAtomic }: OperationTally): object {
  return { checks, delivered, priceUsdc: formatUsdc(billAtomic), chargedUsdc: formatUsdc(chargedAtomic) };
}

function changeOf({ amountAtomic, apiKey }: Change): object {
  return { amountUsdc: formatUsdc(amountAtomic), ...(apiKey !== undefined && { apiKey }) };
}

function headersOf({ extra }: Fault): OutgoingHttpHeaders {
  const { retryAfterSeconds, receipt } = extra;
  return {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...receiptHeaders(receipt),
  };
}

function challenged(
  result: OperationOutcome['result'],
  refusal: Fault,
  code: ChallengeCode,
  billed: Billed,
  settings: PaymentSettings,
): OperationOutcome {
  const { body, header } = challenge({
    code,
    detail: refusal.message,
    requestId: billed.requestId,
    resourceUrl: `${settings.baseUrl}/graphql`,
    description: 'Checks of Solana objects in one GraphQL operation.',
    priceAtomic: billed.operation.tally.billAtomic,
    balanceAtomic: refusal.extra.balanceAtomic,
    retryAction: refusal.extra.retryAction,
    input,
    sentBody: sentBody(billed.request),
    versions: versionsFor(billed),
    settings,
  });
  const headers = { ...headersOf(refusal), ...(header !== null && { 'payment-required': header }) };
  return { result: { ...body, ...result }, status: 402, headers };
}

/** A part of several checks may stay without a verdict, and v1 has no member for its change. */
function versionsFor({ keysOnly, operation }: Billed): NonNullable<ChallengeInput['versions']> {
  if (keysOnly) return 'none';
  return operation.tally.checks > 1 ? 'v2' : 'both';
}
