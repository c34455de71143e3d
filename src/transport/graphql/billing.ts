import { type DocumentNode, type ExecutionResult, GraphQLError } from 'graphql';
import { type GraphQLParams, isAsyncIterable, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import { accepts } from '#http/accept.ts';
import { takePlaces } from '#http/limits/concurrency-limit.ts';
import { Fault } from '#lib/fault.ts';
import type { Context } from '#schema/builder.ts';
import type { Operation } from '#schema/desk-model.ts';
import { nullWhereNoneFits } from '#schema/null-variables.ts';
import { type Operated, type Plan, planOf } from '#schema/plan.ts';
import { refusedBatch } from './limits.ts';
import { EVENT_STREAM } from './media-types.ts';
import type { GraphqlDeps, ServerContext } from './model.ts';
import { paidResult, refusedResult } from './payment.ts';
import { refusedVariables } from './variables.ts';

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
 * Plans each operation before it runs, opens its bill, closes it when it is over, and tells HTTP how it was paid or why it
 * was not.
 */
export function billing({ service, settings }: Pick<GraphqlDeps, 'service' | 'settings'>): Plugin<FullContext> {
  const told = (result: ExecutionResult, { operation, caller, params }: FullContext, plan: Plan): ExecutionResult => {
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
          if (!isAsyncIterable(result)) setResult(told(result, args.contextValue, plan));
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
          setResult(told(result as ExecutionResult, args.contextValue, plan));
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
