import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { execute, GraphQLError } from 'graphql';
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { BODY_BYTES_MAX } from '#http/media.ts';
import type { Context } from '#schema/builder.ts';
import { schema } from '#schema/schema.ts';
import { billing } from './billing.ts';
import { publicErrors } from './errors-plugin.ts';
import { graphiqlPage } from './graphiql.ts';
import { limits } from './limits.ts';
import type { GraphqlDeps, ServerContext } from './server-context.ts';

/** Bounds of what is remembered: a caller who finds a document forgotten sends it again. */
const DOCUMENTS_MAX = 1_000;

const CHARS_MAX = 4_000_000;

/** The first step of the protocol and no failure: clients that look at the status first would not send the text. */
const NOT_FOUND = { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } } };

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

/** Documents by the SHA-256 of their text in lower-case hexadecimal. */
interface Documents {
  find(hash: string): string | null;
  keep(hash: string, text: string): void;
}

/** A cache of parsed documents in this process, least recently used first out. */
export function openDocuments(): Documents {
  const kept = new Map<string, string>();
  let chars = 0;
  const forget = (hash: string): void => {
    chars -= kept.get(hash)?.length ?? 0;
    kept.delete(hash);
  };
  const keep = (hash: string, text: string): void => {
    forget(hash);
    kept.set(hash, text);
    chars += text.length;
    for (const oldest of kept.keys()) {
      if (kept.size <= DOCUMENTS_MAX && chars <= CHARS_MAX) return;
      forget(oldest);
    }
  };
  return {
    keep,
    find(hash) {
      const text = kept.get(hash) ?? null;
      if (text !== null) keep(hash, text);
      return text;
    },
  };
}

type Named = GraphQLParams & { readonly documentId?: unknown };

/** The hash that a request names its document by; null where it names none. Throws for one that is not understood. */
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

/** The engine reads only the members of the older protocol from a query string. */
function documentIdIn(url: string): string | undefined {
  return new URLSearchParams(url.split('?')[1]).get('documentId') ?? undefined;
}

function refusal(code: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status: 400 } } });
}

/**
 * Documents that clients name by their hash, so that a dashboard sends its long queries once: `extensions.persistedQuery`
 * as Apollo's clients do it, and `documentId` of GraphQL over HTTP. A text that comes with its hash is remembered.
 */
function persisted(documents: Documents): Plugin {
  return {
    onParams: ({ params, request, setParams }) => {
      const hash = hashOf(request.method === 'GET' ? { ...params, documentId: documentIdIn(request.url) } : params);
      if (hash === null) return;
      const { query, ...rest } = params;
      // What is no text has no hash, and is refused for its type next.
      if (query && typeof query !== 'string') return;
      if (!query) {
        const text = documents.find(hash);
        // Clients compare this very message.
        if (text === null) throw new GraphQLError('PersistedQueryNotFound', NOT_FOUND);
        setParams({ ...rest, query: text });
        return;
      }
      const own = createHash('sha256').update(query).digest('hex');
      if (own !== hash) throw refusal('PERSISTED_QUERY_MISMATCH', 'The hash is not that of the query.');
      documents.keep(hash, query);
    },
  };
}
