import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { PaymentSettings } from '#payments/x402/model.ts';
import type { Context } from '#schema/builder.ts';
import type { Desk } from '#schema/desk.ts';
import type { Caller, MoneyDesk } from '#schema/model.ts';
import { schema } from '#schema/schema.ts';
import { callerOf } from '../caller.ts';
import type { Examples, Log } from '../model.ts';
import { refuse } from '../rest/refusal.ts';
import { publicError, type Telling } from './errors.ts';
import { graphiqlPage } from './graphiql.ts';
import { BODY_BYTES_MAX, refuseNesting, TOKENS_MAX, withinLimits } from './limits.ts';
import { paidResult } from './payment.ts';

/** What the endpoint needs, handed down by the composition root. */
export interface GraphqlDeps {
  readonly desk: Desk;
  readonly money: MoneyDesk;
  readonly settings: PaymentSettings;
  readonly log: Log;
  /** Subjects that the page for people shows in its queries; well-known mainnet ones when absent. */
  readonly examples?: Partial<Examples>;
  readonly trustProxyHops?: number;
}

interface ServerContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly caller: Caller;
}

/** Serves `/graphql` (GraphQL over HTTP) and its page for people. The request carries `x-request-id` already. */
export function graphqlHandler(deps: GraphqlDeps): (request: IncomingMessage, response: ServerResponse) => unknown {
  let page: string | null = null;
  const yoga = createYoga<ServerContext, Omit<Context, 'caller'>>({
    schema,
    context: ({ caller }) => ({ operation: deps.desk.open(caller), money: deps.money }),
    plugins: [limits, delivery(deps), publicErrors(deps)],
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: true,
    renderGraphiQL: () => {
      page ??= graphiqlPage(deps.examples);
      return page;
    },
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    maxRequestBodySize: BODY_BYTES_MAX,
    // Errors pass as they are, because a 402 is made of the faults behind them; `publicErrors` is what they leave by.
    maskedErrors: false,
  });
  return (request, response) => {
    // An answer belongs to whoever paid for it; a shared cache on the way must not hand it to others.
    response.setHeader('cache-control', 'no-store');
    const { settings, trustProxyHops } = deps;
    try {
      const caller = callerOf(request, response, { resourceUrl: `${settings.baseUrl}/graphql`, trustProxyHops });
      return yoga(request, response, { caller });
    } catch (error) {
      return refuse(deps, response, error);
    }
  };
}

function requestIdOf(request: IncomingMessage): string {
  return String(request.headers['x-request-id'] ?? '');
}

function tellingOf({ settings, log }: GraphqlDeps, requestId: string): Telling {
  return {
    baseUrl: settings.baseUrl,
    requestId,
    hidden: (err) => log.error({ request_id: requestId, err }, 'graphql operation failed'),
  };
}

/** What a client has to send again: the three members that select and fill an operation. */
function sentBody({ query, operationName, variables }: GraphQLParams): Readonly<Record<string, unknown>> {
  return { query, ...(operationName && { operationName }), ...(variables && { variables }) };
}

const limits: Plugin = {
  onParse: ({ parseFn, setParseFn }) =>
    setParseFn((source: string, options?: object) => {
      refuseNesting(source);
      return parseFn(source, { ...options, maxTokens: TOKENS_MAX });
    }),
  onValidate: ({ addValidationRule }) => addValidationRule(withinLimits),
};

/** Closes the operation when it is over, and tells HTTP how it was paid or why it was not. */
function delivery({ settings }: GraphqlDeps): Plugin<ServerContext & Context & YogaInitialContext> {
  return {
    onExecute: ({ args }) => {
      const { operation, caller, params } = args.contextValue;
      return {
        onExecuteDone: ({ result, setResult }) => {
          operation.close();
          // The schema has neither subscriptions nor deferred parts, so a result comes in one piece.
          const whole = result as ExecutionResult;
          const { asked, delivered, receipt, change } = operation;
          const outcome = { asked, delivered, receipt, change, requestId: caller.requestId, body: sentBody(params) };
          const paid = paidResult(whole, outcome, settings);
          if (paid) setResult(paid);
        },
      };
    },
  };
}

/** Turns every error into what may leave, wherever it arose: in the request, the document or its execution. */
function publicErrors(deps: GraphqlDeps): Plugin<object, ServerContext> {
  return {
    onResultProcess: ({ result, setResult, serverContext }) => {
      // Arrays of operations are refused and results come in one piece.
      const whole = result as ExecutionResult;
      if (!whole.errors) return;
      const telling = tellingOf(deps, requestIdOf(serverContext.req));
      setResult({ ...whole, errors: whole.errors.map((error) => publicError(error, telling)) });
    },
  };
}
