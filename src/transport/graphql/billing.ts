import type { OutgoingHttpHeaders } from 'node:http';
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST, getVariableValues } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { takePlaces } from '#http/limits/concurrency-limit.ts';
import { isDeeper } from '#http/media.ts';
import { isChallenge } from '#http/problems/refusal.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { Fault } from '#lib/fault.ts';
import { formatUsdc } from '#lib/money.ts';
import type { Change, Receipt } from '#payments/bill.ts';
import { type ChallengeCode, type ChallengeInput, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/offer.ts';
import type { Context } from '#schema/builder.ts';
import type { Operation, OperationTally } from '#schema/check-service.ts';
import { nullWhereNoneFits, type Operated, type Plan, planOf } from '#schema/operation/plan.ts';
import { refusedBatch } from './limits.ts';
import { tooLarge } from './measure.ts';
import { EVENT_STREAM, type GraphqlDeps, type ServerContext } from './server-context.ts';

const input: ResourceInput = {
  method: 'POST',
  routeTemplate: '/graphql',
  body: { query: 'query($address: Address!) { funderCheck(address: $address) { document } }', variables: {} },
};

/** After this many errors a caller looks for a mistake in the program; each error names its whole value. */
const ERRORS_MAX = 5;

/** A refusal for want of payment repeats what was sent, and what writes JSON runs out of stack somewhere. */
const DEPTH_MAX = 64;

const UNFIT = { extensions: { http: { status: 400 } } };

type FullContext = ServerContext & Context & YogaInitialContext;

/** What a client has to send again: the three members that select and fill an operation. */
function sentBody({ query, operationName, variables }: GraphQLParams): Readonly<Record<string, unknown>> {
  return { query, ...(operationName && { operationName }), ...(variables && { variables }) };
}

/** What the engine executes an operation with. */
interface Execution {
  readonly schema: Operated['schema'];
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** An operation under way, in places of its caller's; `close` may be called twice. */
interface Opened {
  readonly operation: Operation;
  readonly close: () => void;
}

/** The plan of an operation, or why it is refused before anything of it runs. */
function planned({ schema, document, operationName, variableValues }: Execution): Plan | readonly GraphQLError[] {
  const operated = { schema, document, operationName, variables: variableValues };
  const unfit = refusedVariables(operated);
  if (unfit.length > 0) return unfit;
  const plan = planOf(operated);
  const refused = refusedBatch(plan) ?? (plan.asks.length > 0 ? nullWhereNoneFits(operated) : null);
  return refused ? [refused] : plan;
}

/**
 * Plans each operation before it runs, opens its bill, closes it at the end, and puts the payment or the refusal into the HTTP response.
 */
export function billing({ service, settings }: Pick<GraphqlDeps, 'service' | 'settings'>): Plugin<FullContext> {
  const withPayment = (
    result: ExecutionResult,
    { operation, caller, params }: FullContext,
    plan: Plan,
  ): ExecutionResult => {
    const { tally, refusal, receipt, change } = operation;
    const { requestId } = caller;
    const outcome = { tally, refusal, receipt, change, requestId, body: sentBody(params), keysOnly: plan.keysOnly };
    return paidResult(result, outcome, settings);
  };
  const open = (
    { caller, concurrencyLimit }: FullContext,
    plan: Plan,
  ): Opened | { readonly refused: ExecutionResult } => {
    try {
      const leave = takePlaces(concurrencyLimit, caller.credentials, plan.asks.length);
      const operation = service.open(caller, plan);
      const close = (): void => {
        operation.close();
        leave();
      };
      return { operation, close };
    } catch (error) {
      if (error instanceof Fault) return { refused: refusedResult(error) };
      throw error;
    }
  };
  return {
    onExecute: ({ args, extendContext, setResultAndStopExecution }) => {
      const plan = planned(args);
      if (!('asks' in plan)) return setResultAndStopExecution({ errors: plan });
      const opened = open(args.contextValue, plan);
      if ('refused' in opened) return setResultAndStopExecution(opened.refused);
      const { operation, close } = opened;
      extendContext({ operation });
      return {
        onExecuteDone: ({ result, setResult }) => {
          close();
          if (!isAsyncIterable(result)) setResult(withPayment(result, args.contextValue, plan));
        },
      };
    },
    onSubscribe: ({ args, extendContext, setResultAndStopExecution }) => {
      const plan = planned(args);
      if (!('asks' in plan)) return setResultAndStopExecution({ errors: plan });
      if (!accepts(args.contextValue.req.headers.accept, [EVENT_STREAM])) return setResultAndStopExecution(UNREADABLE);
      const opened = open(args.contextValue, plan);
      if ('refused' in opened) return setResultAndStopExecution(opened.refused);
      const { operation, close } = opened;
      extendContext({ operation });
      // Whoever leaves before the first event never lets the stream begin, which is what else would end it.
      args.contextValue.res.once('close', close);
      return {
        onSubscribeResult: ({ result, setResult }) => {
          if (isAsyncIterable(result)) return { onEnd: close };
          close();
          setResult(withPayment(result as ExecutionResult, args.contextValue, plan));
          return undefined;
        },
      };
    },
  };
}

/** Events have one media type. Whoever does not take it would pay for what nobody can send. */
const UNREADABLE = {
  errors: [
    new GraphQLError(`A subscription is answered as ${EVENT_STREAM}: ask for it by the Accept header.`, {
      extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } },
    }),
  ],
};

/**
 * Why the variables of an operation are refused before planning: they nest too deeply, even if undeclared; they have wrong types,
 * of which the first few errors are reported; or a list is longer than a bill, which each use of it would plan again. Empty if they
 * are accepted.
 */
function refusedVariables(operated: Operated): readonly GraphQLError[] {
  const { schema, document, operationName, variables } = operated;
  if (isDeeper(variables, DEPTH_MAX)) {
    return [tooLarge('nesting', DEPTH_MAX, `whose variables are nested deeper than ${DEPTH_MAX} levels`)];
  }
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { errors, coerced } = getVariableValues(schema, definitions, { ...variables }, { maxErrors: ERRORS_MAX });
  if (errors) return errors.map(({ message, nodes }) => new GraphQLError(message, { nodes: nodes ?? null, ...UNFIT }));
  const longest = Math.max(0, ...Object.values(coerced).map((value) => (Array.isArray(value) ? value.length : 0)));
  const refused = refusedBatch({ items: longest });
  return refused ? [refused] : [];
}

/** What became of an operation: what it came to, and how it was paid. `keysOnly`: no payment per call could have paid it. */
interface Outcome {
  readonly requestId: string;
  readonly tally: OperationTally;
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
function paidResult(result: ExecutionResult, outcome: Outcome, settings: PaymentSettings): Result {
  const { tally, refusal, receipt, change } = outcome;
  if (refusal && isChallenge(refusal.code)) return challenged(result, refusal, refusal.code, outcome, settings);
  if (refusal) return withHttp(result, { ...headersOf(refusal) }, refusal.status);
  if (tally.checks === 0) return { ...result };
  const extensions = { ...result.extensions, billing: bill(tally), ...(change && { change: changeOf(change) }) };
  return withHttp({ ...result, extensions }, { ...receiptHeaders(receipt ?? undefined) });
}

/** The result of an operation that was refused before anything of it ran. */
function refusedResult(fault: Fault): Result {
  const errors = [new GraphQLError(fault.message, { originalError: fault })];
  return withHttp({ errors }, headersOf(fault), fault.status);
}

/** What an operation cost as a whole: the same check may stand in its answer more than once and was charged once. */
function bill({ checks, delivered, billAtomic, chargedAtomic }: OperationTally): object {
  return { checks, delivered, price_usdc: formatUsdc(billAtomic), charged_usdc: formatUsdc(chargedAtomic) };
}

function changeOf({ amountAtomic, apiKey }: Change): object {
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
