import type { IncomingMessage, ServerResponse } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { Fault } from '#lib/fault.ts';
import type { Context } from '#schema/builder.ts';
import { schema } from '#schema/schema.ts';
import { callerOf } from '../caller.ts';
import { refuse } from '../rest/refusal.ts';
import { accepts, EVENT_STREAM, JSON_TYPES } from './accept.ts';
import { billing } from './billing.ts';
import { publicErrors } from './errors-plugin.ts';
import { graphiqlPage } from './graphiql.ts';
import { BODY_BYTES_MAX, limits } from './limits.ts';
import type { GraphqlDeps, ServerContext } from './model.ts';
import { openDocuments, persisted } from './persisted.ts';

/** Serves `/graphql` (GraphQL over HTTP) and its page for people. The request carries `x-request-id` already. */
export function graphqlHandler(deps: GraphqlDeps): (request: IncomingMessage, response: ServerResponse) => unknown {
  let page: string | null = null;
  const yoga = createYoga<ServerContext, Omit<Context, 'caller' | 'operation'>>({
    schema,
    context: () => ({ money: deps.money }),
    plugins: [persisted(openDocuments()), limits, billing(deps), publicErrors(deps)],
    extraParamNames: ['documentId'],
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
    // It would keep a thousand documents as they were parsed, each a hundred times its text, for anybody who sends them.
    parserAndValidationCache: false,
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
      refuseUnreadable(request);
      const caller = callerOf(request, response, { resourceUrl: `${settings.baseUrl}/graphql`, trustProxyHops });
      return yoga(request, response, { caller });
    } catch (error) {
      return refuse(deps, response, error);
    }
  };
}

/** The engine would find out only when the answer is there, and paid, that its caller takes none of its media types. */
function refuseUnreadable({ method, headers }: IncomingMessage): void {
  const types = method === 'GET' ? [...JSON_TYPES, EVENT_STREAM, 'text/html'] : [...JSON_TYPES, EVENT_STREAM];
  if (!accepts(headers.accept, types)) throw new Fault('not_acceptable');
}
