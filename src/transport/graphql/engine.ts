import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { execute, GraphQLError } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { BODY_BYTES_MAX } from '#http/media.ts';
import { graphiqlPage } from '#pages/graphiql/view.tsx';
import type { Context } from '#schema/builder.ts';
import { schema } from '#schema/schema.ts';
import { billing } from './billing.ts';
import { publicErrors } from './errors-plugin.ts';
import { introspection, openSchemaAnswers, openTexts, type Texts } from './introspection.ts';
import { limits } from './limits.ts';
import { EVENT_STREAM, type GraphqlDeps, type ServerContext, STREAM_END } from './server-context.ts';

/** A client whose document was dropped sends it again. */
const DOCUMENTS = { textsMax: 1_000, charsMax: 4_000_000 };

/** The first step of the protocol and no failure, so the status is 200: some clients would not send the text after an error status. */
const NOT_FOUND = { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } } };

/** Answers one request of a known caller. */
export type Engine = (
  request: IncomingMessage,
  response: ServerResponse,
  context: Omit<ServerContext, 'req' | 'res'>,
) => unknown;

/**
 * The engine's streams set `keep-alive` even after `close` and during a drain, allow caching, and name an invalid encoding. The
 * headers of the listener and the handler take precedence. nginx would hold the events of a stream back without the last one.
 */
const headersAsSaid: Plugin = {
  onResponse: ({ response: { headers } }) => {
    for (const name of ['connection', 'cache-control', 'content-encoding']) headers.delete(name);
    if (headers.get('content-type')?.startsWith(EVENT_STREAM)) headers.set('x-accel-buffering', 'no');
  },
};

/**
 * Gives each event of a stream the stream's name as id, and the last event the id of the end. Clients that reconnect by themselves send
 * their last id. The engine's comments, one of which begins the stream, get the name as well, because a stream may break before its first
 * event: a client keeps an id without data, and dispatches no event (WHATWG HTML, 9.2.6).
 */
const named: Plugin<object, ServerContext> = {
  onResponse: ({ response, serverContext, setResponse, fetchAPI }) => {
    const { body, status, headers } = response;
    if (!body || !headers.get('content-type')?.startsWith(EVENT_STREAM)) return;
    const ids = new fetchAPI.TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        // Only whole lines come, and a line of data begins with another word. Latin-1 keeps each byte.
        const lines = Buffer.from(chunk).toString('latin1');
        const withIds = lines.replace(/^(?::|event: (next|complete))\n/gm, (line, event) => {
          return `${line}id: ${serverContext.stream}${event === 'complete' ? STREAM_END : ''}\n`;
        });
        controller.enqueue(Buffer.from(withIds, 'latin1'));
      },
    });
    setResponse(new fetchAPI.Response(body.pipeThrough(ids), { status, headers }));
  },
};

/** The engine's executor orders fields by completion; the specification (7.2.2) orders them as requested. */
const asAsked: Plugin = {
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
};

/** GraphQL over HTTP, and its page for people. */
export function openEngine(deps: GraphqlDeps): Engine {
  let page: string | null = null;
  const schemaAnswers = openSchemaAnswers();
  return createYoga<ServerContext, Omit<Context, 'caller' | 'operation'>>({
    schema,
    context: () => ({ money: deps.money }),
    plugins: [
      asAsked,
      persisted(openDocuments()),
      limits(schemaAnswers),
      introspection(schemaAnswers),
      billing(deps),
      publicErrors(deps),
      headersAsSaid,
      named,
    ],
    extraParamNames: ['documentId'],
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: true,
    renderGraphiQL: () => {
      page ??= graphiqlPage(deps.settings, deps.examples);
      return page;
    },
    cors: false,
    multipart: false,
    batching: false,
    // It would keep a thousand parsed documents, each a hundred times as large as its text, for any sender.
    parserAndValidationCache: false,
    logging: false,
    maxRequestBodySize: BODY_BYTES_MAX,
    // Errors stay unmasked, because a 402 needs the faults behind them; `publicErrors` masks them later.
    maskedErrors: false,
  });
}

/** Documents by the SHA-256 of their text in lower-case hexadecimal. */
export function openDocuments(): Texts {
  return openTexts(DOCUMENTS);
}

type Named = GraphQLParams & { readonly documentId?: unknown };

/** The document hash of a request; null where it has none. Throws for an invalid one. */
function hashOf({ documentId, extensions }: Named): string | null {
  const persistedQuery: unknown = extensions?.persistedQuery;
  if (documentId === undefined && persistedQuery === undefined) return null;
  const { sha256Hash } = (persistedQuery ?? {}) as { readonly sha256Hash?: unknown };
  const named = typeof documentId === 'string' ? documentId.replace(/^sha256:/, '') : (documentId ?? sha256Hash);
  if (typeof named === 'string' && /^[0-9a-f]{64}$/i.test(named)) return named.toLowerCase();
  throw refusal(
    'PERSISTED_QUERY_HASH_INVALID',
    'A document is named by the SHA-256 of its text in hexadecimal: `documentId: "sha256:<hash>"`, or `extensions.persistedQuery` with `version: 1` and `sha256Hash`.',
  );
}

/** The engine reads only the older protocol's members from a query string. */
function documentIdIn(url: string): string | undefined {
  return new URLSearchParams(url.split('?')[1]).get('documentId') ?? undefined;
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

/**
 * Documents by hash, so that a client sends a long query once: `extensions.persistedQuery` of Apollo clients, and `documentId` of
 * GraphQL over HTTP. A text with its hash is remembered.
 */
function persisted(documents: Texts): Plugin {
  return {
    onParams: ({ params, request, setParams }) => {
      const hash = hashOf(request.method === 'GET' ? { ...params, documentId: documentIdIn(request.url) } : params);
      if (hash === null) return;
      const { query, ...rest } = params;
      // A query that is no text has no hash; the next step refuses its type.
      if (query && typeof query !== 'string') return;
      if (!query) {
        const text = documents.get(hash);
        // Clients compare this exact message.
        if (text === undefined) throw new GraphQLError('PersistedQueryNotFound', NOT_FOUND);
        setParams({ ...rest, query: text });
        return;
      }
      const own = createHash('sha256').update(query).digest('hex');
      if (own !== hash) throw refusal('PERSISTED_QUERY_MISMATCH', 'The hash is not that of the query.');
      documents.set(hash, query);
    },
  };
}
