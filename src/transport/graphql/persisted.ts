import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';

/** Bounds of what is remembered: a caller who finds a document forgotten sends it again. */
const DOCUMENTS_MAX = 1_000;
const CHARS_MAX = 4_000_000;

/** Documents by the SHA-256 of their text in lower-case hexadecimal. */
interface Documents {
  find(hash: string): string | null;
  keep(hash: string, text: string): void;
}

/** Remembers documents in this process, those used last the longest. */
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
export function persisted(documents: Documents): Plugin {
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

/** The first step of the protocol and no failure: clients that look at the status first would not send the text. */
const NOT_FOUND = { extensions: { code: 'PERSISTED_QUERY_NOT_FOUND', http: { status: 200 } } };
