import type { OutgoingHttpHeaders } from 'node:http';
import { formatUsdc } from 'assay-core/lib/money.ts';
import { type DocumentNode, type ExecutionResult, GraphQLError, getOperationAST, getVariableValues } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { acquirePermits } from '#http/limits/concurrency-limit.ts';
import { isDeeper } from '#http/media.ts';
import { isChallenge } from '#http/problems/refusal.ts';
import { nearMiss } from '#http/questions/parameters.ts';
import { receiptHeaders } from '#http/receipt-headers.ts';
import { Fault } from '#lib/fault.ts';
import type { Change, Receipt } from '#payments/bill.ts';
import { type ChallengeCode, type ChallengeInput, challenge } from '#payments/challenge.ts';
import type { PaymentSettings, ResourceInput } from '#payments/x402/offer.ts';
import type { Context } from '#schema/builder.ts';
import type { Operation, OperationTally } from '#schema/check-service.ts';
import { nullCondition, type Operated, type Plan, planOf } from '#schema/operation/plan.ts';
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

/** A 402 repeats the request, and serialising JSON overflows the stack at some depth. */
const DEPTH_MAX = 64;

/** No more variables are searched for misspelt ones, and no more characters of a name are repeated. */
const NAMES_MAX = 100;

/** How often a caller who ended its side is sent a comment. */
const COMMENT_MS = 250;

const UNFIT = { extensions: { http: { status: 400 } } };

type FullContext = ServerContext & Context & YogaInitialContext;

/** The members of a request that a client sends again. */
function sentBody({ query, operationName, variables }: GraphQLParams): Readonly<Record<string, unknown>> {
  return { query, ...(operationName && { operationName }), ...(variables && { variables }) };
}

/** The engine's input for an execution. */
interface Execution {
  readonly schema: Operated['schema'];
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variableValues?: Readonly<Record<string, unknown>> | null | undefined;
}

/** A running operation, which holds permits of its caller; `close` may be called twice. */
interface Opened {
  readonly operation: Operation;
  readonly close: () => void;
}

/** The plan of an operation, or why it is refused before it runs. */
function planned({ schema, document, operationName, variableValues }: Execution): Plan | readonly GraphQLError[] {
  const operated = { schema, document, operationName, variables: variableValues };
  const unfit = refusedVariables(operated);
  if (unfit.length > 0) return unfit;
  const plan = planOf(operated);
  const refused = refusedBatch(plan) ?? (plan.asks.length > 0 ? nullCondition(operated) : null);
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
    context: FullContext,
    plan: Plan,
    isStream: boolean,
  ): Opened | { readonly refused: ExecutionResult } => {
    const caller = isStream ? callerOfStream(context) : context.caller;
    try {
      const release = acquirePermits(context.concurrencyLimit, caller.credentials, plan.asks.length);
      const operation = service.open(caller, plan);
      // A caller's permits are held as long as its checks run, also after it leaves.
      const close = (): void => void operation.close().then(release);
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
      const isStream = args.contextValue.req.headers.accept?.startsWith(EVENT_STREAM) ?? false;
      const opened = open(args.contextValue, plan, isStream);
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
      const opened = open(args.contextValue, plan, true);
      if ('refused' in opened) return setResultAndStopExecution(opened.refused);
      const { operation, close } = opened;
      extendContext({ operation });
      // A caller that leaves before the first event never starts the stream, whose end would close this.
      whenLeft(args.contextValue, close);
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

/**
 * The name of a stream is the idempotency key of who pays it from a key. So a client that lost it and connects again gets what was
 * charged, and is not charged again.
 */
function callerOfStream({ caller, stream, resumes }: FullContext): FullContext['caller'] {
  const { credentials } = caller;
  if (credentials.idempotencyKey !== null || credentials.apiKey === null) return caller;
  return { ...caller, credentials: { ...credentials, idempotencyKey: stream, waits: resumes } };
}

/**
 * Calls the listener once the caller of a stream has left. One that ended its side of the connection waits for events or is gone: only a
 * write tells, so it is sent comments.
 */
function whenLeft({ req: { socket }, res }: FullContext, listener: () => void): void {
  // It may have left while its request waited to be admitted.
  if (res.closed) {
    listener();
    return;
  }
  const comments = setInterval(() => {
    if (socket.readableEnded && res.headersSent && !res.writableEnded) res.write(':\n');
  }, COMMENT_MS);
  res.once('close', () => {
    clearInterval(comments);
    listener();
  });
}

/** Events have one media type. A caller that does not accept it would pay for an answer that cannot be sent. */
const UNREADABLE = {
  errors: [
    new GraphQLError(`A subscription is answered as ${EVENT_STREAM}: ask for it by the Accept header.`, {
      extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } },
    }),
  ],
};

/**
 * The reason for refusing the variables of an operation before planning: they nest too deeply, even if undeclared; they have wrong types,
 * of which the first few errors are reported; a name is almost that of a missing variable; or a list is longer than a bill, and each use
 * would plan it again. Empty if they are accepted.
 */
function refusedVariables(operated: Operated): readonly GraphQLError[] {
  const { schema, document, operationName, variables } = operated;
  if (isDeeper(variables, DEPTH_MAX)) {
    return [tooLarge('nesting', DEPTH_MAX, `whose variables are nested deeper than ${DEPTH_MAX} levels`)];
  }
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { errors, coerced } = getVariableValues(schema, definitions, { ...variables }, { maxErrors: ERRORS_MAX });
  if (errors) return errors.map(({ message, nodes }) => new GraphQLError(message, { nodes: nodes ?? null, ...UNFIT }));
  const names = definitions.map(({ variable }) => variable.name.value);
  const misnamed = misnamedVariable(variables ?? {}, names);
  if (misnamed) return [misnamed];
  const longest = Math.max(0, ...Object.values(coerced).map((value) => (Array.isArray(value) ? value.length : 0)));
  const refused = refusedBatch({ items: longest });
  return refused ? [refused] : [];
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

/** The result of an operation: its bill and its payment. `keysOnly`: payment per call could not pay for it. */
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
 * The result with its payment for HTTP and the caller. If the bill was refused and nothing was delivered, the result is that
 * refusal with its status; for a 402 the challenge's members are beside `errors`. A refusal never hides delivered parts.
 */
function paidResult(result: ExecutionResult, outcome: Outcome, settings: PaymentSettings): Result {
  const { tally, refusal, receipt, change } = outcome;
  if (refusal && isChallenge(refusal.code)) return challenged(result, refusal, refusal.code, outcome, settings);
  if (refusal) return withHttp(result, { ...headersOf(refusal) }, refusal.status);
  if (tally.checks === 0) return { ...result };
  const extensions = { ...result.extensions, billing: bill(tally), ...(change && { change: changeOf(change) }) };
  return withHttp({ ...result, extensions }, { ...receiptHeaders(receipt ?? undefined) });
}

/** The result of an operation that was refused before it ran. */
function refusedResult(fault: Fault): Result {
  const errors = [new GraphQLError(fault.message, { originalError: fault })];
  return withHttp({ errors }, headersOf(fault), fault.status);
}

/** The total cost of an operation. A check that appears several times in the answer is charged once. */
function bill({ checks, delivered, billAtomic, chargedAtomic }: OperationTally): object {
  return { checks, delivered, priceUsdc: formatUsdc(billAtomic), chargedUsdc: formatUsdc(chargedAtomic) };
}

function changeOf({ amountAtomic, apiKey }: Change): object {
  return { amountUsdc: formatUsdc(amountAtomic), ...(apiKey !== undefined && { apiKey }) };
}

/** The engine reads status and headers from the result and removes them. */
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
    balanceAtomic: refusal.extra.balanceAtomic,
    retryAction: refusal.extra.retryAction,
    input,
    sentBody: outcome.body,
    versions: versionsFor(outcome),
    settings,
  });
  const headers = { ...headersOf(refusal), ...(header !== null && { 'payment-required': header }) };
  return withHttp({ ...body, ...result }, headers, 402);
}

/** A part of several checks may stay without a verdict, and v1 has no member for its change. */
function versionsFor({ keysOnly, tally }: Outcome): NonNullable<ChallengeInput['versions']> {
  if (keysOnly) return 'none';
  return tally.checks > 1 ? 'v2' : 'both';
}
