import type { IncomingMessage, ServerResponse } from 'node:http';
import { execute } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { BODY_BYTES_MAX } from '#http/media.ts';
import type { Context } from '#schema/builder.ts';
import { schema } from '#schema/schema.ts';
import { billing } from './billing.ts';
import { publicErrors } from './errors-plugin.ts';
import { graphiqlPage } from './graphiql.ts';
import { limits } from './limits.ts';
import type { GraphqlDeps, ServerContext } from './model.ts';
import { openDocuments, persisted } from './persisted.ts';

/** Answers one request whose caller is known. */
export type Engine = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Pick<ServerContext, 'caller' | 'concurrencyLimit'>,
) => unknown;

/**
 * The engine's streams say `keep-alive` to whoever asked for `close`, and while the service ends; that caches may keep them; and
 * an encoding that is none. What the listener and the handler said of the answer holds.
 */
const headersAsSaid: Plugin = {
  onResponse: ({ response: { headers } }) => {
    for (const name of ['connection', 'cache-control', 'content-encoding']) headers.delete(name);
  },
};

/** The engine's own executor gives the fields of an answer as they are there, and not as they were asked (specification, 7.2.2). */
const asAsked: Plugin = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
};

/** GraphQL over HTTP, and its page for people. */
export function openEngine(deps: GraphqlDeps): Engine {
  let page: Promise<string> | null = null;
  return createYoga<ServerContext, Omit<Context, 'caller' | 'operation'>>({
    schema,
    context: () => ({ money: deps.money }),
    plugins: [asAsked, persisted(openDocuments()), limits, billing(deps), publicErrors(deps), headersAsSaid],
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
}
