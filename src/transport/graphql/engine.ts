import { GraphQLError, OperationTypeNode } from 'graphql';
import { acquirePermits } from '#http/limits/concurrency-limit.ts';
import { Fault } from '#lib/fault.ts';
import type { Operation } from '#schema/check-service.ts';
import type { Caller } from '#schema/contract.ts';
import { execute, subscribe } from '#schema/operation/execution.ts';
import {
  type ExecutedOperation,
  type ExecutionInput,
  type MaybePromise,
  type OperationPlan,
  whenKnown,
} from '#schema/operation/field-run.ts';
import { NO_CHECKS, type Plan, planOf, spoilingNull } from '#schema/operation/plan.ts';
import { schema } from '#schema/schema.ts';
import { type OperationOutcome, paidOutcome, readVariables, refusedOutcome } from './billing.ts';
import { openFixedAnswers } from './fixed-answers.ts';
import { refusedBatch } from './limits.ts';
import {
  chosenOf,
  openPreparation,
  type PreparedOperation,
  RefusedDocument,
  refuseMutation,
  type StoredDocument,
} from './preparation.ts';
import { type PublicResult, publicResult } from './public-errors.ts';
import { type Asking, EVENT_STREAM, type GraphqlDeps, type GraphqlRequest } from './server-context.ts';

/** What an operation is answered with: one result, or results one after another. */
export type OperationAnswer = PublicResult | { readonly results: AsyncGenerator<PublicResult> };

/** Answers an operation of a known caller: at once where nothing is waited for. It never throws, and never rejects. */
export type Engine = (request: GraphqlRequest, asking: Asking) => MaybePromise<OperationAnswer>;

/** Events have one media type. A caller that does not accept it would pay for an answer that cannot be sent. */
const UNREADABLE = new GraphQLError(
  `A subscription is answered as ${EVENT_STREAM}: ask for it by the Accept header, or over a socket.`,
  { extensions: { code: 'NOT_ACCEPTABLE', http: { status: 406 } } },
);

const SENT = { headers: {}, status: 200, plainStatus: 200, isRefusal: false };

/** The engine of every GraphQL transport: it prepares documents, plans and bills their operations, and executes them. */
export function openEngine(deps: GraphqlDeps): Engine {
  const fixed = openFixedAnswers();
  const prepare = openPreparation(fixed);
  const answer = (request: GraphqlRequest, asking: Asking): MaybePromise<OperationAnswer> => {
    const { query, operationName } = request;
    const prepared = prepare(query, asking.isSafe ? (document) => refuseMutation(document, operationName) : null);
    const chosen = chosenOf(prepared, operationName);
    const { fixedKey } = prepared;
    if (fixedKey === null) return runOf(deps, prepared, chosen, request, asking);
    const text = fixed.get(fixedKey);
    if (text !== undefined) return { ...SENT, body: text };
    return whenKnown(runOf(deps, prepared, chosen, request, asking), (made) => {
      if ('body' in made && !('errors' in Object(made.body))) fixed.set(fixedKey, JSON.stringify(made.body));
      return made;
    });
  };
  return (request, asking) => {
    const refused = (error: unknown): PublicResult => publicResult(outcomeOf(error), asking.errors);
    try {
      const given = answer(request, asking);
      return given instanceof Promise ? given.catch(refused) : given;
    } catch (error) {
      return refused(error);
    }
  };
}

/** Plans, bills and executes an operation. Throws where it is refused before any of it runs. */
function runOf(
  deps: GraphqlDeps,
  prepared: StoredDocument,
  chosen: PreparedOperation,
  request: GraphqlRequest,
  asking: Asking,
): MaybePromise<OperationAnswer> {
  const { node, definitions, planning } = chosen;
  const read = readVariables(schema, definitions, request.variables);
  if ('unfit' in read) throw new RefusedDocument(read.unfit);
  const { variables } = read;
  const plan = billOf(prepared, chosen, request);
  const isStream = node.operation === OperationTypeNode.SUBSCRIPTION;
  if (isStream && !asking.takesEvents) throw UNREADABLE;
  const caller = isStream || asking.prefersEvents ? callerOfStream(asking) : asking.caller;
  const opened = openOperation(deps, caller, asking.concurrencyLimit, plan);
  const { operation } = opened;
  const run: Run = {
    plan: planning(variables),
    input: { context: { operation, caller, money: deps.money }, variables },
    opened,
    asking,
    toPublic: (executed) => {
      const billed = { operation, request, requestId: caller.requestId, keysOnly: plan.keysOnly };
      return publicResult(paidOutcome(executed, billed, deps.settings), asking.errors);
    },
  };
  if (isStream) return streamOf(run);
  return whenKnown(execute(run.plan, run.input), (executed) => {
    opened.close();
    return run.toPublic(executed);
  });
}

function outcomeOf(error: unknown): OperationOutcome {
  if (error instanceof Fault) return refusedOutcome(error);
  if (error instanceof RefusedDocument) return { result: { errors: error.errors } };
  if (error instanceof GraphQLError) return { result: { errors: [error] } };
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { result: { errors: [new GraphQLError(originalError.message, { originalError })] } };
}

/** The checks of an operation. Throws where they are refused before any of it runs. */
function billOf({ document, isFree }: StoredDocument, chosen: PreparedOperation, request: GraphqlRequest): Plan {
  if (isFree) return NO_CHECKS;
  if (chosen.checks) return chosen.checks;
  const { operationName, variables } = request;
  const operated = { schema, document, operationName, variables };
  const plan = planOf(operated);
  const refused = refusedBatch(plan) ?? (plan.asks.length > 0 ? spoilingNull(operated) : null);
  if (refused) throw refused;
  if (chosen.definitions.length === 0) chosen.checks = plan;
  return plan;
}

/** A running operation, which holds permits of its caller; `close` may be called twice. */
interface Opened {
  readonly operation: Operation;
  readonly close: () => void;
}

function openOperation(
  { service }: GraphqlDeps,
  caller: Caller,
  limit: Asking['concurrencyLimit'],
  plan: Plan,
): Opened {
  // Nothing of a free operation runs on after its answer.
  if (plan.asks.length === 0) return { operation: service.open(caller, plan), close: () => undefined };
  const release = acquirePermits(limit, caller.credentials, plan.asks.length);
  const operation = service.open(caller, plan);
  // A caller's permits are held as long as its checks run, also after it leaves.
  const close = (): void => void operation.close().then(release);
  return { operation, close };
}

/**
 * The name of a stream is the idempotency key of who pays it from a key. So a client that lost it and connects again gets what was
 * charged, and is not charged again.
 */
function callerOfStream({ caller, stream, resumes }: Asking): Caller {
  const { credentials } = caller;
  if (credentials.idempotencyKey !== null || credentials.apiKey === null) return caller;
  return { ...caller, credentials: { ...credentials, idempotencyKey: stream, waits: resumes } };
}

/** An operation that is about to be executed. */
interface Run {
  readonly plan: OperationPlan;
  readonly input: ExecutionInput;
  readonly opened: Opened;
  readonly asking: Asking;
  readonly toPublic: (executed: ExecutedOperation) => PublicResult;
}

/** The results of a subscription; one result where it does not begin. */
async function streamOf(run: Run): Promise<OperationAnswer> {
  const { plan, input, opened, asking, toPublic } = run;
  // A caller that leaves before the first event never starts the stream, whose end would close this.
  asking.whenLeft(opened.close);
  try {
    return { results: resultsOf(run, await subscribe(plan, input)) };
  } catch (error) {
    opened.close();
    if (error instanceof GraphQLError) return toPublic({ errors: [error] });
    throw error;
  }
}

/** A result for each event. Events are bare: the bill of a subscription is on the books. */
async function* resultsOf(
  { plan, input, opened, asking }: Run,
  events: AsyncIterable<unknown>,
): AsyncGenerator<PublicResult> {
  try {
    for await (const rootValue of events) {
      const executed = await execute(plan, { ...input, rootValue });
      yield publicResult({ result: { ...executed } }, asking.errors);
    }
  } catch (error) {
    yield publicResult(outcomeOf(error), asking.errors);
  } finally {
    opened.close();
  }
}
